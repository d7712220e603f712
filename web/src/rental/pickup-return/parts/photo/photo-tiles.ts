import { MAX_RECORD_MEDIA } from '@cheyi/domain/rental/pickup-return/record'
import { isCameraGranted } from '../../../../kernel/media/camera.ts'
import { open } from '../../../../page/open.ts'
import { view, viewOf } from '../../../../page/view.ts'
import type { UploadItem } from '../../../../ui/media/upload-grid.tsx'
import { photoSlotOf } from '../entered.ts'
import type { CarEntry } from '../flow.ts'
import { tileOf } from './media.ts'
import { guidedSlots, parkingPlace, photoPlaces } from './places.ts'

/* The photos of a handover as tiles, both saved and uploading ones. */

/** Photos of the record first, then the uploading ones. */
export function photoTiles({ record, filled, uploads }: CarEntry): UploadItem[] {
  const kept = new Set(filled.photos.map(({ mediaId }) => mediaId))
  const stored = (record?.photos ?? []).filter(({ media }) => kept.has(media.mediaId))
  const fresh = uploads.tiles.filter(({ slot }) => photoSlotOf(slot) !== null)
  return [...stored.map(({ slot, media, coming }) => tileOf(media, slot, coming)), ...fresh]
}

export type PhotoActions = ReturnType<typeof photoActions>

/**
 * Actions of a tile. A named place opens the camera that stays open, where the browser allows it. `removeLater` is called while that
 * camera is open and must use the state of that moment.
 */
export function photoActions(of: CarEntry, tiles: readonly UploadItem[], removeLater: (id: string) => void) {
  const { uploads, record, filled, edit, errors, settle } = of
  function onCamera(first?: string) {
    const fresh = new Set<string>(uploads.tiles.map(({ id }) => id))
    const stored = tiles.filter(({ id }) => !fresh.has(id))
    void open(() => import('./camera.tsx'), { of: uploads.of, first, stored, onRemove: removeLater })
  }
  return {
    /** Opens the camera at a place, or at the first without a picture. */
    onCamera,
    onAdd(slot?: string) {
      if (errors.photos) settle({})
      // The camera that stays open goes through all places of the car.
      if (photoPlaces.some(({ key }) => key === slot) && isCameraGranted()) return onCamera(slot)
      void uploads.pick(
        slot === undefined ? { max: MAX_RECORD_MEDIA - tiles.length } : { slot, video: slot === 'video' },
      )
    },
    onRetry: uploads.retry,
    onRemove(id: string) {
      if (!filled.photos.some(({ mediaId }) => mediaId === id)) return uploads.remove(id)
      const gone = (record?.photos ?? []).filter(
        ({ media }) => !filled.photos.some((one) => one.mediaId === media.mediaId),
      )
      edit({ dropped: [...gone.map(({ media }) => media.mediaId), id] })
    },
    onOpen(id: string) {
      const large = new Map(record?.photos.map(({ media }) => [media.mediaId, viewOf('')(media).url]))
      const shown = tiles.filter(({ status, url }) => status === 'done' && url)
      view(
        shown.map((tile) => ({
          url: large.get(tile.id) ?? tile.url!,
          alt: photoName(tile.slot),
          kind: tile.video ? 'video' : 'image',
        })),
        shown.findIndex((tile) => tile.id === id),
      )
    },
  }
}

/** 车头, 仪表盘; 照片 for a free photo. */
export const photoName = (slot: string | undefined): string =>
  [...guidedSlots, parkingPlace].find(({ key }) => key === slot)?.label ?? '照片'
