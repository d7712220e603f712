import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Context } from '../kernel/context.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import type { RecordRow, StoredMark, StoredPhoto, VehicleRow } from './store.ts'

export type HandoverRecord = OutputOf<typeof contract.pickupReturn.pickUp>['record']
type VehicleBrief = NonNullable<OutputOf<typeof contract.pickupReturn.task>['vehicle']>

export const photosOf = (row: RecordRow): readonly StoredPhoto[] => row.photos as StoredPhoto[]
export const marksOf = (row: RecordRow): readonly StoredMark[] => row.damageMarks as StoredMark[]

const mediaOf = (row: RecordRow): string[] => [
  ...photosOf(row).map((photo) => photo.mediaId),
  ...marksOf(row).flatMap((mark) => mark.photoIds),
  ...(row.signatureId === null ? [] : [row.signatureId]),
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
    orderId: row.orderId,
    type: row.type as HandoverRecord['type'],
    seq: row.seq,
    draft: row.draft,
    vehicleId: row.vehicleId,
    plate: plateOf(row.vehicleId),
    at: row.at,
    returnStoreId: row.returnStoreId,
    mileageKm: row.mileageKm,
    fuelKind: row.fuelKind as HandoverRecord['fuelKind'],
    fuelEighths: row.fuelEighths,
    batteryPct: row.batteryPct,
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
    keyCount: row.keyCount,
    signature: row.signatureId === null ? null : (views.get(row.signatureId) ?? null),
    note: (row.extra as { note?: string }).note ?? '',
    operatorName: row.operatorName,
    byCustomer: row.byCustomer,
    verify: row.verify as HandoverRecord['verify'],
    stepDone: row.stepDone,
    version: row.version,
  }))
}

export const vehicleBrief = (row: VehicleRow): VehicleBrief => ({
  vehicleId: row.id,
  plate: row.plate,
  plateColor: row.plateColor as VehicleBrief['plateColor'],
  modelId: row.modelId,
  modelName: row.modelName,
  odometerKm: row.odometerKm,
  fuelPct: row.fuelPct,
  batteryPct: row.batteryPct,
  parkingNote: row.parkingNote,
})
