import { type Instant, MINUTE } from '../../time.ts'

/**
 * Whether the time of a return is so far in the past that a late fee may be lost: it then needs `order.discount`
 * and a reason. The grace minutes are the order's.
 * @param handedInAt when the customer returned the car by self-service, by the server's clock: such a time never
 * counts as backdated
 */
export const isBackdated = (
  actualAt: Instant,
  now: Instant,
  graceMinutes: number,
  handedInAt: Instant | null = null,
): boolean => now - actualAt > graceMinutes * MINUTE && (handedInAt === null || actualAt < handedInAt)
