import { HOUR, type Instant } from '../time.ts'
import { type Counts, worstOf } from './count.ts'
import type { Interval, Pool, Search } from './pool.ts'
import { freeCount } from './sellable.ts'

/** A day of the stock screens. */
export interface DayView extends Counts {
  /** The moment with the smallest spare, at which the counts are taken. */
  readonly at: Instant
  /**
   * Vehicles free for the whole of the opening hours: with one or more, any booking whose time lies within them is
   * accepted. Can be less than the spare when no single vehicle is open all day.
   */
  readonly free: number
}

/** `open` is the store's opening hours of the date. */
export function dayView(pool: Pool, open: Interval, search: Search): DayView {
  return { ...worstOf(pool, open), free: freeCount(pool, open, search) }
}

/** The hour bar: each hour of the interval at its smallest spare. With free 0 a shorter booking may still fit. */
export function hoursOf(pool: Pool, open: { readonly from: Instant; readonly to: Instant }): (Counts & Interval)[] {
  const hours: (Counts & Interval)[] = []
  for (let from = open.from; from < open.to; from += HOUR) {
    const hour = { from, to: Math.min(open.to, from + HOUR) }
    const { at: _, ...counts } = worstOf(pool, hour)
    hours.push({ ...counts, ...hour })
  }
  return hours
}
