import './money.css'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'

/**
 * Integer fen as text: `1,284.00`, refunds and discounts `−45.00` with a real minus sign. Always two decimals. The
 * caller adds the yuan sign, or 元.
 */
export function yuan(fen: number): string {
  // `Intl` would load the browser's locale data: several ms of the first page.
  const text = (Math.abs(fen) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return fen < 0 ? `−${text}` : text
}

export type MoneyProps = {
  /** Integer fen; null shows a dash. */
  fen: number | null | undefined
  /** `m` 15, `l` 17/600, `xl` 20/600, `display` 28/600 for totals. */
  size?: 'm' | 'l' | 'xl' | 'display'
  /** Without the ¥, for columns of a fee list. */
  bare?: boolean
  /** Zero is shown as 免费 instead of ¥0.00. */
  free?: boolean
  /** Struck through: the price before a change. */
  old?: boolean
  /** Small text after the amount: 天, 个. */
  per?: string
}

/** An amount of money, a negative one with its minus in the same ink: red or green is what its place says (`Text ink`). */
export function Money({ fen, size = 'm', bare, free, old, per }: MoneyProps) {
  if (fen === null || fen === undefined) return <span className="money">—</span>
  const classes = cx('money', 'num', `money-${size}`)
  if (free && fen === 0) return <span className={classes}>免费</span>
  const text = yuan(Math.abs(fen))
  const sum = text.replaceAll(',', '').replace(/\.?0+$/, '')
  const spoken = `${fen < 0 ? say('负 {sum} 元', { sum }) : say('{sum} 元', { sum })}${per ? `每${per}` : ''}`
  const amount = (
    <>
      {fen < 0 && '−'}
      {!bare && <small>¥</small>}
      {text}
      {per && <span className="money-per">/{per}</span>}
    </>
  )
  return (
    <span className={classes}>
      <span className="visually-hidden">{spoken}</span>
      <span aria-hidden="true">{old ? <s>{amount}</s> : amount}</span>
    </span>
  )
}
