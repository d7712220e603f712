import type { Fen } from '../../money.ts'

/** A charge that was posted to the books, fen. */
export interface PostedExpense {
  readonly id: string
  readonly amount: Fen
}

/** What is open of an order's debt, charge by charge. */
export interface OpenDebt {
  /** Open fen by the charge's id; paid charges are left out. */
  readonly expenses: ReadonlyMap<string, Fen>
  /** What is open beyond the charges: rent and services of the order itself. */
  readonly rest: Fen
}

/**
 * Payments settle the oldest claim first: the order itself, then the charges in the order of posting. So what is
 * open belongs to the newest. `posted` in the order of posting; `owed` is the balance of the order, negative when
 * nothing is open.
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
