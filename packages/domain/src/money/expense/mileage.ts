import { formatKm } from '../../length.ts'
import { formatMoney } from '../../money.ts'
import type { RentalTerm } from '../../pricing/quote/term.ts'
import type { MileageTerms } from '../../pricing/terms/return-terms.ts'
import { Refusal } from '../../refusal.ts'
import { expenseCode } from './codes.ts'
import type { EarlyReturn } from './early.ts'
import { type AutoExpense, autoExpense } from './item.ts'
import type { LateReturn } from './late.ts'

/** Odometer readings of one car of the order, whole km; several after a swap. */
export interface Drive {
  readonly fromKm: number
  readonly toKm: number
}

/**
 * Charged days at the end of a rental, by which free kilometres are counted. A late return adds the days it paid
 * for, an early one subtracts the refunded days; unused days without a refund count.
 */
export function chargedDays(
  term: Pick<RentalTerm, 'days'>,
  late: Pick<LateReturn, 'days'>,
  early: Pick<EarlyReturn, 'days' | 'refundable'> | null,
): number {
  if (early === null) return Math.max(term.days, late.days)
  return early.refundable > 0 ? early.days : term.days
}

/** Kilometres driven with all cars of the order. @throws Refusal mileageBelowPickup (5002) */
export function drivenKm(drives: readonly Drive[]): number {
  let driven = 0
  for (const { fromKm, toKm } of drives) {
    if (toKm < fromKm) throw new Refusal('mileageBelowPickup', { fromKm, toKm, field: 'mileageKm' })
    driven += toKm - fromKm
  }
  return driven
}

/**
 * The charge for kilometres beyond the free ones of all days; null when nothing is due.
 * @param days {@link chargedDays} (long rentals: days used)
 */
export function mileageExpense(drives: readonly Drive[], days: number, terms: MileageTerms): AutoExpense | null {
  const driven = drivenKm(drives)
  const free = terms.freeKmPerDay * days
  const over = driven - free
  if (terms.freeKmPerDay === 0 || over <= 0 || terms.fenPerKm === 0) return null
  const words = `行驶 ${formatKm(driven)}，含 ${formatKm(terms.freeKmPerDay)} × ${days}天，超 ${formatKm(over)} × ${formatMoney(terms.fenPerKm)}`
  return {
    ...autoExpense(expenseCode.overMileage, over * terms.fenPerKm, words),
    qty: over,
    unitPrice: terms.fenPerKm,
  }
}
