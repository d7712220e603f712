import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Day = OutputOf<typeof calls.stock.overview>['pools'][number]['days'][number]

/** Text for a model without a car in service; this is normal and not a warning. */
export const NO_CARS = '暂无在营车辆'

type Facts = Pick<Day, 'spare' | 'free' | 'total' | 'closedFor'>

/**
 * Availability of a day: `over` oversold, `empty` no car at all, `closed` closed by the price calendar, `none` nothing free, `low`
 * one car or at most a fifth free, else `some`.
 */
export type Heat = 'over' | 'empty' | 'closed' | 'none' | 'low' | 'some'

/** Channel 0 stands for all channels: the price calendar has closed the day completely. */
export const isClosed = ({ closedFor }: Pick<Day, 'closedFor'>): boolean => closedFor.includes(0)

/** The price calendar has closed the day for some channels only. */
export const isPartlyClosed = (day: Pick<Day, 'closedFor'>): boolean => day.closedFor.length > 0 && !isClosed(day)

export function heatOf(day: Facts): Heat {
  const { spare, free, total } = day
  if (spare < 0) return 'over'
  if (total === 0) return 'empty'
  if (isClosed(day)) return 'closed'
  if (free === 0) return 'none'
  return free === 1 || free * 5 <= total ? 'low' : 'some'
}

/** Text of a cell: the number of free cars, the number oversold, or that the day is closed. */
export const freeText = (day: Facts): string =>
  day.spare < 0 ? `−${-day.spare}` : isClosed(day) ? '停' : String(day.free)

/** Text of the cell for screen readers. */
export const heatWords = (day: Facts): string =>
  [
    day.spare < 0 ? `超售${-day.spare}辆` : day.total === 0 ? NO_CARS : `可租${day.free}辆，共${day.total}辆`,
    isClosed(day) && '价格日历停售',
    isPartlyClosed(day) && '部分渠道停售',
  ]
    .filter(Boolean)
    .join('，')
