import type { Fen } from '../quote/money.ts'

/*
 * A claim: what a customer owes of a case of an order (damage, a violation) beside what its rental costs. It is posted once its
 * amount is fixed, and changes by a refund or by its end alone.
 */

/** A claim that stands in the books, fen. */
export interface Claim {
  readonly payable: Fen
  /** What was paid back of it. */
  readonly refunded: Fen
  /** What of it was withdrawn with its end. */
  readonly withdrawn: Fen
}

export const standingClaim = ({ payable, refunded, withdrawn }: Claim): Fen => payable - refunded - withdrawn

/** What of a claim is still to be collected: no more than its order owes. `collected`: by money of its own, less refunds. */
export const openClaim = (claim: Claim, collected: Fen, owed: Fen): Fen =>
  Math.max(0, Math.min(standingClaim(claim) - collected, owed))
