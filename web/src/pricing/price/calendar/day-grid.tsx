import { type LocalDate, weekday } from '@cheyi/domain/time'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { cx } from '../../../ui/class-names.ts'
import { gridFrom, weekdayNames } from '../../../ui/date/civil-date.ts'
import { Grid, Stack, Text } from '../../../ui/layout.tsx'
import { type Picked, pickedDates, rangeAfterTap, rangeOfDrag } from './pick.ts'

export type Day = OutputOf<typeof calls.price.calendar>['days'][number]

interface DayGridProps {
  /** The Sunday that it begins with. */
  readonly first: LocalDate
  readonly today: LocalDate
  readonly days: readonly Day[]
  readonly picked: Picked | null
  readonly onPick: (picked: Picked) => void
}

/** The days of six weeks. A tap picks one, two taps pick a range, and so does dragging across the days. */
export function DayGrid({ first, today, days, picked, onPick }: DayGridProps) {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const prices = days.flatMap(({ date, price }) => (price === null || date < today ? [] : [price]))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const chosen = new Set(picked === null ? [] : pickedDates(picked))
  /** The day where the pointer went down; `moved`: the gesture became a drag, so its click must not count as a tap. */
  const drag = useRef<{ from: LocalDate; moved: boolean } | null>(null)

  const grid = useRef<HTMLDivElement>(null)
  const last = picked?.to

  // The opening panel and then the keyboard shrink the visible area, so the picked day is scrolled back into view.
  useEffect(() => {
    const days = grid.current
    const area = days?.closest('.price-calendar-month')
    if (!last || !days || !area) return
    const show = () => days.querySelector(`[data-date="${last}"]`)?.scrollIntoView({ block: 'nearest' })
    const resized = new ResizeObserver(show)
    resized.observe(area)
    return () => resized.disconnect()
  }, [last])

  function down(event: PointerEvent) {
    const date = dateAt(event)
    drag.current = date !== null && date >= today ? { from: date, moved: false } : null
  }
  function move(event: PointerEvent) {
    const date = dateAt(event)
    if (drag.current === null || event.buttons === 0 || date === null || date < today) return
    if (date === drag.current.from && !drag.current.moved) return
    drag.current.moved = true
    onPick(rangeOfDrag(drag.current.from, date))
  }
  function tap(date: LocalDate) {
    if (!drag.current?.moved) onPick(rangeAfterTap(picked, date))
    drag.current = null
  }
  return (
    <Grid columns={7} num ref={grid}>
      {weekdayNames.map((head) => (
        <Text pad={[6, 0]} note text="center" key={head} aria-hidden="true">
          {head}
        </Text>
      ))}
      <div
        className="month-days"
        onPointerDown={down}
        onPointerMove={move}
        onPointerCancel={() => {
          drag.current = null
        }}
      >
        {gridFrom(first).map((date) => (
          <DayCell
            key={date}
            date={date}
            day={byDate.get(date)}
            today={today}
            tint={tintOf(byDate.get(date)?.price, low, high)}
            on={chosen.has(date)}
            onTap={() => tap(date)}
          />
        ))}
      </div>
    </Grid>
  )
}

/**
 * The day under the pointer. Touch events stay bound to the element where they began, so the element is found by its coordinates.
 */
const dateAt = ({ clientX, clientY }: PointerEvent): LocalDate | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-date]')?.dataset.date ?? null

interface DayCellProps {
  readonly date: LocalDate
  readonly day: Day | undefined
  readonly today: LocalDate
  /** 0 a low price among the days shown, 1 a middle one, 2 a high one; undefined where all are alike. */
  readonly tint: number | undefined
  readonly on: boolean
  readonly onTap: () => void
}

/** At or below this number of free cars, a day counts as almost sold out. */
const FEW = 1

/** Third of the span of prices in which one lies. */
const tintOf = (price: number | null | undefined, low: number, high: number): number | undefined =>
  price === null || price === undefined || low >= high
    ? undefined
    : Math.min(2, Math.max(0, Math.floor(((price - low) / (high - low)) * 3)))

function DayCell({ date, day, today, tint, on, onTap }: DayCellProps) {
  const past = date < today
  const free = day?.free ?? null
  const note = noteOf(day)
  const isToday = date === today && !day?.stop
  const tone = day?.stop
    ? 'ink-danger'
    : isToday
      ? 'ink-link'
      : free !== null && free <= FEW
        ? 'ink-warning'
        : undefined
  return (
    <Stack
      as="button"
      align="center"
      round
      type="button"
      data-date={date}
      data-tint={past || on ? undefined : tint}
      className={cx(
        'month-day',
        past && 'month-past',
        weekday(date) > 5 && 'month-weekend',
        on && 'month-on',
        day?.own && !day.stop && 'month-own',
        !past && (day?.stop ? 'month-stop' : free === 0 && 'month-full'),
        day?.holiday && 'month-holiday',
        day?.makeUpWorkday && 'month-work',
      )}
      aria-pressed={on}
      disabled={past}
      onClick={onTap}
    >
      <span className="visually-hidden">{dayLabel(date, day, note)}</span>
      <span className="month-number" aria-hidden="true">
        {date.endsWith('-01') ? `${Number(date.slice(5, 7))}/1` : Number(date.slice(8))}
        {day?.holiday && <sup>休</sup>}
        {day?.makeUpWorkday && <sup>班</sup>}
      </span>
      <Text size="s" className={cx('month-price', day?.stop && 'month-stopped')} aria-hidden="true">
        {day?.price === null || day === undefined ? '—' : shortPrice(day.price)}
      </Text>
      <Text as="small" ink={2} size="xs" className={cx('month-note', tone)} aria-hidden="true">
        {isToday ? '今天' : note}
      </Text>
    </Stack>
  )
}

/** Without decimals if the price has no cents, because seven columns are narrow. */
const shortPrice = (fen: number): string =>
  fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(fen > 99_999 ? 0 : 1)

function noteOf(day: Day | undefined): string {
  if (day === undefined) return ''
  if (day.stop) return '停售'
  if (day.free === null) return ''
  return day.free === 0 ? '满' : `余${day.free}`
}

function dayLabel(date: LocalDate, day: Day | undefined, note: string): string {
  const price = day?.price === null || day === undefined ? '未设置价格' : `${day.price / 100}元`
  const marks = [day?.holiday && `${day.holiday}放假`, day?.makeUpWorkday && '调休上班', day?.own && '单独设置', note]
  return [`${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`, price, ...marks].filter(Boolean).join('，')
}
