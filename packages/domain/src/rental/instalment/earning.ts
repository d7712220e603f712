import { type Fen, mulDiv } from '../../money.ts'
import { datesBetween } from '../../pricing/quote/long/months.ts'
import type { LocalDate } from '../../time.ts'

interface EarnedRow {
  readonly periodFrom: LocalDate
  /** Exclusive. */
  readonly periodTo: LocalDate
  readonly amount: Fen
}

/**
 * What the rows of a plan have earned before a date, each evenly over its own period. Computed from the start each
 * time, so that the months add up to the contract's total.
 */
export function earnedByRows(rows: readonly EarnedRow[], before: LocalDate): Fen {
  let earned = 0
  for (const { periodFrom, periodTo, amount } of rows) {
    const dates = datesBetween(periodFrom, periodTo)
    const gone = Math.min(dates, Math.max(0, datesBetween(periodFrom, before)))
    earned += mulDiv(amount, gone, dates)
  }
  return earned
}
