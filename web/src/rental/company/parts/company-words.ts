import { formatMoney, percent } from '@cheyi/domain/money'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Company = OutputOf<typeof calls.company.detail>

export const creditWords = (credit: number | null): string =>
  credit === null ? '额度不限' : `额度 ${formatMoney(credit)}`

export const rateWords = (rateBp: number | null): string => (rateBp === null ? '按标价' : `标价的${percent(rateBp)}`)

/** The agreed price of a model: `日租 ¥180.00 · 月租 ¥4,000.00`. */
export const priceWords = ({ rateBp, dayPrice, monthPrice }: Company['prices'][number]): string =>
  [
    rateBp !== null && rateWords(rateBp),
    dayPrice !== null && `日租 ${formatMoney(dayPrice)}`,
    monthPrice !== null && `月租 ${formatMoney(monthPrice)}`,
  ]
    .filter(Boolean)
    .join(' · ')
