import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Day = OutputOf<typeof calls.stock.overview>['pools'][number]['days'][number]

/** Of a model without a car in service, which is nothing to be alarmed about. */
export const NO_CARS = '暂无在营车辆'

type Facts = Pick<Day, 'spare' | 'free' | 'total' | 'closedFor'>

/**
 * How tight a day is: `over` more taken than there is, `empty` no car at all, `closed` not sold by the price calendar,
 * `none` nothing free, `low` the last fifth, else `some`.
 */
export type Heat = 'over' | 'empty' | 'closed' | 'none' | 'low' | 'some'

/** The price calendar sells the day to nobody. */
export const isClosed = ({ closedFor }: Pick<Day, 'closedFor'>): boolean => closedFor.includes(0)

/** Only some channels are closed. */
export const isPartlyClosed = (day: Pick<Day, 'closedFor'>): boolean => day.closedFor.length > 0 && !isClosed(day)

export function heatOf(day: Facts): Heat {
  const { spare, free, total } = day
  if (spare < 0) return 'over'
  if (total === 0) return 'empty'
  if (isClosed(day)) return 'closed'
  if (free === 0) return 'none'
  return free === 1 || free * 5 <= total ? 'low' : 'some'
}

/** What stands in a cell: how many are free, by how many the pool is oversold, or that it is closed. */
export const freeText = (day: Facts): string =>
  day.spare < 0 ? `−${-day.spare}` : isClosed(day) ? '停' : String(day.free)

/** The cell as it is read out. */
export const heatWords = (day: Facts): string =>
  [
    day.spare < 0 ? `超售${-day.spare}辆` : day.total === 0 ? NO_CARS : `可租${day.free}辆，共${day.total}辆`,
    isClosed(day) && '价格日历停售',
    isPartlyClosed(day) && '部分渠道停售',
  ]
    .filter(Boolean)
    .join('，')
