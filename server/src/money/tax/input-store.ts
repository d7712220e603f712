import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type InputState, inputState } from '@cheyi/domain/money/tax/codes'
import type { KnownInputs, PlannedInput } from '@cheyi/domain/money/tax/import/plan'
import { isSoundInput, keyOf, type ReadInput } from '@cheyi/domain/money/tax/import/row'
import type { Title } from '@cheyi/domain/money/tax/input'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { type Bind, like, parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { taxpayerOf } from '../bookkeeping/actions.ts'

type Asking = Pick<Context, 'query'>
type Row = Selectable<DB['inputInvoice']>
export type InputRow = Omit<Row, 'issuedOn' | 'month'> & {
  readonly issuedOn: LocalDate
  readonly month: LocalDate | null
}

/** The merchant as the buyer of its suppliers' invoices. */
export const ownTitle = (ctx: Asking): Promise<Title> =>
  ctx.query<Title>('select name, licence_no as tax_no from merchant where id = merchant()').then(([row]) => row!)

/** Serializes writers of suppliers' invoices of a merchant, so that two tables with the same numbers follow each other. */
export const lockInputs = (ctx: Asking) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('inputInvoice', merchant()))`)

/** What is registered of the rows of a table: three statements for any number of rows. */
export async function loadReferences(ctx: Context, rows: readonly ReadInput[]): Promise<KnownInputs> {
  const [own, who] = [await ownTitle(ctx), await taxpayerOf(ctx)]
  const numbers = [...new Set(rows.filter(isSoundInput).map(({ number }) => number))]
  return { own, taxpayer: who, grossByKey: await grossByKey(ctx, numbers) }
}

export async function grossByKey(ctx: Asking, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await ctx.query<{ code: string; number: string; grossFen: number }>(
    'select code, number, net_fen + tax_fen as gross_fen from input_invoice where number = any ($1::text[]) and voided_at is null',
    [numbers],
  )
  return new Map(found.map((row) => [keyOf(row), row.grossFen]))
}

const COLUMNS =
  'code text, number text, kind smallint, seller text, seller_tax_no text, issued_on date, net_fen bigint, tax_fen bigint, state smallint, note text'
const names = COLUMNS.replaceAll(/ (date|bigint|text|smallint)/g, '')

export const insertInputs = (ctx: Asking, invoices: readonly Omit<PlannedInput, 'grossFen'>[]) =>
  ctx.query<{ id: string }>(
    `insert into input_invoice (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r (${COLUMNS}) returning id`,
    [recordset(invoices)],
  )

const FIELDS = `i.*, i.issued_on::text as issued_on, i.month::text as month`

/** Live invoices under their locks, in the order of their ids. */
export const lockByIds = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<InputRow>(
    `select ${FIELDS} from input_invoice i where i.id = any ($1::bigint[]) and i.voided_at is null order by i.id for update`,
    [ids],
  )

export const setState = (ctx: Asking, ids: readonly string[], state: InputState, month: LocalDate | null) =>
  ctx.query(
    'update input_invoice set state = $2, month = $3::date, version = version + 1, updated_at = app_now() where id = any ($1::bigint[])',
    [ids, state, month],
  )

export const voidInput = (ctx: Asking, id: string, reason: string) =>
  ctx.query(
    `update input_invoice set voided_at = app_now(), void_reason = $2, version = version + 1, updated_at = app_now() where id = $1`,
    [id, reason],
  )

type Filter = Omit<ParsedOf<typeof contract.tax.inputs>, 'pageNum' | 'pageSize' | 'cursor'>

/** The conditions that the input has; the others would only hide the index of the list. */
function conditionOf({ keyword, state, kind, month, period }: Filter, bind: Bind): string {
  const days = period && [localDate(period.from), localDate(period.to - 1)]
  return [
    'i.voided_at is null',
    state !== undefined && `i.state = ${bind(state)}::smallint`,
    kind !== undefined && `i.kind = ${bind(kind)}::smallint`,
    month !== undefined && `i.month = ${bind(`${month}-01`)}::date`,
    days !== undefined && `i.issued_on between ${bind(days[0])}::date and ${bind(days[1])}::date`,
    keyword && `(i.seller ilike ${bind(like(keyword))} or i.number = ${bind(keyword)})`,
  ]
    .filter(Boolean)
    .join(' and ')
}

export type ShownInput = InputRow & { readonly dayNo: number; readonly operatorName: string }

/** Invoices of a filter, the latest first, after a cursor. */
export function page(ctx: Asking, filter: Filter, after: readonly string[] | null, limit: number) {
  const { values, bind } = parameters()
  const where = conditionOf(filter, bind)
  const place =
    after === null
      ? ''
      : ` and (i.issued_on, i.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<ShownInput>(
    `select ${FIELDS}, i.issued_on - date '1970-01-01' as day_no, coalesce(a.name, '平台协助') as operator_name
       from (select * from input_invoice i where ${where}${place} order by i.issued_on desc, i.id desc limit ${bind(limit)}) i
         left join account a on a.id = i.created_by order by i.issued_on desc, i.id desc`,
    values,
  )
}

export interface InputSums {
  readonly count: number
  readonly net: number
  readonly tax: number
}

export async function sums(ctx: Asking, filter: Filter): Promise<InputSums> {
  const { values, bind } = parameters()
  const [row] = await ctx.query<InputSums>(
    `select count(*)::int as count, coalesce(sum(i.net_fen), 0)::bigint as net, coalesce(sum(i.tax_fen), 0)::bigint as tax
       from input_invoice i where ${conditionOf(filter, bind)}`,
    values,
  )
  return row!
}

/** SQL: invoices that wait for a decision, for who sees the merchant as a whole. */
export const waitingCountSql = `select to_json(count(*)) from input_invoice where state = ${inputState.waiting} and voided_at is null`
