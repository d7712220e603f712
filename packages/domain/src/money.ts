/*
 * Money and shares of it as people read and type them. Amounts are integer fen; reckoning shares and rounding are in quote/money.ts.
 * A minus is U+2212, as wide as a digit, so that columns of amounts stay aligned.
 */

const MINUS = '\u2212'

const digits = (fen: number): string => {
  const size = Math.abs(fen)
  const units = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${units}.${String(size % 100).padStart(2, '0')}`
}

/** `¥1,284.00`, `−¥45.00`. */
export const formatMoney = (fen: number): string => `${fen < 0 ? MINUS : ''}¥${digits(fen)}`

/** `1,284.00`, `−45.00`: inside a sentence that says 元, or beside a ¥ of its own. */
export const formatAmount = (fen: number): string => `${fen < 0 ? MINUS : ''}${digits(fen)}`

/** `95%`, `8.5%`, of basis points. */
export const percent = (bp: number): string => `${bp / 100}%`

/** A cell of the price calendar: no ¥, no `.00`: `228`, `228.50`. */
export const formatCell = (fen: number): string => formatAmount(fen).replace(/\.00$/, '')
