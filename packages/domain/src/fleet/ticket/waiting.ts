import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import { isOpenTicket, isWaiting } from './kinds.ts'

/** Facts that decide the pending work of a ticket. */
export interface TicketPendingFacts {
  readonly kind: number
  readonly status: number
  readonly planStart: Instant | null
  readonly planEnd: Instant | null
  /** Of an inspection: the last valid day. */
  readonly dueOn: LocalDate | null
  readonly createdAt: Instant
  readonly assigneeId: string | null
  /** The assignee is no longer permitted to work. */
  readonly assigneeGone: boolean
  /** Since when its quote or costs wait for approval, and who entered them; null while they do not. */
  readonly askedAt: Instant | null
  readonly askedBy: string | null
}

const startOf = (t: Instant): Instant => startOfDate(localDate(t))
/** The last minute of a day: the deadline of work without a time. */
const endOf = (day: LocalDate): Instant => startOfDate(day) + DAY - MINUTE

/** When the next step of a ticket is due: its start, or its end once started, an inspection by its last valid day. */
export function nextOf(ticket: TicketPendingFacts): Instant | null {
  const { planStart, planEnd, dueOn } = ticket
  const times = [isWaiting(ticket) ? planStart : planEnd, dueOn === null ? null : endOf(dueOn)].flatMap((t) => t ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

/** Pending work of a ticket and its times, each kind at most once. */
export function pendingWorkOf(ticket: TicketPendingFacts): Waiting[] {
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
  // It cannot start before the approval, so that the approval is listed instead.
  const stuck = approval.length > 0 && isWaiting(ticket)
  const next = nextOf(ticket)
  const nobody = assigneeId === null && isWaiting(ticket)
  const listed = next === null ? null : { listedFrom: startOf(next), dueAt: next }
  const made = { listedFrom: ALWAYS, dueAt: endOf(localDate(createdAt)) }
  return [
    ...approval,
    ...(next === null
      ? []
      : // The assignment is listed instead, so that the ticket is listed once.
        [waiting('ticketDue', { countsFrom: startOf(next), ...(nobody || assigneeGone || stuck ? {} : listed) })]),
    ...(nobody ? [waiting('ticketAssign', { countsFrom: ALWAYS, ...(listed ?? made) })] : []),
    // The work was planned with that assignee, so that it is listed at once.
    ...(assigneeGone ? [waiting('ticketReassign', { countsFrom: ALWAYS, ...made, ...(next && { dueAt: next }) })] : []),
  ]
}
