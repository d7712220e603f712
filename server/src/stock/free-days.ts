import type { OpeningException, OpeningWindow } from '@cheyi/domain/merchant/opening'
import { openingSpan } from '@cheyi/domain/merchant/opening-span'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/merchant/setting'
import { freeCount } from '@cheyi/domain/stock/sellable'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { type PoolKey, readPools } from './store.ts'

export interface FreeDays {
  /** Vehicles free for the whole of the opening hours, by date: with one or more a booking within them is accepted. */
  readonly free: ReadonlyMap<LocalDate, number>
  /** In service at the store. */
  readonly vehicles: number
}

/** What is free of a pool on each of the dates; five statements, whatever their number. */
export async function freeDays(ctx: Context, key: PoolKey, dates: readonly LocalDate[]): Promise<FreeDays> {
  const [store] = await ctx.query<{
    hours: OpeningWindow[]
    holidays: OpeningException[]
    settings: StoredSettings
    merchant_settings: StoredSettings
  }>(
    `select s.hours, s.holidays, s.settings, m.settings as merchant_settings
       from store s join merchant m on m.id = s.merchant_id where s.id = $1`,
    [key.storeId],
  )
  if (store === undefined) return { free: new Map(), vehicles: 0 }
  const settings = effectiveSettings(store.merchant_settings, store.settings)
  const spans = dates.map((date) => openingSpan(store.hours, store.holidays, date))
  const from = Math.min(ctx.now, ...spans.map((span) => span.from))
  const pools = await ctx.elevated(() => readPools(ctx, key.storeId, [key.modelId], { from, settings }))
  const pool = pools.get(key.modelId)!
  const search = { elapsed: ctx.elapsed }
  return {
    // Of today only what is still to come can be free.
    free: new Map(
      dates.map((date, i) => {
        const span = spans[i]!
        const rest = { from: Math.max(span.from, Math.min(ctx.now, span.to - 1)), to: span.to }
        return [date, Math.max(0, freeCount(pool, rest, search))]
      }),
    ),
    vehicles: pool.vehicles.length,
  }
}
