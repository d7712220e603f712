import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isCancelled, wasReturned } from '@cheyi/domain/booking/order/steps'
import { depositKind, depositPayStatus, violationAt } from '@cheyi/domain/money/deposit/codes'

const beforeReturn = orderStatuses.values.filter((status) => !wasReturned(status) && !isCancelled(status)).join(', ')

/**
 * SQL: when the open deposits of an order `o` are due later, as `openLater` has it; null: none is open, or one is due now. `at`: SQL of
 * the due time of its violation deposit. It is tested before the subquery, so that a list of orders that all pay at the pickup reads no
 * deposit.
 */
export const depositLaterSql = (o: string, at: string): string =>
  `(case when ${o}.deposit_pay_status = ${depositPayStatus.unpaid} and ${o}.status in (${beforeReturn})
      and ${at} <> ${violationAt.pickup} and exists (select from deposit d
        where d.order_id = ${o}.id and d.kind = ${depositKind.rental} and d.pay_status <> ${depositPayStatus.unpaid})
    then ${at} end)`
