import { daysBetween, plusDays, weekdayOf } from './civil-date.ts'

/** Whole days read as days of the calendar; other times as 24-hour days and the hours left over. */
export function calendarLength(from: string, to: string): string {
  const days = daysBetween(from.slice(0, 10), to.slice(0, 10))
  if (from.length === 10 || (from.endsWith('00:00') && to.endsWith('23:59'))) return `${days + 1}天`
  const minuteOf = (moment: string) => Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14, 16))
  const minutes = days * 1440 + minuteOf(to) - minuteOf(from)
  const parts = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor((minutes % 1440) / 60), '小时'],
    [minutes % 60, '分'],
  ] as const
  return parts.flatMap(([count, unit]) => (count ? [`${count}${unit}`] : [])).join('')
}

/** Whole days end on their last day, timed ones as many days later: either way 3天 reads 3天. */
export function quickChoices({
  today,
  min,
  start,
  wholeDays,
}: {
  today: string
  min: string
  start: string
  wholeDays: boolean
}) {
  const sunday = weekdayOf(today) === 0
  const saturday = plusDays(today, sunday && min < today ? -1 : 6 - weekdayOf(today))
  const begin = start < min ? min : start
  const days = (count: number) => ({
    label: `${count}天`,
    from: begin,
    to: plusDays(begin, wholeDays ? count - 1 : count),
  })
  return [
    { label: '今天', from: today, to: today },
    { label: '周末', from: saturday, to: plusDays(saturday, 1) },
    days(3),
    days(7),
    days(30),
  ]
}
