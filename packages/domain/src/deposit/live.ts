import type { OrderStatus } from '../order/codes.ts'
import { awaitsPickup, isOnRent } from '../order/steps.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../time.ts'

/*
 * Authorisations that hold are asked about, since their customer or their provider may end one by itself: when, and what an
 * answer says of them. Amounts in fen.
 */

/** Until an answer is here: who asked, or the provider, may have gone away meanwhile. */
const AGAIN = 15 * MINUTE
/** How long before a pickup or a return its authorisations are looked at, and how fresh an answer is then. */
const BEFORE = 30 * MINUTE
const FRESH = HOUR

export const askAgainAt = (now: Instant): Instant => now + AGAIN

/** When it is asked about after an answer: once a day, and every four hours in its last three days. */
export const askNextAt = (expireAt: Instant, now: Instant): Instant =>
  now + (expireAt - now <= 3 * DAY ? 4 * HOUR : DAY)

/** Whether it is asked about now: its time has come, or a pickup or return is near that counts on it. */
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

/** What an authorisation holds by our rows. */
interface Held {
  readonly amountFen: number
  readonly capturedFen: number
  readonly releasedFen: number
}

export const restOfHold = (hold: Held): number => hold.amountFen - hold.capturedFen - hold.releasedFen

/**
 * What has gone of authorisations that are one at their provider, by what it says it still holds of them; those that stand
 * first lose first. A provider that holds more than we know of has let nothing go.
 * @param restFen what it holds
 */
export function goneOf<H extends Held>(
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
