import type { ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { maskPhone } from '@cheyi/domain/mask'
import type { CancelSnapshot } from '@cheyi/domain/order/cancel'
import { source } from '@cheyi/domain/order/codes'
import type { PriceLine, QuoteSnapshot } from '@cheyi/domain/pricing/quote'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, type Db, newId } from '../kernel/context.ts'
import { at, atOrNull } from '../kernel/instant.ts'
import type { DepositTerms, Trip } from '../pricing/actions.ts'
import type { OrderRow } from './actions.ts'

/** The quote under its lock, so that two orders cannot spend it. */
export const lockQuote = (db: Db, quoteId: string) =>
  db
    .selectFrom('quote')
    .select(['inputs', 'snapshot', 'expires_at', 'used_by_order_id'])
    .where('id', '=', quoteId)
    .forUpdate()
    .executeTakeFirst()

/** The quote that a draft was last saved with. */
export const quoteOf = (db: Db, orderId: string) =>
  db
    .selectFrom('quote')
    .select('inputs')
    .where('used_by_order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const useQuote = (db: Db, quoteId: string, orderId: string) =>
  db.updateTable('quote').set({ used_by_order_id: orderId }).where('id', '=', quoteId).execute()

/** The model of a car, wherever in the merchant it stands; undefined when there is none. */
export const modelOfVehicle = (ctx: Context, vehicleId: string) =>
  ctx.elevated(() => ctx.db.selectFrom('vehicle').select('model_id').where('id', '=', vehicleId).executeTakeFirst())

export interface OrderToSave {
  /** The draft that this becomes, or is saved into again. */
  readonly existing: OrderRow | null
  readonly status: number
  readonly form: ParsedOf<typeof contract.order.create>
  readonly trip: Trip & { readonly returnStoreId: string }
  readonly snapshot: QuoteSnapshot
  readonly deposits: DepositTerms
  readonly renterId: string | null
  readonly cancelTerms: CancelSnapshot
  readonly payDeadline: number | null
  readonly confirmDeadline: number | null
}

/** Writes the order row, new or over its draft. @throws Refusal channelOrderNoTaken (9008) */
export async function saveOrder(ctx: Context, order: OrderToSave): Promise<OrderRow> {
  const { existing, form, trip, snapshot } = order
  await refuseTakenChannelNo(ctx, order)
  const id = existing?.id ?? (await newId(ctx))
  const phone = form.contactPhone ?? ''
  const values = {
    status: order.status,
    source: trip.source,
    channel_order_no: form.channelOrderNo ?? null,
    store_id: trip.storeId,
    return_store_id: trip.returnStoreId,
    model_id: trip.modelId,
    // A draft only remembers the car that was asked for; a submit reserves one.
    vehicle_id: form.submit ? null : (form.vehicleId ?? null),
    pickup_at: at(trip.pickupAt),
    return_at: at(trip.returnAt),
    next_at: at(trip.pickupAt),
    days: snapshot.days,
    over_hours: snapshot.overHours,
    pickup_type: trip.pickupType,
    return_type: trip.returnType,
    pickup_address: trip.pickupAddress ?? '',
    pickup_lng: trip.pickupLng ?? null,
    pickup_lat: trip.pickupLat ?? null,
    pickup_distance_m: snapshot.input.pickup.metres,
    return_address: trip.returnAddress ?? '',
    return_lng: trip.returnLng ?? null,
    return_lat: trip.returnLat ?? null,
    return_distance_m: snapshot.input.return.metres,
    renter_id: order.renterId,
    codriver_ids: form.codriverIds ?? [],
    contact_name: form.contactName ?? '',
    contact_phone_enc: phone === '' ? null : ctx.vault.seal('order.contact_phone', id, phone),
    contact_phone_hash: phone === '' ? null : ctx.vault.index('order.contact_phone', phone),
    contact_phone_mask: phone === '' ? '' : maskPhone(phone),
    contact_phone_tail4: phone.slice(-4),
    quote_snapshot: JSON.stringify(snapshot),
    total_fen: snapshot.total,
    pay_mode: form.payMode,
    deposit_mode: form.depositMode ?? null,
    pay_deadline: atOrNull(order.payDeadline),
    confirm_deadline: atOrNull(order.confirmDeadline),
    cancel_rule_snapshot: JSON.stringify(order.cancelTerms),
    deposit_policy_snapshot: JSON.stringify(order.deposits),
    self_service: form.selfService ?? false,
    tags: form.tags ?? [],
    remark: form.remark ?? '',
    updated_at: at(ctx.now),
    updated_by: ctx.accountId,
  }
  if (existing !== null)
    return ctx.db
      .updateTable('order')
      .set({ ...values, version: existing.version + 1 })
      .where('id', '=', id)
      .where('version', '=', existing.version)
      .returningAll()
      .executeTakeFirstOrThrow()
  return ctx.db
    .insertInto('order')
    .values({ ...values, id, order_no: await ctx.nextNumber('O'), order_kind: form.orderKind })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Asked before the insert for the clear answer; the unique index settles a race. */
async function refuseTakenChannelNo(ctx: Context, { existing, form, trip }: OrderToSave): Promise<void> {
  if (trip.source === source.offline || form.channelOrderNo === undefined) return
  const taken = await ctx.db
    .selectFrom('order')
    .select('id')
    .where('source', '=', trip.source)
    .where('channel_order_no', '=', form.channelOrderNo)
    .executeTakeFirst()
  if (taken !== undefined && taken.id !== existing?.id) throw new Refusal('channelOrderNoTaken')
}

export async function insertItems(ctx: Context, orderId: string, lines: readonly PriceLine[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.db
    .insertInto('order_item')
    .values(
      lines.map((line, seq) => ({
        order_id: orderId,
        seq,
        item_type: line.itemType,
        code: line.code,
        name: line.name,
        qty: line.qty,
        unit: line.unit,
        unit_price_fen: line.unitPrice,
        amount_fen: line.amount,
        formula: line.formula,
        fee_mode: line.feeMode,
        rate_bp: line.rateBp,
        price_date: line.priceDate,
        reduce_type: line.reduceType,
      })),
    )
    .execute()
}
