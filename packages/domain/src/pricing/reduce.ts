import { orderItemType, reduceType, reduceTypes } from '../order/codes.ts'
import { badInput, Refusal } from '../refusal.ts'
import { line, sumOf } from './lines.ts'
import { applyBp, type Fen, yuan } from './money.ts'
import type { PriceInput, PriceLine } from './quote.ts'

/** Reductions that staff give at their own discretion. */
const manual: readonly number[] = [reduceType.merchant, reduceType.manual, reduceType.roundOff]

/**
 * Reductions as negative lines. Together they may not exceed the charges (-2); those given by hand not more than
 * `manualDiscountBp` of the charges unless the giver holds `order.discount` (-3).
 */
export function reduceLines(
  { reduces, mayDiscount }: Pick<PriceInput, 'reduces' | 'mayDiscount'>,
  charges: Fen,
  manualDiscountBp: number,
): readonly PriceLine[] {
  let byHand = 0
  const lines = reduces.map(({ reduceType: type, amount }) => {
    if (!Number.isSafeInteger(amount) || amount <= 0) throw badInput('reduces', '减免金额须大于0')
    if (manual.includes(type)) byHand += amount
    const name = reduceTypes.text(type)
    return line({
      kind: 'reduce',
      itemType: orderItemType.rental,
      code: `reduce.${type}`,
      name,
      amount: -amount,
      formula: `${name}${yuan(amount)}`,
      reduceType: type,
    })
  })
  if (-sumOf(lines) > charges) throw badInput('reduces', '减免金额不能超过订单金额')
  if (!mayDiscount && byHand > applyBp(charges, manualDiscountBp)) throw new Refusal('forbidden', { field: 'reduces' })
  return lines
}
