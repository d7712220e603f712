import { lazy, Suspense, useState } from 'react'
import { useNow } from '../../kernel/now.ts'
import { Card } from '../../ui/card.tsx'
import { Watermark } from '../../ui/watermark.tsx'
import type { PersonDetail } from '../parts/person-words.ts'
import { shownDocuments } from './file-words.ts'

const ImageViewer = lazy(() => import('../../ui/image-viewer.tsx'))

const PURPOSE = '仅限租车使用'

/** Links of documents last five minutes; older ones are fetched anew before a picture is opened. */
const LINK_LASTS = 240_000

interface DocumentsCardProps {
  readonly person: PersonDetail
  /** When the links were made, epoch ms. */
  readonly at: number
  readonly refetch: () => Promise<unknown>
}

/** Pictures of the papers, under words that say what they may be used for. */
export function DocumentsCard({ person, at, refetch }: DocumentsCardProps) {
  const [viewed, setViewed] = useState<{ index: number; open: boolean }>()
  const now = useNow()
  const documents = shownDocuments(person)
  async function open(index: number) {
    if (now - at > LINK_LASTS) await refetch()
    setViewed({ index, open: true })
  }
  return (
    <Card pad title="证件照片" extra={<span className="person-detail-note">{PURPOSE}，查看会留痕</span>}>
      {documents.length === 0 && <p className="person-detail-none">未留存证件照片</p>}
      <ul className="person-detail-papers">
        {documents.map(({ slot, name, media }, index) => (
          <li key={slot}>
            <button type="button" onClick={() => void open(index)}>
              <img src={media.thumbUrl ?? media.url} alt={`查看${name}`} decoding="async" />
              <Watermark text={PURPOSE} />
            </button>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {viewed && (
        <Suspense>
          <ImageViewer
            open={viewed.open}
            onClose={() => setViewed({ ...viewed, open: false })}
            images={documents.map(({ name, media }) => ({ url: media.url, alt: name }))}
            index={viewed.index}
            watermark={PURPOSE}
          />
        </Suspense>
      )}
    </Card>
  )
}
