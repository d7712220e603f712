import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls } from '../../../../kernel/call/calls.ts'
import { listPage, opens, pick } from '../../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../../page/list/use-picked.tsx'
import { open } from '../../../../page/open.ts'
import { useStoreOptions } from '../../../../platform/store/parts/current-store.ts'
import { exportsOf, groupFilter, mineFilter, ticketList } from '../../parts/ticket-list.tsx'
import type { TicketRow } from '../../parts/ticket-words.ts'
import { ticketScreens } from '../../screens.ts'

const useBatch = (): ListBatch<TicketRow> => ({
  most: MAX_TICKET_BATCH,
  unit: '张',
  nameOf: ({ plate, no }) => `${displayPlate(plate)} ${no}`,
  run: (tickets) => open(() => import('./plan-sheet.tsx'), { tickets }),
})

export default listPage(ticketScreens.yearly, {
  ...ticketList,
  useExport: exportsOf(yearly),
  useBatch,
  call: calls.ticket.yearlyPage,
  noun: '年检单',
  search: '车牌、单号、检测机构',
  filters: [groupFilter, pick('storeId', '门店', '全部门店', useStoreOptions), mineFilter],
  useAdd: opens(ticketScreens.yearlyCreate, {}),
  empty: { note: '年检到期前45天自动创建，也可提前新建' },
})
