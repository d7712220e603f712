import './wheel.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../class-names.ts'

export type WheelProps = {
  /** Texts on the wheel, top to bottom. */
  items: readonly string[]
  /** Index of the chosen item. */
  value: number
  onChange: (index: number) => void
  /** Read by screen readers: 取车时. */
  label: string
  /** Read after the number: 时, 分. */
  unit?: string
}

/** One column that snaps. Operated by scroll, tap, ↑ ↓, PageUp PageDown, Home End. */
export function Wheel({ items, value, onChange, label, unit = '' }: WheelProps) {
  const list = useRef<HTMLDivElement>(null)
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Index that the wheel shows or scrolls to; tells a change by the wheel from one by the parent. */
  const at = useRef(-1)

  useEffect(() => {
    const element = list.current
    if (!element || at.current === value) return
    const near = at.current >= 0 && Math.abs(at.current - value) <= 5
    element.scrollTo({ top: value * rowHeight(element), behavior: near ? 'smooth' : 'instant' })
    at.current = value
  }, [value])
  useEffect(() => () => clearTimeout(settle.current), [])

  function turn(index: number) {
    onChange(Math.min(items.length - 1, Math.max(0, index)))
  }
  function settled() {
    clearTimeout(settle.current)
    const element = list.current
    if (!element) return
    const index = Math.min(items.length - 1, Math.round(element.scrollTop / rowHeight(element)))
    at.current = index
    if (index !== value) onChange(index)
  }
  function scrolled() {
    // Safari before 26 has no `scrollend` event.
    if ('onscrollend' in window) return
    clearTimeout(settle.current)
    settle.current = setTimeout(settled, 160)
  }
  function press(event: KeyboardEvent) {
    const next = {
      ArrowUp: value - 1,
      ArrowDown: value + 1,
      PageUp: value - 5,
      PageDown: value + 5,
      Home: 0,
      End: items.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    turn(next)
  }
  return (
    <div
      className="wheel num"
      role="spinbutton"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={items.length - 1}
      aria-valuetext={`${items[value] ?? ''}${unit}`}
      onKeyDown={press}
      onClick={(event) => {
        const tapped = Array.prototype.indexOf.call(list.current?.children, event.target)
        if (tapped >= 0) turn(tapped)
      }}
    >
      <div ref={list} className="wheel-list" aria-hidden="true" onScroll={scrolled} onScrollEnd={settled}>
        {items.map((item, index) => (
          <span key={item} className={cx('wheel-item', index === value && 'wheel-chosen')}>
            {item}
          </span>
        ))}
      </div>
    </div>
  )
}

function rowHeight(list: HTMLElement): number {
  return list.firstElementChild?.getBoundingClientRect().height || 1
}

/** Hour and minute side by side; `value` is `HH:mm`. */
export function TimeWheels({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (time: string) => void
  label: string
}) {
  const hour = Number(value.slice(0, 2))
  const minute = Number(value.slice(3, 5))
  return (
    <Wheels narrow>
      <Wheel
        items={hours}
        value={hour}
        label={`${label} 时`}
        unit="时"
        onChange={(next) => onChange(`${hours[next]}:${minutes[minute]}`)}
      />
      <b className="wheels-colon">:</b>
      <Wheel
        items={minutes}
        value={minute}
        label={`${label} 分`}
        unit="分"
        onChange={(next) => onChange(`${hours[hour]}:${minutes[next]}`)}
      />
    </Wheels>
  )
}

/** A row of wheels; one grey band marks the chosen items. */
export function Wheels({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  return <div className={cx('wheels', narrow && 'wheels-narrow')}>{children}</div>
}

const numbers = (count: number) => Array.from({ length: count }, (_, value) => String(value).padStart(2, '0'))
const hours = numbers(24)
const minutes = numbers(60)
