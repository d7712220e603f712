import { reduceType } from '@cheyi/domain/order/codes'
import { billed, type Entry, type Line, subsidised } from '@cheyi/domain/payment/ledger'
import type { PriceLine } from '@cheyi/domain/pricing/quote'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'

/**
 * Posts an entry to the books of an order; one that was posted before, by its key, changes nothing. The database
 * refuses an entry out of balance at the commit.
 * @param options.postedOn booking date; only the month end is dated back (to its last day)
 */
export async function post(
  ctx: Context,
  orderId: string,
  entry: Entry,
  options: { paymentId?: string; reversesTxnId?: string; postedOn?: string } = {},
): Promise<void> {
  if (entry.lines.length === 0) return
  await ctx.query(
    `with txn as (
       insert into ledger_txn (journal, idem_key, order_id, payment_id, reverses_txn_id, posted_on)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id)
     insert into ledger_entry (txn_id, account, debit_fen, credit_fen, order_id)
     select txn.id, line.account, line.debit, line.credit, $3
       from txn, unnest($7::text[], $8::bigint[], $9::bigint[]) as line (account, debit, credit)`,
    [
      entry.journal,
      entry.idemKey,
      orderId,
      options.paymentId ?? null,
      options.reversesTxnId ?? null,
      options.postedOn ?? localDate(ctx.now),
      entry.lines.map((line) => line.account),
      entry.lines.map((line) => line.debitFen),
      entry.lines.map((line) => line.creditFen),
    ],
  )
}

/** Every line in the books of an order, for the rules that ask for balances. */
export async function ledgerLines(ctx: Context, orderId: string): Promise<Line[]> {
  const rows = await ctx.query<{ account: Line['account']; debit_fen: number; credit_fen: number }>(
    'select account, debit_fen, credit_fen from ledger_entry where order_id = $1',
    [orderId],
  )
  return rows.map((row) => ({ account: row.account, debitFen: row.debit_fen, creditFen: row.credit_fen }))
}

export interface OrderMoney {
  /** Σ active items, deposits aside. */
  readonly total: number
  /** Received, deposits aside. */
  readonly paid: number
  readonly refunded: number
  /** Balance of the customer's receivable; negative is due back. */
  readonly owed: number
}

/** Deposit money has a payKind of its own (2, 3) and never counts as paid. */
const MONEY_OF_ORDER = `
  select
    (select coalesce(sum(amount_fen), 0) from order_item where order_id = $1 and status = 'active' and item_type <> 6) as total_fen,
    (select coalesce(sum(amount_fen), 0) from payment
       where order_id = $1 and direction = 'in' and status = 2 and pay_kind not in (2, 3)) as paid_fen,
    (select coalesce(sum(amount_fen), 0) from payment
       where order_id = $1 and direction = 'out' and status = 2 and pay_kind not in (2, 3)) as refunded_fen,
    (select coalesce(sum(debit_fen - credit_fen), 0) from ledger_entry
       where order_id = $1 and account = 'customer_receivable') as owed_fen`

/** Recomputes what the order row caches of its books, in the transaction that changed them. */
export async function refreshMoney(ctx: Context, orderId: string): Promise<OrderMoney> {
  const [row] = await ctx.query<{ total_fen: number; paid_fen: number; refunded_fen: number; owed_fen: number }>(
    `with money as (${MONEY_OF_ORDER})
     update "order" o set total_fen = m.total_fen, paid_fen = m.paid_fen, refunded_fen = m.refunded_fen, owed_fen = m.owed_fen
       from money m where o.id = $1
     returning o.total_fen, o.paid_fen, o.refunded_fen, o.owed_fen`,
    [orderId],
  )
  return { total: row!.total_fen, paid: row!.paid_fen, refunded: row!.refunded_fen, owed: row!.owed_fen }
}

/** Bills the lines of a new order: the customer their part, the channel what it subsidises (J1, J3). */
export async function billLines(ctx: Context, orderId: string, lines: readonly PriceLine[]): Promise<void> {
  const sum = (of: (line: PriceLine) => boolean) => lines.filter(of).reduce((total, line) => total + line.amount, 0)
  const subsidy = -sum((line) => line.reduceType === reduceType.channelSubsidy)
  await post(
    ctx,
    orderId,
    billed(
      orderId,
      sum(() => true),
    ),
  )
  if (subsidy > 0) await post(ctx, orderId, subsidised(orderId, subsidy))
}
