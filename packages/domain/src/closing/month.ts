import { enumeration } from '../enumeration.ts'
import { addMonths, DAY, type Instant, type LocalDate, localDate, startOfDate } from '../time.ts'

/*
 * 月结: a month of the books that is closed takes no more entries. Months are those of Asia/Shanghai, `YYYY-MM`.
 */

/** What is open before a month can be closed, in the order in which it is dealt with. */
export const openPoints = enumeration({
  accruals: [1, '在租订单未结转当月租金'],
  shifts: [2, '班次未交班'],
  bills: [3, '渠道账单未核对'],
  differences: [4, '对账差异未处理'],
})
export const openPoint = openPoints.code

const firstDay = (month: string): LocalDate => `${month}-01`
/** Whether that is a month of the calendar, as it is written: 2026-11. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
export const monthOf = (t: Instant): string => localDate(t).slice(0, 7)
export const nextMonth = (month: string): string => addMonths(firstDay(month), 1).slice(0, 7)

/** From one month to another, both with. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** The days of a month, the second one not in it any more. */
export const daysOf = (month: string): readonly [from: LocalDate, to: LocalDate] => [
  firstDay(month),
  firstDay(nextMonth(month)),
]

/**
 * From when on a month may be closed: a day after its end, so that a server whose clock is behind has no posting of it left
 * to make, and its last day has a bill.
 */
export const closableFrom = (month: string): Instant => startOfDate(firstDay(nextMonth(month))) + DAY

/** The month that may be closed now: the last one that is over; null where all that is over is closed, or has no books. */
export function monthToClose(now: Instant, closed: string | null, begun: string | null): string | null {
  if (begun === null) return null
  const last = monthOf(startOfDate(firstDay(monthOf(now))) - DAY)
  return last >= begun && (closed === null || last > closed) ? last : null
}

/** The first month that closing one closes with it. */
export const closedWith = (closed: string | null, begun: string): string =>
  closed === null ? begun : nextMonth(closed)
