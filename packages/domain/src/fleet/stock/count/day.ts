import { HOUR, type Instant } from '../../../time.ts'
import type { Interval, Pool, Search } from '../pool.ts'
import { createCopies } from './copies.ts'
import { type Counts, createCounts } from './count.ts'

export interface DayView extends Counts {
  /** The moment with the smallest spare, at which the counts are taken. */
  readonly at: Instant
  /**
   * Vehicles free for the whole of the opening hours: with one or more, any booking within them is accepted. Can be
   * less than the spare when no single vehicle is open all day.
   */
  readonly free: number
}

/** Time limit for one day, ms; undecided vehicles do not count as free. */
const DAY_MS = 300

/** Days of one pool, each as its opening hours; `free` equals `freeCount` of the day. */
export function dayViews(pool: Pool, days: readonly Interval[], search: Search): DayView[] {
  const freeOf = createCopies(pool, {}, search)
  const counts = createCounts(pool)
  return days.map((open) => {
    const worst = counts.worst(open)
    const limited = { ...search, giveUpAfter: search.elapsed() + DAY_MS }
    return { ...worst, free: freeOf(open, worst.spare, limited).count }
  })
}

/** The remaining part of a day; when it is over, its last moment. */
export const remainingSpan = (
  open: { readonly from: Instant; readonly to: Instant },
  now: Instant,
): { readonly from: Instant; readonly to: Instant } => ({
  from: Math.max(open.from, Math.min(now, open.to - 1)),
  to: open.to,
})

/** Each hour of the interval at its smallest spare. With free 0 a shorter booking may still fit. */
export function hoursOf(pool: Pool, open: { readonly from: Instant; readonly to: Instant }): (Counts & Interval)[] {
  const hours: (Counts & Interval)[] = []
  const counts = createCounts(pool, { within: open })
  for (let from = open.from; from < open.to; from += HOUR) {
    const hour = { from, to: Math.min(open.to, from + HOUR) }
    const { at: _, ...worst } = counts.worst(hour)
    hours.push({ ...worst, ...hour })
  }
  return hours
}
