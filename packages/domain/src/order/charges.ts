import { formatMoney } from '../money.ts'
import { type HandoverType, handoverType } from '../pickup-return/codes.ts'
import type { Fen } from '../quote/money.ts'
import type { OrderKind } from './kind.ts'
import { profileOf } from './kinds.ts'
import { isCancelled, isDraft, wasPickedUp, wasReturned } from './steps.ts'

/** A charge as it is billed: each day of rent is one of its own. */
export interface Charge {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly unitPrice: Fen
  /** Negative for a reduction. */
  readonly amount: Fen
  readonly formula: string
}

export interface ChargeLine {
  readonly name: string
  readonly formula: string
  readonly amount: Fen
}

/** Charges as people read them: days of rent at the same price are one line, in the place of the first. */
export function chargeLines(charges: readonly Charge[]): ChargeLine[] {
  const lines = Map.groupBy(charges, (charge) => (isDayOfRent(charge) ? `${charge.code} ${charge.unitPrice}` : charge))
  return [...lines.values()].map((same) => {
    const { name, formula, unitPrice } = same[0]!
    return {
      name,
      formula: same.length === 1 ? formula : `${formatMoney(unitPrice)} × ${same.length}天`,
      amount: same.reduce((sum, charge) => sum + charge.amount, 0),
    }
  })
}

/** One slot of a rental; a service by the day is one line for all its days already. */
const isDayOfRent = ({ unit, unitPrice, amount }: Charge): boolean => unit === 'day' && unitPrice === amount

/** A charge that arises at a handover counts once that handover is confirmed. */
export const isCharged = (type: HandoverType, status: number): boolean =>
  type === handoverType.pickup ? wasPickedUp(status) : wasReturned(status)

/** What an order caches of its money, fen; `owed` no longer knows of what was written off. */
export interface OrderMoney {
  readonly total: Fen
  readonly paid: Fen
  readonly refunded: Fen
  readonly owed: Fen
  readonly writtenOff: Fen
  /** Costs that the customer advanced, goodwill, fuel given back: paid out, or set off against a debt. */
  readonly refundExpenseFen: Fen
}

/**
 * What an order comes to: on its card, in its detail, its bill and the export. A debt that was given up was charged all the
 * same, and so was one that the merchant met by what it owed its customer. What is not billed yet comes to what was quoted.
 */
export const comesTo = (
  status: number,
  { total, paid, refunded, owed, writtenOff, refundExpenseFen }: OrderMoney,
): Fen => (isDraft(status) ? total : paid - refunded + refundExpenseFen + owed + writtenOff)

/** Billed as its instalments fall due, and not over: its price is more than what was billed of it. */
export const isBilledLater = ({ orderKind, status }: { readonly orderKind: OrderKind; readonly status: number }) =>
  profileOf(orderKind).billing === 'instalments' && !isCancelled(status) && !wasReturned(status)

/**
 * What of the listed charges was taken back when the order was cancelled or its rental ended early, so that they add up to
 * what the order comes to ({@link comesTo}); null when nothing was. Before its end an order takes nothing
 * back: a draft is not billed at all, a long order only as its instalments fall due.
 */
export function takenBack(status: number, listed: Fen, receivable: Fen): ChargeLine | null {
  const ended = isCancelled(status) || wasReturned(status)
  if (!ended || listed === receivable) return null
  return { name: isCancelled(status) ? '取消订单冲销' : '提前还车退还', formula: '', amount: receivable - listed }
}
