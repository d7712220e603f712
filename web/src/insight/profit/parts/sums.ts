import { type CarSums, daysText, type ProfitKey, profitFigure } from '@cheyi/domain/insight/profit/profit'
import { formatKm } from '@cheyi/domain/length'
import { addMonths, type LocalDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { yuan } from '../../../ui/show/money.tsx'

export type ShownSums = OutputOf<typeof calls.profit.groups>['list'][number]['sums']

/** The sums for figures; income counts as zero where the user may not see it, and is then not shown. */
export const sumsOf = ({ rent, service, other, owner, ...sums }: ShownSums): CarSums => ({
  ...sums,
  rent: rent ?? 0,
  service: service ?? 0,
  other: other ?? 0,
  owner: owner ?? 0,
})

/** A figure; null if there is no data to calculate it from, or no permission to see it. */
export function figureValue(key: ProfitKey, sums: ShownSums): number | null {
  const { money, of } = profitFigure(key)
  return money && sums.rent === null ? null : of(sumsOf(sums))
}

/** Text of a figure; a dash for none. */
export function figureText(key: ProfitKey, sums: ShownSums): string {
  const value = figureValue(key, sums)
  if (value === null) return '—'
  switch (profitFigure(key).unit) {
    case 'fen':
      return `${value < 0 ? '−' : ''}¥${yuan(Math.abs(value))}`
    case 'bp':
      return `${(value / 100).toFixed(1)}%`
    case 'minutes':
      return daysText(value)
    case 'km':
      return formatKm(value)
  }
}

/** How long each of some vehicles stood. */
export const idleText = (sums: ShownSums, cars: number): string =>
  cars === 0 ? '—' : `${((figureValue('idle', sums) ?? 0) / 1440 / cars).toFixed(1)} 天/辆`

/** The months of a named period, both inclusive. */
export function monthsOf(when: string, today: LocalDate): { from: LocalDate; to: LocalDate; label: string } {
  const running = `${today.slice(0, 7)}-01`
  const last = addMonths(running, -1)
  const [from, to] =
    when === 'month'
      ? [running, running]
      : when === 'months3'
        ? [addMonths(running, -3), last]
        : when === 'months12'
          ? [addMonths(running, -12), last]
          : [last, last]
  return { from, to, label: from === to ? from.slice(0, 7) : `${from.slice(0, 7)} 至 ${to.slice(0, 7)}` }
}
