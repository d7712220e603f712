/*
 * The only file that depends on the time zone. Instants are epoch ms, calendar dates `YYYY-MM-DD` strings, business
 * time is minute-precise. Asia/Shanghai has had no daylight saving since 1991 and the product starts in 2022, so
 * that the zone is a fixed offset.
 */

export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000
const OFFSET = 8 * HOUR

/** Epoch milliseconds. */
export type Instant = number
/** Calendar date in Asia/Shanghai, `YYYY-MM-DD`. */
export type LocalDate = string

/** Rounds an instant down to the whole minute. */
export const toMinute = (t: Instant): Instant => Math.floor(t / MINUTE) * MINUTE

/** Days since 1970-01-01 of the local date of `t`: cheap, for arithmetic and comparison. */
export const epochDay = (t: Instant): number => Math.floor((t + OFFSET) / DAY)

/** Cache of formatted dates, because calendars and quotes use the same few hundred dates. */
const written = new Map<number, LocalDate>()
const MOST_WRITTEN = 4096

export function dateOfEpochDay(day: number): LocalDate {
  const known = written.get(day)
  if (known !== undefined) return known
  const date = new Date(day * DAY).toISOString().slice(0, 10)
  if (written.size < MOST_WRITTEN) written.set(day, date)
  return date
}

export const epochDayOf = (date: LocalDate): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY)

export const localDate = (t: Instant): LocalDate => dateOfEpochDay(epochDay(t))

/** 1 Monday … 7 Sunday. */
export const weekday = (date: LocalDate): number => ((epochDayOf(date) + 3) % 7) + 1

/** Minutes since local midnight, 0–1439. */
export const minuteOfDay = (t: Instant): number => Math.floor(((((t + OFFSET) % DAY) + DAY) % DAY) / MINUTE)

/** Local midnight at the start of the date. */
export const startOfDate = (date: LocalDate): Instant => epochDayOf(date) * DAY - OFFSET

/** The time of day of `t` on another date. */
export const sameTimeOn = (date: LocalDate, t: Instant): Instant => startOfDate(date) + (t - startOfDate(localDate(t)))

/** `n` days later (or earlier), as a calendar date. */
export const addDays = (date: LocalDate, n: number): LocalDate => dateOfEpochDay(epochDayOf(date) + n)

/** `n` months after `date`, clamped to the end of the month (01-31 + 1 → 02-28). */
export function addMonths(date: LocalDate, n: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + n, 0)).getUTCDate()
  return dateOfEpochDay(Date.UTC(year, month - 1 + n, Math.min(day, lastDay)) / DAY)
}

const two = (n: number): string => String(n).padStart(2, '0')

/** Formatter of each part of a pattern; the date's UTC fields hold local time. */
const parts: Readonly<Record<string, (date: Date) => string | number>> = {
  YYYY: (date) => date.getUTCFullYear(),
  YY: (date) => two(date.getUTCFullYear() % 100),
  MM: (date) => two(date.getUTCMonth() + 1),
  M: (date) => date.getUTCMonth() + 1,
  DD: (date) => two(date.getUTCDate()),
  D: (date) => date.getUTCDate(),
  HH: (date) => two(date.getUTCHours()),
  mm: (date) => two(date.getUTCMinutes()),
  ss: (date) => two(date.getUTCSeconds()),
}

/** Formats a pattern of YYYY, YY, MM, M, DD, D, HH, mm and ss in Asia/Shanghai; other characters are copied: `M月D日`. */
export function formatLocal(t: Instant, pattern: string): string {
  const local = new Date(t + OFFSET)
  return pattern.replace(/YYYY|YY|MM|M|DD|D|HH|mm|ss/g, (part) => String(parts[part]?.(local)))
}

export const formatDateTime = (t: Instant): string => formatLocal(t, 'YYYY-MM-DD HH:mm')
/** ISO 8601 with the offset +08:00, to the second, for other programs. */
export const toIso = (t: Instant): string => `${formatLocal(t, 'YYYY-MM-DDTHH:mm:ss')}+08:00`
export const formatClock = (t: Instant): string => formatLocal(t, 'HH:mm')

/** Parses local `YYYY-MM-DD HH:mm`, seconds allowed; null for any other text or an invalid date. */
export function parseDateTime(text: string): Instant | null {
  const match = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (match === null || !isLocalDate(match[1]!)) return null
  const [, date, hours, minutes, seconds = '0'] = match
  return startOfDate(date!) + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000
}

/** Whether a text is an existing calendar date; 02-31 is not. */
export const isLocalDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(epochDayOf(text)) && dateOfEpochDay(epochDayOf(text)) === text

/** Range of valid business dates, both inclusive: dates outside are typing errors, and break arithmetic elsewhere. */
export const FIRST_DATE: LocalDate = '2000-01-01'
export const LAST_DATE: LocalDate = '2100-12-31'
/** The instants of those dates, `[FIRST_INSTANT, END_OF_TIME)`. */
export const FIRST_INSTANT: Instant = startOfDate(FIRST_DATE)
export const END_OF_TIME: Instant = startOfDate(LAST_DATE) + DAY

/** An existing calendar date from `from` to LAST_DATE. */
export const isBusinessDate = (text: string, from: LocalDate = FIRST_DATE): boolean =>
  isLocalDate(text) && text >= from && text <= LAST_DATE

/**
 * An instant in a request: epoch ms (number or digits) or `YYYY-MM-DD HH:mm`; cut to the minute. null for anything
 * else, and for an instant outside of FIRST_DATE … LAST_DATE.
 */
export function parseWireTime(value: number | string | null): Instant | null {
  if (value === null) return null
  const ms = typeof value === 'number' ? value : /^\d{10,14}$/.test(value) ? Number(value) : parseDateTime(value.trim())
  if (ms === null || !(ms >= FIRST_INSTANT && ms < END_OF_TIME)) return null
  return toMinute(ms)
}

/** A deadline as text, by a pattern of its day: the end of a day is shown as 24:00 of that day. */
export const deadlineText = (deadlineAt: Instant, day: 'MM月DD日' | 'MM-DD' | 'YYYY-MM-DD'): string =>
  minuteOfDay(deadlineAt) === 0
    ? `${formatLocal(deadlineAt - DAY, day)} 24:00`
    : formatLocal(deadlineAt, `${day} HH:mm`)
