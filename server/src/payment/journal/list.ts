import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/order/codes'
import { journals } from '@cheyi/domain/payment/accounts'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { HandlerOf } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { cursorKeys, isFirstPage, paged, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { balancesOver, type Movement } from './balances.ts'

type Ask = ParsedOf<(typeof contract.payment)['entries']>
type Listed = OutputOf<(typeof contract.payment)['entries']>['list'][number]

interface Row extends Omit<Listed, 'debit' | 'credit'> {
  readonly dayNo: number
  readonly debitFen: number
  readonly creditFen: number
}

type Sums = Omit<Movement, 'account'>

/** The days that are asked for, both included; null of an order or voucher at any time. */
function daysOf({ period, keyword }: Pick<Ask, 'period' | 'keyword'>, now: number): [LocalDate, LocalDate] | null {
  if (period !== undefined) return [localDate(period.from), localDate(period.to - 1)]
  if (keyword) return null
  return [`${localDate(now).slice(0, 7)}-01`, localDate(now)]
}

/**
 * What of the books is about an order: its own vouchers, and those of fines that the merchant paid for its violations. A fine is paid
 * out of a till, often before anybody knows whose violation it is, so its voucher names no order and is found by the violation.
 */
const OF_ORDER = `t.id in (with o as (select id from "order" where order_no = ?)
    select x.id from ledger_txn x join o on o.id = x.order_id
    union all select x.id from o join illegal i on i.order_id = o.id join illegal_fine f on f.illegal_id = i.id
      join ledger_txn x on x.idem_key in ('J12:paid:' || f.id, 'J12:borne:' || f.id, 'J21:J12:paid:' || f.id))`

/** SQL: joins the fine `f` and the violation `i` that a voucher `e` is about. */
const VIOLATION = `left join illegal_fine f on e.order_id is null and e.journal in (${journals.code.fined}, ${journals.code.reversed})
         and f.id = substring(e.idem_key from '^(?:J21:)?J12:(?:paid|borne):(\\d+)$')::bigint
       left join illegal i on i.id = coalesce(f.illegal_id, case
         when e.journal in (${journals.code.fined}, ${journals.code.deductionReturned}, ${journals.code.waived})
         then substring(e.idem_key from '^(?:J12:|J20:|J17:claim:)(\\d+)')::bigint end)`

/** Conditions on entries `e` of vouchers `t`: by days, by the number of an order or voucher, by account. */
function conditionsOf(ask: Omit<Ask, 'cursor'>, days: readonly [LocalDate, LocalDate] | null) {
  const values: unknown[] = []
  const all: string[] = []
  const where = (text: string, value: unknown) => all.push(text.replaceAll('?', `$${values.push(value)}`))
  if (days !== null) {
    where('t.posted_on >= ?::date', days[0])
    where('t.posted_on <= ?::date', days[1])
  }
  if (ask.account !== undefined) where('e.account = ?', ask.account)
  if (ask.keyword) {
    if (/^\d{1,18}$/.test(ask.keyword)) where('t.id = ?::bigint', ask.keyword)
    else where(OF_ORDER, ask.keyword.toUpperCase())
  }
  return { where: all.join(' and '), values }
}

/** Entries of the books, the newest day first, each with the voucher that it is a part of. */
export const entries: HandlerOf<'payment', 'entries'> = async (ask, ctx) => {
  const days = daysOf(ask, ctx.now)
  const { where, values } = conditionsOf(ask, days)
  const after = cursorKeys(ask, 'int', 'id')
  const page = [...values]
  const behind =
    after === null
      ? 'true'
      : `(t.posted_on, e.id) < (date '1970-01-01' + $${page.push(after[0])}::int, $${page.push(after[1])}::bigint)`
  const first = isFirstPage(ask)
  const from = `ledger_txn t join ledger_entry e on e.txn_id = t.id where ${where}`
  const [rows, total, sums] = await Promise.all([
    ctx.query<Row>(
      `with e as materialized (
         select e.*, t.posted_on, t.created_at, t.journal, t.idem_key, t.account_id from ${from} and ${behind}
          order by t.posted_on desc, e.id desc limit ${pageSize(ask) + 1})
       select e.id, e.txn_id, e.posted_on::text as day, e.posted_on - date '1970-01-01' as day_no, e.created_at as at,
         e.journal, e.account, e.debit_fen, e.credit_fen, o.id as order_id, o.order_no, o.order_kind,
         coalesce('违章 ' || i.no || ' ' || i.plate, '') as memo,
         coalesce(o.status between ${orderStatus.submitted} and ${orderStatus.arranged}, false) as not_begun, coalesce(o.contact_name, '') as contact_name,
         coalesce(s.name, '') as store_name, coalesce(a.name, '') as operator_name,
         array(select distinct x.account from ledger_entry x where x.txn_id = e.txn_id and x.account <> e.account order by 1) as against
       from e ${VIOLATION} left join "order" o on o.id = coalesce(e.order_id, i.order_id) left join store s on s.id = coalesce(e.store_id, o.store_id)
         left join account a on a.id = e.account_id
       order by e.posted_on desc, e.id desc`,
      page,
    ),
    first ? countRows(ctx, from, values) : null,
    first && days !== null && ask.account !== undefined && !ask.keyword
      ? balancesOver(ctx, days[0], addDays(days[1], 1), ask.account)
      : first && days === null && ask.account !== undefined
        ? ctx.query<Sums>(
            `select 0 as opening_fen, coalesce(sum(e.debit_fen), 0)::bigint as debit_fen, coalesce(sum(e.credit_fen), 0)::bigint as credit_fen,
               coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as closing_fen from ${from}`,
            values,
          )
        : null,
  ])
  const shown = paged(rows, ask, ({ dayNo, id }) => [dayNo, id])
  const [sum] = sums ?? []
  return {
    list: shown.rows.map(({ dayNo: _, debitFen, creditFen, ...row }) => ({
      ...row,
      debit: debitFen,
      credit: creditFen,
    })),
    nextCursor: shown.nextCursor,
    ...totalOf(total),
    period: days && { from: days[0], to: days[1] },
    sums: sums && {
      opening: sum?.openingFen ?? 0,
      debit: sum?.debitFen ?? 0,
      credit: sum?.creditFen ?? 0,
      closing: sum?.closingFen ?? 0,
    },
  }
}
