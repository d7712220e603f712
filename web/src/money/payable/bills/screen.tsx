import { formatMoney } from '@cheyi/domain/money'
import { debtAge, debtAges } from '@cheyi/domain/money/debt/age'
import { billSteps } from '@cheyi/domain/money/payable/bill'
import { payableSource, payableStates, payeeKinds } from '@cheyi/domain/money/payable/codes'
import { billColumns as titles } from '@cheyi/domain/money/payable/columns'
import { MAX_RUN_BILLS } from '@cheyi/domain/money/payable/run'
import { startsAt } from '@cheyi/domain/step'
import { calls, feedback, type OutputOf, refreshAfter } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMayWhole } from '../../../kernel/user.ts'
import { chips, readCode } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pickCode, seldom } from '../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Button, Card, Note, Row } from '../../../ui/layout.tsx'
import { StackedBar } from '../../../ui/show/charts.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { billTones, dueOf, type ListedBill } from '../parts/payable-words.ts'
import { payableScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payable.bills>

const sheets = () => import('../parts/bill-sheets.tsx')

function Act({ item }: { readonly item: ListedBill }) {
  const may = useMayWhole('finance.reconcile')
  const { billId, state, source } = item
  if (may && source !== payableSource.owner && startsAt(billSteps, 'pay', state))
    return (
      <Button size="s" onClick={() => void pay(item)}>
        付款
      </Button>
    )
  return (
    <Button size="s" onClick={() => go(payableScreens.bill, { billId })}>
      查看
    </Button>
  )
}

async function pay(bill: ListedBill): Promise<void> {
  if (await open(sheets, 'PaySheet', { bill })) await refreshAfter(calls.payable.pay)
}

const columns: readonly ListColumn<ListedBill, keyof typeof titles>[] = [
  { key: 'payee', title: titles.payee, kind: 'text', width: 180, card: 'title', of: ({ payeeName }) => payeeName },
  { key: 'kind', title: titles.kind, kind: 'text', width: 92, of: ({ payeeKind }) => payeeKinds.text(payeeKind) },
  { key: 'what', title: titles.what, kind: 'text', width: 180, of: ({ what }) => what },
  { key: 'billNo', title: titles.billNo, kind: 'text', width: 132, of: ({ billNo }) => billNo },
  {
    key: 'state',
    title: titles.state,
    kind: 'tag',
    width: 88,
    of: ({ state }) => [{ text: payableStates.text(state), tone: billTones[state] }],
  },
  {
    key: 'billedOn',
    title: titles.billedOn,
    kind: 'text',
    width: 108,
    card: 'none',
    extra: true,
    of: ({ billedOn }) => billedOn,
  },
  { key: 'late', title: titles.late, kind: 'number', width: 80, card: 'none', extra: true, of: ({ late }) => late },
  { key: 'dueOn', title: titles.dueOn, kind: 'due', width: 172, of: dueOf },
  { key: 'amount', title: titles.amount, kind: 'money', card: 'none', extra: true, of: ({ amount }) => amount },
  { key: 'left', title: titles.left, kind: 'money', of: ({ left }) => left },
  ...debtAges.values.map(
    (age): ListColumn<ListedBill, `age${typeof age}`> => ({
      key: `age${age}` as const,
      title: titles[`age${age}`],
      kind: 'money',
      extra: true,
      card: 'none',
      of: (bill) => (bill.age === age && bill.left > 0 ? bill.left : null),
    }),
  ),
  { key: 'act', title: '操作', kind: 'act', width: 88, when: ({ left }) => left > 0, Act },
]

/** Bills that are not paid, the earliest due date first, with their ages. */
export default listPage(payableScreens.bills, {
  call: calls.payable.bills,
  noun: '账单',
  search: '收款方、账单号或用途',
  filters: [
    chips('age', '账龄', debtAges),
    pickCode('state', '状态', payableStates),
    seldom(pickCode('kind', '类型', payeeKinds)),
  ],
  input: ({ payeeId }) => ({ payeeId: payeeId || undefined }),
  keyOf: ({ billId }) => billId,
  columns,
  unit: '张',
  totals: ({ sums }) =>
    sums === null
      ? undefined
      : { left: sums.left, ...Object.fromEntries(sums.parts.map(({ age, left }) => [`age${age}`, left])) },
  link: (reach, { billId }) => linkTo(reach, payableScreens.bill, { billId }),
  Head,
  useAdd,
  verb: '登记',
  useMenu: () => [
    { label: '付款批次', run: () => go(payableScreens.runs, {}) },
    { label: '未开账单费用', run: () => go(payableScreens.unbilled, {}) },
    { label: '收款方', run: () => go(payableScreens.payees, {}) },
  ],
  useBatch,
  useExport: exporting(calls.payable.billsExport, '导出应付账单'),
  empty: {
    title: '没有待付账单',
    note: '登记收款方的账单，或按工单、贷款、保险的费用开账单；车主结算单确认后自动列出',
  },
})

function useAdd() {
  return useMayWhole('finance.reconcile') ? () => void open(sheets, 'BillSheet', {}) : undefined
}

/** Chosen bills become a payment run. */
function useBatch(): ListBatch<ListedBill> | undefined {
  const may = useMayWhole('finance.reconcile')
  if (!may) return undefined
  return {
    most: MAX_RUN_BILLS,
    unit: '张',
    nameOf: ({ payeeName, what }) => `${payeeName} ${what}`,
    async run(bills) {
      const ready = bills.filter(({ state }) => startsAt(billSteps, 'enterRun', state))
      if (ready.length === 0) {
        feedback.toast('所选账单没有待付的')
        return false
      }
      const runId = await open(sheets, 'RunSheet', { bills: ready })
      if (runId === undefined) return false
      go(payableScreens.run, { runId })
      return true
    },
  }
}

/** The older, the redder. */
const looks = {
  [debtAge.notDue]: { tone: 'primary' },
  [debtAge.days30]: { tone: 'warning', faint: true },
  [debtAge.days60]: { tone: 'warning' },
  [debtAge.days90]: { tone: 'danger', faint: true },
  [debtAge.older]: { tone: 'danger' },
} as const

/** What is to be paid by its age; a press on a part lists what is of this age. */
function Head({ first: { sums } }: { readonly first: Page }) {
  const chosen = readCode(debtAges, useScreen(payableScreens.bills).age)
  const patch = usePatch()
  if (sums === null) return null
  const whole = sums.whole.reduce((sum, { left }) => sum + left, 0)
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad title="待付账款" extra={<Money fen={whole} size="l" />}>
        {whole > 0 && (
          <StackedBar
            title="账龄"
            parts={sums.whole.map(({ age, left }) => ({
              key: String(age),
              label: debtAges.text(age),
              count: left,
              text: formatMoney(left),
              ...looks[age],
            }))}
            chosen={chosen && String(chosen)}
            onChoose={(age) => patch({ age })}
          />
        )}
        <Row justify="between" gap={12}>
          <Note top={8}>勾选账单后新建付款批次，由另一人审批后下载银行批量付款文件</Note>
          <Button size="s" onClick={() => go(payableScreens.runs, {})}>
            付款批次
          </Button>
        </Row>
      </Card>
    </Box>
  )
}
