import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/order/timers'
import { payKind, payMode, paymentStatus, type RefundWait } from '@cheyi/domain/payment/codes'

/*
 * SQL of refunds that wait for a person. The list of statuses is that of the index of outgoing money. Deposits have
 * to-dos of their own.
 */

const outgoing = (payment: string): string =>
  `${payment}.direction = 'out'
    and ${payment}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})
    and ${payment}.status in (${paymentStatus.waiting}, ${paymentStatus.failed})`

const reasons: Readonly<Record<RefundWait, (payment: string) => string>> = {
  failed: (p) => `${p}.status = ${paymentStatus.failed} and ${p}.fail_count >= ${MAX_MONEY_OUT_FAILURES}`,
  byHand: (p) => `${p}.status = ${paymentStatus.waiting} and ${p}.pay_mode = ${payMode.offlineOut}`,
}

/** Why the payment, named by its row, waits; failures first where an aggregate has both. Null: it does not. */
export const refundWaitSql = (payment: string): string =>
  `case when bool_or(${outgoing(payment)} and ${reasons.failed(payment)}) then 'failed'
    when bool_or(${outgoing(payment)} and ${reasons.byHand(payment)}) then 'byHand' end`

/** A statement of the orders whose refunds wait (`order_id`, `wait`): few, whatever the number of orders. */
export const waitingRefundsSql = `select * from (select p.order_id, ${refundWaitSql('p')} as wait from payment p
  where ${outgoing('p')} group by p.order_id) waiting where wait is not null`

/** For reads over many orders: one of its refunds waits for this reason. `orderId` names the column of the order's id. */
export const hasRefundSql = (reason: RefundWait, orderId: string): string =>
  `exists (select from payment stuck where stuck.order_id = ${orderId} and ${outgoing('stuck')}
    and ${reasons[reason]('stuck')})`
