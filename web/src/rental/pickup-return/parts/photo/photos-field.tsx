import type { Slot } from '../../../../form/uploads-field.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { UploadGrid } from '../../../../ui/media/upload-grid.tsx'
import type { Media } from '../handover.ts'
import { tileOf } from './media.ts'

interface PhotosFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string
  /** On the server already. */
  readonly stored: readonly Media[]
  /** Added now; `add` takes so many at the most. */
  readonly fresh: Slot
  readonly add: (most: number) => unknown
  readonly max: number
  /** Takes one that is stored away, by its media id. */
  readonly drop: (mediaId: string) => void
}

/** Pictures of something, those it has and those that are added. */
export const PhotosField = ({ label, hint, error, stored, fresh, add, max, drop }: PhotosFieldProps) => (
  <Field label={label} layout="stack" group optional hint={hint} error={error}>
    <UploadGrid
      {...fresh.grid}
      items={[...stored.map((one) => tileOf(one)), ...fresh.tiles]}
      max={max}
      onAdd={() => add(max - stored.length - fresh.tiles.length)}
      onRemove={(id) => (stored.some(({ mediaId }) => mediaId === id) ? drop(id) : fresh.grid.onRemove?.(id))}
    />
  </Field>
)
