import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/order/timers'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/payment/codes'

/**
 * SQL: a payment is a refund that waits for a person, because it failed for good or is to be paid back by hand. The list
 * of statuses is that of the index of outgoing money. `payment` names the row. Deposits have to-dos of their own.
 */
export const isStuckSql = (payment: string): string =>
  `(${payment}.direction = 'out'
    and ${payment}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})
    and ${payment}.status in (${paymentStatus.waiting}, ${paymentStatus.failed})
    and (${payment}.status = ${paymentStatus.failed} and ${payment}.fail_count >= ${MAX_MONEY_OUT_FAILURES}
      or ${payment}.status = ${paymentStatus.waiting} and ${payment}.pay_mode = ${payMode.offlineOut}))`

/** SQL, for reads over many orders: one of its refunds is stuck. `orderId` names the column of the order's id. */
export const refundStuckSql = (orderId: string): string =>
  `exists (select from payment stuck where stuck.order_id = ${orderId} and ${isStuckSql('stuck')})`
