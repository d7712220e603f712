import './photos.css'
import { Icon } from '../ui/icon.tsx'
import { Row } from '../ui/layout.tsx'
import { joinWords, say } from '../words/words.ts'
import { view, viewOf } from './view.ts'

interface PhotosProps {
  readonly photos: readonly {
    readonly mediaId: string
    readonly kind: string
    readonly url: string
    readonly thumbUrl: string | null
  }[]
  /** Name of each picture, before its number. */
  readonly noun?: string
}

/** Small pictures in a row, including documents and videos, each opens in the viewer; nothing for an empty list. */
export function Photos({ photos, noun = say('凭证') }: PhotosProps) {
  if (photos.length === 0) return null
  const images = photos.map((photo, index) => viewOf(`${noun} ${index + 1}`)(photo))
  return (
    <Row as="ul" gap={8} top={8} align="stretch" wrap className="photo-row">
      {photos.map(({ mediaId, kind, thumbUrl, url }, index) => (
        <li key={mediaId}>
          <button
            type="button"
            aria-label={joinWords(say('查看'), `${noun} ${index + 1}`)}
            onClick={() => view(images, index)}
          >
            {thumbUrl === null && kind !== 'image' ? (
              <Icon name={kind === 'pdf' ? 'document' : 'camera'} size={24} />
            ) : (
              <img src={thumbUrl ?? url} alt="" loading="lazy" decoding="async" />
            )}
          </button>
        </li>
      ))}
    </Row>
  )
}
