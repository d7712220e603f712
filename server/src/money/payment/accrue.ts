import { orderItemType, reduceType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { mulDiv } from '@cheyi/domain/money'
import { type Accrual, monthEnd, monthPosting, type Sold } from '@cheyi/domain/money/payment/earning'
import { earned } from '@cheyi/domain/money/payment/ledger'
import { earnedByRows } from '@cheyi/domain/rental/instalment/earning'
import { localDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
// biome-ignore lint/plugin: the rent of a long order accrues by the rows of its plan.
import { planRowsOf } from '../../rental/instalment/actions.ts'
import { post } from './books.ts'

/**
 * Posts what an order that is billed as a whole has earned until the end of a month (J8), dated to the last day of that month: by the
 * hours of its agreed time, or for an order billed by instalments by the dates of its instalment rows. Counted once per month, by the
 * month-end job or by a return before it: both use the same idempotency key. An order whose car was not picked up before the end of the
 * month earns nothing. Nothing is posted into a closed month: its earnings are posted with the next one.
 * @param month `YYYY-MM`
 */
export async function accrueMonth(ctx: Context, order: OrderRow, month: string): Promise<void> {
  const { end, lastDay } = monthEnd(month)
  if (order.actualPickupAt === null || order.actualPickupAt >= end) return
  const { stretches, posted, closed } = await accruals(ctx, order, month)
  if (closed) return
  const sold = order.quoteSnapshot
  const amount = isSoldByTerm(sold)
    ? byRows(await planRowsOf(ctx, order.id), stretches, posted, localDate(end))
    : monthPosting(stretches, posted, month)
  const entry = earned(order.id, month, amount)
  await post(ctx, order.id, entry, { postedOn: lastDay })
}

/** Services earn the share of the row earnings that they have in the whole price. */
function byRows(
  rows: Parameters<typeof earnedByRows>[0],
  stretches: readonly Sold[],
  posted: Accrual,
  before: string,
): Accrual {
  const all = earnedByRows(rows, before)
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  const serviceFen = stretches.reduce((sum, sold) => sum + sold.serviceFen, 0)
  const service = total === 0 ? 0 : mulDiv(all, serviceFen, total)
  return { rentFen: all - service - posted.rentFen, serviceFen: service - posted.serviceFen }
}

const nothing: Accrual = { rentFen: 0, serviceFen: 0 }

/** SQL: a ledger transaction `t` that posts earnings (J8), or the reversal of one (J21), which cancels it. */
export const earnedSql = (t: string): string =>
  `(${t}.journal = 8 or ${t}.journal = 21 and exists (select from ledger_txn r
     where r.merchant_id = ${t}.merchant_id and r.id = ${t}.reverses_txn_id and r.journal = 8))`

type SoldRow = Pick<Accrual, 'rentFen' | 'serviceFen'> & { readonly from: number | null; readonly to: number | null }

/**
 * What each stretch of an order has earned by time, and what of it was posted before. The time that late fees paid for counts as well.
 * The part of the price that the channel pays is rent too. Fen.
 */
async function accruals(ctx: Context, order: OrderRow, month: string) {
  const [sold, [row]] = await Promise.all([
    ctx.query<SoldRow>(
      `select (date_part('epoch', r.old_return_at) * 1000)::bigint as from, (date_part('epoch', r.new_return_at) * 1000)::bigint as to,
          coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.rental}
            and i.reduce_type is distinct from ${reduceType.channelSubsidy}), 0) as rent_fen,
          coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.insurance}), 0) as service_fen
        from order_item i left join renewal r on r.merchant_id = i.merchant_id and r.id = i.renewal_id
        where i.order_id = $1 and i.status = 'active' group by r.old_return_at, r.new_return_at`,
      [order.id],
    ),
    ctx.query<Record<'postedRentFen' | 'postedServiceFen', number> & { closed: boolean }>(
      `select p.*, exists (select from ledger_txn where idem_key = $2)
           or exists (select from closed_month where month >= $3::date) as closed from
         (select coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'rent_income'), 0) as posted_rent_fen,
            coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'service_income'), 0) as posted_service_fen
          from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
          where t.order_id = $1 and ${earnedSql('t')}) p`,
      [order.id, earned(order.id, month, nothing).idemKey, `${month}-01`],
    ),
  ])
  const agreed = { from: order.pickupAt, to: order.quoteSnapshot.input.returnAt }
  return {
    stretches: sold.map(({ from, to, ...amounts }) => ({
      ...amounts,
      period: from === null || to === null ? agreed : { from, to },
    })),
    posted: { rentFen: row!.postedRentFen, serviceFen: row!.postedServiceFen },
    closed: row!.closed,
  }
}
