/**
 * Spreads what a payer paid over what orders owe, the first ones first, none more than it owes. Fen.
 * @returns what each gets, in the same order; what is too much is in none
 */
export function spread(fen: number, owed: readonly number[]): number[] {
  let rest = Math.max(0, fen)
  return owed.map((debt) => {
    const part = Math.min(rest, Math.max(0, debt))
    rest -= part
    return part
  })
}
