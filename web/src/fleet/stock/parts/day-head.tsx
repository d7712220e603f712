import './day-head.css'
import { useWide } from '../../../kernel/device/media-query.ts'
import { cx } from '../../../ui/class-names.ts'
import { weekdayNames, weekdayOf } from '../../../ui/date/civil-date.ts'
import { Stack } from '../../../ui/layout.tsx'

export interface DayHeadProps {
  readonly date: string
  readonly today: string
  readonly first: boolean
  /** The price calendar sells the day to nobody. */
  readonly closed?: boolean
}

/** Days of which one says its date where a month stands on a phone: all others have no room (`.timeline-month`). */
const WEEK = 7

/** Whether the head of a day, counted from the first, says its month: the first does, on a phone's month each that has room. */
export function useMonthNames(days: number): (index: number) => boolean {
  const wide = useWide()
  return (index) => index % (days === 30 && !wide ? WEEK : days) === 0
}

/** A date over its column: weekday, day, the month where it begins; today in cobalt, its month goes without saying, 停 for a closed one. */
export function DayHead({ date, today, first, closed = false }: DayHeadProps) {
  const day = weekdayOf(date)
  return (
    <Stack
      as="span"
      align="center"
      className={cx('day-head', 'num', date === today && 'day-head-today', day % 6 === 0 && 'day-head-weekend')}
    >
      {closed ? <em className="day-head-closed">停售</em> : <em>{weekdayNames[day]}</em>}
      <b>{(first && date !== today) || date.endsWith('-01') ? date.slice(5) : date.slice(8)}</b>
    </Stack>
  )
}
