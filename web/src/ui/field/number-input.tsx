import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from './field.tsx'

export type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'max'> & {
  /** null while empty. */
  value: number | null
  onChange: (value: number | null) => void
  /** The value is the typed number times this: 100 for percent stored as basis points. */
  times?: number
  /** Maximum number of decimals. */
  decimals?: number
}

/** A number without steppers; the typed text (`1.`) stays unchanged until the value changes from outside. */
export function NumberInput({ value, onChange, times = 1, decimals = times > 1 ? 2 : 0, ...rest }: NumberInputProps) {
  const shown = (one: number | null) => (one === null ? '' : String(one / times))
  const [typed, setTyped] = useState({ text: shown(value), value })
  function type(event: ChangeEvent<HTMLInputElement>) {
    const next = event.target.value.trim()
    if (!new RegExp(`^\\d{0,12}${decimals > 0 ? `(\\.\\d{0,${decimals}})?` : ''}$`).test(next)) return
    const number = /\d/.test(next) ? Number((Number(next) * times).toFixed(decimals)) : null
    setTyped({ text: next, value: number })
    onChange(number)
  }
  return (
    <TextInput
      {...rest}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={typed.value === value ? typed.text : shown(value)}
      onChange={type}
    />
  )
}
