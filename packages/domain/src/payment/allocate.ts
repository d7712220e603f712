import { formatAmount } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { Instant } from '../time.ts'
import type { PayWay } from './codes.ts'

/** An incoming payment that succeeded. `refundedFen` counts refunds on their way too. */
export interface PaidIn {
  readonly id: string
  readonly fen: number
  readonly refundedFen: number
  readonly paidAt: Instant
  readonly way: PayWay
}

/** A part of a refund: it goes back by the route of the payment it came with. */
export interface RefundPart {
  readonly paymentId: string
  readonly fen: number
  readonly way: PayWay
}

const leftOf = (payment: PaidIn) => payment.fen - payment.refundedFen

/** What may still be given back of these payments. */
export const refundableFen = (payments: readonly PaidIn[]): number =>
  payments.reduce((sum, payment) => sum + leftOf(payment), 0)

/** Newest first; of two in the same instant the later id. Ids are decimal numbers. */
const newestFirst = (a: PaidIn, b: PaidIn) => b.paidAt - a.paidAt || (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/**
 * Splits a refund over the payments: the newest one first, each up to what is left of it. Throws `amountWrong` for a
 * refund of nothing and `beyondRefundable` when the payments do not hold that much.
 * @param isOwn payments of what is refunded: they go back before all others
 */
export function allocateRefund<P extends PaidIn>(
  payments: readonly P[],
  fen: number,
  isOwn: (payment: P) => boolean = () => false,
): RefundPart[] {
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new Refusal('amountWrong')
  const all = refundableFen(payments)
  if (fen > all) throw new Refusal('beyondRefundable', { n: formatAmount(all) })
  const parts: RefundPart[] = []
  let rest = fen
  const ownFirst = (a: P, b: P) => Number(isOwn(b)) - Number(isOwn(a)) || newestFirst(a, b)
  for (const payment of payments.toSorted(ownFirst)) {
    const part = Math.min(rest, leftOf(payment))
    if (part > 0) parts.push({ paymentId: payment.id, fen: part, way: payment.way })
    rest -= part
  }
  return parts
}
