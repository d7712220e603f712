import { dayViews } from '@cheyi/domain/stock/count/day'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { openingOf } from '../fleet/opening.ts'
import { readPools } from '../read-pools.ts'
import type { PoolKey } from '../store.ts'

export interface FreeDays {
  /** Vehicles free for the whole of the opening hours, by date: with one or more a booking within them is accepted. */
  readonly free: ReadonlyMap<LocalDate, number>
  /** In service at the store. */
  readonly vehicles: number
}

/** What is free of a pool on each of the dates; five statements, whatever their number. */
export async function freeDays(ctx: Context, key: PoolKey, dates: readonly LocalDate[]): Promise<FreeDays> {
  const opening = await openingOf(ctx, key.storeId)
  if (opening === undefined) return { free: new Map(), vehicles: 0 }
  const spans = dates.map(opening.span)
  const from = Math.min(ctx.now, ...spans.map((span) => span.from))
  const pools = await ctx.elevated(() =>
    readPools(ctx, key.storeId, [key.modelId], { from, settings: opening.settings }),
  )
  const pool = pools.get(key.modelId)!
  const views = dayViews(pool, spans, { elapsed: ctx.elapsed })
  return { free: new Map(dates.map((date, i) => [date, views[i]!.free])), vehicles: pool.vehicles.length }
}
