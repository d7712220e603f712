import { datesBetween } from '../../pricing/quote/long/months.ts'
import {
  addDays,
  DAY,
  HOUR,
  type Instant,
  type LocalDate,
  localDate,
  MINUTE,
  sameTimeOn,
  startOfDate,
} from '../../time.ts'

/** A row of the plan that was dropped, and what was billed of it, fen. */
export interface DroppedRow {
  readonly id: string
  readonly billed: number
}

/** How many days before its end a contract may be ended early. */
const MOST_AHEAD = 31

/** The dates on which a long contract may end early: from today until before its own end; null when there is none. */
export function earlyEndDates(
  returnAt: Instant,
  now: Instant,
): { readonly from: LocalDate; readonly to: LocalDate } | null {
  const from = localDate(now)
  const days = Math.min(MOST_AHEAD, datesBetween(from, localDate(returnAt)) - 1)
  return days < 0 ? null : { from, to: addDays(from, days) }
}

/** When the car is due back on a date: at the contract's time of day, or within an hour when that time is past. */
export function dueBackOn(endOn: LocalDate, returnAt: Instant, now: Instant): Instant {
  const planned = sameTimeOn(endOn, returnAt)
  if (planned > now) return planned
  return Math.min(Math.ceil((now + HOUR) / MINUTE) * MINUTE, startOfDate(endOn) + DAY - MINUTE)
}
