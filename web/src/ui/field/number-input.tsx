import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from './field.tsx'
import { sayCut, sayNoNumber } from './no-number.ts'
import { caretBefore, isCut, keepCaret, typedIn, typeNumber } from './typed.ts'

export type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'max'> & {
  /** null while empty. */
  value: number | null
  onChange: (value: number | null) => void
  /** The value is the typed number times this: 100 for percent stored as basis points. */
  times?: number
  /** Maximum number of decimals. */
  decimals?: number
  /** How it is shown until it is typed in: 12,345. */
  words?: (value: number) => string
  /** Most digits. */
  digits?: number
}

/** A number without steppers; the typed text (`1.`) stays unchanged until it is left, or the value changes from outside. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, times = 1, decimals = times > 1 ? 2 : 0, words = String, digits, ...rest } = props
  const shown = (one: number | null) => (one === null ? '' : words(one / times))
  const [typed, setTyped] = useState({ text: shown(value), value })
  const text = typed.value === value ? typed.text : shown(value)
  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const change = typedIn(target)
    const next = typeNumber(text, change, { decimals, digits })
    keepCaret(target, next?.caret ?? caretBefore(text, change))
    if (next === null) return sayNoNumber(change.text, decimals)
    const number = next.value === null ? null : Number((next.value * times).toFixed(decimals))
    setTyped({ text: next.text, value: number })
    onChange(number)
  }
  return (
    <TextInput
      {...rest}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={text}
      onChange={type}
      onBlur={(event) => {
        if (decimals === 0 && value !== null && isCut(text, value / times)) sayCut(value / times)
        setTyped({ text: shown(value), value })
        rest.onBlur?.(event)
      }}
    />
  )
}
