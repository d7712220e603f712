import { ownerStatementState, ownerStatementStates, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { can } from '@cheyi/domain/step'
import { addMonths, DAY, localDate } from '@cheyi/domain/time'
import { calls, type InputOf, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Box, Button, Note, Row } from '../../../ui/layout.tsx'
import { stateTones } from '../parts/owner-words.ts'
import { ownerScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.owner.statements>
type Statement = Page['list'][number]

/** Months to choose from: a year back. */
const MONTHS = 12

function useMonths() {
  const running = `${localDate(useNow()).slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, ago) => addMonths(running, -1 - ago)).map((month) => ({
    value: month,
    label: month.slice(0, 7),
  }))
}

/** What is done next on the page of a statement, by its state. */
const nextActs: Readonly<Partial<Record<Statement['state'], string>>> = {
  [ownerStatementState.draft]: '核对',
  [ownerStatementState.sent]: '跟进',
  [ownerStatementState.objected]: '处理',
}
const nextAct = ({ state, due }: Statement) =>
  can(ownerStatementSteps, 'pay', state, { dueFen: due }).ok ? '付款' : nextActs[state]

function Act({ item }: { readonly item: Statement }) {
  return (
    <Button size="s" onClick={() => go(ownerScreens.statement, { statementId: item.statementId })}>
      {nextAct(item)}
    </Button>
  )
}

const columns: readonly ListColumn<Statement>[] = [
  { key: 'owner', title: '车主', kind: 'text', width: 200, card: 'title', of: ({ ownerName }) => ownerName },
  { key: 'month', title: '月份', kind: 'text', width: 84, of: ({ month }) => month.slice(0, 7) },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 96,
    of: ({ state }) => [{ text: ownerStatementStates.text(state), tone: stateTones[state] }],
  },
  { key: 'cars', title: '车辆', kind: 'number', unit: '辆', of: ({ cars }) => cars },
  {
    key: 'note',
    title: '说明',
    kind: 'text',
    width: 168,
    of: ({ due, carried }) =>
      [due < 0 && '车主欠款，结转下月', carried < 0 && '含上期结转'].filter(Boolean).join(' · '),
  },
  {
    key: 'payBy',
    title: '付款期限',
    kind: 'due',
    of: (item, now) =>
      item.due > 0 && nextAct(item) !== undefined
        ? {
            text: `${item.payBy} 前付款`,
            late: item.payBy < localDate(now),
            soon: item.payBy <= localDate(now + 3 * DAY),
          }
        : undefined,
  },
  { key: 'due', title: '应付车主', kind: 'money', of: ({ due }) => due },
  { key: 'act', title: '操作', kind: 'act', width: 88, when: (item) => nextAct(item) !== undefined, Act },
]

/** Statements of owners, the newest month first. */
export default listPage(ownerScreens.statements, {
  call: calls.owner.statements,
  noun: '结算单',
  filters: [pick('month', '月份', '全部月份', useMonths), chips('state', '状态', ownerStatementStates)],
  keyOf: ({ statementId }) => statementId,
  columns,
  unit: '张',
  Head,
  useMenu: useActs,
  link: (reach, { statementId }) => linkTo(reach, ownerScreens.statement, { statementId }),
  empty: { note: '登记车主和车辆协议后，每月生成结算单' },
})

const make = (month: string) => void open(() => import('./make-sheet.tsx'), { month })

function Head({ first: { last, until } }: { readonly first: Page }) {
  return (
    <Box pad={[12, 12, 10]}>
      <Row justify="between" gap={12}>
        <Note num>{until === null ? '收入正在首次统计' : `收入统计至 ${until}`}</Note>
        <Button size="s" variant="primary" onClick={() => make(last)}>
          生成 {last.slice(0, 7)} 结算单
        </Button>
      </Row>
    </Box>
  )
}

function useActs({ month }: Partial<InputOf<typeof calls.owner.statements>>): readonly MenuAct[] {
  const { run } = useExport(calls.owner.exportMonth, '导出车主结算表')
  const last = useMonths()[0]!.value
  return [
    { label: '车主', run: () => go(ownerScreens.list, {}) },
    { label: '生成结算单', run: () => make(month ?? last) },
    { label: '导出结算表', run: () => void run({ month: month ?? last }) },
  ]
}
