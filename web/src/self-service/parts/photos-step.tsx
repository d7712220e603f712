import { MAX_RECORD_MEDIA, photoSlots } from '@cheyi/domain/pickup-return/record'
import { selfSlots } from '@cheyi/domain/self-service/visit'
import { hasCamera, isCameraGranted } from '../../kernel/media/camera.ts'
import type { Uploads } from '../../kernel/media/uploads.ts'
import { open } from '../../page/open.ts'
import { view, viewOf } from '../../page/view.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../ui/media/upload-grid.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import type { SelfTask } from './task.ts'

interface PhotosProps {
  readonly task: SelfTask
  readonly uploads: Uploads
  readonly onDrop: (mediaId: string) => void
}

const places = selfSlots.map((key) => ({ key, label: photoSlots[key], required: true }))

/** The places of the car that staff photograph, by the same camera; those that staff want again stand out. */
export function PhotosStep({ task, uploads, onDrop }: PhotosProps) {
  const arrived = new Set(task.photos.map(({ media }) => media.mediaId))
  const coming = uploads.items.filter(({ media }) => media === null || !arrived.has(media.mediaId))
  const fresh = uploads.tiles.filter(({ id, slot }) => isPlace(slot) && coming.some((one) => one.id === id))
  // What was taken again stands in the place of what was there.
  const stored: UploadItem[] = task.photos
    .filter(({ slot }) => slot === 'extra' || !fresh.some((one) => one.slot === slot))
    .filter(({ slot }) => !task.reasons.some((reason) => reason.slot === slot))
    .map(({ slot, media }) => ({ id: media.mediaId, status: 'done', url: media.thumbUrl ?? media.url, slot }))
  const tiles = [...stored, ...fresh]
  function onRemove(id: string) {
    if (fresh.some((one) => one.id === id)) uploads.remove(id)
    else onDrop(id)
  }
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
    void uploads.pick(slot === undefined ? { max: MAX_RECORD_MEDIA - tiles.length } : { slot })
  }
  return (
    <Stack gap={10} top={10}>
      {task.reasons.map(({ slot, text }) => (
        <Notice key={slot} tone="danger">
          {photoSlots[slot]}需要重拍：{text}
        </Notice>
      ))}
      <UploadGrid
        items={tiles}
        slots={places}
        max={MAX_RECORD_MEDIA}
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
      {uploads.unsent > 0 && <Notice>{uploads.unsent} 张正在上传，断网后会自动续传</Notice>}
      {hasCamera() && (
        <Button variant="tint" icon="camera" onClick={() => camera(task.toTake[0])}>
          连续拍摄
        </Button>
      )}
    </Stack>
  )
}

const isPlace = (slot: string): boolean => slot === '' || slot in photoSlots
