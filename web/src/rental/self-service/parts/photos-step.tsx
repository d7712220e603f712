import { MAX_RECORD_MEDIA, type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { hasCamera, isCameraGranted } from '../../../kernel/media/camera.ts'
import type { Uploads } from '../../../kernel/media/uploads.ts'
import { open } from '../../../page/open.ts'
import { view, viewOf } from '../../../page/view.ts'
import { Button, Notice, Stack } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem, type UploadSlot } from '../../../ui/media/upload-grid.tsx'
import { say, translate } from '../../../words/words.ts'
import type { SelfTask } from './task.ts'

interface PhotosProps {
  readonly task: SelfTask
  readonly uploads: Uploads
  readonly onDrop: (mediaId: string) => void
}

/** The parking place: photographed beside its description, not with the car. */
export const parkingPlace = (required: boolean): UploadSlot => ({ ...placeOf(PARKING), required })

const PARKING = 'parking' satisfies PhotoSlot

const placeOf = (key: PhotoSlot): UploadSlot => ({ key, label: say(photoSlots[key]) })

/** The places of the car itself. */
export const carSlots = (slots: readonly PhotoSlot[]): PhotoSlot[] => slots.filter((slot) => slot !== PARKING)

/** The photographed places, uploaded or uploading; a new picture replaces the earlier one. */
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
  /** Accepts these places only, no free photos. */
  readonly closed?: boolean
}

/** Places to be photographed; those requested again show the reason. */
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
            {say('{name}需要重拍：{reason}', { name: say(photoSlots[slot]), reason: translate(text) })}
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
          const shown = task.photos.map(({ media, slot }) => viewOf(say(photoSlots[slot]))(media))
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

/** The places of the car, with the same camera as for staff; those requested again are highlighted. */
export function PhotosStep(of: PhotosProps) {
  const { task, uploads } = of
  const { stored, fresh } = usePictures(of, isOfCar)
  const places = carSlots(task.slots).map((key) => ({ ...placeOf(key), required: true }))
  function camera(first?: string) {
    void open(() => import('../../pickup-return/parts/photo/camera.tsx'), {
      of: uploads.of,
      first,
      stored,
      // The server replaces the earlier picture of a place.
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
      {uploads.unsent > 0 && <Notice>{say('{n} 张正在上传，断网后会自动续传', { n: uploads.unsent })}</Notice>}
      {hasCamera() && (
        <Button variant="tint" icon="camera" onClick={() => camera(carSlots(task.toTake)[0])}>
          {say('连续拍摄')}
        </Button>
      )}
    </Stack>
  )
}

/** Includes free photos, but not those of marks. */
const isOfCar = (slot: string): boolean => slot === '' || (slot in photoSlots && slot !== PARKING)
