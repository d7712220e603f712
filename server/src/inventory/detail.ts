import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { isVinChecked } from '@cheyi/domain/check/vin'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { lacksForService } from '@cheyi/domain/vehicle/lifecycle'
import { type Context, found } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { holdsOf } from '../stock/actions.ts'
import { readyFacts } from './facts.ts'
import * as store from './store.ts'
import { cardOf } from './view.ts'

type Room = typeof contract.inventory
type Detail = OutputOf<Room['detail']>
type Line = OutputOf<Room['timeline']>['list'][number]

export async function vehicleDetail({ vehicleId }: ParsedOf<Room['detail']>, ctx: Context): Promise<Detail> {
  const [row, documents, holdings] = await Promise.all([
    store.card(ctx, vehicleId),
    store.documents(ctx, vehicleId),
    store.holdings(ctx, [vehicleId]),
  ])
  const vehicle = found(row)
  const [views, holds] = await Promise.all([
    mediaViews(ctx, [...vehicle.photo_ids, ...documents.flatMap((one) => one.media_ids)]),
    holdsOf(ctx, vehicleId),
  ])
  return {
    ...cardOf(vehicle, holdings),
    plateKind: vehicle.plate_kind as Detail['plateKind'],
    plateExpireOn: vehicle.plate_expire_on,
    vin: vehicle.vin,
    vinChecked: isVinChecked(vehicle.vin),
    engineNo: vehicle.engine_no,
    colour: vehicle.colour,
    registerOn: vehicle.register_on,
    purchaseOn: vehicle.purchase_on,
    purchase: ctx.can('inventory.edit') ? vehicle.purchase_fen : null,
    ownership: vehicle.ownership as Detail['ownership'],
    ownerName: vehicle.owner_name,
    useNature: vehicle.use_nature as Detail['useNature'],
    homeStoreName: vehicle.home_store_name,
    keyCount: vehicle.key_count,
    fuelPct: vehicle.fuel_pct,
    batteryPct: vehicle.battery_pct,
    rentalCertNo: vehicle.rental_cert_no,
    tags: vehicle.tags,
    remark: vehicle.remark,
    documents: documents.map((one) => ({
      documentId: one.id,
      kind: one.kind as Detail['documents'][number]['kind'],
      insuranceKind: one.insurance_kind as Detail['documents'][number]['insuranceKind'],
      no: one.no,
      insurer: one.insurer,
      startOn: one.start_on,
      endOn: one.end_on,
      amount: ctx.can('inventory.edit') ? one.amount_fen : null,
      media: inOrder(views, one.media_ids),
    })),
    photos: inOrder(views, vehicle.photo_ids),
    lacks: lacksForService(
      readyFacts(vehicle, documents, { model: vehicle.model_status, store: vehicle.store_status }, ctx.now),
    ),
    busy: holds.ordered || holds.openTickets > 0,
  }
}

/** How far back and ahead the timeline looks when nobody says. */
const SPAN = 180 * DAY
const MAX_SPAN = 3 * 366 * DAY

export async function vehicleTimeline(input: ParsedOf<Room['timeline']>, ctx: Context): Promise<{ list: Line[] }> {
  found(await store.byId(ctx, input.vehicleId))
  const from = input.from ?? ctx.now - SPAN
  const to = input.to ?? ctx.now + SPAN
  if (to - from > MAX_SPAN) throw new Refusal('rangeTooLong')
  const rows = await store.past(ctx, input.vehicleId, from, to)
  return {
    list: rows.map((row) => ({
      type: row.type,
      from: ms(row.from_at),
      to: msOrNull(row.to_at),
      kind: row.kind as Line['kind'],
      orderId: row.order_id,
      orderNo: row.order_no,
      orderStatus: row.status as Line['orderStatus'],
      contactName: row.contact_name,
      lifecycle: row.lifecycle as Line['lifecycle'],
      storeName: row.store_name,
      documentKind: row.document_kind as Line['documentKind'],
      endOn: row.end_on,
    })),
  }
}
