import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { formatKm } from '@cheyi/domain/length'
import { formatDayWord } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls, type OutputOf } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { linkTo } from '../../../../kernel/user.ts'
import type { ListColumn } from '../../../../page/list/columns.tsx'
import { listPage, pick } from '../../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../../page/list/use-picked.tsx'
import { open } from '../../../../page/open.ts'
import { useStoreOptions } from '../../../../platform/store/parts/current-store.ts'
import { Button } from '../../../../ui/layout.tsx'
import { openTicketBatch } from '../../parts/open-batch.ts'
import { ticketScreens } from '../../screens.ts'

export type CareCar = OutputOf<typeof calls.ticket.carePage>['list'][number]

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

function Act({ item: car }: { readonly item: CareCar }) {
  const { vehicleId, ticket, proposal } = car
  if (ticket !== null)
    return (
      <Button size="s" onClick={() => go(ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })}>
        查看维保单
      </Button>
    )
  return (
    <>
      <Button size="s" onClick={() => void open(() => import('./note-sheet.tsx'), { car })}>
        已保养
      </Button>
      <Button
        size="s"
        variant="primary"
        onClick={() =>
          go(ticketScreens.maintenanceCreate, {
            vehicleId,
            type: String(maintenanceTypes.code.routine),
            ...(proposal !== null && { from: String(proposal.from), to: String(proposal.to) }),
          })
        }
      >
        建维保单
      </Button>
    </>
  )
}

const columns: readonly ListColumn<CareCar>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', card: 'title', of: ({ plate }) => plate },
  { key: 'model', title: '车型', kind: 'text', card: 'plate', of: ({ modelName }) => modelName },
  { key: 'store', title: '门店', kind: 'text', width: 116, card: 'plate', of: ({ storeName }) => storeName },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 136,
    of: ({ late, ticket }) => [
      late ? { text: '保养已到期', tone: 'danger' } : { text: '保养将到期', tone: 'warning' },
      ticket !== null && { text: '已建单', tone: 'primary' },
    ],
  },
  { key: 'km', title: '现里程', kind: 'number', unit: 'km', named: true, of: ({ odometerKm }) => odometerKm },
  {
    key: 'due',
    title: '应保养',
    kind: 'due',
    width: 172,
    of: ({ nextKm, nextOn, late }) => ({ text: [formatKm(nextKm), nextOn].filter(Boolean).join(' 或 '), late }),
  },
  {
    key: 'forecast',
    title: '预计到期',
    kind: 'text',
    width: 92,
    named: true,
    of: ({ dueOn, late }) => !late && dueOn,
  },
  {
    key: 'free',
    title: '建议送修',
    kind: 'text',
    width: 112,
    named: true,
    of: ({ proposal }, now) => proposal !== null && formatDayWord(proposal.from, now),
  },
  { key: 'careKm', title: '上次', kind: 'number', unit: 'km', named: true, extra: true, of: ({ careKm }) => careKm },
  {
    key: 'careOn',
    title: '上次保养',
    kind: 'text',
    width: 92,
    extra: true,
    card: 'none',
    of: ({ careOn }) => careOn ?? '无记录',
  },
  { key: 'act', title: '操作', kind: 'act', width: 160, Act },
]

/** The cars whose maintenance is due. */
export default listPage(ticketScreens.care, {
  call: calls.ticket.carePage,
  noun: '待保养车辆',
  search: '车牌',
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions)],
  keyOf: ({ vehicleId }) => vehicleId,
  columns,
  unit: '辆',
  link: (reach, { ticket }) =>
    ticket === null ? undefined : linkTo(reach, ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId }),
  useBatch,
  empty: { note: '到保养里程前500公里、到期前7天的车辆在此列出' },
})
