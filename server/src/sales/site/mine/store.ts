import { type OrderStatus, orderStatus, type Source } from '@cheyi/domain/booking/order/codes'
import { type PayKind, type PayWay, paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { QuotedInputs } from '@cheyi/domain/pricing/quote/trip'
import {
  type AgreementStatus,
  type AgreementType,
  agreementStatus,
  agreementType,
} from '@cheyi/domain/rental/agreement/codes'
import { damageStatus, liabilities } from '@cheyi/domain/rental/damage/codes'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { supersededSql } from '../../../rental/agreement/actions.ts'
import type { OfPhone } from '../store.ts'

/* What 我的租车 reads. The row policies of scope `phone` show the orders of the proved mobile and their parts alone. */

interface Place {
  readonly address: string
  readonly phone: string | null
  readonly lng: number | null
  readonly lat: number | null
}

export interface RentalRow {
  readonly orderId: string
  readonly orderNo: string
  readonly status: OrderStatus
  readonly source: Source
  readonly companyId: string | null
  readonly model: string
  readonly modelId: string
  readonly storeId: string
  readonly returnStoreId: string
  readonly storeName: string
  readonly returnStoreName: string
  readonly pickupPlace: Place
  readonly returnPlace: Place
  readonly pickupAt: number
  readonly returnAt: number
  readonly total: number
  readonly owedFen: number
  readonly refundingFen: number
  readonly platformFen: number
  readonly payDeadline: number | null
}

const placeSql = (store: Sql) =>
  sql`jsonb_build_object('address', ${store}.address, 'phone', ${store}.phones[1], 'lng', ${store}.lng, 'lat', ${store}.lat)`

/** A customer's rentals, newest first; or one. Drafts are the staff's own. */
export const rentals = (ctx: Context, { tail, hash }: OfPhone, most: number, orderId?: string) =>
  ctx.query(
    sql<RentalRow>`select o.id as order_id, o.order_no, o.status, o.source, o.company_id, d.name as model, o.model_id, o.store_id,
        o.return_store_id, s.name as store_name, r.name as return_store_name, ${placeSql(sql`s`)} as pickup_place,
        ${placeSql(sql`r`)} as return_place, o.pickup_at, o.return_at, o.total_fen as total, o.owed_fen, o.refunding_fen, o.platform_fen,
        o.pay_deadline
      from "order" o join model d on d.merchant_id = o.merchant_id and d.id = o.model_id
        join store s on s.merchant_id = o.merchant_id and s.id = o.store_id
        join store r on r.merchant_id = o.merchant_id and r.id = o.return_store_id
     where o.contact_phone_tail4 = $1 and o.contact_phone_hash = $2 and o.status <> ${orderStatus.notSubmitted}
       and ($3::bigint is null or o.id = $3) order by o.id desc limit $4`,
    [tail, hash, orderId ?? null, most],
  )

export interface PaperRow {
  readonly id: string
  readonly type: AgreementType
  readonly status: AgreementStatus
  readonly agreementNo: string
}

/** The contracts of an order that are valid or wait for the signature, oldest first. */
export const papers = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<PaperRow>`select g.id, g.type, g.status, g.agreement_no from agreement g
     where g.order_id = $1 and g.type <> ${agreementType.pack} and g.status not in (${agreementStatus.none}, ${agreementStatus.void})
       and not ${supersededSql('g') as Sql} order by g.id`,
    [orderId],
  )

export interface DamageRow {
  readonly status: Selectable<DB['damageOrder']>['status']
  readonly damagedParts: readonly { readonly part: string }[]
  readonly photoIds: string[]
  readonly payableFen: number | null
}

/** Damage for which the customer is liable, newest first. */
export const damages = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<DamageRow>`select d.status, d.damaged_parts, d.photo_ids, c.payable_fen
      from damage_order d left join claim c on c.merchant_id = d.merchant_id and c.id = d.id
     where d.order_id = $1 and d.liability = ${liabilities.code.customer} and d.status <> ${damageStatus.closed} order by d.id desc`,
    [orderId],
  )

export interface PaymentRow {
  readonly at: number
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly back: boolean
}

/** What the customer paid and got back, oldest first; freezes move no money. */
export const payments = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<PaymentRow>`select coalesce(p.paid_at, p.created_at) as at, p.pay_kind, p.pay_way, p.amount_fen as amount, p.direction = 'out' as back
      from payment p where p.order_id = $1 and p.status = ${paymentStatus.succeeded} and p.hold_step is null order by p.id`,
    [orderId],
  )

/** The renewal that waits for its payment. */
export const openRenewal = (ctx: Context, orderId: string) =>
  ctx.query.first<{ id: string; payFen: number; payDeadline: number }>(
    sql`select id, pay_fen, pay_deadline from renewal where order_id = $1 and status = ${renewalStatus.waitingPayment}`,
    [orderId],
  )

/** Renewals of an order that were asked for since a time and ended unpaid. */
export async function unpaidRenewals(ctx: Context, orderId: string, since: number): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from renewal
      where order_id = $1 and created_at > $2 and status = ${renewalStatus.cancelled} and pay_fen is not null`,
    [orderId, at(since)],
  )
  return row!.count
}

/** What a price of other times was made for. */
export async function changeQuote(
  ctx: Context,
  quoteId: string,
): Promise<Pick<QuotedInputs, 'modifies' | 'trip'> | undefined> {
  const row = await ctx.query.first<{ inputs: QuotedInputs }>('select inputs from quote where id = $1', [quoteId])
  return row?.inputs
}

/** The orders of a mobile, without drafts of staff. */
export async function idsOf(ctx: Context, { tail, hash }: OfPhone): Promise<string[]> {
  const rows = await ctx.query(
    sql<{ id: string }>`select id from "order"
      where contact_phone_tail4 = $1 and contact_phone_hash = $2 and status > ${orderStatus.notSubmitted}`,
    [tail, hash],
  )
  return rows.map(({ id }) => id)
}
