import { type DepositKind, depositKind, depositPayStatus, violationAt } from '@cheyi/domain/deposit/codes'
import { orderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { isCancelled, wasReturned } from '@cheyi/domain/order/steps'

/*
 * Which deposits of returned orders are due to be given back, for lists and counters: conditions on an order `o`, on
 * columns that triggers keep (migration 0053), each with an index of its own.
 */

/**
 * Something of the deposit is in hand that no open debt keeps, as `heldBackFen` has it; a violation deposit from its day on.
 * Of a range with both ends the planner expects a two-hundredth where it expects a third of one with an open end: over
 * millions of orders the generic plan of the counters looked so dear that PostgreSQL planned them anew at each call.
 */
export const depositDueSql = (kind: DepositKind): string =>
  `(o.status = ${orderStatus.returned} and ${
    kind === depositKind.rental ? 'o.rental_free' : "o.violation_free_at between '-infinity' and (select app_now())"
  })`

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
