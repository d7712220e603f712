import { awaitsAcceptance, isOver } from '../../booking/order/steps.ts'
import type { Fen } from '../../money.ts'

/** The amounts in an order's row, fen. */
export interface DueFacts {
  /** Balance of the receivable: positive is owed by the customer, negative is credit of the customer. */
  readonly owedFen: Fen
  /** Refunds that have not been paid out: queued, at a provider, or failed. */
  readonly refundingFen: Fen
}

/**
 * What an order still owes, fen; negative is the credit that may be refunded. A refund in progress counts as paid
 * out: the books still show it as credit, and refunding that credit once more would pay it twice. Settlement,
 * collection, cancellation and refund use this under the order's lock.
 */
export const dueFen = ({ owedFen, refundingFen }: DueFacts): Fen => owedFen + refundingFen

/** What a platform collected for an order that the store has not accepted yet, fen. It is booked on acceptance only. */
export const platformHeldFen = (order: { readonly status: number; readonly platformFen: Fen }): Fen =>
  awaitsAcceptance(order.status) ? order.platformFen : 0

/**
 * What an order shows as owed, fen: the amount due less what a platform collected for it. Negative is the whole
 * credit, including refunds in progress, which the merchant holds until they are paid out.
 */
export const openFen = (order: DueFacts & { readonly status: number; readonly platformFen: Fen }): Fen => {
  const due = dueFen(order) - platformHeldFen(order)
  return due > 0 ? due : Math.min(0, order.owedFen)
}

/**
 * Credit of a finished order that is not being refunded yet, fen. Credit of a running order is refunded by the
 * action that causes it, or by staff (`creditSql` of server/src/money/payment/refund-wait.ts).
 */
export const creditFen = (order: DueFacts & { readonly status: number }): Fen =>
  isOver(order.status) ? Math.max(0, -dueFen(order)) : 0

/** By how much the debt of an order grows with a charge, fen: its credit pays first. `due`: {@link dueFen} before it. */
export const grownDebt = (due: Fen, charge: Fen): Fen => Math.max(0, due + charge) - Math.max(0, due)
