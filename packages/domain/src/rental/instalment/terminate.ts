import { expenseCode } from '../../money/expense/codes.ts'
import { type AutoExpense, autoExpense } from '../../money/expense/item.ts'
import { applyBp, type Fen, formatMoney, mulDiv } from '../../money.ts'
import { dailyPrice, datesBetween } from '../../pricing/quote/long/months.ts'
import { type LongSnapshot, usedPrice } from '../../pricing/quote/long/price.ts'
import type { LocalDate } from '../../time.ts'

export interface TerminationRequest {
  /** Exclusive: the first day that was not used. */
  readonly endDate: LocalDate
  readonly merchantCause: boolean
  /** Sum of the late fees of the rows so far. */
  readonly lateFees: Fen
  /** All payments for the order, without deposits. */
  readonly paid: Fen
  readonly rows: readonly { readonly seq: number; readonly amount: Fen; readonly paid: Fen }[]
}

export interface Termination {
  /** Rent and services of the used days, with once-only charges and their share of any reduction. */
  readonly used: Fen
  readonly penalty: Fen
  readonly lateFees: Fen
  /** used + penalty + late fees − paid; negative is refunded. */
  readonly balance: Fen
  /** Unpaid and partly paid rows; what they owe is included in the balance. */
  readonly voidSeqs: readonly number[]
}

/**
 * What ending a long rental early costs, at the order's own monthly price (the shorter term gets no other tier).
 * The penalty is at most the price of the remaining term, and 0 when the merchant is the cause.
 * @param endDate the order's present end, including renewals
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

/** Once-only charges are charged in full; a reduction counts in proportion to the used part of the term. */
function besidesDates(snapshot: LongSnapshot, used: Fen): Fen {
  const sold = usedPrice(snapshot, snapshot.endDate)
  const rest = snapshot.total - sold
  return rest >= 0 ? rest : mulDiv(rest, Math.min(used, sold), sold)
}

/**
 * The charge for returning a long-rented car late: the first day costs a thirtieth of the month, each further one
 * that times the multiplier; null when it is returned in time.
 * @param endDate agreed end: not paid for, but returning on it is free
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
