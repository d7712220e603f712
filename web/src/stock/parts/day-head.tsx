import './day-head.css'
import { weekday } from '@cheyi/domain/time'
import { cx } from '../../ui/class-names.ts'

const names = ['一', '二', '三', '四', '五', '六', '日'] as const

export interface DayHeadProps {
  readonly date: string
  readonly today: string
  readonly first: boolean
  /** The price calendar sells the day to nobody. */
  readonly closed?: boolean
}

/** A date over its column: weekday, day, the month where it begins; today in cobalt, its month goes without saying, 停 for a closed one. */
export function DayHead({ date, today, first, closed = false }: DayHeadProps) {
  const day = weekday(date)
  return (
    <span className={cx('day-head', 'num', date === today && 'day-head-today', day > 5 && 'day-head-weekend')}>
      {closed ? <em className="day-head-closed">停售</em> : <em>{names[day - 1]}</em>}
      <b>{(first && date !== today) || date.endsWith('-01') ? date.slice(5) : date.slice(8)}</b>
    </span>
  )
}
