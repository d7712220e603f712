import { localDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { useMay } from '../../kernel/user.ts'
import { TicketCard } from '../../ticket/parts/ticket-card.tsx'
import { Stack } from '../../ui/layout.tsx'

/** Cars that whoever looks is to move between stores: they stand with what they deliver and collect. `until`: the last day; null: any. */
export function OwnMoves({ from, until }: { readonly from: string | null; readonly until: string | null }) {
  const enabled = useMay('ticket.shunting')
  const waiting = useRead(calls.ticket.shuntingPage, { mine: true, group: 'todo' }, { enabled }).data?.list ?? []
  const moving = useRead(calls.ticket.shuntingPage, { mine: true, group: 'running' }, { enabled }).data?.list ?? []
  const moves = [...moving, ...waiting].filter(({ planStart }) => {
    const day = planStart === null ? null : localDate(planStart)
    return day === null ? from === null : (from === null || day >= from) && (until === null || day <= until)
  })
  if (moves.length === 0) return null
  return (
    <Stack as="section" gap={8} pad={[12, 12, 0]} aria-label="调车">
      {moves.map((one) => (
        <TicketCard key={one.ticketId} item={one} />
      ))}
    </Stack>
  )
}
