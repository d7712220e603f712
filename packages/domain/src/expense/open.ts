import type { Fen } from '../quote/money.ts'

/** A charge that was posted to the books, fen. */
export interface PostedExpense {
  readonly id: string
  readonly amount: Fen
}

/** What is still open of an order's debt, charge by charge. */
export interface OpenDebt {
  /** Open fen by the charge's id; charges that are paid are not in it. */
  readonly expenses: ReadonlyMap<string, Fen>
  /** What is open beyond the charges: rent and services of the order itself. */
  readonly rest: Fen
}

/**
 * Money in pays the oldest claim first: the order itself, then the charges as they were posted. So what is open lies on
 * the newest. `posted` in the order of posting; `owed` is the order's balance, which may be negative (nothing is open).
 */
export function openDebt(posted: readonly PostedExpense[], owed: Fen): OpenDebt {
  const expenses = new Map<string, Fen>()
  let rest = Math.max(0, owed)
  for (const { id, amount } of posted.toReversed()) {
    const open = Math.min(amount, rest)
    if (open > 0) expenses.set(id, open)
    rest -= open
  }
  return { expenses, rest }
}
