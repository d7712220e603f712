import { type Fen, formatMoney } from '../../money.ts'
import { type HandoverType, handoverType } from '../../rental/pickup-return/codes.ts'
import type { OrderKind } from './kind.ts'
import { profileOf } from './kinds.ts'
import { isCancelled, isDraft, wasPickedUp, wasReturned } from './steps.ts'

/** A charge as posted: each day of rent is a charge of its own. */
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

/** Charges as shown: days of rent at the same price become one line, in the position of the first. */
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

/** One slot of rent. A service by the day already has one line for all its days. */
const isDayOfRent = ({ unit, unitPrice, amount }: Charge): boolean => unit === 'day' && unitPrice === amount

/** A charge of a handover counts once that handover is confirmed. */
export const isCharged = (type: HandoverType, status: number): boolean =>
  type === handoverType.pickup ? wasPickedUp(status) : wasReturned(status)

/** Cached amounts of an order, fen; `owed` no longer includes what was written off. */
export interface OrderMoney {
  readonly total: Fen
  readonly paid: Fen
  readonly refunded: Fen
  readonly owed: Fen
  readonly writtenOff: Fen
  /** Reimbursements, goodwill and refunds for fuel: paid out, or set off against a debt. */
  readonly refundExpenseFen: Fen
}

/**
 * The total of an order, as in its card, detail, bill and export. Written-off and set-off debts were charged and
 * are included. An order that is not billed yet has its quoted price.
 */
export const comesTo = (
  status: number,
  { total, paid, refunded, owed, writtenOff, refundExpenseFen }: OrderMoney,
): Fen => (isDraft(status) ? total : paid - refunded + refundExpenseFen + owed + writtenOff)

/** A running order that is billed by instalments, so that its price exceeds what was billed. */
export const isBilledLater = ({ orderKind, status }: { readonly orderKind: OrderKind; readonly status: number }) =>
  profileOf(orderKind).billing === 'instalments' && !isCancelled(status) && !wasReturned(status)

/**
 * The line for listed charges that were reversed by a cancellation or an early return, so that the lines add up to
 * the total ({@link comesTo}); null when nothing was. Before its end nothing is reversed: a draft is not billed,
 * and a long order only as its instalments fall due.
 */
export function reversalLine(status: number, listed: Fen, receivable: Fen): ChargeLine | null {
  const ended = isCancelled(status) || wasReturned(status)
  if (!ended || listed === receivable) return null
  return { name: isCancelled(status) ? '取消订单冲销' : '提前还车退还', formula: '', amount: receivable - listed }
}
