import './chips.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { type Option, Radios } from './tabs.tsx'

export type ChipProps = {
  children: ReactNode
  /** An active filter. */
  on?: boolean
  /** Opens a list of choices; adds a small arrow. */
  onClick?: () => void
  /** Adds a cross. */
  onRemove?: () => void
}

/** A filter: removable when active, with a small arrow when it opens a list. */
export function Chip({ children, on, onClick, onRemove }: ChipProps) {
  return (
    <span className={cx('chip', 'num', on && 'chip-on')}>
      {onClick ? (
        <button type="button" className="chip-open" onClick={onClick}>
          {children}
          {!onRemove && <Icon name="chevron-down" size={14} />}
        </button>
      ) : (
        children
      )}
      {onRemove && (
        <button
          type="button"
          className="chip-remove"
          aria-label={typeof children === 'string' ? `移除 ${children}` : '移除'}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

/** A row of chips that scrolls horizontally. */
export function ChipRow({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('chip-row', className)}>{children}</div>
}

type GroupProps<V extends string | number> = {
  options: readonly Option<V>[]
  label: string
  /** `chip` pills in one row, `wrap` pills on several lines, `tile` a grid of three, as in filter sheets. */
  look?: 'chip' | 'wrap' | 'tile'
}

export type ChipRadiosProps<V extends string | number> = GroupProps<V> & {
  value: V | undefined
  onChange: (value: V) => void
  /** A tap on the chosen one clears the choice. */
  onClear?: () => void
}

/** Exclusive chips. */
export const ChipRadios = <V extends string | number>({ look = 'chip', ...group }: ChipRadiosProps<V>) => (
  <Radios {...group} className={`chip-group chip-group-${look}`} item="chip chip-choice num" />
)

export type ChipChecksProps<V extends string | number> = GroupProps<V> & {
  value: readonly V[]
  onChange: (value: V[]) => void
  /** Chosen chips have a tick before their text. */
  tick?: boolean
}

/** Chips for any number of choices, on native checkboxes. Values are returned in the order of the options. */
export function ChipChecks<V extends string | number>(props: ChipChecksProps<V>) {
  const { options, label, look = 'chip', value, onChange, tick } = props
  function toggle(option: V, on: boolean) {
    onChange(options.map((each) => each.value).filter((each) => (each === option ? on : value.includes(each))))
  }
  return (
    <fieldset className={`chip-group chip-group-${look}`} aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className="chip chip-choice num"
          data-checked={value.includes(option.value) || undefined}
          data-disabled={option.disabled || undefined}
        >
          <input
            type="checkbox"
            className="visually-hidden"
            checked={value.includes(option.value)}
            disabled={option.disabled}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          {tick && value.includes(option.value) && <Icon name="check" size={14} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
