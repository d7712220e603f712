import './parking-place.css'
import { view, viewOf } from '../../../page/view.ts'
import { Row } from '../../../ui/layout.tsx'

interface ParkingPlaceProps {
  /** '' if there is no description. */
  readonly note: string
  readonly photo: { readonly url: string; readonly thumbUrl: string | null; readonly kind: string } | null
}

/** The parking place of a car as text and photo; a tap enlarges the photo. */
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
