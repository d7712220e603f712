import './photos.css'
import { Row } from '../ui/layout.tsx'
import { view } from './view.ts'

interface PhotosProps {
  readonly photos: readonly { readonly mediaId: string; readonly url: string; readonly thumbUrl: string | null }[]
  /** What each is called, before its number. */
  readonly noun?: string
}

/** Small pictures in a row, each opened in the viewer; nothing for none. */
export function Photos({ photos, noun = '凭证' }: PhotosProps) {
  if (photos.length === 0) return null
  const images = photos.map(({ url }, index) => ({ url, alt: `${noun} ${index + 1}` }))
  return (
    <Row as="ul" gap={8} top={8} align="stretch" wrap className="photo-row">
      {photos.map(({ mediaId, thumbUrl, url }, index) => (
        <li key={mediaId}>
          <button type="button" aria-label={`查看${noun} ${index + 1}`} onClick={() => view(images, index)}>
            <img src={thumbUrl ?? url} alt="" loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </Row>
  )
}
