import './choice.css'
import { useState } from 'react'
import { Icon } from '../icon.tsx'
import { toast } from '../modal/toast.ts'
import { sayNoNumber } from './no-number.ts'
import { caretBefore, keepCaret, typedIn, typeNumber } from './typed.ts'

export type StepperProps = {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** What is counted: 儿童座椅. */
  label: string
  /** Message when the maximum is reached: 最多 2 个. */
  maxReason?: string
}

/** A whole number between two round buttons; it can also be typed. */
export function Stepper({ value, onChange, min = 0, max = 99, label, maxReason }: StepperProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number | null }>()
  const text = typed?.text ?? String(value)
  function set(next: number) {
    if (next > max && maxReason) toast(maxReason)
    onChange(Math.min(max, Math.max(min, next)))
  }
  return (
    <fieldset className="stepper" aria-label={label}>
      <button type="button" aria-label={`减少${label}`} disabled={value <= min} onClick={() => set(value - 1)}>
        <Icon name="minus" size={16} />
      </button>
      <input
        className="stepper-number num"
        inputMode="numeric"
        aria-label={label}
        value={text}
        onChange={({ target }) => {
          const change = typedIn(target)
          const next = typeNumber(text, change, { decimals: 0, digits: 4 })
          keepCaret(target, next?.caret ?? caretBefore(text, change))
          if (next === null) return sayNoNumber(change.text, 0)
          setTyped(next)
        }}
        onBlur={() => {
          if (typed && typed.value !== null) set(typed.value)
          setTyped(undefined)
        }}
      />
      <button
        type="button"
        aria-label={`增加${label}`}
        disabled={value >= max && !maxReason}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" size={16} />
      </button>
    </fieldset>
  )
}
