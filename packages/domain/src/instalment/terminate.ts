import { expenseCode } from '../expense/codes.ts'
import { type AutoExpense, autoExpense } from '../expense/item.ts'
import { formatMoney } from '../money.ts'
import type { CancelBasis } from '../order/cancel.ts'
import { applyBp, type Fen, mulDiv } from '../quote/money.ts'
import type { LocalDate } from '../time.ts'
import { dailyPrice, datesBetween } from './months.ts'
import { type LongSnapshot, usedPrice } from './price.ts'

export interface TerminationRequest {
  /** The first date not used any more. */
  readonly endDate: LocalDate
  readonly merchantCause: boolean
  /** Σ of the late fees of the rows so far. */
  readonly lateFees: Fen
  /** All payments for the order, deposits aside. */
  readonly paid: Fen
  readonly rows: readonly { readonly seq: number; readonly amount: Fen; readonly paid: Fen }[]
}

export interface Termination {
  /** Rent and services of the dates used, with what was charged once and their share of any reduction. */
  readonly used: Fen
  readonly penalty: Fen
  readonly lateFees: Fen
  /** used + penalty + late fees − paid; negative is refunded. */
  readonly balance: Fen
  /** Unpaid and partly paid rows; what they still owe is in the balance. */
  readonly voidSeqs: readonly number[]
}

/**
 * What ending a long rental early costs, at the order's own monthly price (it is not priced anew for the shorter term).
 * The penalty is never more than the rest of the term, and nothing when the merchant is the cause.
 * @param endDate the order's present end, renewals included.
 */
export function terminate(snapshot: LongSnapshot, endDate: LocalDate, request: TerminationRequest): Termination {
  const owed = usedPrice(snapshot, endDate)
  const dates = Math.min(owed, usedPrice(snapshot, request.endDate))
  const penalty = request.merchantCause
    ? 0
    : Math.min(owed - dates, snapshot.terms.penaltyMonths * snapshot.monthlyPrice)
  const used = dates + besidesDates(snapshot, dates)
  return {
    used,
    penalty,
    lateFees: request.lateFees,
    balance: used + penalty + request.lateFees - request.paid,
    voidSeqs: request.rows.filter((row) => row.paid < row.amount).map((row) => row.seq),
  }
}

/** What was charged once is used up; a reduction counts for the used share of the term it was given for. */
function besidesDates(snapshot: LongSnapshot, used: Fen): Fen {
  const sold = usedPrice(snapshot, snapshot.endDate)
  const rest = snapshot.total - sold
  return rest >= 0 ? rest : mulDiv(rest, Math.min(used, sold), sold)
}

/**
 * Keeping a long-rented car past its agreed end: the first date costs a thirtieth of the month, each further one that
 * times the multiplier. null when it is back in time.
 * @param endDate agreed end, not counted as rented, yet free to return on.
 */
export function longLateExpense(
  monthlyPrice: Fen,
  endDate: LocalDate,
  returnDate: LocalDate,
  overdueMultiplierBp: number,
): AutoExpense | null {
  const days = datesBetween(endDate, returnDate)
  if (days <= 0) return null
  const first = dailyPrice(monthlyPrice)
  const further = applyBp(first, overdueMultiplierBp)
  const words = `超时${days}天：首日${formatMoney(first)}`
  const formula = days === 1 ? words : `${words} + ${days - 1}天 × ${formatMoney(further)}`
  return autoExpense(expenseCode.overHours, first + (days - 1) * further, formula)
}

/**
 * What a long order's cancel before the pickup is reckoned from: its first month, a day being a thirtieth.
 */
export const longCancelBasis = ({ monthlyPrice }: Pick<LongSnapshot, 'monthlyPrice'>): CancelBasis => ({
  dayPrices: Array.from({ length: 30 }, () => dailyPrice(monthlyPrice)),
  rent: monthlyPrice,
  total: monthlyPrice,
})
