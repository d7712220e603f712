import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { useStores } from '../../parts/ticket-list.tsx'
import { ticketScreens } from '../../screens.ts'
import { CareCard } from './care-card.tsx'

/** Cars whose care is due: a ticket for each, or a care that was done without one. */
export default listPage(ticketScreens.care, {
  call: calls.ticket.carePage,
  noun: '待保养车辆',
  search: '车牌',
  filters: [pick('storeId', '门店', '全部门店', useStores)],
  keyOf: ({ vehicleId }) => vehicleId,
  Row: CareCard,
  estimate: 132,
  open: ({ ticket }) => {
    if (ticket !== null) go(ticketScreens.maintainceDetail, { ticketId: ticket.ticketId })
  },
  empty: { note: '到保养里程前500公里、到期前7天的车辆在此列出' },
})
