import './form.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { MediaBiz, media } from '@cheyi/contract/media'
import { lazy, Suspense, useState } from 'react'
import { type Uploads, useUploads } from '../../kernel/uploads.ts'
import { Card } from '../../ui/card.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'

const ImageViewer = lazy(() => import('../../ui/image-viewer.tsx'))

export type Media = Omit<OutputOf<typeof media.upload>, 'path' | 'size'>

export interface Pictures {
  readonly uploads: Uploads
  /** Ids of what the record is to name, stored ones first. */
  readonly ids: readonly string[]
  readonly busy: boolean
}

/** Pictures that a record keeps and those added now. */
export function usePictures(biz: MediaBiz, id: string, kept: readonly string[]): Pictures {
  const uploads = useUploads(biz, id)
  return { uploads, ids: [...kept, ...uploads.mediaIds()], busy: uploads.unsent > 0 }
}

export interface PhotosCardProps {
  readonly title: string
  readonly note?: string
  readonly max: number
  readonly pictures: Pictures
  readonly stored: readonly Media[]
  readonly kept: readonly string[]
  readonly onKeep: (ids: readonly string[]) => void
}

export function PhotosCard({ title, note, max, pictures, stored, kept, onKeep }: PhotosCardProps) {
  const [opened, setOpened] = useState<number>()
  const shown = stored.filter(({ mediaId }) => kept.includes(mediaId))
  const { tiles, pick, retry, remove } = pictures.uploads
  const items = [
    ...shown.map(({ mediaId, url, thumbUrl }) => ({ id: mediaId, status: 'done' as const, url: thumbUrl ?? url })),
    ...tiles,
  ]
  return (
    <Card pad title={title} extra={<span className="form-count num">{`${items.length}/${max}`}</span>}>
      {note && <p className="form-photo-note">{note}</p>}
      <UploadGrid
        items={items}
        max={max}
        onAdd={() => void pick({ source: 'both', max: max - items.length })}
        onRetry={retry}
        onRemove={(id) => (kept.includes(id) ? onKeep(kept.filter((one) => one !== id)) : remove(id))}
        onOpen={(id) => setOpened(items.findIndex((item) => item.id === id))}
      />
      {opened !== undefined && opened >= 0 && (
        <Suspense>
          <ImageViewer
            open
            onClose={() => setOpened(undefined)}
            index={opened}
            images={items.map((item, index) => ({
              url: shown[index]?.url ?? item.url ?? '',
              alt: `${title} ${index + 1}`,
            }))}
          />
        </Suspense>
      )}
    </Card>
  )
}
