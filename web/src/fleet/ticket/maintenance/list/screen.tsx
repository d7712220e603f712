import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { calls } from '../../../../kernel/call/calls.ts'
import { listPage, opens, pick, pickCode } from '../../../../page/list/list-page.tsx'
import { useStoreOptions } from '../../../../platform/store/parts/current-store.ts'
import { exportsOf, groupFilter, mineFilter, ticketList } from '../../parts/ticket-list.tsx'
import { ticketScreens } from '../../screens.ts'

export default listPage(ticketScreens.maintenance, {
  ...ticketList,
  useExport: exportsOf(maintenance),
  call: calls.ticket.maintenancePage,
  noun: maintenance.noun,
  search: '车牌、单号、维修厂',
  filters: [
    groupFilter,
    pickCode('type', '维保类型', maintenanceTypes),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    mineFilter,
  ],
  useAdd: opens(ticketScreens.maintenanceCreate, {}),
  empty: { note: '车辆保养、维修时新建，期间自动占用库存' },
})
