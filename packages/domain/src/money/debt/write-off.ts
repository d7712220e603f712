import type { Fen } from '../../money.ts'

/* An uncollectable debt is written off (J19): it counts as 0 owed from then on. */

/**
 * The part of a payment that pays a written-off debt: what exceeds the amount owed.
 * @param owed what the order owed before the payment, fen
 * @param open what was written off and is not recovered yet, fen
 */
export const recoveredOf = (paid: Fen, owed: Fen, open: Fen): Fen =>
  Math.min(open, Math.max(0, paid - Math.max(0, owed)))
