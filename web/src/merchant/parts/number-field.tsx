import './form.css'
import { type ReactNode, useState } from 'react'
import { Switch } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'

interface NumberFieldProps {
  readonly label: ReactNode
  /** null while empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly unit?: string
  readonly error?: string
  readonly hint?: ReactNode
  /** What holds while it is empty. */
  readonly placeholder?: string
  readonly decimals?: boolean
}

/** A number with its unit, at the right end of a row. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, unit, error, hint, placeholder, decimals } = props
  // The text being typed (`1.`) is kept beside the number it stands for.
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = typed.value === value ? typed.text : textOf(value)
  return (
    <Field label={label} error={error} hint={hint} className="form-wide">
      <span className="form-number">
        <TextInput
          look="box"
          className="num"
          inputMode={decimals ? 'decimal' : 'numeric'}
          placeholder={placeholder}
          suffix={unit}
          value={text}
          onChange={({ target }) => {
            const next = target.value.trim()
            if (!(decimals ? /^\d{0,6}(\.\d{0,6})?$/ : /^\d{0,8}$/).test(next)) return
            const number = /\d/.test(next) ? Number(next) : null
            setTyped({ text: next, value: number })
            onChange(number)
          }}
        />
      </span>
    </Field>
  )
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

interface SwitchFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
}

/** On or off, at the right end of a row. */
export function SwitchField({ label, hint, checked, onChange, disabled }: SwitchFieldProps) {
  return (
    <Field label={label} hint={hint} className="form-wide">
      <span className="form-switch">
        <Switch checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
      </span>
    </Field>
  )
}
