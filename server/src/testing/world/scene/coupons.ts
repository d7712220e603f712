import { contract } from '@cheyi/contract/index'
import { orderItemType, reduceType } from '@cheyi/domain/booking/order/codes'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** A sum that nothing else of a scene has. */
const FEN = 77_777_711

/** Of a scene: a coupon that an order was booked with. */
export async function makeCoupons(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
  const form = { code: `OPEN${w.merchantId}`, name: '新客礼', kind: 1, fen: 77_777_709, oncePerCustomer: true } as const
  const { couponId } = await t.call(contract.coupon.add, form, { token: w.tokens.owner })
  await t.root.query(`insert into coupon_use (merchant_id, order_id, coupon_id, fen) values ($1, $2, $3, ${FEN})`, [
    w.merchantId,
    orderId,
    couponId,
  ])
  // Its line of the bill, void, so that the price of the scene stays.
  await t.root.query(
    `insert into order_item (merchant_id, order_id, item_type, code, name, qty, unit, unit_price_fen, amount_fen, reduce_type, source, status, created_by)
     values ($1, $2, ${orderItemType.rental}, 'coupon', '优惠券', 1, 'order', -${FEN}, -${FEN}, ${reduceType.coupon}, 'quote', 'void', 0)`,
    [w.merchantId, orderId],
  )
  return { coupon: couponId }
}
