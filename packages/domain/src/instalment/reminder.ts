import { addDays, epochDayOf, HOUR, type Instant, type LocalDate, localDate, startOfDate } from '../time.ts'
import { graceEnd, isSettledRow } from './steps.ts'

/** Customers are reminded of an instalment so many days before it is due, and while it is late once in so many. */
const DAYS_BEFORE = 3
const DAYS_BETWEEN = 7
/** At this time of the day, or later on a day on which nothing ran then. */
const REMIND_AT = 10 * HOUR

/** What decides whether a customer is reminded of a row. */
export interface RemindedRow {
  readonly id: string
  readonly status: number
  readonly dueOn: LocalDate
  /** When the plan was agreed: what was agreed later than its reminder was due needs none. */
  readonly agreedAt: Instant
}

/** `ref` is of no other reminder; what was missed is not made up for, a later one of its kind tells of today. */
export type Reminder = { readonly kind: 'instalmentDue' | 'instalmentLate'; readonly ref: string }

/**
 * The reminder that a row is due for now: one before its date, and from the first day that costs a late fee on one a week;
 * null when none is. Postponed it is reminded of anew.
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
