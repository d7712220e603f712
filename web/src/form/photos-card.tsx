import { lazy, Suspense, useState } from 'react'
import type { calls, OutputOf } from '../kernel/call/calls.ts'
import type { Uploads } from '../kernel/media/uploads.ts'
import { Card, Note } from '../ui/layout.tsx'
import { UploadGrid } from '../ui/media/upload-grid.tsx'
import { FieldNote } from './field-row.tsx'
import type { FormField } from './form-field.ts'

const ImageViewer = lazy(() => import('../ui/media/image-viewer.tsx'))

export type Media = Omit<OutputOf<typeof calls.media.upload>, 'path' | 'size'>

interface PhotosCardProps {
  readonly of: FormField<readonly string[] | null>
  /** Files added now, sent with the stored ones: `[...imageIds, ...uploads.mediaIds()]`. */
  readonly uploads: Uploads
  readonly stored: readonly Media[]
  readonly note?: string
}

/** The stored pictures of a record and those added now. */
export default function PhotosCard({ of, uploads, stored, note }: PhotosCardProps) {
  const [opened, setOpened] = useState<number>()
  const { label: title = '', max: [max] = [9] } = of.rules
  const kept = of.value ?? []
  const shown = stored.filter(({ mediaId }) => kept.includes(mediaId))
  const { tiles, pick, retry, remove } = uploads
  const items = [
    ...shown.map(({ mediaId, url, thumbUrl }) => ({ id: mediaId, status: 'done' as const, url: thumbUrl ?? url })),
    ...tiles,
  ]
  return (
    <Card pad title={title} extra={`${items.length}/${max}`}>
      {note && <Note below={12}>{note}</Note>}
      <UploadGrid
        items={items}
        max={max}
        onAdd={() => void pick({ source: 'both', max: max - items.length })}
        onRetry={retry}
        onRemove={(id) => (kept.includes(id) ? of.set(kept.filter((one) => one !== id)) : remove(id))}
        onOpen={(id) => setOpened(items.findIndex((item) => item.id === id))}
      />
      <FieldNote of={of} words={(ids) => `${ids?.length ?? 0}张`} />
      {opened !== undefined && opened >= 0 && (
        <Suspense fallback={null}>
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
