import { maintainceTypes } from '@cheyi/domain/ticket/codes'
import { type TicketGroup, ticketGroups } from '@cheyi/domain/ticket/maintaince'
import { calls, type OutputOf } from '../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { listPage, opens } from '../../page/list/list-page.tsx'
import { pick, pickCode } from '../../page/list/pick-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { TicketCard } from '../parts/ticket-card.tsx'
import { ticketScreens } from '../screens.ts'

const names: Readonly<Record<TicketGroup, string>> = {
  todo: '待办',
  running: '进行中',
  done: '已完成',
  cancelled: '已取消',
}
const groups = Object.keys(ticketGroups) as TicketGroup[]
const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

export default listPage(ticketScreens.maintaince, {
  call: calls.ticket.maintaincePage,
  noun: '维保单',
  search: '车牌、单号、维修厂',
  filters: [
    {
      name: 'group',
      address: ['group'],
      read: (values) => groups.find((group) => group === values.group),
      Field: () => null,
    },
    pickCode('type', '维保类型', maintainceTypes),
    pick('storeId', '门店', '全部门店', useStores),
    pick(
      'mine',
      '负责人',
      '全部负责人',
      () => [{ value: '1', label: '我负责的' }],
      (text) => text === '1' || undefined,
    ),
  ],
  keyOf: ({ ticketId }) => ticketId,
  Row: TicketCard,
  estimate: 132,
  Head: Groups,
  open: ({ ticketId }) => go(ticketScreens.maintainceDetail, { ticketId }),
  useAdd: opens(ticketScreens.maintainceCreate, {}),
  empty: { note: '车辆保养、维修时新建，期间自动占用库存' },
})

function Groups({ first: { counts } }: { readonly first: OutputOf<typeof calls.ticket.maintaincePage> }) {
  const { group } = useScreen(ticketScreens.maintaince)
  const patch = usePatch()
  const all = { key: 'all', label: '全部' }
  return (
    <Tabs
      label="状态"
      items={[all, ...groups.map((key) => ({ key, label: names[key], count: counts?.[key] }))]}
      value={group || 'all'}
      onChange={(key) => patch({ group: key === 'all' ? undefined : key })}
    />
  )
}
