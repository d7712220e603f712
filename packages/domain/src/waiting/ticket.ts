import { isOpenTicket, isWaiting } from '../ticket/kinds.ts'
import { DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../time.ts'
import { ALWAYS, type Waiting, waiting } from './kinds.ts'

/** All that decides what waits about a ticket. */
export interface TicketWaitFacts {
  readonly kind: number
  readonly status: number
  readonly planStart: Instant | null
  readonly planEnd: Instant | null
  /** Of an inspection: the last good day that it is for. */
  readonly dueOn: LocalDate | null
  readonly createdAt: Instant
  readonly assigneeId: string | null
  /** Whoever is to see to it may not work any more. */
  readonly assigneeGone: boolean
  /** Since when its quote or costs wait for the approval of a second person, and who entered them; null while they do not. */
  readonly askedAt: Instant | null
  readonly askedBy: string | null
}

const startOf = (t: Instant): Instant => startOfDate(localDate(t))
/** The last minute of a day, by which what has no time is done. */
const endOf = (day: LocalDate): Instant => startOfDate(day) + DAY - MINUTE

/** When the next thing of a ticket is due: its begin, or its end once it has begun, an inspection by its last good day. */
export function nextOf(ticket: TicketWaitFacts): Instant | null {
  const { planStart, planEnd, dueOn } = ticket
  const times = [isWaiting(ticket) ? planStart : planEnd, dueOn === null ? null : endOf(dueOn)].flatMap((t) => t ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

/** What waits about a ticket and from when on, each kind at most once. */
export function waitsOf(ticket: TicketWaitFacts): Waiting[] {
  const { createdAt, assigneeId, assigneeGone, askedAt, askedBy } = ticket
  const approval =
    askedAt === null
      ? []
      : [
          waiting('ticketApprove', {
            countsFrom: ALWAYS,
            listedFrom: ALWAYS,
            dueAt: endOf(localDate(askedAt)),
            exceptId: askedBy,
          }),
        ]
  if (!isOpenTicket(ticket)) return approval
  // It cannot begin before the approval, so that stands on the list in its place.
  const stuck = approval.length > 0 && isWaiting(ticket)
  const next = nextOf(ticket)
  const nobody = assigneeId === null && isWaiting(ticket)
  const listed = next === null ? null : { listedFrom: startOf(next), dueAt: next }
  const made = { listedFrom: ALWAYS, dueAt: endOf(localDate(createdAt)) }
  return [
    ...approval,
    ...(next === null
      ? []
      : // Who is to do it comes first: the list shows it once.
        [waiting('ticketDue', { countsFrom: startOf(next), ...(nobody || assigneeGone || stuck ? {} : listed) })]),
    ...(nobody ? [waiting('ticketAssign', { countsFrom: ALWAYS, ...(listed ?? made) })] : []),
    // Somebody was counted on, so it is not left until its day.
    ...(assigneeGone ? [waiting('ticketReassign', { countsFrom: ALWAYS, ...made, ...(next && { dueAt: next }) })] : []),
  ]
}
