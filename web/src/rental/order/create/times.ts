import { isOpen, type OpeningWindow } from '@cheyi/domain/platform/merchant/opening'
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

/*
 * When a booking begins and ends. Both ends, or nothing while the person has emptied the field.
 */

export type Times = readonly [from: Instant, to: Instant] | readonly []

const HALF_HOUR = 30 * MINUTE
const LOOK_AHEAD = 7 * DAY

/** Days that one tap makes a rental of. */
export const usualLengths = [1, 2, 3, 5, 7, 15, 30] as const

/** The next half hour at which the store is open: who stands at the counter takes the car now. */
export function usualPickup(now: Instant, hours: readonly OpeningWindow[]): Instant {
  const first = Math.ceil(now / HALF_HOUR) * HALF_HOUR
  for (let at = first; at <= first + LOOK_AHEAD; at += HALF_HOUR) if (isOpen(hours, [], at)) return at
  return first
}

/** From the next half hour on, for a day. */
export function usualTimes(now: Instant, hours: readonly OpeningWindow[]): Times {
  const from = usualPickup(now, hours)
  return [from, from + DAY]
}

/** From this minute on, for a day: the customer stands at the counter. */
export const fromNow = (now: Instant): Times => [toMinute(now), toMinute(now) + DAY]

/** Times of a form that was left for a while: when the pickup has gone by, the same length from now on. */
export function caughtUp(times: Times | null, now: Instant): Times | null {
  if (times === null || times.length === 0) return times
  const [from, to] = times
  if (from >= now) return times
  const next = Math.ceil(now / HALF_HOUR) * HALF_HOUR
  return [next, next + (to - from)]
}

/** How many of the rental's days are Saturdays or Sundays, each day counted by the date it begins on. */
export function weekendDays(from: Instant, days: number): number {
  let count = 0
  for (let k = 0; k < days; k++) if (weekday(localDate(from + k * DAY)) >= 6) count++
  return count
}

/** Whole days between two ends; null when hours are left over. */
export const wholeDays = ([from, to]: Times): number | null =>
  from !== undefined && to !== undefined && (to - from) % DAY === 0 ? (to - from) / DAY : null

export const toRange = ([from, to]: Times): DateRangeValue =>
  from === undefined || to === undefined ? [] : [formatDateTime(from), formatDateTime(to)]

export function fromRange([from, to]: DateRangeValue): Times {
  const [start, end] = [from && parseDateTime(from), to && parseDateTime(to)]
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : []
}
