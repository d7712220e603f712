import { ChipRadios } from '../ui/frame/chips.tsx'
import { EntrySheet, type EntrySheetProps } from './entry-sheet.tsx'
import { TextAreaField } from './fields.tsx'
import type { FormField } from './form-field.ts'

interface ReasonSheetProps extends EntrySheetProps {
  readonly field: FormField<string | null>
  /** Replaces the contract's label: 拒单原因. */
  readonly label?: string
  /** The most frequent reasons, as buttons. */
  readonly usual: readonly string[]
  readonly placeholder?: string
}

/** A sheet for a reason, with the relevant facts before it. */
export const ReasonSheet = ({
  field,
  label,
  usual,
  placeholder = '可补充说明',
  children,
  ...sheet
}: ReasonSheetProps) => (
  <EntrySheet {...sheet}>
    {children}
    <ChipRadios
      look="wrap"
      label={`常用${label ?? '原因'}`}
      options={usual.map((value) => ({ value, label: value }))}
      value={field.value ?? ''}
      onChange={field.set}
    />
    <TextAreaField of={field} label={label} optional={false} placeholder={placeholder} />
  </EntrySheet>
)
