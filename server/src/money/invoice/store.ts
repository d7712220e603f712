import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { invoiceStatus, standingInvoices } from '@cheyi/domain/money/invoice/invoice'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type InvoiceRow = Selectable<DB['invoice']>

export const insert = (db: Db, row: Insertable<DB['invoice']>) => db.insertInto('invoice').values(row).execute()

export const insertParts = (db: Db, rows: readonly Insertable<DB['invoicePart']>[]) =>
  db.insertInto('invoicePart').values(rows).execute()

export const update = (ctx: Context, id: string, patch: Updateable<DB['invoice']>) =>
  ctx.db
    .updateTable('invoice')
    .set({ ...patch, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()

/** An invoice with a visible order, under its lock. */
export const lock = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .where((e) => e.exists(e.selectFrom('invoicePart').select('orderId').whereRef('invoiceId', '=', 'invoice.id')))
    .forUpdate()
    .executeTakeFirst()

/** Whether an invoice uses a number, as its own or for its red invoice. */
export async function numberTaken(ctx: Context, number: string): Promise<boolean> {
  const [row] = await ctx.query<{ taken: boolean }>(
    `select exists (select from invoice where number = $1) or exists (select from invoice where red_number = $1) as taken`,
    [number],
  )
  return row!.taken
}

export interface ListedRow extends InvoiceRow {
  readonly operatorName: string
  readonly orderNos: string[]
}

const SELECT = `select i.*, coalesce(a.name, '平台协助') as operator_name, array(
    select o.order_no from invoice_part p join "order" o on o.id = p.order_id where p.invoice_id = i.id order by o.order_no) as order_nos
  from invoice i left join account a on a.id = i.created_by`

const IN_SIGHT = 'exists (select from invoice_part p where p.invoice_id = i.id)'

export type InvoiceAsk = ParsedOf<typeof contract.invoice.list>

/** The conditions that were asked for, and no others: a plan made for whatever values would read every invoice with its parts. */
function filterOf({ keyword, status, redDue, period }: InvoiceAsk) {
  const { values, bind } = parameters()
  const conditions = [IN_SIGHT]
  if (keyword) {
    const text = `${bind(keyword)}::text`
    conditions.push(`(position(${text} in i.title) > 0 or i.number = ${text} or i.red_number = ${text})`)
  }
  if (status !== undefined) conditions.push(`i.status = ${bind(status)}::int`)
  if (redDue !== undefined) conditions.push(redDue ? 'i.red_due' : 'not i.red_due')
  if (period) conditions.push(`i.created_at >= ${bind(at(period.from))} and i.created_at < ${bind(at(period.to))}`)
  return { values, bind, where: conditions.join(' and ') }
}

/** Newest first, before an id. */
export function page(ctx: Context, ask: InvoiceAsk, before: string | null, limit: number) {
  const { values, bind, where } = filterOf(ask)
  const behind = before === null ? '' : `and i.id < ${bind(before)}::bigint`
  return ctx.query<ListedRow>(`${SELECT} where ${where} ${behind} order by i.id desc limit ${limit}`, values)
}

export function count(ctx: Context, ask: InvoiceAsk): Promise<number> {
  const { values, where } = filterOf(ask)
  return countRows(ctx, `invoice i where ${where}`, values)
}

export const byId = (ctx: Context, id: string): Promise<ListedRow | undefined> =>
  ctx.query.first<ListedRow>(`${SELECT} where i.id = $1 and ${IN_SIGHT}`, [id])

/** The invoices of any of these orders, newest first. */
export const ofOrders = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<ListedRow>(
    `${SELECT} where i.id in (select p.invoice_id from invoice_part p where p.order_id = any ($1::bigint[])) order by i.id desc limit 100`,
    [orderIds],
  )

/** The parts of an invoice that belong to visible orders. */
export const parts = (ctx: Context, id: string) =>
  ctx.query<{ orderId: string; orderNo: string; orderKind: OrderKind; contactName: string; amountFen: number }>(
    `select p.order_id, o.order_no, o.order_kind, o.contact_name, p.amount_fen from invoice_part p join "order" o on o.id = p.order_id
      where p.invoice_id = $1 order by o.order_no`,
    [id],
  )

export interface Invoiced {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
  readonly paidFen: number
  readonly refundedFen: number
  readonly refundExpenseFen: number
  readonly owedFen: number
  readonly invoicedFen: number
}

/** What orders paid, and how much of it is invoiced, fen. */
export const invoicedOrders = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<Invoiced>(
    `select o.id as order_id, o.order_no, o.order_kind, o.contact_name, o.paid_fen, o.refunded_fen, o.refund_expense_fen, o.owed_fen, coalesce((
        select sum(p.amount_fen) from invoice_part p join invoice i on i.id = p.invoice_id
         where p.order_id = o.id and i.status in (${standingInvoices.join(', ')})), 0)::bigint as invoiced_fen
       from "order" o where o.id = any ($1::bigint[]) order by o.order_no`,
    [orderIds],
  )

interface Buyer {
  readonly title: string
  readonly taxNo: string
  readonly buyerAddress: string
  readonly buyerPhone: string
  readonly buyerBank: string
  readonly buyerAccount: string
}

/** The companies that rent by these orders. */
export const buyers = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<Buyer>(
    `select c.name as title, c.tax_no, c.address as buyer_address, c.phone as buyer_phone, c.bank as buyer_bank, c.bank_account as buyer_account
       from company c where c.id in (select o.company_id from "order" o where o.id = any ($1::bigint[]))`,
    [orderIds],
  )

export const ordersOfReceipt = async (ctx: Context, receiptId: string): Promise<string[]> =>
  (await ctx.query<{ orderId: string }>('select order_id from payment where receipt_id = $1', [receiptId])).map(
    ({ orderId }) => orderId,
  )

/** Updates which issued invoices of these orders exceed what was paid: for those a red invoice is due. */
export const judge = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query(
    `update invoice i set red_due = x.over, updated_at = app_now()
       from (select p.invoice_id, bool_or(o.paid_fen - o.refunded_fen + o.refund_expense_fen < (
            select sum(q.amount_fen) from invoice_part q join invoice w on w.id = q.invoice_id
             where q.order_id = p.order_id and w.status = ${invoiceStatus.issued})) as over
          from invoice_part p join "order" o on o.id = p.order_id
         where p.invoice_id in (select r.invoice_id from invoice_part r where r.order_id = any ($1::bigint[]))
         group by p.invoice_id) x
      where i.id = x.invoice_id and i.status = ${invoiceStatus.issued} and i.red_due <> x.over`,
    [orderIds],
  )

/** The number of invoices with a visible order for which a red invoice is due, as JSON. */
export const redDueSql = `select to_json(count(*)) from (select from invoice i where i.red_due and ${IN_SIGHT} limit ${TOTAL_CAP}) i`
