import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { clampDate, daysIn, firstOf, monthOf, plusDays, twoDigits, weekdayNames, weekdayOf } from './civil-date.ts'

/** Design pixels: height of a month's heading, and of one week. */
const HEADING = 42
const WEEK = 50

type Range = {
  /** First and last day shown. */
  min: string
  max: string
  /** First day that can be chosen. */
  first: string
  today: string
  from: string | undefined
  to: string | undefined
  labels: readonly [string, string]
  noteOf?: (date: string) => string | undefined
  onPick: (date: string) => void
}

type MonthAt = { month: number; top: number; height: number }

/** Every month from `min` to `max`. Only visible months are rendered: their heights are computed, not measured. */
export function Months(range: Range) {
  const { min, max, first, today, from, onPick } = range
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<{ top: number; height: number }>()
  /** The one day in the Tab order; arrow keys move it. */
  const [active, setActive] = useState(from ?? clampDate(today, first, max))
  const moved = useRef(false)
  const [unit] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 37.5)

  const months = useMemo(() => {
    const list: MonthAt[] = []
    let top = 0
    for (let month = monthOf(min); month <= monthOf(max); month++) {
      const weeks = Math.ceil((weekdayOf(firstOf(month)) + daysIn(month)) / 7)
      const height = HEADING + weeks * WEEK
      list.push({ month, top, height })
      top += height
    }
    return list
  }, [min, max])
  const total = (months.at(-1)?.top ?? 0) + (months.at(-1)?.height ?? 0)

  // An effect, not a layout effect: the surrounding dialog is laid out only after its own layout effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sets the initial scroll position only; later the user scrolls.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = (months.find((each) => each.month === monthOf(active))?.top ?? 0) * unit
    const measure = () => setView({ top: element.scrollTop / unit, height: element.clientHeight / unit })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    const day = scroller.current?.querySelector<HTMLElement>(`[data-date="${active}"]`)
    day?.focus({ preventScroll: true })
    day?.scrollIntoView({ block: 'nearest' })
  })

  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const jump = { PageUp: -1, PageDown: 1 }[event.key]
    if (step === undefined && jump === undefined) return
    event.preventDefault()
    const month = monthOf(active) + (jump ?? 0)
    const wished =
      step === undefined
        ? plusDays(firstOf(month), Math.min(Number(active.slice(8)), daysIn(month)) - 1)
        : plusDays(active, step)
    const next = clampDate(wished, first, max)
    moved.current = true
    setActive(next)
    // The month may not be rendered yet: scroll to its place, and it is rendered before the focus moves.
    const place = months.find((each) => each.month === monthOf(next))
    const element = scroller.current
    if (!place || !element || !view) return
    if (place.top + place.height > view.top + view.height || place.top < view.top) {
      const row = HEADING + Math.floor((weekdayOf(firstOf(place.month)) + Number(next.slice(8)) - 1) / 7) * WEEK
      const top = place.top + row
      if (top < view.top || top + WEEK > view.top + view.height) element.scrollTop = (top - view.height / 2) * unit
      setView({ top: element.scrollTop / unit, height: view.height })
    }
  }
  const drawn = view
    ? months.filter(({ top, height }) => top < view.top + view.height + 300 && top + height > view.top - 300)
    : []
  return (
    <div
      ref={scroller}
      className="date-range-months"
      onScroll={(event) => {
        const top = event.currentTarget.scrollTop / unit
        // Updated by whole weeks, so that scrolling within one week does not render.
        if (view && Math.abs(top - view.top) >= WEEK) setView({ ...view, top })
      }}
    >
      <div className="date-range-track" style={{ height: `${total / 37.5}rem` }}>
        {drawn.map(({ month, top }) => (
          <Month
            key={month}
            month={month}
            top={top}
            range={range}
            active={active}
            onPress={press}
            onPick={(date) => {
              setActive(date)
              onPick(date)
            }}
          />
        ))}
      </div>
    </div>
  )
}

type MonthProps = {
  month: number
  top: number
  range: Range
  active: string
  onPress: (event: KeyboardEvent) => void
  onPick: (date: string) => void
}

function Month({ month, top, range, active, onPress, onPick }: MonthProps) {
  const start = firstOf(month)
  const name = `${start.slice(0, 4)}年${Number(start.slice(5, 7))}月`
  return (
    <fieldset className="date-range-month" aria-label={name} style={{ top: `${top / 37.5}rem` }}>
      <h2 className="num">{name}</h2>
      <div className="date-range-days num">
        {Array.from({ length: daysIn(month) }, (_, index) => {
          const date = start.slice(0, 8) + twoDigits(index + 1)
          return (
            <Day
              key={date}
              date={date}
              column={index === 0 ? weekdayOf(start) + 1 : undefined}
              range={range}
              active={date === active}
              onPress={onPress}
              onPick={onPick}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

type DayProps = {
  date: string
  column: number | undefined
  range: Range
  active: boolean
  onPress: (event: KeyboardEvent) => void
  onPick: (date: string) => void
}

function Day({ date, column, range, active, onPress, onPick }: DayProps) {
  const { first, max, min, today, from, to, labels, noteOf } = range
  const weekday = weekdayOf(date)
  const isFrom = date === from
  const isTo = date === to
  const word = isFrom && isTo ? labels.join('/') : isFrom ? labels[0] : isTo ? labels[1] : undefined
  const note = word ?? (date === today ? '今天' : noteOf?.(date))
  return (
    <button
      type="button"
      data-date={date}
      className={cx(
        'stack align-center date-range-day',
        weekday % 6 === 0 && 'date-range-weekend',
        weekday === 0 && 'date-range-sunday',
        weekday === 6 && 'date-range-saturday',
        (isFrom || isTo) && 'date-range-end',
        isFrom && to !== undefined && !isTo && 'date-range-from',
        isTo && !isFrom && 'date-range-to',
        from !== undefined && to !== undefined && date > from && date < to && 'date-range-in',
      )}
      style={column === undefined ? undefined : { gridColumnStart: column }}
      disabled={date < first || date < min || date > max}
      tabIndex={active ? 0 : -1}
      aria-pressed={isFrom || isTo}
      aria-current={date === today ? 'date' : undefined}
      onKeyDown={onPress}
      onClick={() => onPick(date)}
    >
      <b>
        <span className="visually-hidden">{Number(date.slice(5, 7))}月</span>
        {Number(date.slice(8))}
        <span className="visually-hidden">日 周{weekdayNames[weekday]} </span>
      </b>
      {note && <small>{note}</small>}
    </button>
  )
}
