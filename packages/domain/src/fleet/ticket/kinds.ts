import { type Instant, type LocalDate, localDate } from '../../time.ts'
import { maintenance } from './maintenance.ts'
import { relocation } from './relocation.ts'
import type { TicketGroup, TicketKind, TicketProfile } from './ticket.ts'
import { yearly } from './yearly.ts'

const built = [relocation, maintenance, yearly] as const
type Built = TicketProfile & { readonly path: (typeof built)[number]['path'] }

/** All kinds of tickets, in the order of the hub page. */
export const ticketProfiles: readonly Built[] = built

/** @throws Error for an unknown kind */
export function profileOf(kind: number): Built {
  const profile = ticketProfiles.find((one) => one.kind === kind)
  if (profile === undefined) throw new Error(`no tickets of kind ${kind}`)
  return profile
}

/** The kinds whose permission is held. */
export const kindsOpenTo = (held: ReadonlySet<string>): TicketKind[] =>
  ticketProfiles.filter(({ key }) => held.has(key)).map(({ kind }) => kind)

interface Stands {
  readonly kind: number
  readonly status: number
}

const isIn = ({ kind, status }: Stands, group: TicketGroup): boolean => profileOf(kind).groups[group].includes(status)

/** Started and not finished: the car is in use by the ticket. */
export const isInHand = (ticket: Stands): boolean => isIn(ticket, 'running')
export const isWaiting = (ticket: Stands): boolean => isIn(ticket, 'todo')
/** Not finished. */
export const isOpenTicket = (ticket: Stands): boolean => isWaiting(ticket) || isInHand(ticket)

/** Whether it should have been finished, or started, by now; an inspection also when its document is expired. */
export const isOverdue = (
  ticket: Stands & {
    readonly planStart: Instant | null
    readonly planEnd: Instant | null
    readonly dueOn: LocalDate | null
  },
  now: Instant,
): boolean => {
  if (!isOpenTicket(ticket)) return false
  const by = isWaiting(ticket) ? ticket.planStart : ticket.planEnd
  return (by !== null && by < now) || (ticket.dueOn !== null && ticket.dueOn < localDate(now))
}

/** Label of a status, with variants while the ticket has no assignee or no time. */
export function statusWord(
  ticket: Stands & { readonly planStart: Instant | null; readonly assigneeId: string | null },
): string {
  const text = profileOf(ticket.kind).statuses.text(ticket.status)
  if (!isWaiting(ticket)) return text
  if (ticket.assigneeId === null) return '待派单'
  return ticket.planStart === null ? '待预约' : text
}
