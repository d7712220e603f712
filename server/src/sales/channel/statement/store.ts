import {
  type OrderKind,
  orderStatus,
  platforms,
  type Source,
  source as sources,
} from '@cheyi/domain/booking/order/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { statementResult, statementState } from '@cheyi/domain/sales/channel/codes'
import type { KnownLine, ReadStatement } from '@cheyi/domain/sales/channel/statement/plan'
import type { LocalDate } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export type LineRow = Selectable<DB['channelStatementLine']>

/** SQL: what an order `o` has on an account, fen. */
const onAccount = (name: string) => `coalesce((select sum(e.debit_fen - e.credit_fen) from ledger_entry e
  where e.merchant_id = o.merchant_id and e.order_id = o.id and e.account = '${name}'), 0)::bigint`

/** SQL: what the books expect a platform to remit for an order `o`, and its commission, less what was settled before; fen. */
const expectedSql = `${onAccount(account.platformClearing)} as ours_fen,
  ${onAccount(account.channelCommission)} - coalesce((select sum(coalesce(s.ours_commission_fen, s.commission_fen)) from channel_statement_line s
    where s.merchant_id = o.merchant_id and s.order_id = o.id and s.state = ${statementState.settled}), 0)::bigint as ours_commission_fen`

/** What the books expect of a platform for an order, fen. */
export interface Expected {
  readonly oursFen: number
  readonly oursCommissionFen: number
}

export interface KnownOrder extends Expected {
  readonly id: string
  readonly source: Source
  readonly channelOrderNo: string
}

export interface KnownStatement {
  readonly orders: readonly KnownOrder[]
  readonly lines: readonly KnownLine[]
}

/** The orders and the earlier lines that the rows of a statement may refer to. */
export async function loadReferences(ctx: Context, rows: readonly ReadStatement[]): Promise<KnownStatement> {
  const numbers = [...new Set(rows.flatMap((row) => (row !== null && 'netFen' in row ? [row.channelOrderNo] : [])))]
  const [orders, lines] = await Promise.all([
    ordersOf(ctx, numbers),
    ctx.query<KnownLine>(
      `select source, month::text as month, channel_order_no, state = ${statementState.open} as is_open
         from channel_statement_line where channel_order_no = any ($1::text[])`,
      [numbers],
    ),
  ])
  return { orders, lines }
}

/** Orders by the numbers of their channels, the newest of each. */
export const ordersOf = (ctx: Context, numbers: readonly string[]) =>
  ctx.query<KnownOrder>(
    `select distinct on (o.source, o.channel_order_no) o.id, o.source, o.channel_order_no, ${expectedSql}
       from "order" o where o.channel_order_no = any ($1::text[]) and o.status <> ${orderStatus.notSubmitted}
      order by o.source, o.channel_order_no, o.id desc`,
    [numbers],
  )

/** Inserts lines, or replaces open ones of the same month and number. @returns their ids, by number */
export const save = (ctx: Context, rows: readonly object[]) =>
  ctx.query<{ id: string; channelOrderNo: string }>(
    `insert into channel_statement_line (source, month, channel_order_no, order_id, net_fen, commission_fen, commission_told, deducted_fen, ours_fen,
       ours_commission_fen, result)
     select source, month, channel_order_no, order_id, net_fen, commission_fen, commission_told, coalesce(deducted_fen, 0), ours_fen, ours_commission_fen,
       result
       from jsonb_to_recordset($1::jsonb) r (source smallint, month date, channel_order_no text, order_id bigint, net_fen bigint,
         commission_fen bigint, commission_told boolean, deducted_fen bigint, ours_fen bigint, ours_commission_fen bigint, result smallint)
     on conflict (merchant_id, source, month, channel_order_no) do update set order_id = excluded.order_id, net_fen = excluded.net_fen,
       commission_fen = excluded.commission_fen, commission_told = excluded.commission_told, deducted_fen = excluded.deducted_fen,
       ours_fen = excluded.ours_fen, ours_commission_fen = excluded.ours_commission_fen, result = excluded.result
     returning id, channel_order_no`,
    [recordset(rows)],
  )

export const end = (
  ctx: Context,
  ids: readonly string[],
  { state, note, overbilled = false }: Pick<LineRow, 'state' | 'note'> & { readonly overbilled?: boolean },
) =>
  ctx.query(
    `update channel_statement_line set state = $2, note = $3, overbilled = $4, handled_at = app_now(), handled_by = actor() where id = any ($1::bigint[])`,
    [ids, state, note, overbilled],
  )

export interface ShownLine {
  readonly id: string | null
  readonly channelOrderNo: string
  readonly orderId: string | null
  readonly orderNo: string | null
  readonly orderKind: OrderKind | null
  readonly netFen: number
  readonly commissionFen: number | null
  readonly oursFen: number | null
  readonly oursCommissionFen: number | null
  readonly result: LineRow['result']
  readonly state: LineRow['state']
  readonly note: string
  readonly overbilled: boolean
}

/** Lines of a month: open differences first, then by number. At most `limit`. Their orders are read together, not line by line. */
export const lines = (ctx: Context, source: Source, month: LocalDate, limit: number) =>
  ctx.query<ShownLine>(
    `with page as materialized (select * from channel_statement_line l where l.source = $1 and l.month = $2::date
        order by l.state <> ${statementState.open}, l.result = ${statementResult.same}, l.channel_order_no limit $3),
      orders as materialized (select id, order_no, order_kind from "order" where id = any (array(select order_id from page)))
     select l.id, l.channel_order_no, l.order_id, o.order_no, o.order_kind, l.net_fen,
       case when l.commission_told or l.commission_fen <> 0 then l.commission_fen end as commission_fen, l.ours_fen, l.ours_commission_fen, l.result,
       l.state, l.note, l.overbilled
     from page l left join orders o on o.id = l.order_id
     order by l.state <> ${statementState.open}, l.result = ${statementResult.same}, l.channel_order_no`,
    [source, month, limit],
  )

const endedAt = `case o.status when ${orderStatus.returned} then o.actual_return_at else o.cancelled_at end`

/** SQL: orders `o` of a platform that ended in the month that begins on the date `m`. */
const endedInSql = (m: string) => `o.source <> ${sources.offline}
  and (o.status = ${orderStatus.returned} and o.actual_pickup_at is not null or o.status = ${orderStatus.cancelled})
  and ${endedAt} >= ${m}::timestamp at time zone 'Asia/Shanghai' and ${endedAt} < (${m} + interval '1 month')::timestamp at time zone 'Asia/Shanghai'`

/** Months before the end of those to be closed in which a statement is looked for, and orders of each that are asked for their money. */
const LATEST_MONTHS = 3
const LATEST_ORDERS = 10

/**
 * SQL: platforms and months until before `$2` without a statement, although an order that ended in the month left money with the platform. Of
 * the orders the latest are looked at: a platform that owes nothing of those sends no statement.
 */
export const missingStatementsSql = `select count(*)
  from generate_series(greatest($1::date, ($2::date - interval '${LATEST_MONTHS} months')::date), $2::date - 1, interval '1 month') g(month)
    cross join lateral (select g.month::date as month) m cross join unnest(array[${platforms.join(', ')}]) c(source)
  where not exists (select from channel_statement_line l where l.source = c.source and l.month = m.month)
    and exists (select from (select o.id from "order" o where o.source = c.source and ${endedInSql('m.month')}
        order by ${endedAt} desc limit ${LATEST_ORDERS}) o
      where (select sum(e.debit_fen - e.credit_fen) from ledger_entry e where e.order_id = o.id and e.account = '${account.platformClearing}') <> 0)`

/**
 * Orders that ended in a month and whose money is still with the platform, although its statement of the month has no line for them. Only
 * what no statement has is looked up in the books.
 */
export const missing = (ctx: Context, source: Source, month: LocalDate, limit: number) =>
  ctx.query<KnownOrder & { readonly orderNo: string; readonly orderKind: OrderKind }>(
    `with ended as materialized (select o.id from "order" o
        where o.source = $1 and ${endedInSql('$2::date')}),
      listed as materialized (select l.order_id from channel_statement_line l where l.order_id = any (array(select id from ended)))
     select * from (
       select o.id, o.source, o.order_no, o.order_kind, coalesce(o.channel_order_no, '') as channel_order_no, ${expectedSql}
         from "order" o where o.id = any (array(select id from ended except select order_id from listed))) m
      where ours_fen <> 0 order by channel_order_no limit $3`,
    [source, month, limit],
  )

export const sums = async (ctx: Context, source: Source, month: LocalDate) => {
  const [row] = await ctx.query<{ lines: number; netFen: number; commissionFen: number; openLines: number }>(
    `select count(*)::int as lines, coalesce(sum(net_fen), 0)::bigint as net_fen, coalesce(sum(commission_fen), 0)::bigint as commission_fen,
        count(*) filter (where state = ${statementState.open})::int as open_lines
       from channel_statement_line where source = $1 and month = $2::date`,
    [source, month],
  )
  return row!
}

export const lock = async (ctx: Context, id: string): Promise<LineRow | undefined> =>
  ctx.db.selectFrom('channelStatementLine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What the books expect the platform to remit for an order now. */
export async function expectedOf(ctx: Context, orderId: string): Promise<Expected> {
  const [row] = await ctx.query<Expected>(`select ${expectedSql} from "order" o where o.id = $1`, [orderId])
  return row!
}

export const saveComparison = (ctx: Context, id: string, ours: Expected | null, result: LineRow['result']) =>
  ctx.query('update channel_statement_line set ours_fen = $2, ours_commission_fen = $3, result = $4 where id = $1', [
    id,
    ours?.oursFen ?? null,
    ours?.oursCommissionFen ?? null,
    result,
  ])

/** Names the order of a line that had none. */
export const link = (ctx: Context, id: string, orderId: string, { oursFen, oursCommissionFen }: Expected) =>
  ctx.query('update channel_statement_line set order_id = $2, ours_fen = $3, ours_commission_fen = $4 where id = $1', [
    id,
    orderId,
    oursFen,
    oursCommissionFen,
  ])

/** What the books expect, in the words of a comparison; null: there is no such order. */
export const comparable = (ours: Expected | null | undefined) =>
  ours ? { netFen: ours.oursFen, commissionFen: ours.oursCommissionFen } : null

/** What a line says; a statement may not say what the platform keeps. */
export const statedAmounts = ({
  netFen,
  commissionFen,
  commissionTold,
}: Pick<LineRow, 'netFen' | 'commissionFen' | 'commissionTold'>) => ({
  netFen,
  commissionFen: commissionTold ? commissionFen : null,
})

/** Whether the statement of a month already has a line for an order. */
export async function hasLine(ctx: Context, orderId: string, month: LocalDate): Promise<boolean> {
  const rows = await ctx.query('select from channel_statement_line where order_id = $1 and month = $2::date limit 1', [
    orderId,
    month,
  ])
  return rows.length > 0
}

/** What the statements of other months say that the platform took of the deposits of an order, fen. */
export async function deductedInOtherMonths(ctx: Context, orderId: string, month: LocalDate): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    'select coalesce(sum(deducted_fen), 0)::bigint as fen from channel_statement_line where order_id = $1 and month <> $2::date',
    [orderId, month],
  )
  return row!.fen
}

/** Those of the orders whose cancellation waits for a refund. */
export const cancelling = async (ctx: Context, ids: readonly string[]): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      `select id from "order" where id = any ($1::bigint[]) and status = ${orderStatus.cancelling} order by id`,
      [ids],
    )
  ).map(({ id }) => id)
