import { epochDay, formatLocal, type Instant, localDate, weekday } from './time.ts'

/*
 * Days and moments as people say them, seen from now: a near day has a word, this year goes without saying.
 */

const words: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天' }
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/** 今天, 明天, 昨天; null for every other day. */
export const dayWord = (t: Instant, now: Instant): string | null => words[epochDay(t) - epochDay(now)] ?? null

/** `周五`. */
export const weekdayWord = (t: Instant): string => weekdays[weekday(localDate(t)) - 1] ?? ''

/** `11-20` this year, `2027-02-28` otherwise. */
export const formatDay = (t: Instant, now: Instant): string =>
  formatLocal(t, formatLocal(t, 'YYYY') === formatLocal(now, 'YYYY') ? 'MM-DD' : 'YYYY-MM-DD')

/** `11-20 今天`, `11-23 周一`: a day with the word that places it. */
export const formatDayWord = (t: Instant, now: Instant): string =>
  `${formatDay(t, now)} ${dayWord(t, now) ?? weekdayWord(t)}`

/**
 * `11-20 10:00` this year, `2027-02-28 10:00` otherwise: in rows of lists and beside others. What stands by itself is
 * written in full (`formatDateTime`).
 */
export const formatMoment = (t: Instant, now: Instant): string => `${formatDay(t, now)} ${formatLocal(t, 'HH:mm')}`

/** `今天 08:40`, `昨天 20:14`, else as {@link formatMoment}: where the day matters more than its date. */
export const formatNear = (t: Instant, now: Instant): string =>
  `${dayWord(t, now) ?? formatDay(t, now)} ${formatLocal(t, 'HH:mm')}`
