import { type Fen, mulDiv } from '../../../money.ts'
import { addMonths, epochDayOf, type Instant, type LocalDate, localDate, sameTimeOn } from '../../../time.ts'

/*
 * Long rentals count local dates; the time of day only plans the handover. Months count from the original start, so
 * that a rental from the 31st ends on the 31st again after February.
 */

const MONTH_DAYS = 30

/** Whole months and the days beyond them. */
export interface MonthSpan {
  readonly months: number
  readonly extraDays: number
}

/** The end of a term of whole months: the same day of the month, at the same time of day. */
export const endOfTerm = (pickupAt: Instant, months: number): Instant =>
  sameTimeOn(addMonths(localDate(pickupAt), months), pickupAt)

/** Whole dates between two dates, end exclusive. */
export const datesBetween = (from: LocalDate, to: LocalDate): number => epochDayOf(to) - epochDayOf(from)

/** Whole months and days from `start` to `end`, exclusive; zero when `end` is not later. */
export function monthSpan(start: LocalDate, end: LocalDate): MonthSpan {
  if (end <= start) return { months: 0, extraDays: 0 }
  const [startYear = 0, startMonth = 0] = start.split('-').map(Number)
  const [endYear = 0, endMonth = 0] = end.split('-').map(Number)
  const atMost = (endYear - startYear) * 12 + endMonth - startMonth
  const months = addMonths(start, atMost) <= end ? atMost : atMost - 1
  return { months, extraDays: datesBetween(addMonths(start, months), end) }
}

/** The price of one day: a thirtieth of the monthly price. */
export const dailyPrice = (monthlyPrice: Fen): Fen => mulDiv(monthlyPrice, 1, MONTH_DAYS)

/** The price of days beyond whole months: per day, at most one month. */
export const extraDaysPrice = (days: number, monthlyPrice: Fen): Fen =>
  Math.min(days * dailyPrice(monthlyPrice), monthlyPrice)

export const spanPrice = ({ months, extraDays }: MonthSpan, monthlyPrice: Fen): Fen =>
  months * monthlyPrice + extraDaysPrice(extraDays, monthlyPrice)

/** One billing period, `to` exclusive. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * Periods of `interval` months from `from` to `to`, at month boundaries counted from the rental's `start`. The last
 * may be shorter; days beyond the last whole month belong to it and form no period of their own.
 */
export function periods(start: LocalDate, from: LocalDate, to: LocalDate, interval: number): readonly Period[] {
  const months = monthSpan(start, to).months
  const found: Period[] = []
  let reached = monthSpan(start, from).months
  for (let begin = from; begin < to; ) {
    reached += interval
    const end = reached >= months ? to : addMonths(start, reached)
    found.push({ from: begin, to: end })
    begin = end
  }
  return found
}
