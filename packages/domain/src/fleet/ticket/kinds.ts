import { formatMoment } from '../../near.ts'
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

interface Planned extends Stands {
  readonly planStart: Instant | null
  readonly planEnd: Instant | null
}
interface Due extends Planned {
  readonly dueOn: LocalDate | null
}

/** Whether it should have been finished, or started, by now; an inspection also when its document is expired. */
export const isOverdue = (ticket: Due, now: Instant): boolean => {
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

/** What is wrong with a ticket: it is late, its car is not back, its assigned employee has left. */
export const ticketMarks = (
  ticket: Due & { readonly awaitsReturn: object | null; readonly assigneeGone: boolean },
  now: Instant,
): string[] => [
  ...(isOverdue(ticket, now) ? ['超时'] : []),
  ...(ticket.awaitsReturn ? ['车未还，冲突'] : []),
  ...(ticket.assigneeGone && isOpenTicket(ticket) ? ['待改派'] : []),
]

/** Deadline of an open ticket, or end of a finished one. */
export function dueWords(ticket: Planned & { readonly actualEnd: Instant | null }, now: Instant): string {
  const { planStart, planEnd, actualEnd } = ticket
  const { begin, end } = profileOf(ticket.kind).words
  if (actualEnd !== null) return `${formatMoment(actualEnd, now)} 结束`
  if (!isOpenTicket(ticket)) return ''
  if (isInHand(ticket) && planEnd !== null) return `${formatMoment(planEnd, now)} 前${end}`
  return planStart === null ? '未预约时间' : `${formatMoment(planStart, now)} ${begin}`
}
