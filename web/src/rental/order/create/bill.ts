import { orderItemType, orderItemTypes } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { startOfDate } from '@cheyi/domain/time'
import type { Quote } from '../../../booking/order/parts/use-quote.ts'

/* The lines of a quote, for the sheet behind 明细. */

export interface BillRow {
  readonly label: string
  /** How the amount was computed. */
  readonly basis: string
  readonly amount: number
}

type Line = Quote['lines'][number]

const isDay = (line: Line) => line.itemType === orderItemType.rental && line.priceDate !== null && line.unit === 'day'

/** The lines in bill order; rental days of the same price become one line that names its dates. */
export function billRows(lines: readonly Line[], now: number): BillRow[] {
  const days = lines.filter(isDay)
  const prices = [...new Set(days.map(({ amount }) => amount))]
  const rent = prices.map((price): BillRow => {
    const dates = days
      .filter(({ amount }) => amount === price)
      .map(({ priceDate }) => formatDay(startOfDate(priceDate ?? ''), now))
    const basis = `${formatMoney(price)} × ${dates.length}天（${spans(dates)}）`
    return { label: '租金', basis, amount: price * dates.length }
  })
  const rest = lines.filter((line) => !isDay(line))
  // A fee without a name is called by its kind.
  const fees = rest.map(({ name, itemType, formula, amount }) => ({
    label: name || orderItemTypes.text(itemType),
    basis: formula,
    amount,
  }))
  return [...rent, ...fees]
}

/** More than three dates are shown as the first and the last. */
const spans = (dates: readonly string[]) => (dates.length <= 3 ? dates.join('、') : `${dates[0]} 至 ${dates.at(-1)}`)

export interface TierRow {
  readonly when: string
  readonly cost: string
}

const hours = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60}小时` : `${minutes}分钟`)

/** The cancel rule as text: `取车前24小时以上` `免费取消`. */
export function tierRows(tiers: Quote['cancelRule']): TierRow[] {
  const sorted = tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
  return sorted.map(({ minMinutesBefore: from, penalty }, index) => {
    const before = sorted[index - 1]?.minMinutesBefore
    return { when: whenOf(from, before), cost: penalty === 0 ? '免费取消' : `收 ${formatMoney(penalty)}` }
  })
}

function whenOf(from: number, before: number | undefined): string {
  if (before === undefined) return from > 0 ? `取车前${hours(from)}以上` : '任何时候'
  return from > 0 ? `取车前${hours(from)}至${hours(before)}` : `取车前${hours(before)}内或未到店`
}
