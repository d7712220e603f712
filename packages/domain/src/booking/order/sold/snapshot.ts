import type { Fen } from '../../../money.ts'
import { type PrepaidPrice, type PrepayRule, prepayOf } from '../../../platform/merchant/prepay.ts'
import type { LongSnapshot } from '../../../pricing/quote/long/price.ts'
import type { QuoteSnapshot } from '../../../pricing/quote/quote.ts'
import { type CancelBasis, cancelBasis, longCancelBasis } from '../../../pricing/terms/cancel.ts'
import { badInput } from '../../../refusal.ts'
import type { LocalDate } from '../../../time.ts'

/** What an order was sold at, by kind. Code that counts hours needs a {@link QuoteSnapshot}. */
export type SoldSnapshot = QuoteSnapshot | LongSnapshot

export const isSoldByTerm = (sold: SoldSnapshot): sold is LongSnapshot => 'kind' in sold

/** The snapshot of a regular order. @throws Refusal badInput (-2) for a long one, with `field` */
export function requireRegularSnapshot(sold: SoldSnapshot, field: string, text: string): QuoteSnapshot {
  if (isSoldByTerm(sold)) throw badInput(field, text)
  return sold
}

/** The amounts from which a cancellation penalty is computed. */
export const cancelBasisOf = (sold: SoldSnapshot): CancelBasis =>
  isSoldByTerm(sold) ? longCancelBasis(sold) : cancelBasis(sold)

/** Dates that decide whether the holiday rule of cancellation applies; none for a long order. */
export const seasonDatesOf = (sold: SoldSnapshot): readonly LocalDate[] =>
  isSoldByTerm(sold) ? [] : sold.dayPrices.slice(0, sold.days).map(({ date }) => date)

/** The prepayment of a booking, fen; null: all that is owed, for a long order its first instalment. */
export const prepayOfSold = (rule: PrepayRule | null, sold: SoldSnapshot): Fen | null =>
  isSoldByTerm(sold) ? null : prepayOf(rule, prepaidPrice(sold))

/** The part of a quote from which its prepayment is computed. */
const prepaidPrice = ({ total, dayPrices }: Pick<QuoteSnapshot, 'total' | 'dayPrices'>): PrepaidPrice => ({
  total,
  firstDay: dayPrices[0]?.amount ?? 0,
})
