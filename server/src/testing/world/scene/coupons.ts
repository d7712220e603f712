import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Of a scene: a coupon that an order was booked with. */
export async function makeCoupons(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
  const form = { code: `OPEN${w.merchantId}`, name: '新客礼', kind: 1, fen: 77_777_709, oncePerCustomer: true } as const
  const { couponId } = await t.call(contract.coupon.add, form, { token: w.tokens.owner })
  await t.root.query('insert into coupon_use (merchant_id, order_id, coupon_id, fen) values ($1, $2, $3, 77777711)', [
    w.merchantId,
    orderId,
    couponId,
  ])
  return { coupon: couponId }
}
