import type { Slot } from '../../../../form/uploads-field.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { UploadGrid } from '../../../../ui/media/upload-grid.tsx'
import type { Media } from '../types.ts'
import { tileOf } from './media.ts'

interface PhotosFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string
  /** Pictures on the server. */
  readonly stored: readonly Media[]
  /** New pictures; `add` accepts at most the given number. */
  readonly fresh: Slot
  readonly add: (most: number) => unknown
  readonly max: number
  /** Removes a stored picture by its media id. */
  readonly drop: (mediaId: string) => void
}

/** A field for pictures, both stored and new ones. */
export const PhotosField = ({ label, hint, error, stored, fresh, add, max, drop }: PhotosFieldProps) => (
  <Field label={label} group optional hint={hint} error={error}>
    <UploadGrid
      {...fresh.grid}
      items={[...stored.map((one) => tileOf(one)), ...fresh.tiles]}
      max={max}
      onAdd={() => add(max - stored.length - fresh.tiles.length)}
      onRemove={(id) => (stored.some(({ mediaId }) => mediaId === id) ? drop(id) : fresh.grid.onRemove?.(id))}
    />
  </Field>
)
