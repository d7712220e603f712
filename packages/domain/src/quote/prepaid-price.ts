import type { PrepaidPrice } from '../payment/prepay.ts'
import type { QuoteSnapshot } from './quote.ts'

/** What of a priced stay its prepayment is reckoned from. */
export const prepaidPrice = ({ total, dayPrices }: Pick<QuoteSnapshot, 'total' | 'dayPrices'>): PrepaidPrice => ({
  total,
  firstDay: dayPrices[0]?.amount ?? 0,
})
