import { addDays, addMonths, type LocalDate } from '../../time.ts'
import { type Taxpayer, taxpayer } from '../bookkeeping/codes.ts'

/* Periods of returns: a month of a general taxpayer, a quarter of a small-scale one. */

export interface Period {
  readonly from: LocalDate
  /** The last day. */
  readonly to: LocalDate
}

const monthsOfPeriod: Readonly<Record<Taxpayer, number>> = { [taxpayer.small]: 3, [taxpayer.general]: 1 }

/** The period that contains a day. */
export function periodOf(who: Taxpayer, day: LocalDate): Period {
  const length = monthsOfPeriod[who]
  const month = Number(day.slice(5, 7)) - 1
  const first = `${day.slice(0, 5)}${String(month - (month % length) + 1).padStart(2, '0')}-01`
  return { from: first, to: addDays(addMonths(first, length), -1) }
}

/** Periods, the newest first; the first of them contains `day`. */
export function periodsBefore(who: Taxpayer, day: LocalDate, count: number): Period[] {
  const periods = [periodOf(who, day)]
  while (periods.length < count) periods.push(periodOf(who, addDays(periods.at(-1)!.from, -1)))
  return periods
}

/** Months of a period, `YYYY-MM`. */
export function monthsIn({ from, to }: Period): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month.slice(0, 7))
  return months
}

/** `2026-11`, or `2026年第4季度`. */
export const periodText = ({ from, to }: Period): string =>
  from.slice(0, 7) === to.slice(0, 7)
    ? from.slice(0, 7)
    : `${from.slice(0, 4)}年第${Math.ceil(Number(to.slice(5, 7)) / 3)}季度`
