import { formatAmount } from '../../money.ts'
import { Refusal } from '../../refusal.ts'
import type { Instant } from '../../time.ts'
import type { PayWay } from './codes.ts'

/** A successful incoming payment. `refundedFen` includes refunds in progress. */
export interface PaidIn {
  readonly id: string
  readonly fen: number
  readonly refundedFen: number
  readonly paidAt: Instant
  readonly way: PayWay
}

/** Part of a refund; it is refunded by the method of its payment. */
export interface RefundPart {
  readonly paymentId: string
  readonly fen: number
  readonly way: PayWay
}

const leftOf = (payment: PaidIn) => payment.fen - payment.refundedFen

/** What may still be refunded of these payments. */
export const refundableFen = (payments: readonly PaidIn[]): number =>
  payments.reduce((sum, payment) => sum + leftOf(payment), 0)

/** Newest first; at the same instant the higher id first. Ids are decimal numbers. */
const newestFirst = (a: PaidIn, b: PaidIn) => b.paidAt - a.paidAt || (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/**
 * Splits a refund over the payments: the newest first, each up to what is left of it. Throws `amountWrong` for zero
 * and `beyondRefundable` when the payments are not sufficient.
 * @param isOwn payments for what is refunded: they are used before all others
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
