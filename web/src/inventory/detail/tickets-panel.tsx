import { isInService } from '@cheyi/domain/inventory/codes'
import { formatNear } from '@cheyi/domain/near'
import { isOpenTicket, statusWord } from '@cheyi/domain/ticket/kinds'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { go } from '../../kernel/page/router.ts'
import { useMay } from '../../kernel/user.ts'
import { Answer } from '../../page/answer.tsx'
import { ticketScreens } from '../../ticket/screens.ts'
import { Note } from '../../ui/layout.tsx'
import { Card, CardMore } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** What was or will be done with the car, the newest first; nothing for who may not see it. */
export function TicketsPanel({ vehicle, now }: { readonly vehicle: VehicleDetail; readonly now: number }) {
  const may = useMay('ticket.maintaince')
  return may ? <Tickets vehicle={vehicle} now={now} /> : null
}

function Tickets({
  vehicle: { vehicleId, lifecycle },
  now,
}: {
  readonly vehicle: VehicleDetail
  readonly now: number
}) {
  const tickets = useRead(calls.ticket.maintaincePage, { vehicleId, pageSize: 5 })
  const extra = isInService(lifecycle) && (
    <CardMore onClick={() => go(ticketScreens.maintainceCreate, { vehicleId })}>新建</CardMore>
  )
  return (
    <Card pad title="维保工单" extra={extra}>
      <Answer of={tickets}>
        {({ list }) =>
          list.length === 0 ? (
            <Note>没有工单</Note>
          ) : (
            list.map((ticket) => (
              <Cell
                key={ticket.ticketId}
                label={ticket.what}
                note={`${ticket.no} · ${formatNear(ticket.planStart ?? ticket.createdAt, now)}`}
                extra={<Tag tone={isOpenTicket(ticket) ? 'warning' : 'neutral'}>{statusWord(ticket)}</Tag>}
                onClick={() => go(ticketScreens.maintainceDetail, { ticketId: ticket.ticketId })}
              />
            ))
          )
        }
      </Answer>
    </Card>
  )
}
