import { clampDate, daysBetween, firstOf, monthOf, plusDays, weekdayOf } from './civil-date.ts'

/** Whole days are counted as calendar days; other periods as 24-hour days plus hours. */
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

/** A choice that needs one tap. */
export interface QuickChoice {
  readonly label: string
  readonly from: string
  readonly to: string
}

/** Quick choices for searching in the past: days, weeks from Monday, months; none goes beyond `max`. */
export function pastChoices({ today, max }: { today: string; max: string }): readonly QuickChoice[] {
  const monday = plusDays(today, -((weekdayOf(today) + 6) % 7))
  const month = monthOf(today)
  const yesterday = plusDays(today, -1)
  return [
    { label: '今天', from: today, to: today },
    { label: '昨天', from: yesterday, to: yesterday },
    { label: '本周', from: monday, to: clampDate(plusDays(monday, 6), today, max) },
    { label: '上周', from: plusDays(monday, -7), to: plusDays(monday, -1) },
    { label: '本月', from: firstOf(month), to: clampDate(plusDays(firstOf(month + 1), -1), today, max) },
    { label: '上月', from: firstOf(month - 1), to: plusDays(firstOf(month), -1) },
  ]
}

/**
 * Quick choices for a new record. Whole days end on their last day, timed ones as many days later: either way 3天 reads
 * 3天.
 */
export function aheadChoices({
  today,
  min,
  start,
  wholeDays,
}: {
  today: string
  min: string
  start: string
  wholeDays: boolean
}): readonly QuickChoice[] {
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
