import { epochDay, formatLocal, type Instant, localDate, weekday } from './time.ts'

/* Days and times relative to now: near days have a word, and the current year is omitted. */

const words: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天' }
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/** 今天, 明天, 昨天; null for every other day. */
export const dayWord = (t: Instant, now: Instant): string | null => words[epochDay(t) - epochDay(now)] ?? null

/** `周五`. */
export const weekdayWord = (t: Instant): string => weekdays[weekday(localDate(t)) - 1] ?? ''

/** `11-20` this year, `2027-02-28` otherwise. */
export const formatDay = (t: Instant, now: Instant): string =>
  formatLocal(t, formatLocal(t, 'YYYY') === formatLocal(now, 'YYYY') ? 'MM-DD' : 'YYYY-MM-DD')

/** `11-20 今天`, `11-23 周一`; in another year `2027-02-28`, which is as long. */
export function formatDayWord(t: Instant, now: Instant): string {
  const day = formatDay(t, now)
  const word = dayWord(t, now) ?? (day.length > 'MM-DD'.length ? null : weekdayWord(t))
  return word === null ? day : `${day} ${word}`
}

/** `11-20 10:00` in the current year, `2027-02-28 10:00` otherwise: for lists. A single date uses `formatDateTime`. */
export const formatMoment = (t: Instant, now: Instant): string => `${formatDay(t, now)} ${formatLocal(t, 'HH:mm')}`

/** `11-20 10:00 ~ 11-23 10:00`; without an end `11-20 10:00 起`. */
export const formatPeriod = (from: Instant, to: Instant | null, now: Instant): string =>
  to === null ? `${formatMoment(from, now)} 起` : `${formatMoment(from, now)} ~ ${formatMoment(to, now)}`

/** `今天 08:40`, `昨天 20:14`, otherwise as {@link formatMoment}. */
export const formatNear = (t: Instant, now: Instant): string =>
  `${dayWord(t, now) ?? formatDay(t, now)} ${formatLocal(t, 'HH:mm')}`
