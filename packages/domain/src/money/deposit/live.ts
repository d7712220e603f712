import type { OrderStatus } from '../../booking/order/codes.ts'
import { awaitsPickup, isOnRent } from '../../booking/order/steps.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../../time.ts'

/*
 * Authorization holds are queried at their provider, since the customer or the provider may end one at any time:
 * when to query, and what an answer means. Amounts in fen.
 */

/** Time until a query is retried that got no answer. */
const AGAIN = 15 * MINUTE
/** How long before a pickup or return its holds are queried, and how old an answer may be then. */
const BEFORE = 30 * MINUTE
const FRESH = HOUR

export const askAgainAt = (now: Instant): Instant => now + AGAIN

/** When a hold is queried next: once a day, and every four hours in its last three days. */
export const askNextAt = (expireAt: Instant, now: Instant): Instant =>
  now + (expireAt - now <= 3 * DAY ? 4 * HOUR : DAY)

/** Whether a hold is queried now: the query is due, or a pickup or return that relies on the hold is near. */
export function isAskDue(
  hold: { readonly askAt: Instant | null; readonly askedAt: Instant | null; readonly createdAt: Instant },
  order: { readonly status: OrderStatus; readonly pickupAt: Instant; readonly returnAt: Instant },
  now: Instant,
): boolean {
  if (hold.askAt === null) return false
  if (hold.askAt <= now) return true
  const moment = awaitsPickup(order.status) ? order.pickupAt : isOnRent(order.status) ? order.returnAt : null
  const near = moment !== null && moment > now && moment <= now + BEFORE
  return near && hold.askAt > now + AGAIN && (hold.askedAt ?? hold.createdAt) < now - FRESH
}

/** The amounts of a hold in our rows. */
interface Held {
  readonly amountFen: number
  readonly capturedFen: number
  readonly releasedFen: number
}

export const restOfHold = (hold: Held): number => hold.amountFen - hold.capturedFen - hold.releasedFen

/**
 * What is gone of several holds that are one at their provider, by the amount it still holds; the first holds of
 * the list lose first. If the provider holds more than our rows say, nothing is gone.
 * @param restFen what the provider holds
 */
export function lostHolds<H extends Held>(
  holds: readonly H[],
  restFen: number,
): { readonly hold: H; readonly fen: number }[] {
  let gone = holds.reduce((sum, hold) => sum + restOfHold(hold), 0) - restFen
  return holds.flatMap((hold) => {
    const fen = Math.min(Math.max(0, gone), restOfHold(hold))
    gone -= fen
    return fen === 0 ? [] : [{ hold, fen }]
  })
}
