import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/order/timers'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/payment/codes'

/**
 * SQL, for reads over many orders: a refund of the order waits for a person, because it failed for good or is to be paid
 * back by hand. The list of statuses is that of the index of outgoing money. `orderId` names the column of the order's id. Deposits have to-dos of their own.
 */
export const refundStuckSql = (orderId: string): string =>
  `exists (select from payment stuck where stuck.order_id = ${orderId} and stuck.direction = 'out'
    and stuck.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})
    and stuck.status in (${paymentStatus.waiting}, ${paymentStatus.failed})
    and (stuck.status = ${paymentStatus.failed} and stuck.fail_count >= ${MAX_MONEY_OUT_FAILURES}
      or stuck.status = ${paymentStatus.waiting} and stuck.pay_mode = ${payMode.offlineOut}))`
