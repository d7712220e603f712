import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { spaced } from './entry.ts'

interface MobileFieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  autoComplete?: string
}

/** The mobile of who signs in, spaced as it is read. */
export function MobileField({ value, onChange, onBlur, error, autoComplete = 'username' }: MobileFieldProps) {
  return (
    <Field label={<span className="visually-hidden">手机号</span>} layout="stack" error={error}>
      <TextInput
        look="fill"
        prefix="+86"
        type="tel"
        inputMode="numeric"
        autoComplete={autoComplete}
        placeholder="手机号"
        className="num"
        value={value}
        onChange={(event) => onChange(spaced(event.target.value))}
        onBlur={onBlur}
        onClear={() => onChange('')}
      />
    </Field>
  )
}
