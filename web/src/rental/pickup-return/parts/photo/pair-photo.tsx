import { Icon } from '../../../../ui/icon.tsx'
import type { Media } from '../types.ts'

interface PairPhotoProps {
  /** undefined: no picture was taken. */
  readonly media: Media | undefined
  /** For example 取车车头. */
  readonly alt: string
  readonly onOpen: () => void
  readonly none?: string
}

/** One of two pictures of a place; a tap opens it in the viewer. */
export const PairPhoto = ({ media, alt, onOpen, none = '未拍' }: PairPhotoProps) =>
  media ? (
    <button type="button" className="handover-pair-photo" aria-label={`查看${alt}`} onClick={onOpen}>
      <img src={media.thumbUrl ?? media.url} alt={alt} loading="lazy" decoding="async" />
    </button>
  ) : (
    <span className="handover-pair-none">
      <Icon name="image" />
      {none}
    </span>
  )
