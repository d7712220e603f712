import { reduceType } from '@cheyi/domain/booking/order/codes'
import { price, snapshotOf } from '@cheyi/domain/pricing/quote/price'
import { Refusal } from '@cheyi/domain/refusal'
import { codeOf, couponAmount, couponCodeFault, couponFault, useFault } from '@cheyi/domain/sales/coupon/coupon'
import type { Context } from '../../kernel/context.ts'
import type { PricedTrip } from '../../pricing/quote/actions.ts'
import * as store from './store.ts'

/* A coupon in a price, and in a booking. */

/**
 * The price of a short rental with the coupon of a code.
 * @param phone of the customer; null while it is not proved, and then asked again at the booking
 * @throws Refusal couponUnknown (9311) to couponNothing (9317)
 */
export async function applyCoupon(ctx: Context, priced: PricedTrip, typed: string, phone: store.OfPhone | null) {
  const code = codeOf(typed)
  const coupon = couponCodeFault(code) === null ? await store.couponOfCode(ctx, code) : undefined
  if (coupon === undefined || priced.quote === null) throw new Refusal('couponUnknown')
  const { input, loaded, quote } = priced
  const { modelId, pickupAt, returnAt } = input
  const trip = { modelId, pickupAt, returnAt, charges: quote.charges, now: ctx.now }
  const fault = couponFault(coupon, trip, await store.usesOf(ctx, coupon, phone))
  if (fault !== null) throw new Refusal(fault.key, fault.facts)
  const fen = couponAmount(coupon, quote.charges)
  const reduces = [{ reduceType: reduceType.coupon, amount: fen }]
  const rules = loaded.of(modelId)
  // The merchant gave the reduction when it issued the coupon; whoever books needs no right to give one.
  const reduced = { ...input, reduces, mayDiscount: true }
  const snapshot = snapshotOf(reduced, rules, price(reduced, rules))
  return { couponId: coupon.id, code, fen, reduces, snapshot }
}

interface Use {
  readonly couponId: string
  readonly orderId: string
  readonly fen: number
  readonly phone: store.OfPhone
}

/**
 * Counts the use of a coupon in the transaction of its booking. Bookings with the same coupon wait for each other here, so that its last
 * use is given once.
 * @throws Refusal couponUnknown (9311) once it was turned off, couponUsedUp (9315), couponOnce (9316)
 */
export async function useCoupon(ctx: Context, { couponId, orderId, fen, phone }: Use): Promise<void> {
  const coupon = await store.lockCoupon(ctx, couponId)
  if (coupon === undefined) throw new Refusal('couponUnknown')
  const fault = useFault(coupon, await store.usesOf(ctx, coupon, phone, orderId))
  if (fault !== null) throw new Refusal(fault.key)
  store.insertUse(ctx, { couponId, orderId, fen })
}
