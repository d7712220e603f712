import { formatMoment } from '@cheyi/domain/near'
import { deadlineText, type Instant, type LocalDate, startOfDate } from '@cheyi/domain/time'
import { dateLocale } from './words.ts'

/*
 * Moments in the language of the page. The time zone is that of the rental, not that of the phone.
 */

const isTranslated = (): boolean => dateLocale() !== undefined

const inZone = (at: Instant, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeZone: 'Asia/Shanghai', ...options }).format(at)

const YEAR = { year: 'numeric' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const

const yearOf = (at: Instant): string => inZone(at, YEAR)

/** `11-20 10:00`, `20 Nov, 10:00`; with the year where it is another than now. */
export function sayMoment(at: Instant, now: Instant = Date.now()): string {
  if (!isTranslated()) return formatMoment(at, now)
  return inZone(at, { ...DAY, ...CLOCK, ...(yearOf(at) !== yearOf(now) && YEAR) })
}

/** `2026-11-20 24:00`, `20 Nov 2026, 24:00`: the last moment to act. */
export function sayDeadline(at: Instant, pattern: Parameters<typeof deadlineText>[1]): string {
  const text = deadlineText(at, 'YYYY-MM-DD')
  if (!isTranslated()) return deadlineText(at, pattern)
  const [day = '', clock = ''] = text.split(' ')
  return `${sayDate(day)}, ${clock}`
}

/** A calendar date: `2026-11-20`, `20 Nov 2026`. */
export const sayDate = (date: LocalDate): string =>
  isTranslated() ? inZone(startOfDate(date), { ...DAY, ...YEAR }) : date

/** The month of a date: `2026-11`, `Nov 2026`. */
export const sayMonth = (date: LocalDate): string =>
  isTranslated() ? inZone(startOfDate(date), { month: 'short', ...YEAR }) : date.slice(0, 7)
