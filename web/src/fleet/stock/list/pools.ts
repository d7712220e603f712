import type { LocalDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Pool = OutputOf<typeof calls.stock.overview>['pools'][number]
export type Only = 'all' | 'oversold' | 'free'

/** The models that match the keyword; `only` limits them to those oversold on any shown day, or free on the first one. */
export function shownPools(pools: readonly Pool[], keyword: string, only: Only): readonly Pool[] {
  const words = keyword.trim().toLowerCase()
  return pools.filter(
    ({ name, days }) =>
      name.toLowerCase().includes(words) &&
      (only === 'all' || (only === 'oversold' ? days.some(({ spare }) => spare < 0) : (days[0]?.free ?? 0) > 0)),
  )
}

/** Cuts a longer response to the days from `from` on; a response that does not reach that far yet is returned whole. */
export const daysFrom = (pools: readonly Pool[], from: LocalDate, days: number): readonly Pool[] =>
  pools.map((pool) => {
    const first = pool.days.findIndex(({ date }) => date === from)
    return first < 0 ? pool : { ...pool, days: pool.days.slice(first, first + days) }
  })

const counted = ['total', 'ordered', 'ticketed', 'stopped', 'free'] as const

/** Totals of the first day over all models of a store. */
export function sumsOf(pools: readonly Pool[]): Record<(typeof counted)[number], number> {
  const sums = { total: 0, ordered: 0, ticketed: 0, stopped: 0, free: 0 }
  for (const { days } of pools) for (const name of counted) sums[name] += days[0]?.[name] ?? 0
  return sums
}
