import type { Fen } from '../../money.ts'

/*
 * A claim: what a customer owes for a case of an order (damage, a violation) besides the rental. It is posted once
 * its amount is fixed; only a refund or the end of the case changes it.
 */

/** The amounts of a claim in the books, fen. */
export interface Claim {
  readonly payable: Fen
  readonly refunded: Fen
  /** Part that was withdrawn when the case ended. */
  readonly withdrawn: Fen
}

export const standingClaim = ({ payable, refunded, withdrawn }: Claim): Fen => payable - refunded - withdrawn

/** What is left to collect of a claim, fen, at most what its order owes. `collected`: payments for this claim, less refunds. */
export const openClaim = (claim: Claim, collected: Fen, owed: Fen): Fen =>
  Math.max(0, Math.min(standingClaim(claim) - collected, owed))
