import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket, statusWord, ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import { formatNear } from '@cheyi/domain/near'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { Answer } from '../../../page/answer.tsx'
import { choose } from '../../../page/choose.ts'
import { None } from '../../../page/detail.tsx'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { screensOf } from '../../ticket/screens.ts'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** Past and planned tickets of the car, the newest first; renders nothing without the permission to see them. */
export function TicketsPanel({ vehicle, now }: { readonly vehicle: VehicleDetail; readonly now: number }) {
  const may = useMay(...ticketProfiles.map(({ key }) => key))
  return may ? <Tickets vehicle={vehicle} now={now} /> : null
}

function Tickets({
  vehicle: { vehicleId, lifecycle },
  now,
}: {
  readonly vehicle: VehicleDetail
  readonly now: number
}) {
  const tickets = useRead(calls.ticket.ofVehicle, { vehicleId })
  const reach = useReach()
  const verbs = ticketProfiles
    .filter(({ kind }) => linkTo(reach, screensOf(kind).create, {}))
    .map(({ kind, noun }) => ({ key: String(kind), label: `新建${noun}` }))
  async function add() {
    const kind = verbs.length === 1 ? verbs[0]!.key : await choose('新建工单', verbs)
    if (kind !== undefined) go(screensOf(Number(kind)).create, { vehicleId })
  }
  const extra = isInService(lifecycle) && verbs.length > 0 && <CardMore onClick={() => void add()}>新建</CardMore>
  return (
    <Answer of={tickets}>
      {(list) =>
        list.length === 0 ? (
          <None of="工单" add={extra} />
        ) : (
          <Card pad title="工单" extra={extra}>
            {list.map((ticket) => (
              <Cell
                key={ticket.ticketId}
                label={`${ticketKinds.text(ticket.kind)} · ${ticket.what}`}
                note={`${ticket.no} · ${formatNear(ticket.planStart ?? ticket.createdAt, now)}`}
                extra={<Tag tone={isOpenTicket(ticket) ? 'warning' : 'neutral'}>{statusWord(ticket)}</Tag>}
                onClick={() => go(screensOf(ticket.kind).detail, { ticketId: ticket.ticketId })}
              />
            ))}
          </Card>
        )
      }
    </Answer>
  )
}
