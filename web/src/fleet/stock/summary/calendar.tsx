import './calendar.css'
import '../parts/heat.css'
import { cx } from '../../../ui/class-names.ts'
import { gridFrom, weekdayNames } from '../../../ui/date/civil-date.ts'
import { Grid, Text } from '../../../ui/layout.tsx'
import { type Day, freeText, heatOf, heatWords, isPartlyClosed } from '../parts/heat.ts'

export interface CalendarProps {
  /** The Sunday that it begins with. */
  readonly first: string
  readonly days: readonly Day[]
  readonly today: string
  readonly chosen: string | undefined
  readonly onDay: (date: string) => void
}

/** The free cars of a pool on each day of six weeks; past days are shown without numbers. */
export function Calendar({ first, days, today, chosen, onDay }: CalendarProps) {
  const byDate = new Map(days.map((day) => [day.date, day]))
  return (
    <Grid columns={7} gap={4} num>
      {weekdayNames.map((name, day) => (
        <Text key={name} ink={day % 6 === 0 ? 'primary' : 2} size="xs" text="center">
          {name}
        </Text>
      ))}
      {gridFrom(first).map((date) => {
        const day = byDate.get(date)
        const number =
          date === today ? '今天' : date.endsWith('-01') ? `${Number(date.slice(5, 7))}/1` : Number(date.slice(8))
        return day ? (
          <button
            key={date}
            type="button"
            className={cx(
              'stack align-center justify-center stock-calendar-day',
              `heat-${heatOf(day)}`,
              isPartlyClosed(day) && 'heat-part',
              date === chosen && 'stock-calendar-chosen',
            )}
            onClick={() => onDay(date)}
          >
            <span>{number}</span>
            <Text as="b" size="l">
              {freeText(day)}
            </Text>
            <Text as="small" ink="inherit" size="xs">
              /{day.total}
            </Text>
            <span className="visually-hidden">{` ${date.slice(5)} ${heatWords(day)}`}</span>
          </button>
        ) : (
          <span key={date} className="stack align-center justify-center stock-calendar-day">
            <Text ink={2} size="xs">
              {number}
            </Text>
            {date < today && <span className="visually-hidden">已过</span>}
          </span>
        )
      })}
    </Grid>
  )
}
