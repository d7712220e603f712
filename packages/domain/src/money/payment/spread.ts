/**
 * Distributes a payment over debts in their order, each at most its amount. Fen.
 * @returns the share of each, in the same order; a surplus is not distributed
 */
export function spread(fen: number, owed: readonly number[]): number[] {
  let rest = Math.max(0, fen)
  return owed.map((debt) => {
    const part = Math.min(rest, Math.max(0, debt))
    rest -= part
    return part
  })
}
