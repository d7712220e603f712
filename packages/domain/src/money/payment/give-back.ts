import type { Fen } from '../../money.ts'
import type { DepositKind } from '../deposit/codes.ts'
import { allocateRefund, type PaidIn, type RefundPart, refundableFen } from './allocate.ts'
import { type PayWay, paidBackWays } from './codes.ts'

/** A deduction from a deposit that is still held. Ids are decimal numbers. */
export interface Taken {
  readonly deductionId: string
  readonly kind: DepositKind
  /** Part of it that was not refunded yet. */
  readonly leftFen: Fen
}

/** Part of a deduction that is put back into its deposit. */
export interface TakenBack {
  readonly deductionId: string
  readonly kind: DepositKind
  readonly fen: Fen
}

/** Targets of a refund that a settlement makes. */
export interface GiveBack {
  /** By the methods of the order's receipts. */
  readonly receipts: readonly RefundPart[]
  /** Back into the deposits that it was deducted from. */
  readonly deposits: readonly TakenBack[]
  /** Paid to the customer by hand, with a voucher, because no receipt or deposit covers it. */
  readonly byHandFen: Fen
}

const newestFirst = (a: Taken, b: Taken) => (BigInt(b.deductionId) > BigInt(a.deductionId) ? 1 : -1)

/**
 * Splits a refund: the receipts of the order first; then the deductions, newest first, each up to its amount; the
 * rest is paid out by hand. Never refuses.
 * @param fen the refund; 0 or less is nothing
 * @param isOwn receipts that are used before all others
 */
export function allocateGiveBack<P extends PaidIn>(
  fen: Fen,
  receipts: readonly P[],
  taken: readonly Taken[],
  isOwn?: (receipt: P) => boolean,
): GiveBack {
  let rest = Math.max(0, fen)
  const byRoute = Math.min(rest, refundableFen(receipts))
  rest -= byRoute
  const deposits: TakenBack[] = []
  for (const { deductionId, kind, leftFen } of taken.toSorted(newestFirst)) {
    const part = Math.min(rest, leftFen)
    if (part > 0) deposits.push({ deductionId, kind, fen: part })
    rest -= part
  }
  return { receipts: byRoute === 0 ? [] : allocateRefund(receipts, byRoute, isOwn), deposits, byHandFen: rest }
}

/** Where a refund may go, in the order in which pages list it. */
export const giveBackTargets = ['receipt', 'deposit', 'customer'] as const

/** A line as shown: one per payment method, one per deposit, one for the customer. */
export interface GiveBackLine {
  readonly to: (typeof giveBackTargets)[number]
  readonly kind: DepositKind | null
  readonly payWay: PayWay | null
  readonly amount: Fen
}

export function giveBackLines({ receipts, deposits, byHandFen }: GiveBack): GiveBackLine[] {
  const sum = (parts: readonly { readonly fen: Fen }[]) => parts.reduce((total, { fen }) => total + fen, 0)
  return [
    ...[...Map.groupBy(receipts, ({ way }) => way)].map(
      ([payWay, parts]): GiveBackLine => ({ to: 'receipt', kind: null, payWay, amount: sum(parts) }),
    ),
    ...[...Map.groupBy(deposits, ({ kind }) => kind)].map(
      ([kind, parts]): GiveBackLine => ({ to: 'deposit', kind, payWay: null, amount: sum(parts) }),
    ),
    ...(byHandFen === 0 ? [] : [{ to: 'customer' as const, kind: null, payWay: null, amount: byHandFen }]),
  ]
}

/** Staff pay this part out, or confirm that a platform did. */
export const isPaidByHand = ({ to, payWay }: Pick<GiveBackLine, 'to' | 'payWay'>): boolean =>
  to === 'customer' || (to === 'receipt' && (payWay === null || paidBackWays.includes(payWay)))

/** The part that is put back into one deposit. */
export const backInto = ({ deposits }: GiveBack, kind: DepositKind): Fen =>
  deposits.reduce((sum, part) => (part.kind === kind ? sum + part.fen : sum), 0)
