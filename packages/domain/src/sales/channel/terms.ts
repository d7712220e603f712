import type { CodeOf } from '../../enumeration.ts'
import { formatMoney, percent } from '../../money.ts'
import { priceRuleModes, stockRuleModes } from './codes.ts'

/* Rules that a merchant sets for a channel: how its prices derive from the own ones, and how much of the stock it may sell. */

export interface PriceTerms {
  readonly priceMode: CodeOf<typeof priceRuleModes>
  /** bp; for raised and lowered prices. */
  readonly priceValue: number
  /** Derived prices are rounded to multiples of it, fen; 1: not rounded. */
  readonly roundTo: (typeof roundings)[number]
  /** Lowest price of a day, fen; 0: no limit. */
  readonly minFen: number
}

export interface StockTerms {
  readonly stockMode: CodeOf<typeof stockRuleModes>
  /** Percent or number of vehicles, depending on the mode. */
  readonly stockValue: number
  readonly bufferUnits: number
}

/** 100 % in bp. */
const WHOLE = 10_000

const price = priceRuleModes.code
const stock = stockRuleModes.code

/** Steps of rounding, fen: none, 0.1, 1, 5 and 10 yuan. */
export const roundings = [1, 10, 100, 500, 1000] as const

/** Whether the mode needs a percentage of the price. */
export const takesShare = (mode: number): boolean => mode === price.raised || mode === price.lowered
/** Whether the mode needs a number of vehicles, or a percentage of them. */
export const takesValue = (mode: number): boolean => mode !== stock.shared

interface Fault {
  readonly field: 'priceValue' | 'stockValue'
  readonly message: string
}

/** The first problem that depends on several fields; null when there is none. */
export function termsFault({ priceMode, priceValue, stockMode, stockValue }: PriceTerms & StockTerms): Fault | null {
  if (takesShare(priceMode) && priceValue === 0) return { field: 'priceValue', message: '请填写加减价比例' }
  if (priceMode === price.lowered && priceValue >= WHOLE) return { field: 'priceValue', message: '减价须小于100%' }
  if (stockMode === stock.capShare && (stockValue < 1 || stockValue > 100))
    return { field: 'stockValue', message: '上限比例应为1-100%' }
  if (takesValue(stockMode) && stockValue === 0) return { field: 'stockValue', message: '请填写车辆数' }
  return null
}

/** 同价, +8%, −5%, 独立价. */
export function priceWords({ priceMode, priceValue }: Pick<PriceTerms, 'priceMode' | 'priceValue'>): string {
  if (priceMode === price.raised) return `+${percent(priceValue)}`
  if (priceMode === price.lowered) return `−${percent(priceValue)}`
  return priceRuleModes.text(priceMode)
}

/** For example 库存共享, 最多售 80%, 最多售 3 辆, 保留 2 辆; with the buffer that is never sold to the channel. */
export function stockWords({ stockMode, stockValue, bufferUnits }: StockTerms): string {
  const rule =
    stockMode === stock.capShare
      ? `最多售 ${stockValue}%`
      : stockMode === stock.capFixed
        ? `最多售 ${stockValue} 辆`
        : stockMode === stock.guaranteed
          ? `保留 ${stockValue} 辆`
          : '库存共享'
  return bufferUnits > 0 ? `${rule} · 缓冲 ${bufferUnits} 辆` : rule
}

/** 不低于¥99.00, 取整到1元. */
export function roundingWords({ priceMode, roundTo, minFen }: PriceTerms): string {
  const words = [
    ...(takesShare(priceMode) && roundTo > 1 ? [`取整到${roundTo / 100}元`] : []),
    ...(priceMode !== price.own && minFen > 0 ? [`每天不低于${formatMoney(minFen)}`] : []),
  ]
  return words.join('，')
}
