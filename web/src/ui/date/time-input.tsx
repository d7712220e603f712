import { type ChangeEvent, useState } from 'react'
import { TextInput, type TextInputProps } from '../field/input.tsx'
import { timeOf, timeText } from './time-text.ts'

export type TimeInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** `HH:mm`; empty: not given. */
  value: string
  onChange: (time: string) => void
}

/**
 * A time of day by 24 hours, typed with or without its colon. The browser's own field shows AM and PM where the browser
 * is of another language.
 */
export function TimeInput({ value, onChange, onBlur, ...rest }: TimeInputProps) {
  // The text being typed (`83`) is kept beside the time it stands for, until the time changes from outside.
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
