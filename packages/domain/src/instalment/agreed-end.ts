import { addDays, DAY, HOUR, type Instant, type LocalDate, localDate, MINUTE, onDate, startOfDate } from '../time.ts'
import { datesBetween } from './months.ts'

/** A row of the plan that came to nothing, and what was billed of it, fen. */
export interface DroppedRow {
  readonly id: string
  readonly billed: number
}

/** How far ahead an earlier end may be agreed, in days: what is farther is a renewal that was not made. */
const MOST_AHEAD = 31

/** The dates on which a long contract may end early: from today, before its own end. null: there is none. */
export function earlyEndDates(
  returnAt: Instant,
  now: Instant,
): { readonly from: LocalDate; readonly to: LocalDate } | null {
  const from = localDate(now)
  const days = Math.min(MOST_AHEAD, datesBetween(from, localDate(returnAt)) - 1)
  return days < 0 ? null : { from, to: addDays(from, days) }
}

/** When the car is due back on a date: at the contract's time of day, and where that is over, within the hour. */
export function dueBackOn(endOn: LocalDate, returnAt: Instant, now: Instant): Instant {
  const planned = onDate(endOn, returnAt)
  if (planned > now) return planned
  return Math.min(Math.ceil((now + HOUR) / MINUTE) * MINUTE, startOfDate(endOn) + DAY - MINUTE)
}
