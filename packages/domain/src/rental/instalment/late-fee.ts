import { applyBp, type Fen, mulDiv, WHOLE_BP } from '../../money.ts'
import type { LateFeeTerms } from '../../pricing/quote/long/terms.ts'
import { epochDayOf, type LocalDate } from '../../time.ts'

export interface RowPayment {
  readonly date: LocalDate
  readonly amount: Fen
}

/**
 * The late fee of one instalment up to and including `asOf`: for each day after the grace days, the daily rate of
 * what was unpaid when the day began; rounded once, then capped. Payments count towards the principal first. It
 * depends on dates only, so that it can be recomputed at any time; for a postponed row, pass the new due date.
 */
export function lateFee(
  row: { readonly amount: Fen; readonly dueDate: LocalDate },
  payments: readonly RowPayment[],
  asOf: LocalDate,
  terms: LateFeeTerms,
): Fen {
  const firstDay = epochDayOf(row.dueDate) + terms.instalmentGraceDays + 1
  const lastDay = epochDayOf(asOf)
  let unpaidDays = 0
  for (let day = firstDay; day <= lastDay; day++) {
    const unpaid = unpaidAmountOn(row.amount, payments, day)
    if (unpaid === 0) break
    unpaidDays += unpaid
  }
  const fee = mulDiv(unpaidDays, terms.lateFeeBpPerDay, WHOLE_BP)
  return Math.min(fee, applyBp(row.amount, terms.lateFeeCapBp))
}

/** What was unpaid at the start of a day (days since the epoch). */
function unpaidAmountOn(amount: Fen, payments: readonly RowPayment[], day: number): Fen {
  let unpaid = amount
  for (const payment of payments) if (epochDayOf(payment.date) < day) unpaid -= payment.amount
  return Math.max(0, unpaid)
}
