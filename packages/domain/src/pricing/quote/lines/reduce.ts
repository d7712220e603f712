import { isPlatform, orderItemType, type ReduceType, reduceType, reduceTypes } from '../../../booking/order/codes.ts'
import { applyBp, type Fen, formatMoney } from '../../../money.ts'
import { badInput, Refusal } from '../../../refusal.ts'
import type { PriceInput, PriceLine } from '../quote.ts'
import { line, sumOf } from './lines.ts'

/** Reductions that staff give at their own discretion. */
const manual: readonly number[] = [reduceType.merchant, reduceType.manual, reduceType.roundOff]

/** Reductions with an external cause: a coupon, the channel, the member's terms. Entered by hand they count as a discount. */
const fromElsewhere: readonly number[] = [reduceType.coupon, reduceType.channelSubsidy, reduceType.member]

/** Reductions that may be entered by hand: a channel subsidy only for the order of a platform, which owes it. */
export const reduceTypesFor = (of: number, mayDiscount: boolean): readonly ReduceType[] =>
  reduceTypes.values.filter(
    (type) => (mayDiscount || !fromElsewhere.includes(type)) && (type !== reduceType.channelSubsidy || isPlatform(of)),
  )

/**
 * Reductions as negative lines. Together they must not exceed the charges (-2), and a subsidy needs a channel (-2);
 * without `order.discount` they are limited by kind and, in sum, by `manualDiscountBp` of the charges (-3).
 */
export function reduceLines(
  { reduces, mayDiscount, source: of }: Pick<PriceInput, 'reduces' | 'mayDiscount' | 'source'>,
  charges: Fen,
  manualDiscountBp: number,
): readonly PriceLine[] {
  let byHand = 0
  const lines = reduces.map(({ reduceType: type, amount }) => {
    if (!Number.isSafeInteger(amount) || amount <= 0) throw badInput('reduces', '减免金额须大于0')
    if (!reduceTypesFor(of, true).includes(type))
      throw badInput('reduces', '渠道补贴由平台承担，只有平台的订单才有，请改用其他减免')
    if (!reduceTypesFor(of, mayDiscount).includes(type)) throw new Refusal('forbidden', { field: 'reduces' })
    if (manual.includes(type)) byHand += amount
    const name = reduceTypes.text(type)
    return line({
      kind: 'reduce',
      itemType: orderItemType.rental,
      code: `reduce.${type}`,
      name,
      amount: -amount,
      formula: `${name}${formatMoney(amount)}`,
      reduceType: type,
    })
  })
  if (-sumOf(lines) > charges) throw badInput('reduces', '减免金额不能超过订单金额')
  if (!mayDiscount && byHand > applyBp(charges, manualDiscountBp)) throw new Refusal('forbidden', { field: 'reduces' })
  return lines
}
