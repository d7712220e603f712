import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { type PayWay, payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { Context } from '../../../kernel/context.ts'

/** The charges of an order by purpose, what was paid and refunded, fen, and the payment methods. Reductions are negative. */
export interface MoneyRow {
  readonly id: string
  readonly rentFen: number
  readonly servicesFen: number
  readonly reductionsFen: number
  readonly penaltyFen: number
  readonly paidFen: number
  readonly refundedFen: number
  readonly writtenOffFen: number
  readonly refundExpenseFen: number
  /** Payment methods of the order, without deposits. */
  readonly payWays: PayWay[]
}

export async function moneyOf(
  { query }: Pick<Context, 'query'>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, MoneyRow>> {
  const rows = await query<MoneyRow>(
    `select o.id, i.rent_fen, i.services_fen, i.reductions_fen, o.penalty_fen, o.paid_fen, o.refunded_fen, o.refund_expense_fen,
       (select coalesce(sum(w.amount_fen - w.recovered_fen), 0) from write_off w where w.order_id = o.id) as written_off_fen,
       array(select distinct p.pay_way from payment p where p.order_id = o.id and p.direction = 'in'
         and p.status = ${paymentStatus.succeeded} and p.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}) order by 1)::int[] as pay_ways
     from "order" o cross join lateral (
       select coalesce(sum(amount_fen) filter (where reduce_type is null and item_type = ${orderItemType.rental}), 0) as rent_fen,
         coalesce(sum(amount_fen) filter (where reduce_type is null and item_type <> ${orderItemType.rental}), 0) as services_fen,
         coalesce(sum(amount_fen) filter (where reduce_type is not null), 0) as reductions_fen
       from order_item where order_id = o.id and status = 'active' and item_type <> ${orderItemType.deposit}) i
     where o.id = any ($1::bigint[])`,
    [orderIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
