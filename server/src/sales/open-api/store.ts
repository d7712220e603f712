import { type OrderStatus, orderStatus, type Source } from '@cheyi/domain/booking/order/codes'
import { lifecycle, modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { account, settlementJournal } from '@cheyi/domain/money/payment/ledger'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { OwnService } from '@cheyi/domain/pricing/quote/channel/channel-lines'
import type { OpenScope } from '@cheyi/domain/sales/channel/open-key'
import type { Selectable } from 'kysely'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { isRefundedSql, isRefundingSql } from '../../money/payment/actions.ts'
import type { OpenKey } from './door.ts'

/** The stores that are open to a channel, including those out of use. */
export const stores = (ctx: Context, source: Source) =>
  ctx.query(
    sql<{
      storeId: string
      code: string
      name: string
      city: string
      address: string
      lng: number | null
      lat: number | null
      phone: string | null
      active: boolean
    }>`select s.id as store_id, m.their_code as code, s.name, s.city_name as city, s.address, s.lng, s.lat, s.phones[1] as phone,
        s.status = ${storeStatus.open} as active
      from channel_mapping m join store s on s.merchant_id = m.merchant_id and s.id = m.store_id
     where m.source = $1 and m.their_code is not null order by s.id`,
    [source],
  )

/** The models that are open to a channel, including those out of use. */
export const models = (ctx: Context, source: Source) =>
  ctx.query(
    sql<{
      modelId: string
      code: string
      name: string
      carType: Columns['carType']
      seats: number
      gearbox: Columns['gearbox']
      active: boolean
    }>`select d.id as model_id, m.their_code as code, d.name, d.car_type, d.seats, d.gearbox, d.status = ${modelStatus.inUse} as active
      from channel_mapping m join model d on d.merchant_id = m.merchant_id and d.id = m.model_id
     where m.source = $1 and m.their_code is not null order by d.id`,
    [source],
  )

/** Cars of the open stores and models, by id. */
export const vehicles = (ctx: Context, source: Source, after: string | null, limit: number) =>
  ctx.query(
    sql<{ vehicleId: string; storeId: string; modelId: string; plate: string; colour: string; active: boolean }>`select
        v.id as vehicle_id, v.home_store_id as store_id, v.model_id, v.plate, v.colour, v.lifecycle = ${lifecycle.inService} as active
      from vehicle v
        join channel_mapping s on s.merchant_id = v.merchant_id and s.source = $1 and s.store_id = v.home_store_id and s.their_code is not null
        join channel_mapping m on m.merchant_id = v.merchant_id and m.source = $1 and m.model_id = v.model_id and m.their_code is not null
     where v.lifecycle <> ${lifecycle.disposed} and ($2::bigint is null or v.id > $2) order by v.id limit $3`,
    [source, after, limit],
  )

/** Which of the ids are open to a channel and in use, and its services by their codes. */
export async function open(ctx: Context, source: Source, storeIds: readonly string[], modelIds: readonly string[]) {
  const [row] = await ctx.query(
    sql<{ stores: string[]; models: string[]; services: (OwnService & { theirCode: string })[] }>`select
      array(select s.id::text from channel_mapping m join store s on s.merchant_id = m.merchant_id and s.id = m.store_id
             where m.source = $1 and m.their_code is not null and s.status <> ${storeStatus.closed} and s.id = any ($2::bigint[])) as stores,
      array(select d.id::text from channel_mapping m join model d on d.merchant_id = m.merchant_id and d.id = m.model_id
             where m.source = $1 and m.their_code is not null and d.status = ${modelStatus.inUse} and d.id = any ($3::bigint[])) as models,
      array(select json_build_object('theirCode', m.their_code, 'code', s.code, 'name', s.name, 'itemType', s.item_type, 'unit', s.unit)
              from channel_mapping m join service_item s on s.merchant_id = m.merchant_id and s.id = m.service_id
             where m.source = $1 and m.their_code is not null and s.enabled) as services`,
    [source, storeIds, modelIds],
  )
  return row!
}

/** The scopes of a key, and the stores that are open to its channel now. */
export async function keyNow(ctx: Context, source: Source, keyId: string) {
  const [row] = await ctx.query<{ scopes: OpenScope[]; storeIds: string[] }>(
    `select k.scopes, array(select p.store_id::text from channel_mapping p
        where p.source = k.source and p.store_id is not null and p.their_code is not null) as store_ids
       from channel_key k where k.id = $2 and k.source = $1`,
    [source, keyId],
  )
  return requireFound(row)
}

/** What is stored for a number of a channel. */
export interface Placed {
  readonly orderId: string | null
  readonly inputHash: Buffer | null
  readonly droppedAt: number | null
  /** The place reserved for a booking that was not decided in time. */
  readonly placeId: string | null
}

/** Locks a number of a channel until the end of the transaction; reads share the lock. Numbers of test orders are others. */
export const lockNumber = (
  ctx: Context,
  { source, test }: Pick<OpenKey, 'source' | 'test'>,
  no: string,
  effect: 'read' | 'write',
): void =>
  ctx.queue(
    `select pg_advisory_xact_lock${effect === 'read' ? '_shared' : ''}(hashtextextended(concat_ws(' ', $1::text, merchant(), $2::text, $3::text), 0))`,
    [test ? 'testNumber' : 'channelNumber', String(source), no],
  )

/** Notes a number for the order that is about to be created. @returns what is already stored for it */
export async function take(
  ctx: Context,
  { source, id }: { readonly source: Source; readonly id: string },
  no: string,
  hash: Buffer,
): Promise<Placed | undefined> {
  const made = await ctx.query(
    `insert into channel_order (source, channel_order_no, input_hash, key_id) values ($1, $2, $3, $4)
     on conflict do nothing returning source`,
    [source, no, hash, id],
  )
  if (made.length > 0) return undefined
  const [row] = await ctx.query<Placed>(
    'select order_id, input_hash, dropped_at, place_id from channel_order where source = $1 and channel_order_no = $2',
    [source, no],
  )
  return row!
}

/** Stores the order for a number. */
export const place = (ctx: Context, source: Source, no: string, orderId: string, hash: Buffer) =>
  ctx.queue(
    'update channel_order set order_id = $3, input_hash = $4, dropped_at = null where source = $1 and channel_order_no = $2',
    [source, no, orderId, hash],
  )

type ByKey = { readonly source: Source; readonly id: string }

/** Blocks a number that was cancelled before its order arrived. @returns the place that was reserved for it */
export async function drop(ctx: Context, { source, id }: ByKey, no: string): Promise<string | null> {
  const [row] = await ctx.query<{ placeId: string | null }>(
    `insert into channel_order (source, channel_order_no, key_id, dropped_at) values ($1, $2, $3, $4)
     on conflict (merchant_id, source, channel_order_no) do update set dropped_at = excluded.dropped_at where channel_order.order_id is null
     returning place_id`,
    [source, no, id, at(ctx.now)],
  )
  return row?.placeId ?? null
}

/** The place of a number whose booking was not decided. @returns undefined when it became an order, or was cancelled, meanwhile */
export async function takePlace(ctx: Context, { source, id }: ByKey, no: string): Promise<string | undefined> {
  const [row] = await ctx.query<{ placeId: string }>(
    `insert into channel_order (source, channel_order_no, key_id, place_id) values ($1, $2, $3, $4)
     on conflict (merchant_id, source, channel_order_no) do update set place_id = coalesce(channel_order.place_id, excluded.place_id)
       where channel_order.order_id is null and channel_order.dropped_at is null
     returning place_id`,
    [source, no, id, await newId(ctx)],
  )
  return row?.placeId
}

/** The order of a channel by the channel's number, also if staff entered it. */
export async function orderIdOf(ctx: Context, source: Source, no: string): Promise<string | undefined> {
  const [row] = await ctx.query<{ id: string }>(
    'select id from "order" where source = $1 and channel_order_no = $2 order by id desc limit 1',
    [source, no],
  )
  return row?.id
}

export type RenewalShown = Pick<
  Selectable<DB['renewal']>,
  'id' | 'status' | 'oldReturnAt' | 'newReturnAt' | 'amountFen' | 'endedAt'
> &
  Pick<Selectable<DB['channelRenewal']>, 'renewalNo' | 'inputHash'>

/** A renewal that the channel made, by its number or by ours. */
export const renewalOf = (
  ctx: Context,
  orderId: string,
  { renewalNo, renewalId }: { readonly renewalNo?: string; readonly renewalId?: string },
): Promise<RenewalShown | undefined> =>
  ctx.query.first(
    sql<RenewalShown>`select r.id, r.status, r.old_return_at, r.new_return_at, r.amount_fen, r.ended_at, c.renewal_no, c.input_hash
      from channel_renewal c join renewal r on r.merchant_id = c.merchant_id and r.id = c.renewal_id
     where c.order_id = $1 and ($2::text is null or c.renewal_no = $2) and ($3::bigint is null or r.id = $3)`,
    [orderId, renewalNo ?? null, renewalId ?? null],
  )

export const placeRenewal = (
  ctx: Context,
  of: { readonly orderId: string; readonly renewalNo: string; readonly renewalId: string; readonly hash: Buffer },
) =>
  ctx.queue('insert into channel_renewal (order_id, renewal_no, renewal_id, input_hash) values ($1, $2, $3, $4)', [
    of.orderId,
    of.renewalNo,
    of.renewalId,
    of.hash,
  ])

/** Amount that was refunded for an order since an instant, or still has to be, fen. */
export async function refundedSince(ctx: Context, orderId: string, instant: number): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(p.amount_fen), 0)::bigint as fen from payment p
      where p.order_id = $1 and (${isRefundingSql('p')} or ${isRefundedSql('p')} and p.paid_at >= $2)`,
    [orderId, at(instant)],
  )
  return row!.fen
}

/** An order that ended, by the ledger, before anything of it was settled with the platform. */
export interface Ended {
  readonly id: string
  readonly channelOrderNo: string
  readonly orderNo: string
  readonly status: OrderStatus
  readonly endedAt: number
  readonly netFen: number
  readonly commissionFen: number
}

/** SQL: what an order `o` has on an account by its own business, not by settlements with the platform; fen. */
const onAccount = (name: string) => `coalesce((select sum(e.debit_fen - e.credit_fen) from ledger_entry e
    join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
  where e.merchant_id = o.merchant_id and e.order_id = o.id and e.account = '${name}' and t.journal <> ${settlementJournal}), 0)::bigint`

/** Orders of a channel that were returned or cancelled in a time, by id. */
export const endedOrders = (
  ctx: Context,
  source: Source,
  {
    from,
    until,
    after,
    most,
  }: { readonly from: number; readonly until: number; readonly after: string | null; readonly most: number },
) =>
  ctx.query<Ended>(
    `select o.id, o.channel_order_no, o.order_no, o.status, coalesce(o.actual_return_at, o.cancelled_at) as ended_at,
        ${onAccount(account.platformClearing)} as net_fen, ${onAccount(account.channelCommission)} as commission_fen
      from "order" o where o.source = $1 and o.channel_order_no is not null and ($4::bigint is null or o.id > $4)
        and (o.status = ${orderStatus.returned} and o.actual_pickup_at is not null and o.actual_return_at >= $2 and o.actual_return_at < $3
          or o.cancelled_at >= $2 and o.cancelled_at < $3)
      order by o.id limit $5`,
    [source, at(from), at(until), after, most],
  )
