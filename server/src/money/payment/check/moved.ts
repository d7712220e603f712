import { orderKinds } from '@cheyi/domain/booking/order/codes'
import { addMonths, epochDayOf, HOUR, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'

/*
 * What a night compares: the orders that changed since the last one, the months that something was posted to, and in rotation the orders of
 * one older month. The follower of figures marks the orders.
 */

export interface Moved {
  readonly orderIds: readonly string[]
  /** The first month that something was posted to, or null. */
  readonly since: LocalDate | null
}

/** Tables whose rows belong to orders. */
const tables = [
  'channel_statement_line',
  'claim',
  'damage_order',
  'deposit',
  'deposit_deduction',
  'deposit_hold',
  'expense_item',
  'instalment',
  'ledger_entry',
  'ledger_txn',
  'order_item',
  'order_unearned',
  'payment',
  'reimbursement',
  'renewal',
  'violation',
  'write_off',
]

const rowsOnly = (table: string, where: string) =>
  `${table} as not materialized (select * from public.${table} where ${where})`

/** SQL before a statement, in which each table then stands for its rows of the orders $1. */
export const ordersSql = `with ${[
  rowsOnly('"order"', 'id = any ($1::bigint[])'),
  rowsOnly(
    'ledger_correction',
    'txn_id = any (array(select id from public.ledger_txn where order_id = any ($1::bigint[])))',
  ),
  ...tables.map((table) => rowsOnly(table, 'order_id = any ($1::bigint[])')),
].join(',\n')}`

/** The same for the sums, and the transactions, of the months from $1 on. */
export const monthsSql = `with ${[
  rowsOnly('trial_balance', 'month >= $1::date'),
  rowsOnly('ledger_sum', 'from_on >= $1::date'),
  rowsOnly('ledger_change', 'posted_on >= $1::date'),
  rowsOnly('ledger_txn', 'posted_on >= $1::date'),
].join(',\n')}`

/** Marks orders that changed: they are compared in the next night. */
export const markMoved = (ctx: Pick<Context, 'query'>, orderIds: readonly string[]): Promise<unknown> =>
  ctx.query(
    `insert into order_moved (order_id) select unnest($1::bigint[]) on conflict (merchant_id, order_id) do update set at = excluded.at`,
    [[...orderIds].toSorted()],
  )

/** Has the next night compare everything, because changes may have been missed. */
export const compareAllAgain = (ctx: Pick<Context, 'query'>): Promise<unknown> =>
  ctx.query('update books_compared set txn_id = null')

/** How many months are compared in rotation, one each night. */
const MONTHS = 60

/** A difference; null: of no single order. */
interface Found {
  readonly orderNo: string | null
}

/**
 * Runs a comparison of what moved; of everything, the first time. What differs is compared in the next night again, until it is repaired.
 * @param compare is given what moved, or undefined
 */
export async function withMoved(
  ctx: Context,
  compare: (moved: Moved | undefined) => Promise<readonly Found[]>,
): Promise<void> {
  const [last] = await ctx.query<{ txnId: string }>('select txn_id from books_compared where txn_id is not null')
  const marked = await ctx.query<{ orderId: string; at: number }>('select order_id, at from order_moved')
  // A transaction that took its number earlier may have committed later, never by an hour.
  const [reached] = await ctx.query<{ id: string }>(
    `select id from ledger_txn where created_at < $1 order by id desc limit 1`,
    [at(ctx.now - HOUR)],
  )
  const found = await compare(
    last && { orderIds: await orderIdsOf(ctx, marked), since: await firstMonth(ctx, last.txnId) },
  )
  await ctx.query(
    `delete from order_moved m using unnest($1::bigint[], $2::timestamptz[]) c (id, at) where m.order_id = c.id and m.at = c.at`,
    [marked.map(({ orderId }) => orderId), marked.map((one) => at(one.at))],
  )
  const numbers = [...new Set(found.flatMap(({ orderNo }) => orderNo ?? []))]
  if (numbers.length > 0) {
    const wrong = await ctx.query<{ id: string }>('select id from "order" where order_no = any ($1)', [numbers])
    await markMoved(
      ctx,
      wrong.map(({ id }) => id),
    )
  }
  await ctx.query(
    `insert into books_compared (txn_id, differences) values ($1, $2)
      on conflict (merchant_id) do update set txn_id = excluded.txn_id, differences = excluded.differences`,
    [reached?.id ?? '0', found.length],
  )
}

/** Those that are marked, and those that were booked in the month whose turn it is. */
async function orderIdsOf(ctx: Context, marked: readonly { readonly orderId: string }[]): Promise<string[]> {
  const today = localDate(ctx.now)
  const month = addMonths(`${today.slice(0, 7)}-01`, -1 - (epochDayOf(today) % MONTHS))
  const rows = await ctx.query<{ id: string }>(
    'select id from "order" where order_kind = any ($1::smallint[]) and created_at >= $2 and created_at < $3',
    [orderKinds.values, at(startOfDate(month)), at(startOfDate(addMonths(month, 1)))],
  )
  return [...new Set([...marked.map(({ orderId }) => orderId), ...rows.map(({ id }) => id)])]
}

async function firstMonth(ctx: Context, after: string): Promise<LocalDate | null> {
  const [row] = await ctx.query<{ month: LocalDate | null }>(
    `select date_trunc('month', min(posted_on))::date::text as month from ledger_txn where id > $1`,
    [after],
  )
  return row!.month
}
