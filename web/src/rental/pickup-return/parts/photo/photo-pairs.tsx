import { view, viewOf } from '../../../../page/view.ts'
import { Box, Stack } from '../../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../../ui/media/upload-grid.tsx'
import type { HandoverRecord } from '../handover.ts'
import { PairPhoto } from './pair-photo.tsx'
import type { PhotoActions } from './photo-tiles.ts'
import { guidedSlots } from './places.ts'

interface PhotoPairsProps {
  readonly pickup: HandoverRecord
  readonly tiles: readonly UploadItem[]
  readonly actions: PhotoActions
}

/** Each place of the car as photographed at the pickup, beside the tile for the new picture of the same side. */
export function PhotoPairs({ pickup, tiles, actions }: PhotoPairsProps) {
  const images = pickup.photos.map(({ media }) => viewOf('取车照片')(media))
  const free = tiles.filter(({ slot }) => !guidedSlots.some(({ key }) => key === slot))
  return (
    <Stack gap={10}>
      <Box note className="handover-pair">
        <span>取车 {pickup.photos.length} 张</span>
        <span>还车 {tiles.length} 张</span>
      </Box>
      {guidedSlots.map((slot) => {
        const before = pickup.photos.findIndex((photo) => photo.slot === slot.key)
        return (
          <div key={slot.key} className="handover-pair">
            <PairPhoto
              media={pickup.photos[before]?.media}
              alt={`取车${slot.label}`}
              onOpen={() => view(images, before)}
              none="取车未拍"
            />
            <UploadGrid items={tiles.filter((tile) => tile.slot === slot.key)} slots={[slot]} closed {...actions} />
          </div>
        )
      })}
      <UploadGrid items={free} addLabel="其他照片" {...actions} />
    </Stack>
  )
}
