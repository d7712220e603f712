import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Stack } from '../../../ui/layout.tsx'

interface ReasonFieldProps {
  readonly label: string
  readonly optional?: boolean
  readonly hint: string
  readonly error: string | undefined
  /** The most frequent reasons; others are typed. */
  readonly usual: readonly string[]
  readonly placeholder: string
  readonly value: string
  readonly onChange: (reason: string) => void
}

/** Why documents are verified despite a fault. */
export function ReasonField({ label, optional, hint, error, usual, placeholder, value, onChange }: ReasonFieldProps) {
  const options = usual.map((one) => ({ value: one, label: one }))
  return (
    <Field label={label} optional={optional} error={error} hint={hint}>
      <Stack gap={8}>
        <ChipRadios look="wrap" label="常用原因" options={options} value={value} onChange={onChange} />
        <TextInput
          value={value}
          maxLength={100}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      </Stack>
    </Field>
  )
}
