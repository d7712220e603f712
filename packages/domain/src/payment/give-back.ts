import type { DepositKind } from '../deposit/codes.ts'
import type { Fen } from '../quote/money.ts'
import { allocateRefund, type PaidIn, type RefundPart, refundableFen } from './allocate.ts'
import { type PayWay, paidBackWays } from './codes.ts'

/** A deduction from a deposit that is still in hand. Ids are decimal numbers. */
export interface Taken {
  readonly deductionId: string
  readonly kind: DepositKind
  /** What of it was not given back yet. */
  readonly leftFen: Fen
}

/** A part of a deduction that goes into its deposit again. */
export interface TakenBack {
  readonly deductionId: string
  readonly kind: DepositKind
  readonly fen: Fen
}

/** Where money goes that a settlement gives back. */
export interface GiveBack {
  /** By the routes of the order's receipts. */
  readonly receipts: readonly RefundPart[]
  /** Into the deposits that it was taken from. */
  readonly deposits: readonly TakenBack[]
  /** To the customer by hand, with a voucher: nothing of the order holds it. */
  readonly byHandFen: Fen
}

const newestFirst = (a: Taken, b: Taken) => (BigInt(b.deductionId) > BigInt(a.deductionId) ? 1 : -1)

/**
 * Splits what is given back: the receipts of the order first, as any refund; then the deductions, the
 * newest first, each up to what it took; what neither holds is paid out by hand. Never refuses.
 * @param fen what is given back; 0 or less is nothing
 * @param isOwn receipts that go back before all others
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

/** Where a part of it goes, as it is shown. */
export const giveBackTargets = ['receipt', 'deposit', 'customer'] as const

/** A line of it as it is shown: one for each way of paying, one for each deposit, one for the customer. */
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

/** A person pays this part of what goes back, or sees that a platform did. */
export const isPaidByHand = ({ to, payWay }: Pick<GiveBackLine, 'to' | 'payWay'>): boolean =>
  to === 'customer' || (to === 'receipt' && (payWay === null || paidBackWays.includes(payWay)))

/** What of it goes into one deposit again. */
export const backInto = ({ deposits }: GiveBack, kind: DepositKind): Fen =>
  deposits.reduce((sum, part) => (part.kind === kind ? sum + part.fen : sum), 0)
