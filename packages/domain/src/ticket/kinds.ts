import type { Instant } from '../time.ts'
import { maintaince } from './maintaince.ts'
import type { TicketGroup, TicketKind, TicketProfile } from './ticket.ts'

const built = [maintaince] as const
type Built = TicketProfile & { readonly path: (typeof built)[number]['path'] }

/** The kinds that are there, in the order of the hub. */
export const ticketProfiles: readonly Built[] = built

/** @throws Error for a kind that is not there */
export function profileOf(kind: number): Built {
  const profile = ticketProfiles.find((one) => one.kind === kind)
  if (profile === undefined) throw new Error(`no tickets of kind ${kind}`)
  return profile
}

/** The kinds whose key is held. */
export const kindsOpenTo = (held: ReadonlySet<string>): TicketKind[] =>
  ticketProfiles.filter(({ key }) => held.has(key)).map(({ kind }) => kind)

interface Stands {
  readonly kind: number
  readonly status: number
}

const isIn = ({ kind, status }: Stands, group: TicketGroup): boolean => profileOf(kind).groups[group].includes(status)

/** It has begun and is not over: somebody has its car. */
export const isInHand = (ticket: Stands): boolean => isIn(ticket, 'running')
export const isWaiting = (ticket: Stands): boolean => isIn(ticket, 'todo')
/** Something of it is still to be done. */
export const isOpenTicket = (ticket: Stands): boolean => isWaiting(ticket) || isInHand(ticket)

/** Whether it should have been finished by now, or begun. */
export const isOverdue = (
  ticket: Stands & { readonly planStart: Instant | null; readonly planEnd: Instant | null },
  now: Instant,
): boolean =>
  isWaiting(ticket)
    ? ticket.planStart !== null && ticket.planStart < now
    : isInHand(ticket) && ticket.planEnd !== null && ticket.planEnd < now

/** The word for a status, where nobody has been named or no time was set yet. */
export function statusWord(
  ticket: Stands & { readonly planStart: Instant | null; readonly assigneeId: string | null },
): string {
  const text = profileOf(ticket.kind).statuses.text(ticket.status)
  if (!isWaiting(ticket)) return text
  if (ticket.assigneeId === null) return '待派单'
  return ticket.planStart === null ? '待预约' : text
}
