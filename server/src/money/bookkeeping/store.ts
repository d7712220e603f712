import type { VoucherAccount } from '@cheyi/domain/money/bookkeeping/chart'
import type { TaxClass } from '@cheyi/domain/money/bookkeeping/codes'
import type { Posted, VoucherLine } from '@cheyi/domain/money/bookkeeping/voucher'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { type Account, account } from '@cheyi/domain/money/payment/ledger'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'

type Query = Pick<Context, 'query'>

export const monthsMade = (ctx: Query) =>
  ctx.query<{ month: string; vouchers: number; madeAt: number }>(
    `select to_char(month, 'YYYY-MM') as month, vouchers, made_at from bookkeeping_month order by 1 desc`,
  )

interface Made {
  readonly vouchers: number
  readonly madeAt: number
}

/** The vouchers of a month; undefined: none were made yet. */
export const madeVouchers = (ctx: Query, month: string): Promise<Made | undefined> =>
  ctx.query.first<Made>('select vouchers, made_at from bookkeeping_month where month = $1::date', [daysOf(month)[0]])

/**
 * The entries of a month summed by day, store, journal, account and payer. A transaction belongs to the store whose money it moved, otherwise to
 * the store of its order.
 */
export const postedSums = (ctx: Query, month: string) =>
  ctx.query<Posted>(
    `select to_char(posted_on, 'YYYY-MM-DD') as day, store_id, journal, account, payer, sum(debit_fen)::bigint as debit_fen, sum(credit_fen)::bigint as credit_fen
       from (select t.posted_on, t.journal, e.account, coalesce(o.payer_name, '') as payer, e.debit_fen, e.credit_fen,
               coalesce(min(e.store_id) over (partition by t.id), o.store_id) as store_id
          from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
            left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
         where t.posted_on >= $1::date and t.posted_on < $2::date) p
      group by posted_on, store_id, journal, account, payer order by 1, 2, 3, 4, 5`,
    daysOf(month),
  )

/** Replaces the vouchers of a month. */
export async function replace(ctx: Query, month: string, lines: readonly VoucherLine[]): Promise<void> {
  const [first] = daysOf(month)
  await ctx.query(
    `insert into bookkeeping_month as m (month, vouchers) values ($1::date, $2)
     on conflict (merchant_id, month) do update set vouchers = excluded.vouchers, made_at = app_now(), made_by = actor()`,
    [first, lines.at(-1)?.number ?? 0],
  )
  await ctx.query('delete from bookkeeping_line where month = $1::date', [first])
  await ctx.query(
    `insert into bookkeeping_line (month, number, line, day, store_id, journal, account, customer, debit_fen, credit_fen, rate_bp)
     select $1::date, number, line, day, store_id, journal, account, customer, debit_fen, credit_fen, rate_bp from jsonb_to_recordset($2::jsonb)
       as l (number int, line int, day date, store_id bigint, journal smallint, account text, customer text,
         debit_fen bigint, credit_fen bigint, rate_bp smallint)`,
    [first, recordset(lines)],
  )
}

/** Penalties of cancelled bookings in a month. */
export const cancelledPenalties = async (ctx: Query, month: string) =>
  (
    await ctx.query<{ debitFen: number; creditFen: number }>(
      `with t as materialized (select id from ledger_txn
           where posted_on >= $1::date and posted_on < $2::date and journal = ${journals.code.calledOff})
       select coalesce(sum(e.debit_fen), 0)::bigint as debit_fen, coalesce(sum(e.credit_fen), 0)::bigint as credit_fen
         from ledger_entry e where e.txn_id = any (array(select id from t)) and e.account = '${account.penaltyIncome}'`,
      daysOf(month),
    )
  )[0]!

/** What of the vouchers of a month is taxed, and its tax, by account and rate. */
export const taxedLines = (ctx: Query, month: string) =>
  ctx.query<Pick<VoucherLine, 'account' | 'rateBp' | 'debitFen' | 'creditFen'>>(
    `select account, rate_bp, sum(debit_fen)::bigint as debit_fen, sum(credit_fen)::bigint as credit_fen
       from bookkeeping_line where month = $1::date and rate_bp > 0 group by 1, 2`,
    [daysOf(month)[0]],
  )

/** A voucher with the names that a page shows. */
export interface VoucherRow {
  readonly number: number
  readonly day: string
  readonly storeId: string | null
  readonly storeName: string | null
  readonly lines: readonly Omit<VoucherLine, 'number' | 'day' | 'storeId'>[]
}

/** Vouchers after a number; numbers have no gaps. */
export const page = (ctx: Query, month: string, after: number, limit: number) =>
  ctx.query<VoucherRow>(
    `select l.number, to_char(min(l.day), 'YYYY-MM-DD') as day, min(l.store_id) as store_id, min(s.name) as store_name,
         json_agg(json_build_object('line', l.line, 'journal', l.journal, 'account', l.account, 'customer', l.customer,
            'debitFen', l.debit_fen, 'creditFen', l.credit_fen, 'rateBp', l.rate_bp) order by l.line) as lines
       from bookkeeping_line l left join store s on s.merchant_id = l.merchant_id and s.id = l.store_id
      where l.month = $1::date and l.number > $2 and l.number <= $2 + $3 group by l.number order by l.number`,
    [daysOf(month)[0], after, limit],
  )

export interface OwnAccount {
  readonly account: VoucherAccount
  readonly code: string
  readonly name: string
  readonly taxClass: TaxClass | null
  readonly classCode: string | null
  readonly cancelClass: TaxClass | null
  readonly cancelReason: string
  readonly version: number
}

export const ownAccounts = (ctx: Query) =>
  ctx.query<OwnAccount>(
    'select account, code, name, tax_class, class_code, cancel_class, cancel_reason, version from bookkeeping_account',
  )

/** @returns the new version; undefined when another version is stored */
export async function saveAccount(
  ctx: Query,
  { account, code, name, taxClass, classCode, cancelClass, cancelReason, version }: OwnAccount,
): Promise<number | undefined> {
  const values = [account, code, name, taxClass, classCode, cancelClass, cancelReason]
  const [row] = await ctx.query<{ version: number }>(
    version === 0
      ? `insert into bookkeeping_account (account, code, name, tax_class, class_code, cancel_class, cancel_reason) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict do nothing returning version`
      : `update bookkeeping_account set code = $2, name = $3, tax_class = $4, class_code = $5, cancel_class = $6, cancel_reason = $7,
             version = version + 1, updated_at = app_now(), updated_by = actor() where account = $1 and version = $8 returning version`,
    version === 0 ? values : [...values, version],
  )
  return row?.version
}

/** The name of the account that exports: 制单人. */
export async function author(ctx: Query): Promise<string> {
  const [row] = await ctx.query<{ name: string }>('select name from account where id = (select actor())')
  return row?.name ?? ''
}

export async function merchantName(ctx: Query): Promise<string> {
  const [row] = await ctx.query<{ name: string }>('select name from merchant where id = merchant()')
  return row!.name
}

/** What an order has on an account. */
export interface OrderBalance {
  readonly account: Account
  /** null: what no order explains. */
  readonly orderNo: string | null
  readonly payer: string | null
  /** Debits less credits. */
  readonly fen: number
}

/** What the balances of accounts before a day consist of, by order; at most `limit` rows. */
export const orderBalances = (ctx: Query, accounts: readonly Account[], before: string, limit: number) =>
  ctx.query<OrderBalance>(
    `select b.account, o.order_no, o.payer_name as payer, b.fen from (
       select e.account, e.order_id, sum(e.debit_fen - e.credit_fen)::bigint as fen from ledger_entry e join ledger_txn t on t.id = e.txn_id
        where e.account = any ($1::text[]) and t.posted_on < $2::date group by e.account, e.order_id) b
       left join "order" o on o.id = b.order_id
      where b.fen <> 0 order by b.account, o.order_no nulls last limit $3`,
    [accounts, before, limit],
  )
