import type { Fen } from '../../../money.ts'
import type { DayTerms } from '../../../pricing/quote/calendar/days.ts'
import { channelSnapshot } from '../../../pricing/quote/channel/channel-snapshot.ts'
import { line } from '../../../pricing/quote/lines/lines.ts'
import type { PriceInput, QuoteSnapshot } from '../../../pricing/quote/quote.ts'
import { orderItemType } from '../codes.ts'

/**
 * The price of an order that another system sold: its total as rent, whatever the prices of the merchant are. As with orders of channels,
 * a renewal costs the same rent a day.
 * @param total fen, without deposits
 */
export const takenOverPrice = (input: PriceInput, terms: DayTerms, total: Fen): QuoteSnapshot =>
  channelSnapshot(input, terms, [
    line({
      kind: 'rent',
      itemType: orderItemType.rental,
      code: 'rent',
      name: '租金',
      amount: total,
      formula: '原系统的订单金额',
    }),
  ])
