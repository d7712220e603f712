import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { accounts, journals } from '@cheyi/domain/money/payment/accounts'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { countRows } from '../../../kernel/count-rows.ts'
import { cursorKeys, isFirstPage, paged, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { type Bind, parameters } from '../../../kernel/db/sql.ts'
import { balancesOver, type Movement } from './balances.ts'

type Ask = ParsedOf<(typeof contract.payment)['entries']>
type Listed = OutputOf<(typeof contract.payment)['entries']>['list'][number]

interface Row extends Omit<Listed, 'debit' | 'credit'> {
  readonly dayNo: number
  readonly debitFen: number
  readonly creditFen: number
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
 * SQL: the fine and the violation that the key of voucher `t` of entry `e` names. They are columns before the join: under row-level
 * security a join on a function of a row would read every row instead of one by its key.
 */
const NAMED = `case when e.order_id is null and t.journal in (${journals.code.fined}, ${journals.code.reversed})
           then substring(t.idem_key from '^(?:J21:)?J12:(?:paid|borne):(\\d+)$')::bigint end as fine_id,
         case when t.journal in (${journals.code.fined}, ${journals.code.deductionReturned}, ${journals.code.waived})
           then substring(t.idem_key from '^(?:J12:|J20:|J17:claim:)(\\d+)')::bigint end as violation_id`

/** SQL: the period of an entry `e`. */
const within = ([from, to]: Days, bind: Bind) => `e.posted_on between ${bind(from)}::date and ${bind(to)}::date`

/** SQL: entries `e` of an order or voucher, found by its number. */
function ofVouchers({ keyword, account }: Ask, days: Days | null, bind: Bind): string {
  const all = [
    /^\d{1,18}$/.test(keyword!)
      ? `t.id = ${bind(keyword)}::bigint`
      : OF_ORDER.replace('?', bind(keyword!.toUpperCase())),
    ...(days === null ? [] : [within(days, bind)]),
    ...(account === undefined ? [] : [`e.account = ${bind(account)}`]),
  ]
  return `ledger_txn t join ledger_entry e on e.txn_id = t.id where ${all.join(' and ')}`
}

/**
 * SQL of a page of entries, newest day first. A query by days reads the newest rows of each account from an index in that order: there
 * are few accounts, and from each at most one page is read.
 */
function pageOf(ask: Ask, days: Days | null) {
  const { values, bind } = parameters()
  const order = `order by e.posted_on desc, e.id desc limit ${pageSize(ask) + 1}`
  const after = cursorKeys(ask, 'int', 'id')
  const behind =
    after === null
      ? 'true'
      : `(e.posted_on, e.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  if (ask.keyword || days === null)
    return { values, text: `select e.* from ${ofVouchers(ask, days, bind)} and ${behind} ${order}` }
  const each = bind(ask.account === undefined ? accounts : [ask.account])
  return {
    values,
    text: `select e.* from unnest(${each}::text[]) a (account) cross join lateral (
        select e.* from ledger_entry e where e.account = a.account and ${within(days, bind)} and ${behind} ${order}) e ${order}`,
  }
}

/** The number of entries, and the sums of the selected account. */
async function sumsOf(ask: Ask, ctx: Context, days: Days | null): Promise<{ total: number; sums: Sums | null }> {
  if (!ask.keyword && days !== null) {
    const all = await balancesOver(ctx, days[0], addDays(days[1], 1), ask.account)
    return {
      total: all.reduce((sum, { entries }) => sum + entries, 0),
      sums: ask.account === undefined ? null : (all[0] ?? NOTHING),
    }
  }
  const { values, bind } = parameters()
  const from = ofVouchers(ask, days, bind)
  const [total, rows] = await Promise.all([
    countRows(ctx, from, values),
    days !== null || ask.account === undefined
      ? null
      : ctx.query<Sums>(
          `select 0 as opening_fen, coalesce(sum(e.debit_fen), 0)::bigint as debit_fen, coalesce(sum(e.credit_fen), 0)::bigint as credit_fen,
             coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as closing_fen from ${from}`,
          values,
        ),
  ])
  return { total, sums: rows && rows[0]! }
}

/** Ledger entries, newest day first, each with its voucher. */
export const entries: HandlerOf<'payment', 'entries'> = async (ask, ctx) => {
  const days = daysOf(ask, ctx.now)
  const page = pageOf(ask, days)
  const [rows, all] = await Promise.all([
    ctx.query<Row>(
      `with e as materialized (
         select e.*, t.created_at, t.journal, t.account_id, ${NAMED} from (${page.text}) e join ledger_txn t on t.id = e.txn_id)
       select e.id, e.txn_id, e.posted_on::text as day, e.posted_on - date '1970-01-01' as day_no, e.created_at as at,
         e.journal, e.account, e.debit_fen, e.credit_fen, o.id as order_id, o.order_no, o.order_kind,
         coalesce('违章 ' || i.no || ' ' || left(i.plate, 2) || '·' || substr(i.plate, 3), '') as memo,
         coalesce(o.status between ${orderStatus.submitted} and ${orderStatus.arranged}, false) as not_begun, coalesce(o.contact_name, '') as contact_name,
         coalesce(s.name, '') as store_name, coalesce(a.name, '') as operator_name,
         array(select distinct x.account from ledger_entry x where x.txn_id = e.txn_id and x.account <> e.account order by 1) as against
       from e left join violation_fine f on f.id = e.fine_id
         left join violation i on i.id = case when f.id is null then e.violation_id else f.violation_id end
         left join "order" o on o.id = case when e.order_id is null then i.order_id else e.order_id end
         left join store s on s.id = case when e.store_id is null then o.store_id else e.store_id end left join account a on a.id = e.account_id
       order by e.posted_on desc, e.id desc`,
      page.values,
    ),
    isFirstPage(ask) ? sumsOf(ask, ctx, days) : null,
  ])
  const shown = paged(rows, ask, ({ dayNo, id }) => [dayNo, id])
  const sums = all?.sums
  return {
    list: shown.rows.map(({ dayNo: _, debitFen, creditFen, ...row }) => ({
      ...row,
      debit: debitFen,
      credit: creditFen,
    })),
    nextCursor: shown.nextCursor,
    ...totalOf(all?.total ?? null),
    period: days && { from: days[0], to: days[1] },
    sums: sums
      ? { opening: sums.openingFen, debit: sums.debitFen, credit: sums.creditFen, closing: sums.closingFen }
      : null,
  }
}
