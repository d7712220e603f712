/*
 * Calendar dates as `YYYY-MM-DD` strings, for pickers of days. There is no time zone and no clock here: the caller
 * passes today.
 */

const DAY = 86_400_000

/** Days since 1970-01-01. */
const number = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY

const text = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

export const plusDays = (date: string, days: number): string => text(number(date) + days)

/** Whether it is a complete and valid calendar date. */
export function isDate(date: string): boolean {
  const day = number(date)
  return Number.isFinite(day) && text(day) === date
}

/** Whole days from `from` to `to`; negative when `to` comes first. */
export const daysBetween = (from: string, to: string): number => number(to) - number(from)

/** The date, limited to the two bounds. */
export function clampDate(date: string, min: string, max: string): string {
  if (date < min) return min
  return date > max ? max : date
}

/** 0 Sunday … 6 Saturday. */
export const weekdayOf = (date: string): number => (number(date) + 4) % 7

/** Days that a month is shown in: six whole weeks. */
export const GRID_DAYS = 42

/** The days of a grid, from its first on. */
export const gridFrom = (first: string): string[] => Array.from({ length: GRID_DAYS }, (_, i) => plusDays(first, i))

/** `12-05`, with the year where it is not that of `today`, of the first and the last day of a grid. */
export const gridText = (first: string, today: string): string =>
  `${shortDate(first, today)} ~ ${shortDate(plusDays(first, GRID_DAYS - 1), today)}`

/** The Sunday with which the week of a day begins. */
export const startOfWeek = (date: string): string => plusDays(date, -weekdayOf(date))

export const weekdayNames = ['日', '一', '二', '三', '四', '五', '六'] as const

/** The days of a week to choose from, 1 Monday … 7 Sunday. */
export const weekdayOptions = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: weekdayNames[value % 7]! }))

/** Months from year 0, so that months can be counted and compared; `monthOf('2026-11-20')` is 2026 × 12 + 10. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** First day of a counted month. */
export const firstOf = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

export const daysIn = (month: number): number => daysBetween(firstOf(month), firstOf(month + 1))

/** `11-20` in the year of `today`, `2027-02-28` otherwise. */
export const shortDate = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date

export const twoDigits = (value: number): string => String(value).padStart(2, '0')
