/* Amounts in integer fen and percentages in basis points: arithmetic with one way of rounding, and as text. */

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

/** U+2212, as wide as a digit, so that columns of amounts are aligned. */
const MINUS = '\u2212'

/* Each line of a quote says a sum; only those with thousands are searched for where a comma belongs. */
const digits = (fen: number): string => {
  const size = Math.abs(fen)
  const rest = size % 100
  const units = (size - rest) / 100
  const whole = units < 1000 ? units : String(units).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${rest < 10 ? '0' : ''}${rest}`
}

/** `¥1,284.00`, `−¥45.00`. */
export const formatMoney = (fen: number): string => `${fen < 0 ? MINUS : ''}¥${digits(fen)}`

/** `1,284.00`, `−45.00`: in a sentence with 元, or beside a separate ¥. */
export const formatAmount = (fen: number): string => `${fen < 0 ? MINUS : ''}${digits(fen)}`

/** `95%`, `8.5%`, from basis points. */
export const percent = (bp: number): string => `${bp / 100}%`

/** For the price calendar, without ¥ and `.00`: `228`, `228.50`. */
export const formatCell = (fen: number): string => formatAmount(fen).replace(/\.00$/, '')
