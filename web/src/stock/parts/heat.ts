import type { OutputOf } from '@cheyi/contract/call'
import type { stock } from '@cheyi/contract/stock'

export type Day = OutputOf<typeof stock.overview>['pools'][number]['days'][number]

/** How tight a day is: `over` more taken than there is, `none` nothing free, `low` the last fifth, else `some`. */
export type Heat = 'over' | 'none' | 'low' | 'some'

export function heatOf({ spare, free, total }: Pick<Day, 'spare' | 'free' | 'total'>): Heat {
  if (spare < 0) return 'over'
  if (free === 0) return 'none'
  return free === 1 || free * 5 <= total ? 'low' : 'some'
}

/** What stands in a cell: how many are free, or by how many the pool is oversold. */
export const freeText = ({ spare, free }: Pick<Day, 'spare' | 'free'>): string =>
  spare < 0 ? `−${-spare}` : String(free)

/** The cell as it is read out. */
export const heatWords = (day: Pick<Day, 'spare' | 'free' | 'total'>): string =>
  day.spare < 0 ? `超售${-day.spare}辆` : `可租${day.free}辆，共${day.total}辆`
