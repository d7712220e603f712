import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Context } from '../kernel/context.ts'
import { msOrNull } from '../kernel/instant.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import type { RecordRow, StoredMark, StoredPhoto, VehicleRow } from './store.ts'

export type HandoverRecord = OutputOf<typeof contract.pickupReturn.pickUp>['record']
type VehicleBrief = NonNullable<OutputOf<typeof contract.pickupReturn.task>['vehicle']>

export const photosOf = (row: RecordRow): readonly StoredPhoto[] => row.photos as StoredPhoto[]
export const marksOf = (row: RecordRow): readonly StoredMark[] => row.damage_marks as StoredMark[]

const mediaOf = (row: RecordRow): string[] => [
  ...photosOf(row).map((photo) => photo.mediaId),
  ...marksOf(row).flatMap((mark) => mark.photoIds),
  ...(row.signature_id === null ? [] : [row.signature_id]),
]

/** Records as they are shown, their files signed for the caller; one query for all of them. */
export async function recordViews(
  ctx: Context,
  rows: readonly RecordRow[],
  plateOf: (vehicleId: string) => string,
): Promise<HandoverRecord[]> {
  const views = await mediaViews(ctx, rows.flatMap(mediaOf))
  return rows.map((row) => ({
    recordId: row.id,
    orderId: row.order_id,
    type: row.type as HandoverRecord['type'],
    seq: row.seq,
    draft: row.draft,
    vehicleId: row.vehicle_id,
    plate: plateOf(row.vehicle_id),
    at: msOrNull(row.at),
    returnStoreId: row.return_store_id,
    mileageKm: row.mileage_km,
    fuelKind: row.fuel_kind as HandoverRecord['fuelKind'],
    fuelEighths: row.fuel_eighths,
    batteryPct: row.battery_pct,
    photos: photosOf(row).flatMap((photo) => {
      const media = views.get(photo.mediaId)
      return media === undefined
        ? []
        : [
            {
              slot: photo.slot as HandoverRecord['photos'][number]['slot'],
              media,
              reissued: photo.reissued,
              at: photo.at,
            },
          ]
    }),
    damageMarks: marksOf(row).map((mark) => ({
      markId: mark.markId,
      part: mark.part,
      kind: mark.kind as HandoverRecord['damageMarks'][number]['kind'],
      x: mark.x,
      y: mark.y,
      isNew: mark.isNew,
      reason: mark.reason,
      photos: inOrder(views, mark.photoIds),
    })),
    accessories: row.accessories as HandoverRecord['accessories'],
    keyCount: row.key_count,
    signature: row.signature_id === null ? null : (views.get(row.signature_id) ?? null),
    note: (row.extra as { note?: string }).note ?? '',
    operatorName: row.operator_name,
    byCustomer: row.by_customer,
    verify: row.verify as HandoverRecord['verify'],
    stepDone: row.step_done,
    version: row.version,
  }))
}

export const vehicleBrief = (row: VehicleRow): VehicleBrief => ({
  vehicleId: row.id,
  plate: row.plate,
  plateColor: row.plate_color as VehicleBrief['plateColor'],
  modelId: row.model_id,
  modelName: row.model_name,
  odometerKm: row.odometer_km,
  fuelPct: row.fuel_pct,
  batteryPct: row.battery_pct,
  parkingNote: row.parking_note,
})
