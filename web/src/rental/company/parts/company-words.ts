import { formatMoney, percent } from '@cheyi/domain/money'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Company = OutputOf<typeof calls.company.detail>

export const creditWords = (credit: number | null): string =>
  credit === null ? '额度不限' : `额度 ${formatMoney(credit)}`

/** What marks a company whose credit is used up, or exceeded. */
export const creditTags = ({ credit, owed, over }: Pick<Company, 'credit' | 'owed' | 'over'>) =>
  over !== null && over > 0
    ? [{ text: `超额度 ${formatMoney(over)}`, tone: 'danger' as const }]
    : credit !== null && owed !== null && owed > 0 && owed >= credit
      ? [{ text: '额度已用完', tone: 'warning' as const }]
      : []

/** Said after a charge that could not be refused. */
export const overCreditWords = (fen: number): string => (fen > 0 ? `，该企业已超信用额度 ${formatMoney(fen)}` : '')

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

/** Which contact of the company invited; '' where staff did. */
export const inviterWords = ({ invitedBy }: Company['bookers'][number]): string =>
  invitedBy === null ? '' : invitedBy === '' ? '· 已删除的联系人邀请' : `· 联系人${invitedBy}邀请`

/** How an invitation to book for a company stands. */
export const bookerState = ({ endedAt, untilOn }: Company['bookers'][number], today: string): string =>
  endedAt !== null ? '已收回' : untilOn === null ? '长期有效' : untilOn < today ? '已到期' : `至 ${untilOn}`
