import { dayViews, remainingSpan } from '@cheyi/domain/fleet/stock/count/day'
import { sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { isClosedForAll, readClosed } from '../closed-dates.ts'
import { openingOf } from '../fleet/opening.ts'
import { readPools } from '../read-pools.ts'
import type { PoolKey } from '../store.ts'

export interface FreeDays {
  /** Vehicles free for the whole opening hours, by date: with one or more, a booking within them is accepted. */
  readonly free: ReadonlyMap<LocalDate, number>
  /** In service at the store. */
  readonly vehicles: number
}

/** What is free in a pool on each of the dates; five statements, regardless of their number. */
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

/** What one source may sell of a pool on a day. */
export interface SaleDay {
  readonly date: LocalDate
  /** For a booking of the whole opening hours, or of the rest of them today. */
  readonly sellable: number
  readonly total: number
  /** The price calendar or a stop of sale closes the day for the source. */
  readonly closed: boolean
}

/** Time limit for one day, ms; what is undecided by then is not sold. */
const DAY_MS = 200

/**
 * What a source may sell of models at a store on each of the dates, none of them past, by model; six statements,
 * regardless of their numbers.
 */
export async function saleDays(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  source: number,
  dates: readonly LocalDate[],
): Promise<ReadonlyMap<string, readonly SaleDay[]>> {
  const opening = await openingOf(ctx, storeId)
  if (opening === undefined || dates.length === 0) return new Map()
  const spans = dates.map((date) => remainingSpan(opening.span(date), ctx.now))
  const from = Math.min(ctx.now, ...spans.map((span) => span.from))
  const [pools, closedOn] = await Promise.all([
    ctx.elevated(() => readPools(ctx, storeId, modelIds, { from, settings: opening.settings })),
    readClosed(ctx, storeId, modelIds, dates[0]!, dates.at(-1)!),
  ])
  const { elapsed } = ctx
  return new Map(
    modelIds.map((modelId) => {
      const pool = pools.get(modelId)!
      const views = dayViews(pool, spans, { elapsed })
      const days = dates.map((date, i) => {
        const layers = closedOn(modelId, date)
        const closed = isClosedForAll(layers) || layers.includes(source)
        const sale = sellable(pool, source, spans[i]!, { elapsed, giveUpAfter: elapsed() + DAY_MS }, { closed })
        return { date, sellable: sale.count, total: views[i]!.total, closed: sale.closed }
      })
      return [modelId, days]
    }),
  )
}
