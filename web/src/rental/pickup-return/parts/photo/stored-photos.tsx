import { view, viewOf } from '../../../../page/view.ts'
import { Note } from '../../../../ui/layout.tsx'
import { UploadGrid } from '../../../../ui/media/upload-grid.tsx'
import { say } from '../../../../words/words.ts'
import type { Media } from '../types.ts'
import { tileOf } from './media.ts'

/** Stored pictures, view only; a tap opens one in the viewer. */
export function StoredPhotos({ media, alt }: { media: readonly Media[]; alt: string }) {
  if (media.length === 0) return <Note>{say('没有照片')}</Note>
  return (
    <UploadGrid
      items={media.map((one) => tileOf(one))}
      onRetry={() => {}}
      onOpen={(id) => {
        const index = media.findIndex(({ mediaId }) => mediaId === id)
        view(media.map(viewOf(alt)), index)
      }}
    />
  )
}
