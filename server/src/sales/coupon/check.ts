import { orderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import type { MoneyChecks } from '../../money/payment/check/actions.ts'

const ofAccount = `account = '${account.couponDiscount}'`

/**
 * SQL: the account of coupons of an order against its lines. The account has the lines of a rental once it is settled. Releases before
 * the account settled without it, so an order without a posting counts only if it was settled after the day on which the account began.
 */
const settledCoupons = `
  select c.merchant_id, o.order_no, '优惠券折扣账簿余额与订单明细不一致', c.books, c.bill
  from (select x.merchant_id, x.order_id, sum(x.books) as books, sum(x.bill) as bill, bool_or(x.posted) as posted
      from (select merchant_id, order_id, debit_fen - credit_fen as books, 0 as bill, true as posted from ledger_entry where ${ofAccount}
        union all select merchant_id, order_id, 0, -amount_fen, false from order_item
          where status = 'active' and reduce_type = ${reduceType.coupon}) x
      group by 1, 2) c
    join "order" o on o.merchant_id = c.merchant_id and o.id = c.order_id
  where c.books <> case o.status when ${orderStatus.returned} then c.bill else 0 end
    and (c.posted or o.settled_at > (select (min(posted_on) + 1)::timestamp at time zone 'Asia/Shanghai'
      from public.ledger_entry e where e.merchant_id = o.merchant_id and e.${ofAccount}))`

/** Coupons: what was counted of a booking is what its first bill was lowered by. A later change of the order may lower its line. */
export const couponChecks: MoneyChecks = {
  money: [
    `select u.merchant_id, o.order_no, '优惠券使用金额与订单明细不一致', u.fen, coalesce(i.fen, 0)
       from coupon_use u join "order" o on o.merchant_id = u.merchant_id and o.id = u.order_id
         left join lateral (select max(-x.amount_fen) as fen from order_item x
           where x.merchant_id = u.merchant_id and x.order_id = u.order_id and x.reduce_type = ${reduceType.coupon}) i on true
      where u.fen <> coalesce(i.fen, 0)`,
    `select u.merchant_id, o.order_no, '优惠券使用未随订单取消作废，或误作废', u.void::int, 1 - u.void::int
       from coupon_use u join "order" o on o.merchant_id = u.merchant_id and o.id = u.order_id
      where u.void <> (o.status in (${orderStatus.cancelling}, ${orderStatus.cancelled}))`,
    settledCoupons,
  ],
}
