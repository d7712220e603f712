/** Integer fen (1/100 yuan). */
export type Fen = number

/** 100 % in basis points. */
export const WHOLE_BP = 10_000

/**
 * a × b ÷ d in whole numbers, rounded half-up away from zero, so that a reduction rounds like the charge it
 * mirrors. Exact for any safe integers (beyond 2^51 by BigInt). `d` must be positive.
 */
export function mulDiv(a: number, b: number, d: number): number {
  const product = a * b
  if (Number.isSafeInteger(product) && Math.abs(product) < 2 ** 51) return roundedQuotient(product, d)
  const exact = BigInt(a) * BigInt(b)
  const size = exact < 0n ? -exact : exact
  const rounded = Number((size * 2n + BigInt(d)) / (BigInt(d) * 2n))
  return exact < 0n ? -rounded : rounded
}

/** n ÷ d, rounded half-up away from zero; integer arithmetic, so that 0.5 is never 0.4999…. */
function roundedQuotient(n: number, d: number): number {
  const size = Math.abs(n)
  const rest = size % d
  const quotient = (size - rest) / d + (rest * 2 >= d ? 1 : 0)
  return n < 0 && quotient !== 0 ? -quotient : quotient
}

/** A share of an amount, fen: `applyBp(20000, 9500)` is 19000. */
export const applyBp = (amount: Fen, bp: number): Fen => mulDiv(amount, bp, WHOLE_BP)
