import { orderItemType, orderKinds, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Movement } from '../payment/actions.ts'

export interface ClosedRow {
  readonly month: string
  readonly closedAt: number
  readonly closedByName: string | null
}

/** Closed months, newest first. */
export const closedMonths = (ctx: Pick<Context, 'query'>, limit: number) =>
  ctx.query<ClosedRow>(
    `select to_char(c.month, 'YYYY-MM') as month, c.closed_at, a.name as closed_by_name
       from closed_month c left join account a on a.id = c.closed_by order by c.month desc limit ${limit}`,
  )

/** The month of the first entry; null without any. */
export async function firstMonth(ctx: Pick<Context, 'query'>): Promise<string | null> {
  const [row] = await ctx.query<{ month: string | null }>(
    `select to_char(min(posted_on), 'YYYY-MM') as month from ledger_txn`,
  )
  return row!.month
}

/** Waits for running postings, and blocks new ones until the transaction ends. */
export const holdBooks = (ctx: Pick<Context, 'query'>) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('books', merchant()))`)

export const insertClosed = (ctx: Pick<Context, 'query'>, month: string) =>
  ctx.query('insert into closed_month (month) values ($1::date)', [daysOf(month)[0]])

/** The balance that was stored when the month was closed. */
export const balances = (ctx: Pick<Context, 'query'>, month: string) =>
  ctx.query<Movement>(
    `select account, opening_fen, debit_fen, credit_fen, closing_fen from trial_balance where to_char(month, 'YYYY-MM') = $1`,
    [month],
  )

/** Months with a stored balance, newest first. */
export async function balancedMonths(ctx: Pick<Context, 'query'>, limit: number): Promise<string[]> {
  const rows = await ctx.query<{ month: string }>(
    `select distinct to_char(month, 'YYYY-MM') as month from trial_balance order by 1 desc limit ${limit}`,
  )
  return rows.map(({ month }) => month)
}

const onRent = orderStatuses.values.filter(isOnRent).join(', ')
const byRows = orderKinds.values.filter((kind) => profileOf(kind).billing === 'instalments').join(', ')

/**
 * Orders that were on rent at the end of a month without posted earnings for it. An order whose agreed return was before the month has
 * earned everything before, whatever late fees paid for since; one that is billed by rows earns whole dates until the date of its return.
 * The index of stays finds the orders on rent by their start. The key of an entry is a column before the join, otherwise every key would be
 * read under row-level security.
 */
export const unearnedOrders = (ctx: Pick<Context, 'query'>, month: string): Promise<number> =>
  countRows(
    ctx,
    `(select o.id, 'J8:' || o.id || ':' || $3 as idem_key from "order" o
      where o.status in (${onRent})
        and o.actual_return_at is null and least(o.pickup_at, o.actual_pickup_at) < $2 and o.actual_pickup_at < $2
        and o.pickup_at + interval '1 minute' <= $2 and case when o.order_kind in (${byRows}) then o.return_at >= $1::timestamptz + interval '1 day'
          else greatest(to_timestamp((o.quote_snapshot -> 'input' ->> 'returnAt')::bigint / 1000), (
            select max(r.new_return_at) from renewal r where r.order_id = o.id and r.status = ${renewalStatus.effective})) > $1 end offset 0) o
      where not exists (select from ledger_txn t where t.idem_key = o.idem_key)
        and exists (select from order_item i where i.order_id = o.id and i.status = 'active' and i.amount_fen > 0
          and i.item_type in (${orderItemType.rental}, ${orderItemType.insurance}))`,
    [...daysOf(month).map((day) => at(startOfDate(day))), month],
    'all',
  )

/** Open shifts that began before the end of a month. */
export const openShifts = (ctx: Pick<Context, 'query'>, month: string): Promise<number> =>
  countRows(
    ctx,
    `cash_shift where status = ${shiftStatus.open} and opened_at < $1`,
    [at(startOfDate(daysOf(month)[1]))],
    'all',
  )
