import './parking-place.css'
import { view, viewOf } from '../../../page/view.ts'
import { Row } from '../../../ui/layout.tsx'

interface ParkingPlaceProps {
  /** '' where nobody said it in words. */
  readonly note: string
  readonly photo: { readonly url: string; readonly thumbUrl: string | null; readonly kind: string } | null
}

/** Where a car stands: in words, and as it was photographed; a tap shows it large. */
export const ParkingPlace = ({ note, photo }: ParkingPlaceProps) => (
  <Row as="span" gap={8} justify="end">
    {note}
    {photo && (
      <button
        type="button"
        className="parking-photo"
        aria-label="查看停放位置照片"
        onClick={() => view([viewOf('停放位置')(photo)])}
      >
        <img src={photo.thumbUrl ?? photo.url} alt="" loading="lazy" />
      </button>
    )}
  </Row>
)
