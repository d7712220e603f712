import './tabs.css'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cx } from '../class-names.ts'

export type TabItem<K extends string> = { key: K; label: string; count?: number }

export type TabsProps<K extends string> = {
  items: readonly TabItem<K>[]
  value: K
  onChange: (key: K) => void
  /** Said by screen readers: 订单状态. */
  label: string
  /** `id` of the element the tabs switch. */
  panel?: string
}

/** A row of tabs that scrolls horizontally; ← → Home End move, the chosen tab is scrolled into view. */
export function Tabs<K extends string>({ items, value, onChange, label, panel }: TabsProps<K>) {
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the chosen tab.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!row || !tab) return
    // Runs after the browser's own layout; reading sizes earlier would cause a second layout.
    const observer = new ResizeObserver(() => {
      // scrollIntoView would also scroll the page.
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [value])

  function move(event: KeyboardEvent) {
    const at = items.findIndex((item) => item.key === value)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    const item = next === undefined ? undefined : items.at(next % items.length)
    if (!item) return
    event.preventDefault()
    onChange(item.key)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[items.indexOf(item)]?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          className="tabs-tab"
          aria-selected={item.key === value}
          aria-controls={panel}
          tabIndex={item.key === value ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          {item.label}
          {item.count !== undefined && <span className="tabs-count num">{item.count}</span>}
        </button>
      ))}
    </div>
  )
}

export type Option<V extends string | number> = { value: V; label: string; disabled?: boolean }

export type SegmentedProps<V extends string | number> = {
  options: readonly Option<V>[]
  value: V | undefined
  onChange: (value: V) => void
  label: string
  className?: string
}

/** Two to four exclusive choices on one grey background. */
export const Segmented = <V extends string | number>({ className, ...group }: SegmentedProps<V>) => (
  <Radios {...group} className={cx('segmented', className)} item="segmented-item" />
)

type RadiosProps<V extends string | number> = SegmentedProps<V> & {
  /** Class of a choice. */
  item: string
  /** A tap on the chosen one clears the choice. */
  onClear?: () => void
}

/** Exclusive choices as labels, on native radios, so that arrow keys move. */
export function Radios<V extends string | number>(props: RadiosProps<V>) {
  const { options, value, onChange, label, className, item, onClear } = props
  const name = useId()
  return (
    <div className={className} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className={item}
          data-checked={option.value === value || undefined}
          data-disabled={option.disabled || undefined}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            onClick={() => option.value === value && onClear?.()}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
