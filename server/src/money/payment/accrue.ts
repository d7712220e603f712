import { orderItemType, reduceType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import type { Fen } from '@cheyi/domain/money'
import {
  type Accrual,
  commissionOf,
  type Earning,
  monthEnd,
  monthPosting,
  noAccrual,
  type PlanRow,
  type Sold,
  soldPartsOfRows,
  spreadPosting,
} from '@cheyi/domain/money/payment/earning'
import { account, earningEntry } from '@cheyi/domain/money/payment/ledger'
import { localDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { post } from './books.ts'
import { rentAccountsSql } from './money-sql.ts'
import { plans } from './rentals.ts'

/**
 * Posts what an order has earned until the end of a month (J8), dated to the last day of that month, with the days to which it belongs, and
 * the commission of its platform on it: a rental that goes on owes it before the platform settles it.
 * Counted once per month, by the month-end job or by a return before it: both use the same idempotency key. An order whose car was not
 * picked up before the end of the month earns nothing. Nothing is posted into a closed month: its earnings are posted with the next one.
 * @param month `YYYY-MM`
 */
export async function accrueMonth(ctx: Context, order: OrderRow, month: string): Promise<void> {
  if (order.actualPickupAt !== null && order.actualPickupAt < monthEnd(month).end)
    await accrueBy(ctx, order, month, await earningOf(ctx, order, month))
}

/** The commission of the platform that is not posted yet, of what the order has earned with this posting. */
export const commissionDue = (order: OrderRow, { posted, commissionFen }: Booked, amount: Accrual): Fen =>
  commissionOf(order, posted.rentFen + posted.serviceFen + amount.rentFen + amount.serviceFen) - commissionFen

/** @returns what the order earns by after the posting */
async function accrueBy(ctx: Context, order: OrderRow, month: string, { reached, ...before }: Found): Promise<Booked> {
  const { end, lastDay } = monthEnd(month)
  if (reached || before.pickedUpAt >= end) return before
  const amount = monthPosting(before, month)
  const days = spreadPosting(before, amount, lastDay)
  const commissionFen = commissionDue(order, before, amount)
  await post(ctx, order.id, earningEntry(order.id, month, { ...amount, commissionFen }), { postedOn: lastDay, days })
  const { posted } = before
  return {
    ...before,
    posted: { rentFen: posted.rentFen + amount.rentFen, serviceFen: posted.serviceFen + amount.serviceFen },
    commissionFen: before.commissionFen + commissionFen,
  }
}

/**
 * Posts the month before a return, if that is not done yet, and returns what the rental earns by, for the posting of its rest. To be called
 * before the end of the rental changes its plan: until then it earns by what was agreed.
 * @param found what it earned by before its return
 */
export const earnUntilReturn = (ctx: Context, order: OrderRow, month: string, found: Found): Promise<Booked> =>
  accrueBy(ctx, order, month, { ...found, returnedAt: order.actualReturnAt })

/** SQL: a ledger transaction `t` that posts earnings (J8), or the reversal of one (J21), which cancels it. */
export const earnedSql = (t: string): string =>
  `(${t}.journal = 8 or ${t}.journal = 21 and exists (select from ledger_txn r
     where r.merchant_id = ${t}.merchant_id and r.id = ${t}.reverses_txn_id and r.journal = 8))`

type SoldRow = Accrual & { readonly from: number | null; readonly to: number | null }

/** What was sold with an order, by its quote and by renewals, and by rows of a plan where there is one. */
export function soldPartsOf(
  parts: readonly SoldRow[],
  agreed: Sold['period'],
  plan: readonly PlanRow[] | null,
): readonly Sold[] {
  if (plan === null)
    return parts.map(({ from, to, ...amounts }) => ({
      ...amounts,
      period: from === null || to === null ? agreed : { from, to },
      renewal: from !== null,
    }))
  const renewed = parts.flatMap(({ from }) => from ?? [])
  const serviceFen = parts.reduce((sum, part) => sum + part.serviceFen, 0)
  return soldPartsOfRows(plan, serviceFen, renewed.length === 0 ? null : localDate(Math.min(...renewed)))
}

/** What an order earns by, and the commission of its platform that was posted of it; fen. */
export interface Booked extends Earning {
  readonly commissionFen: Fen
}

/** The same before a month is posted. */
export interface Found extends Booked {
  /** The month was posted, or it is closed. */
  readonly reached: boolean
}

/**
 * What an order earns by. The time that late fees paid for counts as well. The part of the price that the channel pays is rent too. Fen.
 */
export async function earningOf(ctx: Context, order: OrderRow, month: string): Promise<Found> {
  const byTerm = isSoldByTerm(order.quoteSnapshot)
  const [parts, [row], plan] = await Promise.all([
    ctx.query<SoldRow>(
      `select (date_part('epoch', r.old_return_at) * 1000)::bigint as from, (date_part('epoch', r.new_return_at) * 1000)::bigint as to,
          coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.rental}
            and i.reduce_type is distinct from ${reduceType.channelSubsidy}), 0) as rent_fen,
          coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.insurance}), 0) as service_fen
        from order_item i left join renewal r on r.merchant_id = i.merchant_id and r.id = i.renewal_id
        where i.order_id = $1 and i.status = 'active' group by r.old_return_at, r.new_return_at`,
      [order.id],
    ),
    ctx.query<Record<'postedRentFen' | 'postedServiceFen' | 'commissionFen', number> & { reached: boolean }>(
      `select p.*, exists (select from ledger_txn where idem_key = $2)
           or exists (select from closed_month where month >= $3::date) as reached from
         (select coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account in (${rentAccountsSql})), 0) as posted_rent_fen,
            coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = '${account.serviceIncome}'), 0) as posted_service_fen,
            coalesce(sum(e.debit_fen - e.credit_fen) filter (where e.account = '${account.channelCommission}'), 0) as commission_fen
          from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
          where t.order_id = $1 and ${earnedSql('t')}) p`,
      [order.id, earningEntry(order.id, month, noAccrual).idemKey, `${month}-01`],
    ),
    byTerm ? plans.rowsOf(ctx, order.id) : null,
  ])
  return {
    sold: soldPartsOf(parts, { from: order.pickupAt, to: order.quoteSnapshot.input.returnAt }, plan),
    pickedUpAt: order.actualPickupAt!,
    returnedAt: order.actualReturnAt,
    posted: { rentFen: row!.postedRentFen, serviceFen: row!.postedServiceFen },
    commissionFen: row!.commissionFen,
    reached: row!.reached,
  }
}
