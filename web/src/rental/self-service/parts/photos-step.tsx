import { MAX_RECORD_MEDIA, type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { hasCamera, isCameraGranted } from '../../../kernel/media/camera.ts'
import type { Uploads } from '../../../kernel/media/uploads.ts'
import { open } from '../../../page/open.ts'
import { view, viewOf } from '../../../page/view.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem, type UploadSlot } from '../../../ui/media/upload-grid.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { SelfTask } from './task.ts'

interface PhotosProps {
  readonly task: SelfTask
  readonly uploads: Uploads
  readonly onDrop: (mediaId: string) => void
}

/** Where the car stands: photographed beside the words of it, not with the car. */
export const parkingPlace: UploadSlot = { key: 'parking', label: photoSlots.parking }

/** Of these places those of the car itself. */
export const carSlots = (slots: readonly PhotoSlot[]): PhotoSlot[] => slots.filter((slot) => slot !== parkingPlace.key)

/** What is photographed already, on the server and on its way; what was taken again stands in the place of what was there. */
function usePictures({ task, uploads, onDrop }: PhotosProps, isShown: (slot: string) => boolean) {
  const arrived = new Set(task.photos.map(({ media }) => media.mediaId))
  const coming = uploads.items.filter(({ media }) => media === null || !arrived.has(media.mediaId))
  const fresh = uploads.tiles.filter(({ id, slot }) => isShown(slot) && coming.some((one) => one.id === id))
  const stored: UploadItem[] = task.photos
    .filter(({ slot }) => isShown(slot))
    .filter(({ slot }) => slot === 'extra' || !fresh.some((one) => one.slot === slot))
    .filter(({ slot }) => !task.reasons.some((reason) => reason.slot === slot))
    .map(({ slot, media }) => ({ id: media.mediaId, status: 'done', url: media.thumbUrl ?? media.url, slot }))
  function onRemove(id: string) {
    if (fresh.some((one) => one.id === id)) uploads.remove(id)
    else onDrop(id)
  }
  return { stored, fresh, onRemove }
}

interface GridProps extends PhotosProps {
  readonly places: readonly UploadSlot[]
  readonly onAdd: (slot?: string) => void
  /** These places alone, no further pictures. */
  readonly closed?: boolean
}

/** Places to be photographed, those that staff want again with why. */
export function PhotoGrid({ places, onAdd, closed = false, ...of }: GridProps) {
  const { task, uploads } = of
  const isShown = (slot: string) => (closed ? places.some(({ key }) => key === slot) : isOfCar(slot))
  const { stored, fresh, onRemove } = usePictures(of, isShown)
  return (
    <>
      {task.reasons
        .filter(({ slot }) => isShown(slot))
        .map(({ slot, text }) => (
          <Notice key={slot} tone="danger">
            {photoSlots[slot]}需要重拍：{text}
          </Notice>
        ))}
      <UploadGrid
        items={[...stored, ...fresh]}
        slots={places}
        max={MAX_RECORD_MEDIA}
        closed={closed}
        onAdd={onAdd}
        onRetry={uploads.retry}
        onRemove={onRemove}
        onOpen={(id) => {
          const shown = task.photos.map(({ media, slot }) => viewOf(photoSlots[slot])(media))
          view(
            shown,
            Math.max(
              0,
              task.photos.findIndex(({ media }) => media.mediaId === id),
            ),
          )
        }}
      />
    </>
  )
}

/** The places of the car that staff photograph, by the same camera; those that staff want again stand out. */
export function PhotosStep(of: PhotosProps) {
  const { task, uploads } = of
  const { stored, fresh } = usePictures(of, isOfCar)
  const places = carSlots(task.slots).map((key) => ({ key, label: photoSlots[key], required: true }))
  function camera(first?: string) {
    void open(() => import('../../pickup-return/parts/photo/camera.tsx'), {
      of: uploads.of,
      first,
      stored,
      // The server puts a picture in the place of the one before.
      onRemove: (id) => uploads.items.some((one) => one.id === id) && uploads.remove(id),
    })
  }
  function onAdd(slot?: string) {
    if (slot !== undefined && isCameraGranted()) return camera(slot)
    void uploads.pick(slot === undefined ? { max: MAX_RECORD_MEDIA - stored.length - fresh.length } : { slot })
  }
  return (
    <Stack gap={10} top={10}>
      <PhotoGrid {...of} places={places} onAdd={onAdd} />
      {uploads.unsent > 0 && <Notice>{uploads.unsent} 张正在上传，断网后会自动续传</Notice>}
      {hasCamera() && (
        <Button variant="tint" icon="camera" onClick={() => camera(carSlots(task.toTake)[0])}>
          连续拍摄
        </Button>
      )}
    </Stack>
  )
}

/** Pictures of no place too, those of marks not. */
const isOfCar = (slot: string): boolean => slot === '' || (slot in photoSlots && slot !== parkingPlace.key)
