import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { listPage } from '../../../../page/list/list-page.tsx'
import { pick } from '../../../../page/list/pick-filter.tsx'
import type { ListBatch } from '../../../../page/list/use-picked.tsx'
import { openTicketBatch } from '../../parts/open-batch.ts'
import { useStores } from '../../parts/ticket-list.tsx'
import { ticketScreens } from '../../screens.ts'
import { type CareCar, CareCard } from './care-card.tsx'

/** Creates one ticket for each chosen car that has no ticket yet. */
const useBatch = (): ListBatch<CareCar> => ({
  most: MAX_TICKET_BATCH,
  unit: '辆',
  nameOf: ({ plate }) => displayPlate(plate),
  run: (items) =>
    openTicketBatch(
      items.filter(({ ticket }) => ticket === null).map(({ vehicleId }) => vehicleId),
      maintenanceTypes.code.routine,
    ),
})

/** The cars whose maintenance is due. */
export default listPage(ticketScreens.care, {
  call: calls.ticket.carePage,
  noun: '待保养车辆',
  search: '车牌',
  filters: [pick('storeId', '门店', '全部门店', useStores)],
  keyOf: ({ vehicleId }) => vehicleId,
  Row: CareCard,
  useBatch,
  estimate: 132,
  open: ({ ticket }) => {
    if (ticket !== null) go(ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })
  },
  empty: { note: '到保养里程前500公里、到期前7天的车辆在此列出' },
})
