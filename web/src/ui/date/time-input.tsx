import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from '../field/field.tsx'
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

  function type(event: ChangeEvent<HTMLInputElement>) {
    const text = timeText(event.target.value)
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
      value={typed.time === value ? typed.text : value}
      onChange={type}
      onBlur={(event) => {
        setTyped({ text: value, time: value })
        onBlur?.(event)
      }}
    />
  )
}
