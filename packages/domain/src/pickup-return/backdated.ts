import { type Instant, MINUTE } from '../time.ts'

/**
 * Whether a return is dated so far before now that it may give a late fee away: it then needs
 * `order.discount` and a reason. The grace minutes are the order's.
 * @param handedInAt when the customer handed the car in alone, by our own clock: what is dated by that gives nothing away
 */
export const isBackdated = (
  actualAt: Instant,
  now: Instant,
  graceMinutes: number,
  handedInAt: Instant | null = null,
): boolean => now - actualAt > graceMinutes * MINUTE && (handedInAt === null || actualAt < handedInAt)
