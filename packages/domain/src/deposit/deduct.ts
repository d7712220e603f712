import { formatAmount } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { type DepositKind, depositKind } from './codes.ts'
import { availableFen, type DepositMoney } from './steps.ts'

/** What a deduction pays, fen; `refId` is the charge's row, where it has one. */
export interface DeductionLine {
  readonly code: string
  readonly refId?: string
  readonly amount: number
}

/**
 * A deduction may take no more than is available, and no more than is owed: it pays charges that were posted.
 * Throws `amountWrong` for nothing or more than the debt, `beyondDeposit` for more than is in hand.
 */
export function refuseBadDeduction(available: number, fen: number, owedFen: number): void {
  if (!Number.isSafeInteger(fen) || fen <= 0 || fen > owedFen) throw new Refusal('amountWrong')
  if (fen > available) throw new Refusal('beyondDeposit', { n: formatAmount(available) })
}

/** Shares the lines of a deduction over the sums that are taken one by one, in their order; both come to the same. */
export function splitLines(lines: readonly DeductionLine[], sums: readonly number[]): DeductionLine[][] {
  const left = lines.map((line) => ({ ...line }))
  return sums.map((sum) => {
    let rest = sum
    return left.flatMap((line) => {
      const amount = Math.min(rest, line.amount)
      rest -= amount
      line.amount -= amount
      return amount === 0 ? [] : [{ ...line, amount }]
    })
  })
}

/**
 * A release may take no more than is available, less what open debts keep back. Throws `amountWrong` for nothing and
 * `beyondRefundable` for more.
 */
export function refuseBadRelease(d: DepositMoney, fen: number, heldBack = 0): void {
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new Refusal('amountWrong')
  const releasable = Math.max(0, availableFen(d) - heldBack)
  if (fen > releasable) throw new Refusal('beyondRefundable', { n: formatAmount(releasable) })
}

/**
 * Which deposits may pay a claim, in order: the violation deposit pays only violations and their agency fees, the rental
 * deposit everything else; `crossDeduct` (needs the agreement's clause) lets either help out afterwards.
 */
export function depositsFor(claim: 'violation' | 'other', crossDeduct: boolean): DepositKind[] {
  const own = claim === 'violation' ? depositKind.violation : depositKind.rental
  const other = claim === 'violation' ? depositKind.rental : depositKind.violation
  return crossDeduct ? [own, other] : [own]
}

/** What is in hand of each deposit of an order, fen. */
export type InHand = Readonly<Partial<Record<DepositKind, number>>>

/** What is open of an order, for which its deposits answer. */
export interface OpenOfOrder {
  readonly expectedDamageFen: number
  readonly debtFen: number
  /** Violations that are not closed: nobody knows yet what they come to. */
  readonly openIllegals: number
}

/**
 * What of a deposit stays after the settlement, fen: of the rental deposit open damage with a fifth on top and open debts,
 * of the violation deposit what of the debts the rental deposit does not cover, and all of it while a violation is open.
 */
export function heldBackFen(kind: DepositKind, inHand: InHand, open: OpenOfOrder): number {
  const debt = Math.max(0, open.debtFen)
  const rental = inHand[depositKind.rental] ?? 0
  if (kind === depositKind.rental) return Math.min(rental, Math.round((open.expectedDamageFen * 12) / 10) + debt)
  if (open.openIllegals > 0) return inHand[kind] ?? 0
  return Math.min(inHand[kind] ?? 0, Math.max(0, debt - rental))
}
