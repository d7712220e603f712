import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf, MAX_RECORD_MEDIA, REISSUE_WITHIN } from '@cheyi/domain/rental/pickup-return/record'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder, logOrder, readOrder } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { inOrder, linkMedia, mediaViews } from '../../platform/media/actions.ts'
import * as store from './store.ts'
import { recordViews } from './view.ts'

/** Both handovers of an order with the differences between them. */
export async function records({ orderId, type }: { orderId: string; type?: HandoverType }, ctx: Context) {
  const order = await readOrder(ctx, orderId)
  const rows = await store.confirmedRecords(ctx.db, order.id)
  const plates = await Promise.all(
    [...new Set(rows.map((row) => row.vehicleId))].map((id) => store.vehicle(ctx.db, id)),
  )
  const plateOf = (id: string) => plates.find((vehicle) => vehicle?.id === id)?.plate ?? ''
  const shown = rows.filter((row) => type === undefined || row.type === type)
  return {
    orderNo: order.orderNo,
    contactName: order.contactName,
    records: await recordViews(ctx, shown, plateOf),
    differences: differences(rows),
  }
}

/** The differences of the last car of the order. */
function differences(rows: readonly store.RecordRow[]) {
  const pickup = rows.findLast((row) => row.type === handoverType.pickup)
  const back = rows.find((row) => row.type === handoverType.return && row.seq === pickup?.seq)
  if (pickup === undefined || back === undefined) return null
  const less = (a: number | null, b: number | null) => (a === null || b === null ? null : b - a)
  return {
    minutes: Math.round((back.at! - pickup.at!) / MINUTE),
    km: less(pickup.mileageKm, back.mileageKm) ?? 0,
    fuelEighths: less(pickup.fuelEighths, back.fuelEighths),
    batteryPct: less(pickup.batteryPct, back.batteryPct),
    newMarks: back.damageMarks.filter((mark) => mark.isNew).length,
  }
}

/** The state of a car after its last handover: readings, damage that is not repaired, photos. */
export async function lastInspection({ vehicleId }: { vehicleId: string }, ctx: Context) {
  const [vehicle, last] = await Promise.all([store.vehicle(ctx.db, vehicleId), store.lastOfVehicle(ctx.db, vehicleId)])
  const car = requireFound(vehicle)
  const photos = last === undefined ? [] : last.photos.map((photo) => photo.mediaId)
  const marks = last === undefined ? [] : last.damageMarks
  const views = await mediaViews(ctx, [...photos, ...marks.flatMap((mark) => mark.photoIds)])
  return {
    at: last?.at ?? null,
    mileageKm: car.odometerKm,
    fuelKind: fuelKindOf(car.energy),
    fuelEighths: last?.fuelEighths ?? (car.fuelPct === null ? null : Math.round(car.fuelPct / 12.5)),
    batteryPct: last?.batteryPct ?? car.batteryPct,
    marks: marks.map((mark) => ({ ...mark, isNew: false, amount: null, photos: inOrder(views, mark.photoIds) })),
    media: inOrder(views, photos),
  }
}

/**
 * Adds photos to a record after the handover, marked with the time of their upload.
 * @throws Refusal tooManyReissued (5008), reissueExpired (5009)
 */
export async function reissue(input: ParsedOf<typeof contract.pickupReturn.reissue>, ctx: Context) {
  const before = requireFound(await store.byId(ctx.db, input.recordId))
  const order = await lockOrder(ctx, before.orderId)
  const row = requireFound(await store.byId(ctx.db, input.recordId))
  if (row.draft || row.void) throw new Refusal('notFound')
  const returnedAt = order.actualReturnAt
  if (returnedAt !== null && ctx.now > returnedAt + REISSUE_WITHIN) throw new Refusal('reissueExpired')
  const photos = row.photos
  if (photos.length + input.mediaIds.length > MAX_RECORD_MEDIA) throw new Refusal('tooManyReissued')
  const biz = row.type === handoverType.pickup ? 'pickup' : 'return'
  await linkMedia(ctx, input.mediaIds, { biz, bizId: row.id, orderId: order.id })
  const added = input.mediaIds.map((mediaId) => ({
    slot: 'extra' as const,
    mediaId,
    reissued: true,
    at: ctx.now,
    reason: input.reason,
    by: ctx.identity.name,
  }))
  const changed = store.update(ctx, row, { photos: [...photos, ...added] })
  logOrder(ctx, order, { action: 'reissue', detail: { count: added.length, reason: input.reason } })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { record: row.id, reissued: added.length } })
  const vehicle = await store.vehicle(ctx.db, row.vehicleId)
  const [record] = await recordViews(ctx, [changed], () => vehicle?.plate ?? '')
  return { record: record! }
}
