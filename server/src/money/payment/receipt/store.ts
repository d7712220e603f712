import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { Insertable } from 'kysely'
import type { Context, Db } from '../../../kernel/context.ts'
import { countRows } from '../../../kernel/count-rows.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export const insert = (db: Db, row: Insertable<DB['receipt']>) => db.insertInto('receipt').values(row).execute()

type Receipt = OutputOf<typeof contract.payment.receiptList>['list'][number]

export interface ReceiptRow extends Omit<Receipt, 'amount' | 'refunded' | 'refunding'> {
  readonly amountFen: number
  readonly note: string
  readonly voucherIds: readonly string[]
  /** Sums over the parts, fen: refunded, and refunded or pending. */
  readonly refundedFen: number
  readonly givenBackFen: number
}

const REFUNDED = `(select coalesce(sum(o.amount_fen), 0) from payment o
  where o.order_id = p.order_id and o.origin_payment_id = p.id and o.direction = 'out' and o.status = ${paymentStatus.succeeded})`

/** Receipts `r` with the state of their parts; a receipt without a visible order is omitted. */
const SELECT = `select r.id, r.payer, r.pay_way, r.amount_fen, r.slip_no, r.note, r.voucher_ids, r.created_at as at,
    coalesce(a.name, '平台协助') as operator_name, x.orders, x.refunded_fen, x.given_back_fen
  from receipt r left join account a on a.id = r.created_by
    join lateral (select count(*)::int as orders, sum(p.refunded_fen)::bigint as given_back_fen, sum(${REFUNDED})::bigint as refunded_fen
      from payment p where p.receipt_id = r.id) x on x.orders > 0`

export type ReceiptAsk = ParsedOf<typeof contract.payment.receiptList>

const FILTER = `($1::text is null or position($1 in r.payer) > 0) and ($2::int is null or r.pay_way = $2)
  and r.created_at >= coalesce($3, '-infinity'::timestamptz) and r.created_at < coalesce($4, 'infinity'::timestamptz)
  and ($5::boolean is null or $5 = exists (select from payment p where p.receipt_id = r.id and p.refunded_fen > 0))
  and exists (select from payment p where p.receipt_id = r.id)`
const filterOf = ({ keyword, way, refunded, period }: ReceiptAsk): unknown[] => [
  keyword || null,
  way ?? null,
  period ? at(period.from) : null,
  period ? at(period.to) : null,
  refunded ?? null,
]

/** Newest first, before an id. */
export const page = (ctx: Context, ask: ReceiptAsk, before: string | null, limit: number) =>
  ctx.query<ReceiptRow>(
    `${SELECT} where ${FILTER} and ($6::bigint is null or r.id < $6) order by r.id desc limit ${limit}`,
    [...filterOf(ask), before],
  )

export const count = (ctx: Context, ask: ReceiptAsk): Promise<number> =>
  countRows(ctx, `receipt r where ${FILTER}`, filterOf(ask))

export const byId = (ctx: Context, id: string): Promise<ReceiptRow | undefined> =>
  ctx.query.first<ReceiptRow>(`${SELECT} where r.id = $1`, [id])

export interface PartRow {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: Columns['orderKind']
  readonly contactName: string
  readonly status: Columns['order.status']
  readonly amountFen: number
  readonly refundedFen: number
  readonly givenBackFen: number
}

/** The parts of the visible orders, sorted by order number. */
export const parts = (ctx: Context, id: string) =>
  ctx.query<PartRow>(
    `select p.order_id, o.order_no, o.order_kind, o.contact_name, o.status, p.amount_fen, p.refunded_fen as given_back_fen, ${REFUNDED}::bigint as refunded_fen
       from payment p join "order" o on o.id = p.order_id where p.receipt_id = $1 order by o.order_no`,
    [id],
  )
