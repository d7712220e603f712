import './choice.css'
import '../show/cell.css'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { toast } from '../modal/toast.ts'
import { useFieldLink } from './field.tsx'

/** A switch with immediate effect. `label` is for screen readers when the visible text is elsewhere in the row. */
export function Switch({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label?: string }) {
  const link = useFieldLink()
  return (
    <span className={cx('switch', className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state itself. */}
      <input {...link} {...rest} type="checkbox" role="switch" className="switch-box" aria-label={label} />
    </span>
  )
}

export type RadioRow<V extends string | number> = {
  value: V
  label: ReactNode
  note?: ReactNode
  /** At the right end: a tag, an amount. */
  extra?: ReactNode
  disabled?: boolean
}

export type RadioListProps<V extends string | number> = {
  options: readonly RadioRow<V>[]
  value: V | undefined
  onChange: (value: V) => void
  label: string
}

/** Exclusive rows of a card, with the radio mark at the left. */
export function RadioList<V extends string | number>({ options, value, onChange, label }: RadioListProps<V>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="cell radio-row" data-disabled={option.disabled || undefined}>
          <input
            type="radio"
            className="choice-box choice-round"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="grow">
            {option.label}
            {option.note && <small className="block">{option.note}</small>}
          </span>
          {option.extra}
        </label>
      ))}
    </div>
  )
}

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
  const [typed, setTyped] = useState<string>()
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
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 4))}
        onBlur={() => {
          if (typed) set(Number(typed))
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
