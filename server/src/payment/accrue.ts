import { orderItemType, reduceType } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { type Accrual, monthEnd, monthPosting } from '@cheyi/domain/payment/earning'
import { earned } from '@cheyi/domain/payment/ledger'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { post } from './books.ts'

/**
 * Posts what an order that is billed as a whole has earned until the end of a month, by the hours of its agreed time,
 * dated to the last day of that month (J8). Once a month, whoever comes first: the month-end job, or a return before it.
 * A car that was still here at that moment earns nothing; orders billed by instalments earn by their rows. Into a month
 * whose books are closed nothing is posted: what was earned then is earned with the next.
 * @param month `YYYY-MM`
 */
export async function accrueMonth(ctx: Context, order: OrderRow, month: string): Promise<void> {
  const { end, lastDay } = monthEnd(month)
  if (profileOf(order.orderKind).billing !== 'once') return
  if (order.actualPickupAt === null || order.actualPickupAt >= end) return
  const { amounts, posted, closed } = await accruals(ctx, order.id, month)
  if (closed) return
  // What late fees bought meanwhile was earned with them.
  const period = { from: order.pickupAt, to: order.quoteSnapshot.input.returnAt }
  const entry = earned(order.id, month, monthPosting(period, amounts, posted, month))
  await post(ctx, order.id, entry, { postedOn: lastDay })
}

const nothing: Accrual = { rentFen: 0, serviceFen: 0 }

/** SQL: a transaction `t` of the books says what was earned (J8), or takes that back (J21): an undone one counts no more. */
export const earnedSql = (t: string): string =>
  `(${t}.journal = 8 or ${t}.journal = 21 and exists (select from ledger_txn r
     where r.merchant_id = ${t}.merchant_id and r.id = ${t}.reverses_txn_id and r.journal = 8))`

/**
 * What an order earns with time, and what of it was posted before. The part of the price that the channel pays is rent as
 * well. Fen.
 */
async function accruals(ctx: Context, orderId: string, month: string) {
  const [row] = await ctx.query<
    Record<'rentFen' | 'insuranceFen' | 'postedRentFen' | 'postedServiceFen', number> & { closed: boolean }
  >(
    `select i.*, p.*, exists (select from ledger_txn where idem_key = $2)
         or exists (select from closed_month where month >= $3::date) as closed from
       (select coalesce(sum(amount_fen) filter (where item_type = ${orderItemType.rental}
            and reduce_type is distinct from ${reduceType.channelSubsidy}), 0) as rent_fen,
          coalesce(sum(amount_fen) filter (where item_type = ${orderItemType.insurance}), 0) as insurance_fen
        from order_item where order_id = $1 and status = 'active') i,
       (select coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'rent_income'), 0) as posted_rent_fen,
          coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'service_income'), 0) as posted_service_fen
        from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
        where t.order_id = $1 and ${earnedSql('t')}) p`,
    [orderId, earned(orderId, month, nothing).idemKey, `${month}-01`],
  )
  return {
    amounts: { rentFen: row!.rentFen, serviceFen: row!.insuranceFen },
    posted: { rentFen: row!.postedRentFen, serviceFen: row!.postedServiceFen },
    closed: row!.closed,
  }
}
