import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isCancelled, wasReturned } from '@cheyi/domain/booking/order/steps'
import { depositKind, depositPayStatus, violationAt } from '@cheyi/domain/money/deposit/codes'

const beforeReturn = orderStatuses.values.filter((status) => !wasReturned(status) && !isCancelled(status)).join(', ')

/**
 * When what is open of the deposits of an order `o` is agreed to come, as `openLater` has it; null: none is open, or one is
 * asked for now. `at`: SQL of when its violation deposit is taken, asked first: where all pay at the pickup, no deposit is
 * looked up for any row of a list.
 */
export const depositLaterSql = (o: string, at: string): string =>
  `(case when ${o}.deposit_pay_status = ${depositPayStatus.unpaid} and ${o}.status in (${beforeReturn})
      and ${at} <> ${violationAt.pickup} and exists (select from deposit d
        where d.order_id = ${o}.id and d.kind = ${depositKind.rental} and d.pay_status <> ${depositPayStatus.unpaid})
    then ${at} end)`
