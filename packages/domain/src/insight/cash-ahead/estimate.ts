import { type Fen, mulDiv } from '../../money.ts'
import { addMonths, type LocalDate } from '../../time.ts'

/* What is not known yet is expected to be as it was: how late companies pay, and what owners and employees get of the next months. */

/** So many bills say how late somebody pays. */
export const LEAST_BILLS = 3

export interface Lateness {
  /** Bills that were paid within the last year. */
  readonly bills: number
  /** The middle one, in days after the due date; what was paid before it counts as 0. */
  readonly medianDays: number
}

/** How many days after the due date a company usually pays: by its own bills, or by those of all companies where it has too few. */
export function usualLateDays(own: Lateness | undefined, all: Lateness | undefined): number {
  const known = [own, all].find((one) => one !== undefined && one.bills >= LEAST_BILLS)
  return known?.medianDays ?? 0
}

/** Months that an estimate is the mean of. */
export const MEAN_MONTHS = 3

/** The mean of the newest months; 0 for none, and where it is negative. */
export function meanOf(newestFirst: readonly Fen[]): Fen {
  const used = newestFirst.slice(0, MEAN_MONTHS)
  if (used.length === 0) return 0
  const sum = used.reduce((all, fen) => all + fen, 0)
  return Math.max(0, mulDiv(sum, 1, used.length))
}

/** Months whose pay day is within some days, both inclusive. A month is paid on a day of the next one. */
export function monthsPaidWithin(
  from: LocalDate,
  to: LocalDate,
  payDay: number,
): { month: LocalDate; payOn: LocalDate }[] {
  const months: { month: LocalDate; payOn: LocalDate }[] = []
  for (let month = addMonths(`${from.slice(0, 7)}-01`, -1); ; month = addMonths(month, 1)) {
    const payOn: LocalDate = `${addMonths(month, 1).slice(0, 8)}${String(payDay).padStart(2, '0')}`
    if (payOn > to) return months
    if (payOn >= from) months.push({ month, payOn })
  }
}

/** Employees get their commission with the wages of the month before; the product does not know the day. */
export const COMMISSION_DAY = 15
/** 申报期限: returns are filed and paid until this day of the month after their period; the days off that may move it are not counted. */
export const TAX_DAY = 15
