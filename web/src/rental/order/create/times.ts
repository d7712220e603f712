import { isOpen, type OpeningWindow } from '@cheyi/domain/platform/store/opening'
import {
  DAY,
  formatDateTime,
  type Instant,
  localDate,
  MINUTE,
  parseDateTime,
  toMinute,
  weekday,
} from '@cheyi/domain/time'
import type { DateRangeValue } from '../../../ui/date/date-range.tsx'

/* Start and end of a booking; empty when the person has cleared the field. */

export type Times = readonly [from: Instant, to: Instant] | readonly []

const HALF_HOUR = 30 * MINUTE
const LOOK_AHEAD = 7 * DAY

/** Lengths in days offered as buttons. */
export const usualLengths = [1, 2, 3, 5, 7, 15, 30] as const

/** The next half hour at which the store is open: the default assumes that the customer takes the car now. */
export function usualPickup(now: Instant, hours: readonly OpeningWindow[]): Instant {
  const first = Math.ceil(now / HALF_HOUR) * HALF_HOUR
  for (let at = first; at <= first + LOOK_AHEAD; at += HALF_HOUR) if (isOpen(hours, [], at)) return at
  return first
}

/** One day from the next half hour. */
export function usualTimes(now: Instant, hours: readonly OpeningWindow[]): Times {
  const from = usualPickup(now, hours)
  return [from, from + DAY]
}

/** One day from this minute, for a customer at the counter. */
export const oneDayFromNow = (now: Instant): Times => [toMinute(now), toMinute(now) + DAY]

/** The times of a form that was left for a while: when the pickup is past, the same length from now. */
export function timesNotPast(times: Times | null, now: Instant): Times | null {
  if (times === null || times.length === 0) return times
  const [from, to] = times
  if (from >= now) return times
  const next = Math.ceil(now / HALF_HOUR) * HALF_HOUR
  return [next, next + (to - from)]
}

/** Number of Saturdays and Sundays among the rental days, each day counted by the date on which it begins. */
export function weekendDays(from: Instant, days: number): number {
  let count = 0
  for (let k = 0; k < days; k++) if (weekday(localDate(from + k * DAY)) >= 6) count++
  return count
}

/** Whole days between both ends; null when hours are left over. */
export const wholeDays = ([from, to]: Times): number | null =>
  from !== undefined && to !== undefined && (to - from) % DAY === 0 ? (to - from) / DAY : null

export const rangeOfTimes = ([from, to]: Times): DateRangeValue =>
  from === undefined || to === undefined ? [] : [formatDateTime(from), formatDateTime(to)]

export function timesOfRange([from, to]: DateRangeValue): Times {
  const [start, end] = [from && parseDateTime(from), to && parseDateTime(to)]
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : []
}
