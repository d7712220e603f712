import { type CSSProperties, useState } from 'react'
import { momentText } from '../../../kernel/now.ts'
import { view, viewOf } from '../../../page/view.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Card, Grid, Note, Stack, Text } from '../../../ui/layout.tsx'
import type { ViewerImage } from '../../../ui/media/image-viewer.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { tileOf } from '../parts/photo/media.ts'
import { PairPhoto } from '../parts/photo/pair-photo.tsx'
import { guidedSlots } from '../parts/photo/places.ts'
import type { Media } from '../parts/types.ts'
import { freePhotos, type PhotoPair, pairsOf, type RecordPhoto, type Segment } from './segments.ts'

/** Each place of the car at both ends, side by side or overlaid; then the other photos. */
export function PhotoCompare({ segment }: { readonly segment: Segment }) {
  const [look, setLook] = useState<'beside' | 'slide'>('beside')
  const { pickup, back } = segment
  const pairs = pairsOf(segment)
  const both = pairs.some(({ before, after }) => before && after)
  const images = [...imagesOf('取车', pickup?.photos), ...imagesOf('还车', back?.photos)]
  const show = (photo: RecordPhoto) =>
    view(
      images.map(({ image }) => image),
      images.findIndex(({ mediaId }) => mediaId === photo.media.mediaId),
    )
  const only = pickup && back ? undefined : (pickup ?? back)
  if (only) {
    return (
      <Card pad title="照片" extra={`${only.photos.length} 张`}>
        <PlacedPhotos photos={only.photos.filter(({ reissued }) => !reissued)} onShow={show} />
        <FreePhotos photos={only.photos.filter(({ reissued }) => reissued)} onShow={show} />
      </Card>
    )
  }
  return (
    <Card
      pad
      title="照片对比"
      extra={
        both && (
          <Segmented
            label="对比方式"
            options={[
              { value: 'beside', label: '并排' },
              { value: 'slide', label: '滑动' },
            ]}
            value={look}
            onChange={setLook}
          />
        )
      }
    >
      <Stack gap={10}>
        <Box note num className="handover-pair">
          <span>取车 {pickup?.photos.length ?? 0} 张</span>
          <span>还车 {back?.photos.length ?? 0} 张</span>
        </Box>
        {pairs.map((pair) =>
          look === 'slide' && pair.before && pair.after ? (
            <figure key={pair.slot} className="record-slide">
              <SlideCompare before={pair.before.media} after={pair.after.media} label={pair.label} />
              <figcaption className="note text-center">{pair.label}</figcaption>
            </figure>
          ) : (
            <Pair key={pair.slot} pair={pair} onShow={show} />
          ),
        )}
      </Stack>
      <FreePhotos photos={[...freePhotos(pickup), ...freePhotos(back)]} onShow={show} />
    </Card>
  )
}

interface PhotosProps {
  readonly photos: readonly RecordPhoto[]
  readonly onShow: (photo: RecordPhoto) => void
}

/** The photos by place when only one end exists. */
function PlacedPhotos({ photos, onShow }: PhotosProps) {
  const taken = new Set(photos.map(({ slot }): string => slot))
  return (
    <UploadGrid
      items={photos.map(({ slot, media, coming }) => tileOf(media, slot, coming))}
      slots={guidedSlots.filter(({ key }) => taken.has(key))}
      onRetry={() => {}}
      onOpen={(id) => {
        const photo = photos.find(({ media }) => media.mediaId === id)
        if (photo) onShow(photo)
      }}
    />
  )
}

/** Photos without a place; those added after the handover show their time. */
function FreePhotos({ photos, onShow }: PhotosProps) {
  if (photos.length === 0) return null
  return (
    <Grid as="ul" fit={96} gap={[10, 8]} top={12}>
      {photos.map((photo) => (
        <li key={photo.media.mediaId}>
          {photo.coming ? (
            <Note>环车视频还在上传</Note>
          ) : (
            <PairPhoto media={photo.media} alt="其他照片" onOpen={() => onShow(photo)} />
          )}
          {photo.reissued && (
            <Text note num>
              <Tag tone="warning">补传</Tag> {momentText(photo.at)}
            </Text>
          )}
        </li>
      ))}
    </Grid>
  )
}

const imagesOf = (when: string, photos: readonly RecordPhoto[] = []) =>
  photos
    .filter(({ coming }) => !coming)
    .map(({ media }): { mediaId: string; image: ViewerImage } => ({
      mediaId: media.mediaId,
      image: viewOf(when)(media),
    }))

function Pair({ pair: { before, after, label }, onShow }: { pair: PhotoPair; onShow: PhotosProps['onShow'] }) {
  return (
    <figure className="handover-pair record-pair">
      <PairPhoto media={before?.media} alt={`取车${label}`} onOpen={() => before && onShow(before)} />
      <PairPhoto media={after?.media} alt={`还车${label}`} onOpen={() => after && onShow(after)} />
      <figcaption className="note text-center">{label}</figcaption>
    </figure>
  )
}

/** Two overlaid pictures; the slider uncovers the one behind. */
function SlideCompare({ before, after, label }: { before: Media; after: Media; label: string }) {
  const [share, setShare] = useState(50)
  return (
    <div className="slide-compare" style={{ '--share': `${share}%` } as CSSProperties}>
      <img src={after.url} alt={`还车${label}`} loading="lazy" decoding="async" />
      <img className="slide-compare-before" src={before.url} alt={`取车${label}`} loading="lazy" decoding="async" />
      <span className="slide-compare-line" aria-hidden="true" />
      <span className="slide-compare-word" aria-hidden="true">
        取车
      </span>
      <span className="slide-compare-word slide-compare-right" aria-hidden="true">
        还车
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={`${label}取还对比`}
        aria-valuetext={`取车占 ${share}%`}
        onChange={(event) => setShare(Number(event.target.value))}
      />
    </div>
  )
}
