import { localDate } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo } from '../../../kernel/user.ts'
import { ReceiveButton } from '../../../money/payment/parts/receive-button.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { instalmentScreens } from '../screens.ts'

type Payer = OutputOf<typeof calls.instalment.companies>['list'][number]

const columns: readonly ListColumn<Payer>[] = [
  { key: 'payer', title: '付款单位', kind: 'text', width: 240, card: 'title', of: ({ payer }) => payer },
  { key: 'taxNo', title: '税号', kind: 'text', width: 168, card: 'none', of: ({ taxNo }) => taxNo },
  { key: 'orders', title: '订单', kind: 'number', unit: '单', of: ({ orders }) => orders },
  { key: 'running', title: '在租', kind: 'number', unit: '单在租', of: ({ running }) => running || null },
  {
    key: 'next',
    title: '下期',
    kind: 'text',
    width: 96,
    named: true,
    of: ({ nextDueDate }, now) => nextDueDate !== null && `${shortDate(nextDueDate, localDate(now))} 到期`,
  },
  { key: 'owed', title: '待收', kind: 'money', named: true, of: ({ owed }) => owed },
  {
    key: 'due',
    title: '逾期',
    kind: 'due',
    width: 84,
    of: ({ overdue }) => overdue > 0 && { text: `${overdue} 期逾期`, late: true },
  },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: ({ owed }, held) => owed > 0 && held.has('order.payment'),
    Act: ({ item: { payer } }) => <ReceiveButton payer={payer} />,
  },
]

/** Companies that pay for long orders, the largest debt first. */
export default listPage(instalmentScreens.companies, {
  call: calls.instalment.companies,
  noun: '付款单位',
  search: '单位名称',
  keyOf: ({ payer }) => payer,
  columns,
  unit: '家',
  link: (reach, { payer }) => linkTo(reach, instalmentScreens.company, { payer }),
  empty: { note: '新建长租时填写付款单位，它的各期账单就汇总在这里' },
})
