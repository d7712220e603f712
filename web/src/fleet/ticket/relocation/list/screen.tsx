import { relocationReasons } from '@cheyi/domain/fleet/ticket/codes'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { calls } from '../../../../kernel/call/calls.ts'
import { listPage, opens, pick, pickCode } from '../../../../page/list/list-page.tsx'
import { useStoreOptions } from '../../../../platform/store/parts/current-store.ts'
import { exportsOf, groupFilter, mineFilter, ticketList } from '../../parts/ticket-list.tsx'
import { ticketScreens } from '../../screens.ts'

export default listPage(ticketScreens.relocation, {
  ...ticketList,
  useExport: exportsOf(relocation),
  call: calls.ticket.relocationPage,
  noun: relocation.noun,
  search: '车牌、单号',
  filters: [
    groupFilter,
    pickCode('type', '调车原因', relocationReasons),
    pick('storeId', '调出门店', '全部门店', useStoreOptions),
    mineFilter,
  ],
  useAdd: opens(ticketScreens.relocationCreate, {}),
  empty: { note: '车辆在门店之间调拨时新建，两家门店的库存随之变化' },
})
