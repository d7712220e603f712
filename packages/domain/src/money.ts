/*
 * Amounts and percentages as text. Amounts are integer fen; arithmetic and rounding are in quote/money.ts. The
 * minus is U+2212, as wide as a digit, so that columns of amounts are aligned.
 */

const MINUS = '\u2212'

const digits = (fen: number): string => {
  const size = Math.abs(fen)
  const units = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${units}.${String(size % 100).padStart(2, '0')}`
}

/** `¥1,284.00`, `−¥45.00`. */
export const formatMoney = (fen: number): string => `${fen < 0 ? MINUS : ''}¥${digits(fen)}`

/** `1,284.00`, `−45.00`: in a sentence with 元, or beside a separate ¥. */
export const formatAmount = (fen: number): string => `${fen < 0 ? MINUS : ''}${digits(fen)}`

/** `95%`, `8.5%`, from basis points. */
export const percent = (bp: number): string => `${bp / 100}%`

/** For the price calendar, without ¥ and `.00`: `228`, `228.50`. */
export const formatCell = (fen: number): string => formatAmount(fen).replace(/\.00$/, '')
