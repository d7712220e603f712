import { type Option, Segmented } from '../ui/frame/tabs.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { labelOf } from './form-field.ts'

/** One of two or three choices, side by side. */
export function SegmentedField<V extends string | number>({
  of,
  options,
  ...row
}: RowProps<V | null> & { options: readonly Option<NoInfer<V>>[] }) {
  return (
    <FieldRow {...row} of={of} group words={(value) => options.find((one) => one.value === value)?.label ?? ''}>
      <Segmented<V> label={labelOf(of, row.label)} options={options} value={of.value ?? undefined} onChange={of.set} />
    </FieldRow>
  )
}
