import { orderItemType, orderKinds, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { daysOf } from '@cheyi/domain/money/closing/month'
import type { ClosingPoint } from '@cheyi/domain/money/closing/point'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import type { Context } from '../../kernel/context.ts'
import type { Movement } from '../payment/actions.ts'

export interface ClosedRow {
  readonly month: string
  readonly closedAt: number
  readonly closedByName: string | null
}

const CLOSED = `select to_char(c.month, 'YYYY-MM') as month, c.closed_at, a.name as closed_by_name
  from closed_month c left join account a on a.id = c.closed_by`

/** Closed months, newest first. */
export const closedMonths = (ctx: Pick<Context, 'query'>, limit: number) =>
  ctx.query<ClosedRow & { readonly accepted: number }>(
    `select c.*, (select count(distinct p.kind)::int from closing_acceptance p where to_char(p.month, 'YYYY-MM') = c.month) as accepted
       from (${CLOSED} order by c.month desc limit ${limit}) c order by c.month desc`,
  )

/** Months that were closed together with a later one have no row of their own. */
export const closedMonth = (ctx: Pick<Context, 'query'>, month: string) =>
  ctx.query.first<ClosedRow>(`${CLOSED} where c.month >= $1::date order by c.month limit 1`, [daysOf(month)[0]])

/** Closed months in which income was posted over time without its days, as an earlier release did; newest first. */
export async function monthsWithoutDays(ctx: Pick<Context, 'query'>, limit: number): Promise<string[]> {
  const rows = await ctx.query<{ month: string }>(
    `select distinct to_char(posted_on, 'YYYY-MM') as month from ledger_txn
      where journal = 8 and earned_days is null and posted_on < (select max(month) + interval '1 month' from closed_month) order by 1 desc limit ${limit}`,
  )
  return rows.map(({ month }) => month)
}

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

/** Keeps a month from being closed until the transaction ends. */
export const holdMonths = (ctx: Pick<Context, 'query'>) =>
  ctx.query(`select pg_advisory_xact_lock_shared(hashtextextended('books', merchant()))`)

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
 * SQL: orders that were on rent at the end of the month before `$2` without posted earnings for it. An order whose agreed return was before the
 * month has earned everything before, whatever late fees paid for since; one that is billed by rows earns whole dates until the date of
 * its return. The index of stays finds the orders on rent by their start. The key of an entry is a column before the join, otherwise every
 * key would be read under row-level security.
 */
export const rentNotEarnedSql = `select count(*) from (select o.id, 'J8:' || o.id || ':' || to_char(m.month, 'YYYY-MM') as idem_key
    from (select $2::date - interval '1 month' as month, ($2::date - interval '1 month') at time zone 'Asia/Shanghai' as first,
        $2::date::timestamp at time zone 'Asia/Shanghai' as after) m, "order" o
    where o.status in (${onRent})
      and o.actual_return_at is null and least(o.pickup_at, o.actual_pickup_at) < m.after and o.actual_pickup_at < m.after
      and o.pickup_at + interval '1 minute' <= m.after and case when o.order_kind in (${byRows}) then o.return_at >= m.first + interval '1 day'
        else greatest(to_timestamp((o.quote_snapshot -> 'input' ->> 'returnAt')::bigint / 1000), (
          select max(r.new_return_at) from renewal r where r.order_id = o.id and r.status = ${renewalStatus.effective})) > m.first end offset 0) o
    where not exists (select from ledger_txn t where t.idem_key = o.idem_key)
      and exists (select from order_item i where i.order_id = o.id and i.status = 'active' and i.amount_fen > 0
        and i.item_type in (${orderItemType.rental}, ${orderItemType.insurance}))`

/** What somebody accepted: a month may be closed with so much of this work undone. */
export interface AcceptedRow {
  readonly kind: ClosingPoint
  readonly count: number
  readonly reason: string
  readonly byName: string | null
  readonly at: number
}

const ACCEPTED = `a.kind, a.count, a.reason, p.name as by_name, a.accepted_at as at
  from closing_acceptance a left join account p on p.id = a.accepted_by`

/** The last acceptance of each point of a month. */
export const acceptedPoints = (ctx: Pick<Context, 'query'>, month: string) =>
  ctx.query<AcceptedRow>(
    `select distinct on (a.kind) ${ACCEPTED} where a.month = $1::date order by a.kind, a.id desc`,
    [daysOf(month)[0]],
  )

export const insertAcceptance = (
  ctx: Pick<Context, 'query'>,
  { month, kind, count, reason }: { readonly month: string } & Pick<AcceptedRow, 'kind' | 'count' | 'reason'>,
) =>
  ctx.query('insert into closing_acceptance (month, kind, count, reason) values ($1::date, $2, $3, $4)', [
    daysOf(month)[0],
    kind,
    count,
    reason,
  ])
