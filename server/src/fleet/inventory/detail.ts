import { isCareDue, nextCare } from '@cheyi/domain/fleet/inventory/care'
import { lacksForService } from '@cheyi/domain/fleet/inventory/lifecycle'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import { found, type HandlerOf } from '../../kernel/context.ts'
import { inOrder, mediaViews } from '../../platform/media/actions.ts'
import { holdsOf } from '../stock/actions.ts'
import { brokenParts } from './broken.ts'
import { type CareRow, careOf } from './care.ts'
import { readyFacts } from './facts.ts'
import * as store from './store.ts'
import { cardOf } from './view.ts'

export const vehicleDetail: HandlerOf<'inventory', 'detail'> = async ({ vehicleId }, ctx) => {
  const [row, documents, holdings, broken, care] = await Promise.all([
    store.card(ctx, vehicleId),
    store.documents(ctx, vehicleId),
    store.holdings(ctx, [vehicleId]),
    brokenParts(ctx, vehicleId),
    careOf(ctx, vehicleId),
  ])
  const vehicle = found(row)
  const [views, holds] = await Promise.all([
    mediaViews(ctx, [
      ...vehicle.photoIds,
      ...(vehicle.parkingPhotoId === null ? [] : [vehicle.parkingPhotoId]),
      ...documents.flatMap((one) => one.mediaIds),
    ]),
    holdsOf(ctx, vehicleId),
  ])
  return {
    ...vehicle,
    ...cardOf(ctx, vehicle, holdings),
    care: careShown(found(care), localDate(ctx.now)),
    vinChecked: isVinChecked(vehicle.vin),
    purchase: ctx.can('inventory.edit') ? vehicle.purchaseFen : null,
    documents: documents.map((one) => ({
      ...one,
      documentId: one.id,
      amount: ctx.can('inventory.edit') ? one.amountFen : null,
      sumInsured: one.sumInsuredFen,
      media: inOrder(views, one.mediaIds),
    })),
    photos: inOrder(views, vehicle.photoIds),
    parkingPhoto: views.get(vehicle.parkingPhotoId ?? '') ?? null,
    damages: broken,
    lacks: lacksForService(
      readyFacts(vehicle, documents, { model: vehicle.modelStatus, store: vehicle.storeStatus }, ctx.now),
    ),
    busy: holds.ordered || holds.openTickets > 0,
  }
}

function careShown(facts: CareRow, today: string) {
  const next = nextCare(facts)
  const due = isCareDue(next, facts.odometerKm, today)
  return { km: facts.careKm, on: facts.careOn, nextKm: next.km, nextOn: next.on, due }
}

/** Default range of the timeline, back and ahead. */
const SPAN = 180 * DAY
const MAX_SPAN = 3 * 366 * DAY

export const vehicleTimeline: HandlerOf<'inventory', 'timeline'> = async (input, ctx) => {
  found(await store.byId(ctx, input.vehicleId))
  const from = input.from ?? ctx.now - SPAN
  const to = input.to ?? ctx.now + SPAN
  if (to - from > MAX_SPAN) throw new Refusal('rangeTooLong')
  const rows = await store.past(ctx, input.vehicleId, from, to)
  return {
    list: rows.map((row) => ({ ...row, from: row.fromAt, to: row.toAt, orderStatus: row.status })),
  }
}
