import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { debtAge, debtAges } from '@cheyi/domain/money/debt/age'
import { debtColumns as titles } from '@cheyi/domain/money/debt/columns'
import { formatDay } from '@cheyi/domain/near'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { chips, readCode } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Box, Button, Card, Note } from '../../../ui/layout.tsx'
import { StackedBar } from '../../../ui/show/charts.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { debtScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.debt.ages>
type Debt = Page['list'][number]

const columns: readonly ListColumn<Debt, keyof typeof titles>[] = [
  {
    key: 'customer',
    title: titles.customer,
    kind: 'person',
    card: 'title',
    of: ({ contactName }) => contactName,
  },
  {
    key: 'together',
    title: titles.together,
    kind: 'tag',
    width: 148,
    of: ({ customer: { first, orders, owed } }) => [
      first && orders > 1 && { text: `共 ${orders} 单 ${formatMoney(owed)}`, tone: 'neutral' },
    ],
  },
  { key: 'orderNo', title: titles.orderNo, kind: 'text', card: 'plate', of: ({ orderNo }) => orderNo },
  {
    key: 'status',
    title: titles.status,
    kind: 'text',
    width: 84,
    card: 'plate',
    of: ({ status }) => orderStatuses.text(status),
  },
  { key: 'store', title: titles.store, kind: 'text', width: 100, of: ({ storeName }) => storeName },
  { key: 'late', title: titles.late, kind: 'number', width: 80, card: 'none', extra: true, of: ({ late }) => late },
  { key: 'since', title: titles.since, kind: 'due', width: 172, of: dueOf },
  { key: 'owed', title: titles.owed, kind: 'money', of: ({ owed }) => owed },
  { key: 'split', title: '账龄', kind: 'text', card: 'note', only: 'card', of: splitOf },
  ...debtAges.values.map(
    (age, i): ListColumn<Debt, `age${typeof age}`> => ({
      key: `age${age}` as const,
      title: titles[`age${age}`],
      kind: 'money',
      extra: true,
      card: 'none',
      of: ({ parts }) => parts[i]!.owed || null,
    }),
  ),
  { key: 'act', title: '操作', kind: 'act', width: 72, when: (_, held) => held.has('order.payment'), Act: Collect },
]

function Collect({ item: { orderId } }: { readonly item: Debt }) {
  const collect = () => open(() => import('../../payment/parts/collect-sheet.tsx'), { orderId })
  return (
    <Button size="s" variant="primary" onClick={() => void collect()}>
      收款
    </Button>
  )
}

/** Debts of finished orders by age, grouped by customer; the customer with the oldest debt comes first. */
export default listPage(debtScreens.ages, {
  call: calls.debt.ages,
  noun: '欠款',
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions), chips('age', '账龄', debtAges)],
  keyOf: ({ orderId }) => orderId,
  columns,
  unit: '单',
  totals: ({ sums }) =>
    sums === null
      ? undefined
      : { owed: sums.owed, ...Object.fromEntries(sums.parts.map(({ age, owed }) => [`age${age}`, owed])) },
  link: orderLink,
  Head,
  useExport: exporting(calls.debt.agesExport, '导出应收账龄'),
})

/** The older, the redder. */
const looks = {
  [debtAge.notDue]: { tone: 'primary' },
  [debtAge.days30]: { tone: 'warning', faint: true },
  [debtAge.days60]: { tone: 'warning' },
  [debtAge.days90]: { tone: 'danger', faint: true },
  [debtAge.older]: { tone: 'danger' },
} as const

/** What is owed by its age; a press on a part lists what is of this age. */
function Head({ first: { sums } }: { readonly first: Page }) {
  const chosen = readCode(debtAges, useScreen(debtScreens.ages).age)
  const patch = usePatch()
  if (sums === null) return null
  const whole = sums.whole.reduce((sum, { owed }) => sum + owed, 0)
  if (whole === 0) return null
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad title="待收欠款" extra={<Money fen={whole} size="l" />}>
        <StackedBar
          title="账龄"
          parts={sums.whole.map(({ age, owed }) => ({
            key: String(age),
            label: debtAges.text(age),
            count: owed,
            text: formatMoney(owed),
            ...looks[age],
          }))}
          chosen={chosen && String(chosen)}
          onChoose={(age) => patch({ age })}
        />
        <Note
          top={8}
          num
        >{`${chosen ? `有${debtAges.text(chosen)}欠款的` : '共'} ${sums.customers} 位客户。还车、取消或补收当天到期，企业客户加账期；收款先抵最早的欠款。`}</Note>
      </Card>
    </Box>
  )
}

/** Days before a debt falls due in which it is told in amber. */
const SOON = 7

function dueOf({ since, late }: Debt, now: number) {
  const day = formatDay(startOfDate(since), now)
  if (late > 0) return { text: `${day} 到期，拖欠 ${late} 天`, late: true }
  return { text: `${day} 到期`, late: false, soon: since <= localDate(now + SOON * DAY) }
}

/** The ages of a debt that has several. */
function splitOf({ parts }: Debt): string {
  const split = parts.filter((part) => part.owed > 0)
  if (split.length < 2) return ''
  return split.map((part) => `${debtAges.text(part.age)} ${formatMoney(part.owed)}`).join('，')
}
