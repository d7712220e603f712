import { type DepositKind, depositKind } from '@cheyi/domain/deposit/codes'
import { orderStatus } from '@cheyi/domain/order/codes'

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
