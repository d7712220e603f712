import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isOver } from '@cheyi/domain/booking/order/steps'
import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { dueSql } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'

/** SQL: whether the refund of a payment `p` failed so often that staff must handle it. */
export const refundFailedSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.failed} and ${p}.fail_count >= ${MAX_MONEY_OUT_FAILURES}`

/** SQL: whether a payment `p` is refunded by hand; deposits have to-dos of their own. */
export const refundByHandSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.waiting} and ${p}.pay_mode = ${payMode.offlineOut}
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/**
 * SQL: whether a payment `p` is a refund that was not completed, except deposits and reimbursements, which have to-dos of
 * their own.
 */
export const refundDueSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status in (${paymentStatus.waiting}, ${paymentStatus.failed})
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}, ${payKind.reimbursement})`

/**
 * SQL: why payments `p` of an order make its refund wait for a person; failures come first. Null when none does. A manual payout of a
 * deposit has its own to-do; one whose release failed is a failed refund.
 */
export const pendingRefundSql = (p: string): string =>
  `case when bool_or(${refundFailedSql(p)}) then 'failed' when bool_or(${refundByHandSql(p)}) then 'byHand' end`

/** Whether the order has an outgoing payment, sent or pending. */
export const moneyWentOut = async (ctx: Context, orderId: string): Promise<boolean> =>
  (await ctx.query(`select from payment where order_id = $1 and direction = 'out' limit 1`, [orderId])).length > 0

/**
 * SQL: the credit of an order `o` whose refund was not started, fen: all credit of an order that has ended, and for an order
 * on rent the part that need not wait for its return. A settlement that was paid in advance belongs to the return, and an
 * agreed early end is settled by the return as a whole.
 * @param money the row with the debt and the refunds in progress, where it is not that of the order
 */
export const creditSql = (o: string, money = o): string =>
  `case when ${o}.status in (${orderStatuses.values.filter(isOver).join(', ')}) then greatest(0, -${dueSql(money)})
      when ${o}.status = ${orderStatus.pickedUp} and ${dueSql(money)} < 0 and not exists (select from termination e
        where e.merchant_id = ${o}.merchant_id and e.order_id = ${o}.id and e.taken_back_at is null)
      then greatest(0, -${dueSql(money)} - (select coalesce(sum(a.amount_fen - a.refunded_fen), 0) from payment a
        where a.merchant_id = ${o}.merchant_id and a.order_id = ${o}.id and a.direction = 'in'
          and a.status = ${paymentStatus.succeeded} and a.pay_kind = ${payKind.settlement}))
      else 0 end`

/** The same for one order in its current state, fen. */
export async function creditOf(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select (${creditSql('o')})::bigint as fen from "order" o where o.id = $1`,
    [orderId],
  )
  return row!.fen
}

/** SQL: the money of an order `o` whose refund is pending or was not started, fen: the amount that its refund voucher covers. */
export const refundDueFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})
      + ${creditSql(o)})::bigint`

/**
 * SQL: the payment method by which all money to be refunded of an order `o` was paid; null where the methods differ, or a
 * part of the refund was not started.
 */
export const refundCameSql = (o: string): string =>
  `(select case when ${creditSql(o)} = 0 and min(p.pay_way) = max(p.pay_way) then min(p.pay_way) end
      from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})`

/** SQL: the money of an order `o` of any kind whose refund needs staff, or was not started, fen. */
export const refundsFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and (${refundFailedSql('p')} or ${refundByHandSql('p')}))
      + ${creditSql(o)})::bigint`
