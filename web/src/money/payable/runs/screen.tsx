import { runStates } from '@cheyi/domain/money/payable/codes'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { runTones } from '../parts/payable-words.ts'
import { payableScreens } from '../screens.ts'

type Run = OutputOf<typeof calls.payable.runs>['list'][number]

const columns: readonly ListColumn<Run>[] = [
  { key: 'runNo', title: '批次号', kind: 'text', width: 148, card: 'title', of: ({ runNo }) => runNo },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 88,
    of: ({ state }) => [{ text: runStates.text(state), tone: runTones[state] }],
  },
  { key: 'bills', title: '账单', kind: 'number', unit: '张', of: ({ bills }) => bills },
  { key: 'note', title: '备注', kind: 'text', width: 200, of: ({ note }) => note },
  {
    key: 'made',
    title: '建立',
    kind: 'text',
    width: 180,
    of: ({ createdAt, createdByName }) => `${momentText(createdAt)} ${createdByName}`,
  },
  { key: 'amount', title: '金额', kind: 'money', of: ({ amount }) => amount },
]

/** Payment runs, the newest first. */
export default listPage(payableScreens.runs, {
  call: calls.payable.runs,
  noun: '付款批次',
  filters: [chips('state', '状态', runStates)],
  keyOf: ({ runId }) => runId,
  columns,
  unit: '个',
  link: (reach, { runId }) => linkTo(reach, payableScreens.run, { runId }),
  empty: { note: '在应付账单中勾选账单，新建付款批次' },
})
