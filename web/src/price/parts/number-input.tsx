import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from '../../ui/input.tsx'

type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'max'> & {
  /** null: nothing is typed. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** What is typed times this is the value: 100 for percent kept as basis points. Above 1 two decimals may be typed. */
  readonly times?: number
}

/** A number without steps; what is typed stays as typed until it means something else. */
export function NumberInput({ value, onChange, times = 1, ...rest }: NumberInputProps) {
  const shown = (one: number | null) => (one === null ? '' : String(one / times))
  const [typed, setTyped] = useState({ text: shown(value), value })
  const text = typed.value === value ? typed.text : shown(value)
  function type(event: ChangeEvent<HTMLInputElement>) {
    const next = event.target.value
    if (!(times > 1 ? /^\d{0,5}(\.\d{0,2})?$/ : /^\d{0,6}$/).test(next)) return
    const meant = /\d/.test(next) ? Math.round(Number(next) * times) : null
    setTyped({ text: next, value: meant })
    onChange(meant)
  }
  return <TextInput {...rest} inputMode={times > 1 ? 'decimal' : 'numeric'} value={text} onChange={type} />
}
