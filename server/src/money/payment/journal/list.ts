import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { journals } from '@cheyi/domain/money/payment/accounts'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { type Bind, parameters } from '../../../kernel/db/sql.ts'
import { balancesOver, type Movement } from './balances.ts'

type Ask = ParsedOf<(typeof contract.payment)['vouchers']>
type Listed = OutputOf<(typeof contract.payment)['vouchers']>['list'][number]

interface Row extends Omit<Listed, 'lines'> {
  readonly dayNo: number
  readonly key: string
  /** False of an earlier entry of a voucher that has several on the account: the voucher stands at its last. */
  readonly isLast: boolean
  readonly lines: readonly { readonly account: Account; readonly debitFen: number; readonly creditFen: number }[]
}

type Sums = Omit<Movement, 'account' | 'entries'>
const NOTHING: Sums = { openingFen: 0, debitFen: 0, creditFen: 0, closingFen: 0 }

/** First and last day, both included. */
type Days = readonly [LocalDate, LocalDate]

/** The requested days; null when a search for an order or voucher has no period. */
function daysOf({ period, keyword }: Pick<Ask, 'period' | 'keyword'>, now: number): Days | null {
  if (period !== undefined) return [localDate(period.from), localDate(period.to - 1)]
  if (keyword) return null
  return [`${localDate(now).slice(0, 7)}-01`, localDate(now)]
}

/**
 * SQL: the vouchers of an order, and those of fines that the merchant paid for its violations. A fine is often paid before the violation
 * is assigned to an order, so its voucher names no order and is found through the violation.
 */
const OF_ORDER = `t.id in (with o as (select id from "order" where order_no = ?)
    select x.id from ledger_txn x join o on o.id = x.order_id
    union all select x.id from o join violation i on i.order_id = o.id join violation_fine f on f.violation_id = i.id
      join ledger_txn x on x.idem_key in ('J12:paid:' || f.id, 'J12:borne:' || f.id, 'J21:J12:paid:' || f.id))`

/**
 * SQL: the fine and the violation that the key of voucher `t` names. They are columns before the join: under row-level security a join on a
 * function of a row would read every row instead of one by its key.
 */
const NAMED = `case when t.order_id is null and t.journal in (${journals.code.fined}, ${journals.code.reversed})
           then substring(t.idem_key from '^(?:J21:)?J12:(?:paid|borne):(\\d+)$')::bigint end as fine_id,
         case when t.journal in (${journals.code.fined}, ${journals.code.deductionReturned}, ${journals.code.waived})
           then substring(t.idem_key from '^(?:J12:|J20:|J17:claim:)(\\d+)')::bigint end as violation_id`

/** SQL: a period. */
const periodSql = ([from, to]: Days, bind: Bind) => `posted_on between ${bind(from)}::date and ${bind(to)}::date`

/** SQL: entries `e` of an order or voucher, found by its number. */
function ofVouchers({ keyword, account }: Ask, days: Days | null, bind: Bind): string {
  const all = [
    /^\d{1,18}$/.test(keyword!)
      ? `t.id = ${bind(keyword)}::bigint`
      : OF_ORDER.replace('?', bind(keyword!.toUpperCase())),
    ...(days === null ? [] : [`e.${periodSql(days, bind)}`]),
    ...(account === undefined ? [] : [`e.account = ${bind(account)}`]),
  ]
  return `ledger_txn t join ledger_entry e on e.txn_id = t.id where ${all.join(' and ')}`
}

/**
 * SQL of a page of vouchers, newest day first: of all accounts in the order of their days, of one account in the order of its entries.
 * `last`: the last entry of voucher `x` on the account.
 */
function pageOf(ask: Ask, days: Days | null) {
  const { values, bind } = parameters()
  const after = cursorKeys(ask, 'int', 'id')
  const behind = (key: string) =>
    after === null
      ? 'true'
      : `(posted_on, ${key}) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  const order = `order by posted_on desc, key desc limit ${pageSize(ask) + 1}`
  if (ask.keyword || days === null)
    return {
      values,
      last: 'null::bigint',
      text: `select * from (select distinct t.id as txn_id, t.id as key, t.posted_on from ${ofVouchers(ask, days, bind)}) t
        where ${behind('key')} ${order}`,
    }
  if (ask.account === undefined)
    return {
      values,
      last: 'null::bigint',
      text: `select id as txn_id, id as key, posted_on from ledger_txn where ${periodSql(days, bind)} and ${behind('id')} ${order}`,
    }
  const account = bind(ask.account)
  return {
    values,
    last: `max(x.id) filter (where x.account = ${account})`,
    text: `select txn_id, id as key, posted_on from ledger_entry
      where account = ${account} and ${periodSql(days, bind)} and ${behind('id')} ${order}`,
  }
}

/** The sums of the selected account: over the days, or of an order or voucher of any time. */
async function sumsOf(ask: Ask, ctx: Context, days: Days | null): Promise<Sums | null> {
  if (ask.account === undefined || (ask.keyword && days !== null)) return null
  if (days !== null) return (await balancesOver(ctx, days[0], addDays(days[1], 1), ask.account))[0] ?? NOTHING
  const { values, bind } = parameters()
  const [sums] = await ctx.query<Sums>(
    `select 0 as opening_fen, coalesce(sum(e.debit_fen), 0)::bigint as debit_fen, coalesce(sum(e.credit_fen), 0)::bigint as credit_fen,
       coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as closing_fen from ${ofVouchers(ask, days, bind)}`,
    values,
  )
  return sums!
}

/** Vouchers, newest day first, each with all its lines. */
export const vouchers: HandlerOf<'payment', 'vouchers'> = async (ask, ctx) => {
  const days = daysOf(ask, ctx.now)
  const page = pageOf(ask, days)
  const [rows, sums] = await Promise.all([
    ctx.query<Row>(
      `with t as materialized (
         select t.*, p.key, coalesce(p.key = l.last, true) as is_last, l.lines, l.store_id, ${NAMED} from (${page.text}) p join ledger_txn t on t.id = p.txn_id
           cross join lateral (select max(x.store_id) as store_id, ${page.last} as last,
             json_agg(json_build_object('account', x.account, 'debitFen', x.debit_fen, 'creditFen', x.credit_fen)
               order by x.debit_fen = 0, x.id) as lines from ledger_entry x where x.txn_id = t.id) l)
       select t.id, t.key, t.is_last, t.posted_on::text as day, t.posted_on - date '1970-01-01' as day_no, t.created_at as at,
         t.journal, t.lines, o.id as order_id, o.order_no, o.order_kind,
         coalesce('违章 ' || i.no || ' ' || left(i.plate, 2) || '·' || substr(i.plate, 3), '') as memo,
         coalesce(o.status between ${orderStatus.submitted} and ${orderStatus.arranged}, false) as not_begun, coalesce(o.contact_name, '') as contact_name,
         coalesce(s.name, '') as store_name, coalesce(a.name, '') as operator_name
       from t left join violation_fine f on f.id = t.fine_id
         left join violation i on i.id = case when f.id is null then t.violation_id else f.violation_id end
         left join "order" o on o.id = case when t.order_id is null then i.order_id else t.order_id end
         left join store s on s.id = case when t.store_id is null then o.store_id else t.store_id end left join account a on a.id = t.account_id
       order by t.posted_on desc, t.key desc`,
      page.values,
    ),
    isFirstPage(ask) ? sumsOf(ask, ctx, days) : null,
  ])
  const shown = buildPage(rows, ask, ({ dayNo, key }) => [dayNo, key])
  return {
    list: shown.rows
      .filter(({ isLast }) => isLast)
      .map(({ dayNo: _, key: __, isLast: ___, lines, ...row }) => ({
        ...row,
        lines: lines.map(({ account, debitFen, creditFen }) => ({ account, debit: debitFen, credit: creditFen })),
      })),
    nextCursor: shown.nextCursor,
    ...totalOf(null),
    period: days && { from: days[0], to: days[1] },
    sums: sums && { opening: sums.openingFen, debit: sums.debitFen, credit: sums.creditFen, closing: sums.closingFen },
  }
}
