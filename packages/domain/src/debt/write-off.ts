import type { Fen } from '../quote/money.ts'

/*
 * A debt that cannot be collected is written off (J19): it counts as owed = 0 from then on.
 */

/**
 * What of a payment pays a debt that was written off: the rest after what the order owes.
 * @param owed what the order owed before the payment, fen
 * @param open what is written off and was not paid after all, fen
 */
export const recoveredOf = (paid: Fen, owed: Fen, open: Fen): Fen =>
  Math.min(open, Math.max(0, paid - Math.max(0, owed)))
