import type { PrepaidPrice } from '../../platform/merchant/prepay.ts'
import type { QuoteSnapshot } from './quote.ts'

/** The part of a quote from which its prepayment is computed. */
export const prepaidPrice = ({ total, dayPrices }: Pick<QuoteSnapshot, 'total' | 'dayPrices'>): PrepaidPrice => ({
  total,
  firstDay: dayPrices[0]?.amount ?? 0,
})
