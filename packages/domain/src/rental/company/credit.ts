import type { Fen } from '../../money.ts'

/** What the orders of a company owe beyond its credit, fen; 0 within it. `limit`: null for none. */
export const beyondCredit = (limit: Fen | null, owed: Fen): Fen => (limit === null ? 0 : Math.max(0, owed - limit))

/** The credit of a company when its debt is to grow, fen. */
export interface CreditFacts {
  /** null: no limit. */
  readonly limit: Fen | null
  /** What its orders owe already. */
  readonly owed: Fen
  /** What is added: the price of a booking, the first instalment of a long rental, a charge. */
  readonly more: Fen
}

/** The amount by which a company would exceed its credit, fen; 0 within it, and for what adds no debt. */
export const creditExcess = ({ limit, owed, more }: CreditFacts): Fen =>
  more <= 0 ? 0 : beyondCredit(limit, owed + more)
