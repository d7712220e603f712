import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { Context } from '../../kernel/context.ts'
import { comingVideos, inOrder, mediaViews } from '../../platform/media/actions.ts'
import type { RecordRow } from './store.ts'

export type HandoverRecord = OutputOf<typeof contract.pickupReturn.pickUp>['record']

const mediaOf = (row: RecordRow): string[] => [
  ...row.photos.map((photo) => photo.mediaId),
  ...row.damageMarks.flatMap((mark) => mark.photoIds),
  ...(row.signatureId === null ? [] : [row.signatureId]),
]

/** Records for display, with their files signed for the caller; one query for all of them. */
export async function recordViews(
  ctx: Context,
  rows: readonly RecordRow[],
  plateOf: (vehicleId: string) => string,
): Promise<HandoverRecord[]> {
  const views = await mediaViews(ctx, rows.flatMap(mediaOf))
  const unseen = rows.flatMap(({ photos }) => photos.flatMap(({ mediaId }) => (views.has(mediaId) ? [] : [mediaId])))
  const coming = await comingVideos(ctx, unseen)
  return rows.map((row) => ({
    ...row,
    recordId: row.id,
    plate: plateOf(row.vehicleId),
    photos: row.photos.flatMap((photo) => {
      const media = views.get(photo.mediaId) ?? coming.get(photo.mediaId)
      return media === undefined
        ? []
        : [{ reason: '', by: '', fault: null, ...photo, media, coming: coming.has(photo.mediaId) }]
    }),
    damageMarks: row.damageMarks.map((mark) => ({
      ...mark,
      amount: mark.amount ?? null,
      photos: inOrder(views, mark.photoIds),
    })),
    signature: row.signatureId === null ? null : (views.get(row.signatureId) ?? null),
    readByDevice: [...(row.extra.readByDevice ?? [])],
    note: row.extra.note ?? '',
    parkingNote: row.extra.parkingNote ?? '',
    keyNote: row.extra.keyNote ?? '',
  }))
}
