import { view, viewOf } from '../../../page/view.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Box } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../ui/media/upload-grid.tsx'
import type { HandoverRecord } from '../handover.ts'
import type { PhotoActions } from './photo-tiles.ts'
import { guidedSlots } from './places.ts'

interface PhotoPairsProps {
  readonly pickup: HandoverRecord
  readonly tiles: readonly UploadItem[]
  readonly actions: PhotoActions
}

/** Each place of the car as it was at the pickup, and the tile for it now, to be taken from the same side. */
export function PhotoPairs({ pickup, tiles, actions }: PhotoPairsProps) {
  const images = pickup.photos.map(({ media }) => viewOf('取车照片')(media))
  const free = tiles.filter(({ slot }) => !guidedSlots.some(({ key }) => key === slot))
  return (
    <div className="handover-pairs">
      <Box note className="handover-pair">
        <span>取车 {pickup.photos.length} 张</span>
        <span>还车 {tiles.length} 张</span>
      </Box>
      {guidedSlots.map((slot) => {
        const before = pickup.photos.findIndex((photo) => photo.slot === slot.key)
        const photo = pickup.photos[before]
        return (
          <div key={slot.key} className="handover-pair">
            {photo ? (
              <button
                type="button"
                className="handover-pair-photo"
                aria-label={`查看取车${slot.label}`}
                onClick={() => view(images, before)}
              >
                <img src={photo.media.thumbUrl ?? photo.media.url} alt={`取车${slot.label}`} loading="lazy" />
              </button>
            ) : (
              <span className="handover-pair-none">
                <Icon name="image" />
                取车未拍
              </span>
            )}
            <UploadGrid items={tiles.filter((tile) => tile.slot === slot.key)} slots={[slot]} closed {...actions} />
          </div>
        )
      })}
      <UploadGrid items={free} addLabel="其他照片" {...actions} />
    </div>
  )
}
