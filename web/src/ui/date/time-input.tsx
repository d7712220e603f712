import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from '../field/field.tsx'
import { caretBefore, keepCaret, typedIn } from '../field/typed.ts'
import { timeOf, timeText } from './time-text.ts'

export type TimeInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** `HH:mm`; empty: no value. */
  value: string
  onChange: (time: string) => void
}

/**
 * A time of day in 24 hours, typed with or without colon. The browser's own field shows AM and PM when the browser has
 * another language.
 */
export function TimeInput({ value, onChange, onBlur, ...rest }: TimeInputProps) {
  // The typed text (`83`) is stored with its time, until the time changes from outside.
  const [typed, setTyped] = useState({ text: value, time: value })

  const shown = typed.time === value ? typed.text : value

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const change = typedIn(target)
    const text = timeText(change.text)
    keepCaret(
      target,
      text === null ? caretBefore(shown, change) : (timeText(change.text.slice(0, change.caret)) ?? text).length,
    )
    if (text === null) return
    const time = timeOf(text) ?? ''
    setTyped({ text, time })
    onChange(time)
  }
  return (
    <TextInput
      placeholder="如 0830"
      inputMode="numeric"
      {...rest}
      value={shown}
      onChange={type}
      onBlur={(event) => {
        setTyped({ text: value, time: value })
        onBlur?.(event)
      }}
    />
  )
}
