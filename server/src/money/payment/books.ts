import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { depositPayStatus } from '@cheyi/domain/money/deposit/codes'
import type { DayShare } from '@cheyi/domain/money/payment/earning'
import { account, type Entry, type Line } from '@cheyi/domain/money/payment/ledger'
import { dueAtBooking } from '@cheyi/domain/money/payment/steps'
import { localDate } from '@cheyi/domain/time'
import { cacheMoney } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { movedSql, paidSql, refundingSql } from './paid-sql.ts'
import { creditSql, pendingRefundSql } from './refund-wait.ts'
import { plans } from './rentals.ts'

export interface Posting extends Entry {
  readonly paymentId?: string
  readonly reversesTxnId?: string
  /** Booking date; only the month end is dated back (to its last day). */
  readonly postedOn?: string
  /** The days to which its income belongs; missing: the booking date. */
  readonly days?: readonly DayShare[]
}

const posting = (repeat: string) => `
  with txn as (
    insert into ledger_txn (journal, idem_key, order_id, payment_id, reverses_txn_id, posted_on, earned_days)
    select journal, key, $1, payment_id, reverses, posted_on, days
      from unnest($2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::date[], $11::jsonb[])
        as t (journal, key, payment_id, reverses, posted_on, days)
    ${repeat} returning id, idem_key, posted_on),
  entries as (
    insert into ledger_entry (txn_id, account, debit_fen, credit_fen, order_id, posted_on)
    select txn.id, line.account, line.debit, line.credit, $1, txn.posted_on
      from txn join unnest($7::text[], $8::text[], $9::bigint[], $10::bigint[]) as line (key, account, debit, credit)
        on line.key = txn.idem_key)
  select idem_key from txn`
const POST_OR_REPEAT = posting('on conflict do nothing')
const POST = posting('')

function valuesOf(ctx: Context, orderId: string, postings: readonly Posting[]): unknown[] {
  const lines = postings.flatMap(({ idemKey: key, lines: own }) => own.map((line) => ({ ...line, key })))
  return [
    orderId,
    postings.map(({ journal }) => journal),
    postings.map(({ idemKey }) => idemKey),
    postings.map(({ paymentId }) => paymentId ?? null),
    postings.map(({ reversesTxnId }) => reversesTxnId ?? null),
    postings.map(({ postedOn }) => postedOn ?? localDate(ctx.now)),
    lines.map((line) => line.key),
    lines.map((line) => line.account),
    lines.map((line) => line.debitFen),
    lines.map((line) => line.creditFen),
    postings.map(({ days }) => (days === undefined ? null : JSON.stringify(days))),
  ]
}

/**
 * Queues entries whose keys cannot have been posted before, because they contain the id of a row that this transaction created.
 * Otherwise as {@link postAll}.
 */
export function postNew(ctx: Context, orderId: string, given: readonly Posting[]): void {
  const postings = given.filter(({ lines }) => lines.length > 0)
  if (postings.length > 0) ctx.queue(POST, valuesOf(ctx, orderId, postings))
}

/**
 * Posts ledger entries of an order in one statement. An entry whose key was posted before changes nothing, and one without lines is
 * skipped. The database rejects an unbalanced entry at the commit.
 * @throws Error for a key that was posted before with other lines or for another order: the entry would be lost
 */
export async function postAll(ctx: Context, orderId: string, given: readonly Posting[]): Promise<void> {
  const postings = given.filter(({ lines }) => lines.length > 0)
  if (postings.length === 0) return
  const written = await ctx.query<{ idemKey: string }>(POST_OR_REPEAT, valuesOf(ctx, orderId, postings))
  const fresh = new Set(written.map((row) => row.idemKey))
  const repeated = postings.filter(({ idemKey }) => !fresh.has(idemKey))
  if (repeated.length > 0) await sameAsBefore(ctx, orderId, repeated)
}

async function sameAsBefore(ctx: Context, orderId: string, repeated: readonly Posting[]): Promise<void> {
  const rows = await ctx.query<{ idemKey: string; orderId: string; line: string }>(
    `select t.idem_key, t.order_id, e.account || ' ' || e.debit_fen || ' ' || e.credit_fen as line
       from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.idem_key = any ($1::text[])`,
    [repeated.map(({ idemKey }) => idemKey)],
  )
  for (const entry of repeated) {
    const before = rows.filter((row) => row.idemKey === entry.idemKey)
    const said = entry.lines.map((line) => `${line.account} ${line.debitFen} ${line.creditFen}`)
    const same =
      said.toSorted().join() ===
      before
        .map((row) => row.line)
        .toSorted()
        .join()
    if (!same || before.some((row) => row.orderId !== orderId))
      throw new Error(`${entry.idemKey} was posted before and says something else now`)
  }
}

/** Posts one entry, as {@link postAll}. */
export const post = (ctx: Context, orderId: string, entry: Entry, of: Omit<Posting, keyof Entry> = {}): Promise<void> =>
  postAll(ctx, orderId, [{ ...entry, ...of }])

/** All ledger lines of an order, for the rules that compute balances. */
export const ledgerLines = (ctx: Context, orderId: string): Promise<Line[]> =>
  ctx.query<Line>('select account, debit_fen, credit_fen from ledger_entry where order_id = $1', [orderId])

export interface OrderMoney {
  /** Sum of the active items without deposits, fen. */
  readonly total: number
  /** Received, including what was deducted from deposits. Held deposit money does not belong to the order. */
  readonly paid: number
  readonly refunded: number
  /** Balance of the customer's receivable, fen; negative is owed to the customer. */
  readonly owed: number
  /** The balance as it will be after the pending refunds have left; negative may still be refunded. */
  readonly due: number
  /** Pending refunds, fen. */
  readonly refunding: number
  /** The amount that lets an order leave the status "awaiting payment". */
  readonly dueAtBooking: number
}

/** The held part of the deposits is a sum of its own. */
const MONEY_OF_ORDER = `
  select
    (select coalesce(sum(amount_fen), 0) from order_item where order_id = $1 and status = 'active' and item_type <> ${orderItemType.deposit}) as total_fen,
    (select coalesce(sum(fen), 0) from (${paidSql}) p where order_id = $1) as paid_fen,
    (select coalesce(sum(fen), 0) from (${movedSql('out')}) p where order_id = $1) as refunded_fen,
    book.owed_fen, book.refund_expense_fen,
    (select coalesce(sum(fen), 0) from (${refundingSql}) p where order_id = $1) as refunding_fen,
    (select ${pendingRefundSql('p')} from payment p where p.order_id = $1) as pending_refund,
    (select coalesce(sum(held_fen - captured_fen - released_fen), 0) from deposit
       where order_id = $1 and pay_status in (${depositPayStatus.paid}, ${depositPayStatus.authorised})) as held_deposit_fen
  from (select coalesce(sum(debit_fen - credit_fen) filter (where account = '${account.receivable}'), 0) as owed_fen,
          coalesce(sum(debit_fen - credit_fen) filter (where account = '${account.refundExpense}'), 0) as refund_expense_fen
        from ledger_entry where order_id = $1) book`

/** Recomputes the money columns of the order row from its ledger, payments and deposits, in the transaction that changed them. */
export async function refreshMoney(ctx: Context, orderId: string): Promise<OrderMoney> {
  const row = await cacheMoney(ctx, orderId, { sums: MONEY_OF_ORDER, credit: creditSql('o', 'm') })
  const fees = row.planTerms === null ? [] : await plans.refresh(ctx, orderId, row.planTerms)
  if (fees.length > 0) {
    await postAll(ctx, orderId, fees)
    return refreshMoney(ctx, orderId)
  }
  return {
    total: row.totalFen,
    paid: row.paidFen,
    refunded: row.refundedFen,
    owed: row.owedFen,
    due: dueFen(row),
    refunding: row.refundingFen,
    dueAtBooking: dueAtBooking({ ...row, owedFen: dueFen(row) }),
  }
}
