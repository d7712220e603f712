import { awaitsAcceptance, isOver } from '../order/steps.ts'
import type { Fen } from '../quote/money.ts'

/** What an order's row knows of its money, fen. */
export interface DueFacts {
  /** Balance of its receivable: above zero owed, below zero to the customer's credit. */
  readonly owedFen: Fen
  /** Refunds that have not left: queued, with a provider, or failed. */
  readonly refundingFen: Fen
}

/**
 * What an order still owes, fen; below zero is what of its credit is free to go back. A refund that is on its way counts as
 * gone: the books credit it until it leaves, and giving that credit back anew would pay it twice. Whoever settles, collects,
 * cancels or gives back asks this, under the order's lock.
 */
export const dueFen = ({ owedFen, refundingFen }: DueFacts): Fen => owedFen + refundingFen

/** What a platform was paid for an order that waits for the store's yes, fen: it is booked with that yes, or never. */
export const platformHeldFen = (order: { readonly status: number; readonly platformFen: Fen }): Fen =>
  awaitsAcceptance(order.status) ? order.platformFen : 0

/**
 * What an order shows that it owes, fen: what is due, less what a platform was paid for it. Below zero is all of its credit, also
 * what is on its way back and stays with the shop until it has left.
 */
export const openFen = (order: DueFacts & { readonly status: number; readonly platformFen: Fen }): Fen => {
  const due = dueFen(order) - platformHeldFen(order)
  return due > 0 ? due : Math.min(0, order.owedFen)
}

/**
 * What is to go back to the customer of an order that is over and nobody has sent, fen. Credit of an order that goes on is
 * sent by whoever causes it, or waits for a person (`creditSql` of server/src/order/waits.ts).
 */
export const creditFen = (order: DueFacts & { readonly status: number }): Fen =>
  isOver(order.status) ? Math.max(0, -dueFen(order)) : 0
