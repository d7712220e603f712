import type { Fen } from '../../money.ts'

/** The credit of a company at a booking, fen. */
export interface CreditFacts {
  /** null: no limit. */
  readonly limit: Fen | null
  /** What its orders owe already. */
  readonly owed: Fen
  /** What the booking adds: its price, or the first instalment of a long rental. */
  readonly more: Fen
}

/** The amount by which a booking exceeds the credit of its company, fen; 0 within the limit. */
export const overCredit = ({ limit, owed, more }: CreditFacts): Fen =>
  limit === null || more <= 0 ? 0 : Math.max(0, owed + more - limit)
