import { type ChangeEvent, useState } from 'react'
import { cx } from '../class-names.ts'
import { TextInput, type TextInputProps } from './field.tsx'
import { sayNoNumber } from './no-number.ts'
import { caretBefore, keepCaret, typedIn, typeNumber } from './typed.ts'

export type AmountInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'max'> & {
  /** Integer fen; null while empty. */
  value: number | null
  onChange: (fen: number | null) => void
}

/**
 * An amount typed in yuan with at most two decimals; the value is in fen. An amount above the limit is not cut, so that
 * the validation can report it.
 */
export function AmountInput({ value, onChange, prefix = '¥', ...rest }: AmountInputProps) {
  // The typed text (`12.`) is stored with its number, until the number changes from outside.
  const [typed, setTyped] = useState({ text: amountText(value), fen: value })
  const text = typed.fen === value ? typed.text : amountText(value)

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const change = typedIn(target)
    const next = typeNumber(text, change, { decimals: 2 })
    keepCaret(target, next?.caret ?? caretBefore(text, change))
    if (next === null) return sayNoNumber(change.text, 2)
    const fen = next.value === null ? null : Math.round(next.value * 100)
    setTyped({ text: next.text, fen })
    onChange(fen)
  }
  return (
    <TextInput
      {...rest}
      className={cx('num', 'input-amount', rest.className)}
      prefix={prefix}
      inputMode="decimal"
      value={text}
      onChange={type}
      onBlur={(event) => {
        setTyped({ text: amountText(value), fen: value })
        rest.onBlur?.(event)
      }}
    />
  )
}

function amountText(fen: number | null): string {
  return fen === null ? '' : (fen / 100).toFixed(2)
}
