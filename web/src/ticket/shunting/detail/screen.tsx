import { formatKm } from '@cheyi/domain/length'
import { shuntingModes, shuntingReasons } from '@cheyi/domain/ticket/codes'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { TicketPage } from '../../parts/ticket-page.tsx'
import { ticketScreens } from '../../screens.ts'
import { Actions } from './actions.tsx'

export type Ticket = OutputOf<typeof calls.ticket.shuntingDetail>

/** One move of a car from store to store. */
export default page(ticketScreens.shuntingDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.shuntingDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  return (
    <TicketPage
      ticket={ticket}
      onRefresh={() => void refresh(asked)}
      footer={<Actions ticket={ticket} />}
      facts={factsOf(ticket)}
      ends={['出发', '到达']}
      storeName={ticket.end === null ? ticket.storeName : ticket.toStoreName}
    />
  )
})

function factsOf(ticket: Ticket) {
  const { start, end, mode, carrier, waybill } = ticket
  return [
    ['调出门店', ticket.storeName],
    ['调入门店', ticket.toStoreName],
    ['调车原因', shuntingReasons.text(ticket.reason)],
    ['到达后', ticket.changeHome ? '归属调入门店' : '仍属调出门店'],
    ['运输方式', [shuntingModes.text(mode), carrier, waybill].filter(Boolean).join(' · ')],
    ['出发读数', readOf(start)],
    ['到达读数', readOf(end)],
    ['行驶', start && end && formatKm(end.km - start.km)],
  ] as const
}

const readOf = (reading: Ticket['start']) =>
  reading &&
  [
    formatKm(reading.km),
    reading.fuelPct !== null && `油量 ${reading.fuelPct}%`,
    reading.batteryPct !== null && `电量 ${reading.batteryPct}%`,
  ]
    .filter(Boolean)
    .join(' · ')
