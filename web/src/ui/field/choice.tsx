import './choice.css'
import '../show/cell.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'
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
