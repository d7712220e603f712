import { reduceType } from '@cheyi/domain/booking/order/codes'
import type { MoneyChecks } from '../../money/payment/check/actions.ts'

/** Coupons: what was counted of a booking is what its first bill was lowered by. A later change of the order may lower its line. */
export const couponChecks: MoneyChecks = {
  money: [
    `select u.merchant_id, o.order_no, '优惠券使用金额与订单明细不一致', u.fen, coalesce(i.fen, 0)
       from coupon_use u join "order" o on o.merchant_id = u.merchant_id and o.id = u.order_id
         left join lateral (select max(-x.amount_fen) as fen from order_item x
           where x.merchant_id = u.merchant_id and x.order_id = u.order_id and x.reduce_type = ${reduceType.coupon}) i on true
      where u.fen <> coalesce(i.fen, 0)`,
  ],
}
