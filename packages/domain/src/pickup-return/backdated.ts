import { type Instant, MINUTE } from '../time.ts'

/**
 * Whether a return is dated so far before now that it may give a late fee away (orders.md §11.1.6): it then needs
 * `order.discount` and a reason. The grace minutes are the order's.
 */
export const isBackdated = (actualAt: Instant, now: Instant, graceMinutes: number): boolean =>
  now - actualAt > graceMinutes * MINUTE
