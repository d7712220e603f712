import { addDays, epochDayOf, HOUR, type Instant, type LocalDate, localDate, startOfDate } from '../../time.ts'
import { graceEnd, isSettledRow } from './steps.ts'

/** Customers are reminded of an instalment once before it is due, and periodically while it is overdue. Days. */
const DAYS_BEFORE = 3
const DAYS_BETWEEN = 7
/** Time of day of reminders; later on the same day when no job ran at that time. */
const REMIND_AT = 10 * HOUR

/** What decides whether a customer is reminded of a row. */
export interface RemindedRow {
  readonly id: string
  readonly status: number
  readonly dueOn: LocalDate
  /** When the plan was agreed: no reminder is sent that was due before that. */
  readonly agreedAt: Instant
}

/** `ref` identifies the reminder. A missed reminder is not sent later; the next one has the state of its own day. */
export type Reminder = { readonly kind: 'instalmentDue' | 'instalmentLate'; readonly ref: string }

/**
 * The reminder of a row that is due now: one before its due date, and one a week from the first day with a late
 * fee; null when there is none. A postponed row gets its reminders for the new date.
 */
export function reminderOf(
  { id, status, dueOn, agreedAt }: RemindedRow,
  graceDays: number,
  now: Instant,
): Reminder | null {
  const today = localDate(now)
  const first = startOfDate(addDays(dueOn, -DAYS_BEFORE)) + REMIND_AT
  if (isSettledRow(status) || now < startOfDate(today) + REMIND_AT) return null
  if (today < dueOn) return first <= now && agreedAt <= first ? { kind: 'instalmentDue', ref: `${id}:${dueOn}` } : null
  const days = epochDayOf(today) - epochDayOf(graceEnd(dueOn, graceDays)) - 1
  return days < 0 ? null : { kind: 'instalmentLate', ref: `${id}:${dueOn}:${Math.floor(days / DAYS_BETWEEN)}` }
}
