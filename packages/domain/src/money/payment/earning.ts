import { mulDiv, WHOLE_BP } from '../../money.ts'
import { addMonths, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'

/** The priced period as agreed, also when the customer came earlier or later. */
export interface RentalPeriod {
  readonly from: Instant
  readonly to: Instant
}

/** What is earned over time: rent as rental income, insurance as service income. Fen. */
export interface Accrual {
  readonly rentFen: number
  readonly serviceFen: number
}

/**
 * The part of an amount that is earned until `at`, by minutes of the agreed period, rounded half-up. Computed from
 * the start each time, so that the months of an order add up to its total.
 */
export function earnedUntil(period: RentalPeriod, fen: number, at: Instant): number {
  const minutes = Math.floor((period.to - period.from) / MINUTE)
  const gone = Math.floor((at - period.from) / MINUTE)
  if (gone <= 0) return 0
  return gone >= minutes ? fen : mulDiv(fen, gone, minutes)
}

/** The month `YYYY-MM` that a monthly posting at `at` closes: the one before the local month of `at`. */
export const monthClosedAt = (at: Instant): string => addMonths(`${localDate(at).slice(0, 7)}-01`, -1).slice(0, 7)

/** The end of a month, exclusive, and its last day, which is the date of the posting. */
export function monthEnd(month: string): { readonly end: Instant; readonly lastDay: LocalDate } {
  const next = addMonths(`${month}-01`, 1)
  const end = startOfDate(next)
  return { end, lastDay: localDate(end - MINUTE) }
}

/** What was sold for one period of an order: by its quote, or by a renewal. */
export interface Sold extends Accrual {
  readonly period: RentalPeriod
}

/**
 * What is to be posted at a month's end: what each period has earned by then, less what earlier months posted. Both
 * parts may be negative after a modification that made the order cheaper.
 */
export function monthPosting(stretches: readonly Sold[], posted: Accrual, month: string): Accrual {
  const { end } = monthEnd(month)
  const earned = (of: (sold: Sold) => number) =>
    stretches.reduce((sum, sold) => sum + earnedUntil(sold.period, of(sold), end), 0)
  return {
    rentFen: earned(({ rentFen }) => rentFen) - posted.rentFen,
    serviceFen: earned(({ serviceFen }) => serviceFen) - posted.serviceFen,
  }
}

/** The commission of the platform that sold an order: its share, by the contract at the booking, of what the order has earned. Fen. */
export const commissionOf = ({ commissionBp }: { readonly commissionBp: number }, earnedFen: number): number =>
  mulDiv(earnedFen, commissionBp, WHOLE_BP)
