import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { formatKm } from '@cheyi/domain/length'
import type { calls, OutputOf } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { open } from '../../../../page/open.ts'
import { Button } from '../../../../ui/button.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { Plate } from '../../../../ui/show/plate.tsx'
import { RecordCard } from '../../../../ui/show/record-card.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { ticketScreens } from '../../screens.ts'

export type CareCar = OutputOf<typeof calls.ticket.carePage>['list'][number]

/** A car whose maintenance is due: by which limit, and the ticket that handles it. */
export function CareCard({ item, current = false }: { readonly item: CareCar; readonly current?: boolean }) {
  const { vehicleId, careKm, careOn, nextKm, nextOn, ticket } = item
  const last = [careKm !== null && formatKm(careKm), careOn].filter(Boolean).join(' · ')
  return (
    <RecordCard
      current={current}
      title={
        <>
          <Plate plate={item.plate} size="s" />
          <Tag tone={item.late ? 'danger' : 'warning'}>{item.late ? '已到期' : '将到期'}</Tag>
          {ticket && <Tag tone="primary">已建单</Tag>}
        </>
      }
      act={
        ticket ? (
          <Button size="s" onClick={() => go(ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })}>
            {ticket.no}
          </Button>
        ) : (
          <>
            <Button size="s" onClick={() => void open(() => import('./note-sheet.tsx'), { car: item })}>
              登记已保养
            </Button>
            <Button
              size="s"
              variant="primary"
              onClick={() =>
                go(ticketScreens.maintenanceCreate, { vehicleId, type: String(maintenanceTypes.code.routine) })
              }
            >
              建维保单
            </Button>
          </>
        )
      }
    >
      <p>{[item.modelName, item.storeName, `现 ${formatKm(item.odometerKm)}`].join(' · ')}</p>
      <Text as="p" num ink={item.late ? 'danger' : 2}>
        应于 {[formatKm(nextKm), nextOn].filter(Boolean).join(' 或 ')} 保养
      </Text>
      <Text as="p" num note>
        上次 {last || '无记录'}
      </Text>
    </RecordCard>
  )
}
