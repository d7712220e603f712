/*
 * The only place that knows the zone. Instants are epoch milliseconds, calendar dates `YYYY-MM-DD` strings,
 * business time is minute-precise. Asia/Shanghai has had no daylight saving since 1991 and the product starts
 * in 2022, so the zone is a fixed offset.
 */

export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000
const OFFSET = 8 * HOUR

/** Epoch milliseconds. */
export type Instant = number
/** Calendar date in Asia/Shanghai, `YYYY-MM-DD`. */
export type LocalDate = string

/** The instant cut to its minute. */
export const toMinute = (t: Instant): Instant => Math.floor(t / MINUTE) * MINUTE

/** Days since 1970-01-01 of the local date that holds `t`: cheap, for arithmetic and comparison. */
export const epochDay = (t: Instant): number => Math.floor((t + OFFSET) / DAY)

/** Dates already written: calendars and quotes ask for the same few hundred all day long. */
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

/** The local date that holds `t`. */
export const localDate = (t: Instant): LocalDate => dateOfEpochDay(epochDay(t))

/** 1 Monday … 7 Sunday. */
export const weekday = (date: LocalDate): number => ((epochDayOf(date) + 3) % 7) + 1

/** Minutes since local midnight, 0–1439. */
export const minuteOfDay = (t: Instant): number => Math.floor(((((t + OFFSET) % DAY) + DAY) % DAY) / MINUTE)

/** Local midnight at the start of the date. */
export const startOfDate = (date: LocalDate): Instant => epochDayOf(date) * DAY - OFFSET

/** Another date at the time of day of `t`. */
export const onDate = (date: LocalDate, t: Instant): Instant => startOfDate(date) + (t - startOfDate(localDate(t)))

/** `n` days later (or earlier), as a calendar date. */
export const addDays = (date: LocalDate, n: number): LocalDate => dateOfEpochDay(epochDayOf(date) + n)

/** `n` months after `date`, clamped to the end of the month (01-31 + 1 → 02-28). */
export function addMonths(date: LocalDate, n: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + n, 0)).getUTCDate()
  return dateOfEpochDay(Date.UTC(year, month - 1 + n, Math.min(day, lastDay)) / DAY)
}

const two = (n: number): string => String(n).padStart(2, '0')

/** What each part of a pattern says; the date's clock is read as UTC. */
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

/** A pattern of YYYY, YY, MM, M, DD, D, HH, mm and ss, in Asia/Shanghai; what stands between them stays: `M月D日`. */
export function formatLocal(t: Instant, pattern: string): string {
  const local = new Date(t + OFFSET)
  return pattern.replace(/YYYY|YY|MM|M|DD|D|HH|mm|ss/g, (part) => String(parts[part]?.(local)))
}

export const formatDateTime = (t: Instant): string => formatLocal(t, 'YYYY-MM-DD HH:mm')
/** ISO 8601 with our offset, to the second, for other people's programs. */
export const toIso = (t: Instant): string => `${formatLocal(t, 'YYYY-MM-DDTHH:mm:ss')}+08:00`
export const formatClock = (t: Instant): string => formatLocal(t, 'HH:mm')

/** `YYYY-MM-DD HH:mm` (local), seconds allowed, to an instant; null when it is no such text or date. */
export function parseDateTime(text: string): Instant | null {
  const match = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (match === null || !isLocalDate(match[1]!)) return null
  const [, date, hours, minutes, seconds = '0'] = match
  return startOfDate(date!) + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000
}

/** Calendar date text that names a real day: a month's 31st that rolls over to the next is none. */
export const isLocalDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(epochDayOf(text)) && dateOfEpochDay(epochDayOf(text)) === text

/** The days that the business reckons with, both included: what leads beyond is a slip, and breaks arithmetic elsewhere. */
export const FIRST_DATE: LocalDate = '2000-01-01'
export const LAST_DATE: LocalDate = '2100-12-31'
/** The instants of those days, `[FIRST_INSTANT, END_OF_TIME)`. */
export const FIRST_INSTANT: Instant = startOfDate(FIRST_DATE)
export const END_OF_TIME: Instant = startOfDate(LAST_DATE) + DAY

/** A calendar date that names a real day, `from` to LAST_DATE. */
export const isBusinessDate = (text: string, from: LocalDate = FIRST_DATE): boolean =>
  isLocalDate(text) && text >= from && text <= LAST_DATE

/**
 * An instant as the wire gives it: epoch ms (number or digits) or `YYYY-MM-DD HH:mm`; cut to the minute.
 * null for anything else, and for an instant before FIRST_DATE or after LAST_DATE.
 */
export function parseWireTime(value: number | string): Instant | null {
  const ms = typeof value === 'number' ? value : /^\d{10,14}$/.test(value) ? Number(value) : parseDateTime(value.trim())
  if (ms === null || !(ms >= FIRST_INSTANT && ms < END_OF_TIME)) return null
  return toMinute(ms)
}
