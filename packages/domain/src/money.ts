/*
 * Amounts and percentages as text. Amounts are integer fen; arithmetic and rounding are in quote/money.ts. The
 * minus is U+2212, as wide as a digit, so that columns of amounts are aligned.
 */

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
