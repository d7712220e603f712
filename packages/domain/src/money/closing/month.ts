import { addMonths, DAY, type Instant, type LocalDate, localDate, startOfDate } from '../../time.ts'

/* 月结: a closed month of the books accepts no more entries. Months are those of Asia/Shanghai, `YYYY-MM`. */

const firstDay = (month: string): LocalDate => `${month}-01`
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
export const monthOf = (t: Instant): string => localDate(t).slice(0, 7)
export const nextMonth = (month: string): string => addMonths(firstDay(month), 1).slice(0, 7)

/** Both months inclusive. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** The days of a month; `to` is exclusive. */
export const daysOf = (month: string): readonly [from: LocalDate, to: LocalDate] => [
  firstDay(month),
  firstDay(nextMonth(month)),
]

/**
 * From when a month may be closed: a day after its end, so that a server with a slow clock has no postings left to
 * make in it, and the provider's bill of its last day has arrived.
 */
export const closableFrom = (month: string): Instant => startOfDate(firstDay(nextMonth(month))) + DAY

/** The month that may be closed now: the last one that is over; null when all of those are closed, or there are no books of it. */
export function monthToClose(now: Instant, closed: string | null, begun: string | null): string | null {
  if (begun === null) return null
  const last = monthOf(startOfDate(firstDay(monthOf(now))) - DAY)
  return last >= begun && (closed === null || last > closed) ? last : null
}

/** The first month that is closed together with a later one. */
export const firstMonthToClose = (closed: string | null, begun: string): string =>
  closed === null ? begun : nextMonth(closed)
