import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { isVinChecked } from '@cheyi/domain/check/vin'
import { lacksForService } from '@cheyi/domain/inventory/lifecycle'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { type Context, found } from '../kernel/context.ts'
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
    mediaViews(ctx, [...vehicle.photoIds, ...documents.flatMap((one) => one.mediaIds)]),
    holdsOf(ctx, vehicleId),
  ])
  return {
    ...cardOf(vehicle, holdings),
    plateKind: vehicle.plateKind as Detail['plateKind'],
    plateExpireOn: vehicle.plateExpireOn,
    vin: vehicle.vin,
    vinChecked: isVinChecked(vehicle.vin),
    engineNo: vehicle.engineNo,
    colour: vehicle.colour,
    registerOn: vehicle.registerOn,
    purchaseOn: vehicle.purchaseOn,
    purchase: ctx.can('inventory.edit') ? vehicle.purchaseFen : null,
    ownership: vehicle.ownership as Detail['ownership'],
    ownerName: vehicle.ownerName,
    useNature: vehicle.useNature as Detail['useNature'],
    homeStoreName: vehicle.homeStoreName,
    keyCount: vehicle.keyCount,
    fuelPct: vehicle.fuelPct,
    batteryPct: vehicle.batteryPct,
    rentalCertNo: vehicle.rentalCertNo,
    tags: vehicle.tags,
    remark: vehicle.remark,
    documents: documents.map((one) => ({
      documentId: one.id,
      kind: one.kind as Detail['documents'][number]['kind'],
      insuranceKind: one.insuranceKind as Detail['documents'][number]['insuranceKind'],
      no: one.no,
      insurer: one.insurer,
      startOn: one.startOn,
      endOn: one.endOn,
      amount: ctx.can('inventory.edit') ? one.amountFen : null,
      media: inOrder(views, one.mediaIds),
    })),
    photos: inOrder(views, vehicle.photoIds),
    lacks: lacksForService(
      readyFacts(vehicle, documents, { model: vehicle.modelStatus, store: vehicle.storeStatus }, ctx.now),
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
      from: row.fromAt,
      to: row.toAt,
      kind: row.kind as Line['kind'],
      orderId: row.orderId,
      orderNo: row.orderNo,
      orderStatus: row.status as Line['orderStatus'],
      contactName: row.contactName,
      lifecycle: row.lifecycle as Line['lifecycle'],
      storeName: row.storeName,
      documentKind: row.documentKind as Line['documentKind'],
      endOn: row.endOn,
    })),
  }
}
