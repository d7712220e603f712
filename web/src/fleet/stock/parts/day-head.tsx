import './day-head.css'
import { useWide } from '../../../kernel/device/media-query.ts'
import { cx } from '../../../ui/class-names.ts'
import { weekdayNames, weekdayOf } from '../../../ui/date/civil-date.ts'
import { Stack } from '../../../ui/layout.tsx'

export interface DayHeadProps {
  readonly date: string
  readonly today: string
  readonly first: boolean
  /** The price calendar has closed the day for all channels. */
  readonly closed?: boolean
}

/** In a month on a phone only every seventh day shows its date; the others have no space (`.timeline-month`). */
const WEEK = 7

/** Whether the head of a day, by its index, names the month: the first day does, and on a phone every day with space for a date. */
export function useMonthNames(days: number): (index: number) => boolean {
  const wide = useWide()
  return (index) => index % (days === 30 && !wide ? WEEK : days) === 0
}

/**
 * The head of a day column: weekday, day, and the month where it begins. Today is highlighted and shows no month; a closed day
 * shows 停.
 */
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
