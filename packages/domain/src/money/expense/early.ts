import { orderItemType } from '../../booking/order/codes.ts'
import { applyBp, type Fen, formatMoney, mulDiv, percent } from '../../money.ts'
import { discountDay, tierOf } from '../../pricing/quote/calendar/day-price.ts'
import { rentalDays } from '../../pricing/quote/calendar/days.ts'
import { dayServiceLine, onceServiceLine, overHoursLine, rentLine, sumOf } from '../../pricing/quote/lines/lines.ts'
import type { DayPrice, PriceLine, SoldService } from '../../pricing/quote/quote.ts'
import {
  chargedRentAndServices,
  type RentalTerm,
  type Stretch,
  slotPrice,
  soldDays,
  termLines,
} from '../../pricing/quote/term.ts'
import { type EarlyReturnMode, earlyReturnMode } from '../../pricing/terms/return-terms.ts'
import type { Instant } from '../../time.ts'
import { expenseCode } from './codes.ts'
import { type AutoExpense, autoExpense } from './item.ts'

export interface EarlyTerms {
  readonly mode: EarlyReturnMode
  /** Fee of mode 2, share of the refund. */
  readonly feeBp: number
  /** The merchant caused the early end (a breakdown without a swap): recalculated in full, whatever the mode. */
  readonly merchantCause: boolean
}

/** Result of a return before the agreed end. */
export interface EarlyReturn {
  /** Charged days and additional hours of the time that was used. */
  readonly days: number
  readonly overHours: number
  /** Rent, additional hours and services: as agreed, and for the used time. */
  readonly charged: Fen
  readonly recalculated: Fen
  readonly lines: readonly PriceLine[]
  /** The difference, less its share of the reductions: deducted from what the customer owes. */
  readonly refundable: Fen
  readonly fee: Fen
  /** Refund: refundable less the fee, at most what was paid. */
  readonly refund: Fen
}

/**
 * Recalculates rent, additional hours and services for the used time, at the prices as sold and the length discount
 * of the used length. If the shorter rental costs more, nothing is refunded. Handover fees and once-only services
 * are not refunded, nor is insurance that had reached its cap.
 * @param paid payments for the order so far, fen, without deposits
 * @param refunded rent and services that were refunded separately before, fen: counted towards this refund
 */
export function earlyReturn(
  term: RentalTerm,
  actualAt: Instant,
  paid: Fen,
  terms: EarlyTerms,
  refunded: Fen = 0,
): EarlyReturn {
  const charged = chargedRentAndServices(term)
  const { days, overHours } = rentalDays(term.pickupAt, Math.min(actualAt, term.returnAt), term)
  const lines = usedLines(term, days, overHours)
  const recalculated = sumOf(lines)
  const back = givesBack(terms) ? Math.max(0, charged - recalculated) : 0
  const refundable = Math.max(0, afterReductions(term, back) - refunded)
  const fee = terms.mode === earlyReturnMode.withFee && !terms.merchantCause ? applyBp(refundable, terms.feeBp) : 0
  return {
    days,
    overHours,
    charged,
    recalculated,
    lines,
    refundable,
    fee,
    refund: Math.max(0, Math.min(refundable - fee, paid)),
  }
}

/** The fee of an early return as a charge; null when there is none. */
export function earlyExpense({ refundable, fee }: EarlyReturn, { feeBp }: EarlyTerms): AutoExpense | null {
  return fee === 0
    ? null
    : autoExpense(expenseCode.earlyReturn, fee, `未用部分${formatMoney(refundable)} × ${percent(feeBp)}`)
}

const givesBack = ({ mode, merchantCause }: EarlyTerms): boolean => merchantCause || mode !== earlyReturnMode.none

/** Reduces a refund by the share that reductions had of the charges. */
function afterReductions(term: RentalTerm, amount: Fen): Fen {
  const lines = termLines(term)
  const reductions = sumOf(lines, ['reduce'])
  if (reductions === 0) return amount
  const charges = sumOf(lines) - reductions
  return mulDiv(amount, charges + reductions, charges)
}

function usedLines(term: RentalTerm, days: number, overHours: number): readonly PriceLine[] {
  const lines: PriceLine[] = []
  for (let slot = 0; slot < days; slot++) {
    const { stretch, sold } = soldSlot(term, slot)
    lines.push(rentLine(regradeDay(stretch, sold, days)))
  }
  if (overHours > 0) {
    const { stretch, sold } = soldSlot(term, days)
    lines.push(overHoursLine(overHours, regradeDay(stretch, sold, days), stretch.card))
  }
  for (const stretch of term.stretches) {
    for (const service of stretch.services) lines.push(...usedService(term, stretch, service, days))
  }
  return lines
}

function soldSlot(term: RentalTerm, slot: number): { stretch: Stretch; sold: DayPrice } {
  const stretch = term.stretches.find(({ endSlot }) => slot < endSlot) ?? term.last
  const sold = slotPrice(stretch, slot)
  if (sold === null) throw new Error('a used slot was sold')
  return { stretch, sold }
}

/** Price of a slot with the length discount of the used length; slots paid by a late fee are unchanged. */
const regradeDay = (stretch: Stretch, sold: DayPrice, days: number): DayPrice =>
  stretch.kind === 'late' ? sold : discountDay(sold, stretch.card, tierOf(stretch.card, days))

/** The used part of a service in a segment. */
function usedService(term: RentalTerm, stretch: Stretch, service: SoldService, days: number): readonly PriceLine[] {
  if (service.unit !== 'day') return [onceServiceLine(service)]
  const before = term.stretches.slice(0, term.stretches.indexOf(stretch))
  const from = soldDays({ ...term, stretches: before }, service.code)
  const slots = stretch.endSlot - stretch.firstSlot
  const capReached =
    service.itemType === orderItemType.insurance &&
    service.capDays !== null &&
    soldDays(term, service.code) >= service.capDays
  const used = capReached ? slots : Math.max(0, Math.min(slots, days - stretch.firstSlot))
  const row = dayServiceLine(service, from, from + used)
  return row === null ? [] : [row]
}
