/*
 * Money as people read and type it. Amounts are integer fen; shares and rounding are in quote/money.ts.
 * A minus is U+2212, as wide as a digit, so that columns of amounts stay aligned.
 */

const MINUS = '\u2212'

const digits = (fen: number): string => {
  const size = Math.abs(fen)
  const whole = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${String(size % 100).padStart(2, '0')}`
}

/** `¥1,284.00`, `−¥45.00`. */
export const formatMoney = (fen: number): string => `${fen < 0 ? MINUS : ''}¥${digits(fen)}`

/** `1,284.00`, `−45.00`: inside a sentence that says 元, or beside a ¥ of its own. */
export const formatAmount = (fen: number): string => `${fen < 0 ? MINUS : ''}${digits(fen)}`

/** A fee that may cost nothing: `免费`, else as money. */
export const formatFee = (fen: number): string => (fen === 0 ? '免费' : formatMoney(fen))

/** A cell of the price calendar: no ¥, no `.00`: `228`, `228.50`. */
export const formatCell = (fen: number): string => formatAmount(fen).replace(/\.00$/, '')

/** Read aloud: `864 元`, `−45.50 元`. */
export const speakMoney = (fen: number): string => `${formatCell(fen)} 元`

/**
 * A typed amount of yuan in fen: up to two decimals; ¥ and thousands commas are taken off. null for anything else, so that
 * a slip is never rounded into a sum.
 */
export function parseMoney(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/[¥￥,，]/g, ''))
  if (match === null) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
