import { formatAmount } from '../../money.ts'
import { Refusal } from '../../refusal.ts'
import { type DepositKind, depositKind } from './codes.ts'
import { availableFen, type DepositMoney } from './steps.ts'

/** A charge that a deduction pays, fen; `refId` is the row of the charge, if it has one. */
export interface DeductionLine {
  readonly code: string
  readonly refId?: string
  readonly amount: number
}

/**
 * A deduction can take at most what is available and what is owed, since it pays posted charges. Throws
 * `amountWrong` for zero or more than the debt, `beyondDeposit` for more than is available.
 */
export function refuseBadDeduction(available: number, fen: number, owedFen: number): void {
  if (!Number.isSafeInteger(fen) || fen <= 0 || fen > owedFen) throw new Refusal('amountWrong')
  if (fen > available) throw new Refusal('beyondDeposit', { n: formatAmount(available) })
}

/** Distributes the lines of a deduction over its captures, in their order; both have the same total. */
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
 * A release can take at most what is available, less what open debts hold back. Throws `amountWrong` for zero and
 * `beyondRefundable` for more.
 */
export function refuseBadRelease(d: DepositMoney, fen: number, heldBack = 0): void {
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new Refusal('amountWrong')
  const releasable = Math.max(0, availableFen(d) - heldBack)
  if (fen > releasable) throw new Refusal('beyondRefundable', { n: formatAmount(releasable) })
}

/**
 * Deposits that may pay a claim, in order: the violation deposit pays only violations and their agency fees, the
 * rental deposit everything else. `crossDeduct` (needs the clause in the contract) allows the other one after it.
 */
export function depositsFor(claim: 'violation' | 'other', crossDeduct: boolean): DepositKind[] {
  const own = claim === 'violation' ? depositKind.violation : depositKind.rental
  const other = claim === 'violation' ? depositKind.rental : depositKind.violation
  return crossDeduct ? [own, other] : [own]
}

/** Amount held of each deposit of an order, fen. */
export type InHand = Readonly<Partial<Record<DepositKind, number>>>

/** Open amounts and cases that the deposits of an order secure. */
export interface OpenOfOrder {
  readonly expectedDamageFen: number
  readonly debtFen: number
  /** Violations that are not closed; their final amount is not known yet. */
  readonly openViolations: number
}

/**
 * What is held back of a deposit after the settlement, fen. Rental deposit: the expected damage plus 20 %, and open
 * debts. Violation deposit: debts beyond the rental deposit, and all of it while a violation is open.
 */
export function heldBackFen(kind: DepositKind, inHand: InHand, open: OpenOfOrder): number {
  const debt = Math.max(0, open.debtFen)
  const rental = inHand[depositKind.rental] ?? 0
  if (kind === depositKind.rental) return Math.min(rental, Math.round((open.expectedDamageFen * 12) / 10) + debt)
  if (open.openViolations > 0) return inHand[kind] ?? 0
  return Math.min(inHand[kind] ?? 0, Math.max(0, debt - rental))
}
