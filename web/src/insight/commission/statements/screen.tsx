import { commissionStates, commissionSteps } from '@cheyi/domain/insight/commission/codes'
import { startsAt } from '@cheyi/domain/step'
import { calls, feedback, type InputOf, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick } from '../../../page/list/list-page.tsx'
import { Box, Button, Note, Row } from '../../../ui/layout.tsx'
import { stateTones, useMonths } from '../parts/commission-words.ts'
import { commissionScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.commission.statements>
type Statement = Page['list'][number]

function Act({ item: { statementId } }: { readonly item: Statement }) {
  return (
    <Button size="s" onClick={() => go(commissionScreens.statement, { statementId })}>
      核对
    </Button>
  )
}

const columns: readonly ListColumn<Statement>[] = [
  { key: 'name', title: '员工', kind: 'text', width: 160, card: 'title', of: ({ accountName }) => accountName },
  { key: 'month', title: '月份', kind: 'text', width: 84, of: ({ month }) => month.slice(0, 7) },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 96,
    of: ({ state }) => [{ text: commissionStates.text(state), tone: stateTones[state] }],
  },
  { key: 'orders', title: '订单', kind: 'number', unit: '单', of: ({ orders }) => orders },
  { key: 'fen', title: '提成', kind: 'money', of: ({ fen }) => fen },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 88,
    when: ({ state }) => startsAt(commissionSteps, 'confirm', state),
    Act,
  },
]

function useMake() {
  const making = useWrite(calls.commission.make)
  const run = async (month: string) => {
    const done = await making.run({ month })
    if (done === null) return
    if (done.made > 0) feedback.toast(`已生成 ${done.made} 张提成单`)
    else feedback.toast(done.kept > 0 ? `该月 ${done.kept} 张提成单都已确认` : '该月没有可计的提成，请先设置规则')
  }
  return { pending: making.pending, run: (month: string) => void run(month) }
}

/** Statements of employees, the newest month first. */
export default listPage(commissionScreens.statements, {
  call: calls.commission.statements,
  noun: '提成单',
  filters: [pick('month', '月份', '全部月份', useMonths), chips('state', '状态', commissionStates)],
  keyOf: ({ statementId }) => statementId,
  columns,
  unit: '张',
  Head,
  useMenu: useActs,
  link: (reach, { statementId }) => linkTo(reach, commissionScreens.statement, { statementId }),
  empty: { note: '设置提成规则后，每月生成提成单' },
})

function Head({ first: { last, until } }: { readonly first: Page }) {
  const { pending, run } = useMake()
  return (
    <Box pad={[12, 12, 10]}>
      <Row justify="between" gap={12}>
        <Note num>{until === null ? '收入正在首次统计' : `收入统计至 ${until}`}</Note>
        <Button size="s" variant="primary" loading={pending} onClick={() => run(last)}>
          生成 {last.slice(0, 7)} 提成单
        </Button>
      </Row>
    </Box>
  )
}

function useActs({ month }: Partial<InputOf<typeof calls.commission.statements>>): readonly MenuAct[] {
  const { run } = useMake()
  const last = useMonths()[0]!.value
  return [
    { label: '提成规则', run: () => go(commissionScreens.rules, {}) },
    { label: `生成 ${(month ?? last).slice(0, 7)} 提成单`, run: () => run(month ?? last) },
  ]
}
