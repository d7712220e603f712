import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import type { Taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { invoiceStatus } from '@cheyi/domain/money/invoice/invoice'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { account } from '@cheyi/domain/money/payment/ledger'
import { inputKind } from '@cheyi/domain/money/tax/codes'
import type { Period } from '@cheyi/domain/money/tax/period'
import type { ReturnLine } from '@cheyi/domain/money/tax/return'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Bind, parameters } from '../../kernel/db/sql.ts'
import type { TaxedAccounts } from '../bookkeeping/actions.ts'

type Asking = Pick<Context, 'query'>

export interface SettingRow {
  readonly thresholdFen: number
  readonly cityBp: number
  readonly halved: boolean
  readonly carryFen: number
  readonly posted: boolean
  readonly reason: string
  readonly version: number
}

export const setting = (ctx: Asking) =>
  ctx.query.first<SettingRow>(
    'select threshold_fen, city_bp, halved, carry_fen, posted, reason, version from tax_setting where merchant_id = merchant()',
  )

/** @returns the new version; undefined when another version is stored */
export async function saveSetting(ctx: Asking, { version, ...row }: SettingRow): Promise<number | undefined> {
  const values = [row.thresholdFen, row.cityBp, row.halved, row.carryFen, row.posted, row.reason]
  const [saved] = await ctx.query<{ version: number }>(
    version === 0
      ? `insert into tax_setting (threshold_fen, city_bp, halved, carry_fen, posted, reason) values ($1, $2, $3, $4, $5, $6)
           on conflict do nothing returning version`
      : `update tax_setting set threshold_fen = $1, city_bp = $2, halved = $3, carry_fen = $4, posted = $5, reason = $6,
             version = version + 1, updated_at = app_now() where version = $7 returning version`,
    version === 0 ? values : [...values, version],
  )
  return saved?.version
}

export interface FiledRow extends Period {
  readonly id: string
  readonly form: Taxpayer
  readonly lines: readonly ReturnLine[]
  readonly income: readonly TaxedAccounts[]
  readonly payFen: number
  readonly carryFen: number
  readonly inputFen: number
  readonly postedOn: LocalDate | null
  readonly filedAt: number
  readonly filedByName: string | null
}

const FILED = `r.id, r.form, r.from_on::text as "from", r.to_on::text as "to", r.pay_fen, r.carry_fen, r.input_fen, r.posted_on::text as posted_on,
  r.created_at as filed_at, a.name as filed_by_name`
const LIVE = 'from tax_return r left join account a on a.id = r.created_by where r.withdrawn_at is null'

/** Filed returns, the newest first. */
export const filedReturns = (ctx: Asking, limit: number) =>
  ctx.query<Omit<FiledRow, 'lines' | 'income'>>(`select ${FILED} ${LIVE} order by r.from_on desc limit $1`, [limit])

export const filedReturn = (ctx: Asking, from: LocalDate) =>
  ctx.query.first<FiledRow>(`select ${FILED}, r.lines, r.income ${LIVE} and r.from_on = $1::date`, [from])

/** The returns around a period. */
export interface FiledAround {
  readonly first: LocalDate | null
  /** The last day of the one before. */
  readonly last: LocalDate | null
  /** When that was filed. */
  readonly lastFiledAt: number | null
  /** One of a later period is filed. */
  readonly later: boolean
  readonly carryFen: number | null
}

export const filedAround = (ctx: Asking, from: LocalDate): Promise<FiledAround> =>
  ctx
    .query<FiledAround>(
      `select min(from_on)::text as first, (max(to_on) filter (where from_on < $1::date))::text as last, coalesce(bool_or(from_on > $1::date), false) as later,
         max(created_at) filter (where from_on < $1::date) as last_filed_at,
         (array_agg(carry_fen order by from_on desc) filter (where from_on < $1::date))[1] as carry_fen
       from tax_return where withdrawn_at is null`,
      [from],
    )
    .then(([row]) => row!)

/** Whether a month is in a return that was filed. */
export const isFiledMonth = async (ctx: Asking, month: LocalDate): Promise<boolean> =>
  (
    await ctx.query('select from tax_return where withdrawn_at is null and from_on <= $1::date and to_on >= $1::date', [
      month,
    ])
  ).length > 0

interface NewReturn
  extends Period,
    Pick<FiledRow, 'id' | 'form' | 'lines' | 'income' | 'payFen' | 'carryFen' | 'inputFen' | 'postedOn'> {}

export const insertReturn = (ctx: Asking, row: NewReturn) =>
  ctx.query(
    `insert into tax_return (id, form, from_on, to_on, lines, income, pay_fen, carry_fen, input_fen, posted_on)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10)`,
    [
      ...[row.id, row.form, row.from, row.to, JSON.stringify(row.lines), JSON.stringify(row.income)],
      ...[row.payFen, row.carryFen, row.inputFen, row.postedOn],
    ],
  )

export async function withdrawReturn(ctx: Asking, id: string, reason: string): Promise<void> {
  await ctx.query(
    'update tax_return set withdrawn_at = app_now(), withdrawn_by = actor(), withdraw_reason = $2 where id = $1',
    [id, reason],
  )
  await ctx.query('update tax_return_invoice set withdrawn = true where return_id = $1', [id])
}

/** What an invoice or a red one is in a return. `since`: of a draft, the first day whose invoices it may have. */
export interface InvoiceScope extends Period {
  /** null: a draft. */
  readonly returnId: string | null
  readonly since: LocalDate
  /** Of a draft: invoices of days before its period were registered from this moment on, or a return has them. */
  readonly registeredFrom: number
  /** Of invoices that were registered without a rate. */
  readonly usualBp: number
}

/** SQL: invoices and red invoices of a return; a late one is in the first return after it was registered. */
function invoicesSql({ returnId, since, from, to, registeredFrom, usualBp }: InvoiceScope, bind: Bind): string {
  const bp = bind(usualBp)
  const part = (red: boolean, day: string, number: string, statuses: readonly number[]) => {
    const rate = `coalesce(nullif(i.rate_bp, 0), ${bp}::int)`
    const scope =
      returnId === null
        ? `(i.${day} between ${bind(from)}::date and ${bind(to)}::date or i.updated_at >= ${bind(at(registeredFrom))}::timestamptz
             and i.${day} between ${bind(since)}::date and ${bind(to)}::date) and not exists (select from tax_return_invoice p
             where p.invoice_id = i.id and p.red = ${red} and not p.withdrawn)`
        : `exists (select from tax_return_invoice p where p.return_id = ${bind(returnId)}::bigint and p.invoice_id = i.id and p.red = ${red})`
    const sign = red ? '-' : ''
    return `select i.id, ${red} as red, i.${day} as day, i.kind, i.title as name, i.${number} as no, ${rate} as rate_bp, ${sign}i.amount_fen as fen,
        ${sign}(case when i.rate_bp = 0 then round(i.amount_fen::numeric * ${rate} / (10000 + ${rate}))::bigint else i.tax_fen end) as tax_fen
      from invoice i where i.status in (${statuses.join(', ')}) and ${scope}`
  }
  return `${part(false, 'issued_on', 'number', [invoiceStatus.issued, invoiceStatus.reversed])} union all ${part(true, 'red_on', 'red_number', [invoiceStatus.reversed])}`
}

/** What was invoiced in a return, by rate and kind. */
export function invoicedSums(ctx: Asking, scope: InvoiceScope) {
  const { values, bind } = parameters()
  return ctx.query<{ rateBp: number; kind: number; fen: number; taxFen: number }>(
    `select rate_bp, kind, sum(fen)::bigint as fen, sum(tax_fen)::bigint as tax_fen from (${invoicesSql(scope, bind)}) i group by 1, 2`,
    values,
  )
}

/** Remembers which invoices are in a return. */
export function keepInvoices(ctx: Asking, returnId: string, scope: InvoiceScope) {
  const { values, bind } = parameters()
  const own = bind(returnId)
  return ctx.query(
    `insert into tax_return_invoice (return_id, invoice_id, red) select ${own}::bigint, i.id, i.red from (${invoicesSql(scope, bind)}) i`,
    values,
  )
}

const groups = {
  certified: `net_fen > 0 and kind <> ${inputKind.usual}`,
  other: `net_fen > 0 and kind = ${inputKind.usual}`,
  red: 'net_fen < 0',
} as const
export type InputGroup = keyof typeof groups

/** Suppliers' invoices that were chosen for the months of a period. */
export const chosenInputs = (ctx: Asking, { from, to }: Period) =>
  ctx.query<{ group: InputGroup; count: number; netFen: number; taxFen: number }>(
    `select case when ${groups.red} then 'red' when ${groups.other} then 'other' else 'certified' end as group, count(*)::int as count,
        abs(sum(net_fen))::bigint as net_fen, abs(sum(tax_fen))::bigint as tax_fen
       from input_invoice where month between $1::date and $2::date and voided_at is null group by 1`,
    [from, to],
  )

export interface DocumentRow {
  readonly key: string
  readonly id: string
  readonly dayNo: number
  readonly day: LocalDate
  readonly kind: 'invoice' | 'redInvoice' | 'income' | 'input'
  readonly no: string
  readonly name: string
  readonly orderId: string | null
  readonly orderKind: OrderKind | null
  readonly fen: number
  readonly tax: number | null
}

/** SQL: postings of income that are taxed at a rate. An order of a store that the caller does not see is not named. */
function incomeSql({ from, to }: Period, taxed: TaxedAccounts, bind: Bind): string {
  const penalty = `(e.account = '${account.penaltyIncome}' and t.journal = ${journals.code.calledOff})`
  return `select 'e' || e.id as key, e.id, t.posted_on as day, 'income' as kind, coalesce(o.order_no, '') as no, e.account as name, o.id as order_id, o.order_kind,
      e.credit_fen - e.debit_fen as fen, null::bigint as tax
    from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
    where e.account = any (${bind([...taxed.accounts, ...(taxed.cancelled ? [account.penaltyIncome] : [])])}::text[])
      and e.posted_on between ${bind(from)}::date and ${bind(to)}::date
      and case when ${penalty} then ${taxed.cancelled} else e.account = any (${bind(taxed.accounts)}::text[]) end`
}

export type DocumentsOf =
  | { readonly of: 'special' | 'usual'; readonly rateBp: number }
  | { readonly of: 'income'; readonly rateBp: number; readonly taxed: TaxedAccounts }
  | { readonly of: InputGroup }

/** SQL: the documents of a figure. */
function documentsSql(period: Period, scope: InvoiceScope, of: DocumentsOf, bind: Bind): string {
  const invoices = (where: string, sign: '' | '-') =>
    `select case when i.red then 'r' else 'i' end || i.id as key, i.id, i.day, case when i.red then 'redInvoice' else 'invoice' end as kind, i.no, i.name,
        null::bigint as order_id, null::smallint as order_kind, ${sign}i.fen as fen, ${sign}i.tax_fen as tax
       from (${invoicesSql(scope, bind)}) i where ${where}`
  if (of.of === 'special' || of.of === 'usual')
    return invoices(`i.kind = ${of.of === 'special' ? 2 : 1} and i.rate_bp = ${bind(of.rateBp)}::int`, '')
  if (of.of === 'income')
    return `${incomeSql(period, of.taxed, bind)} union all ${invoices(`i.rate_bp = ${bind(of.rateBp)}::int`, '-')}`
  return `select 'n' || id as key, id, issued_on as day, 'input' as kind, number as no, seller as name, null::bigint as order_id, null::smallint as order_kind,
      net_fen + tax_fen as fen, tax_fen as tax
    from input_invoice where month between ${bind(period.from)}::date and ${bind(period.to)}::date and voided_at is null and ${groups[of.of]}`
}

/** Documents of a figure, the latest first, after a cursor. */
export function documents(
  ctx: Asking,
  { period, scope, of }: { readonly period: Period; readonly scope: InvoiceScope; readonly of: DocumentsOf },
  after: readonly string[] | null,
  limit: number,
) {
  const { values, bind } = parameters()
  const from = documentsSql(period, scope, of, bind)
  const place =
    after === null
      ? ''
      : `where (d.day, d.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<DocumentRow>(
    `select d.*, d.day::text as day, d.day - date '1970-01-01' as day_no from (${from}) d ${place} order by d.day desc, d.id desc limit ${bind(limit)}`,
    values,
  )
}
