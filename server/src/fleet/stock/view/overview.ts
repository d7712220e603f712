import { dayViews } from '@cheyi/domain/fleet/stock/count/day'
import { stopByHarmedOrder } from '@cheyi/domain/fleet/stock/harm'
import type { Interval, Pool } from '@cheyi/domain/fleet/stock/pool'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { modelImage } from '../../model/actions.ts'
import { isClosedForAll, readClosed } from '../closed-dates.ts'
import { openingOf } from '../fleet/opening.ts'
import { readPools } from '../read-pools.ts'
import * as store from '../store.ts'
import * as views from './store-view.ts'

/** Models of a store by days: a fixed number of statements, regardless of the number of either. */
export const overview: HandlerOf<'stock', 'overview'> = async (input, ctx) => {
  const first = input.day ?? localDate(ctx.now)
  const dates = Array.from({ length: input.days }, (_, i) => addDays(first, i))
  const [opening, models, conflicts] = await Promise.all([
    openingOf(ctx, inSight(ctx, input.storeId)),
    store.modelsOf(ctx, input.storeId, undefined),
    views.conflictCount(ctx, input.storeId),
  ])
  const { name, settings, span } = requireFound(opening)
  const modelIds = models.map((model) => model.id)
  const [pools, closed] = await Promise.all([
    ctx.elevated(() => readPools(ctx, input.storeId, modelIds, { from: ctx.now, settings })),
    readClosed(ctx, input.storeId, modelIds, first, dates.at(-1)!),
  ])
  const open = dates.map(span)
  const harmed = (pool: Pool) => [...stopByHarmedOrder(pool, pool.stopSales.filter(isForAll), ctx.now).keys()]
  const underStops = modelIds.flatMap((id) => harmed(pools.get(id)!))
  return {
    storeName: name,
    conflicts: conflicts + (await views.visibleCount(ctx, underStops)),
    pools: models.map((model) => ({
      ...modelBrief(ctx, model),
      days: daysOf(ctx, pools.get(model.id)!, dates, open, (date) => closed(model.id, date)),
    })),
  }
}

/** A stop with channels only takes from their shares, and affects no order. */
const isForAll = ({ channels }: Pool['stopSales'][number]): boolean => channels.length === 0

/** Days of one pool, from today on, and its stops of sale. */
export const summary: HandlerOf<'stock', 'summary'> = async ({ storeId, modelId, from, days }, ctx) => {
  const [opening, models] = await Promise.all([
    openingOf(ctx, inSight(ctx, storeId)),
    store.modelsOf(ctx, storeId, [modelId]),
  ])
  const { name, settings, span } = requireFound(opening)
  const model = requireFound(models[0])
  const [pools, stops, closed] = await Promise.all([
    ctx.elevated(() => readPools(ctx, storeId, [modelId], { from: ctx.now, settings })),
    views.stops(ctx, { storeId, modelId }),
    readClosed(ctx, storeId, [modelId], from, addDays(from, days - 1)),
  ])
  const today = localDate(ctx.now)
  const dates = Array.from({ length: days }, (_, i) => addDays(from, i)).filter((date) => date >= today)
  return {
    storeName: name,
    model: modelBrief(ctx, model),
    days: daysOf(ctx, pools.get(modelId)!, dates, dates.map(span), (date) => closed(modelId, date)),
    stops,
  }
}

/** Dates of a pool, with their hours, as the booking rules count them; nothing is free on a closed date. */
const daysOf = (
  ctx: Context,
  pool: Pool,
  dates: readonly LocalDate[],
  open: readonly Interval[],
  closed: (date: LocalDate) => number[],
) =>
  dayViews(pool, open, { elapsed: ctx.elapsed }).map(({ at: _, ...view }, i) => {
    const date = dates[i]!
    const closedFor = closed(date)
    return { date, ...view, free: isClosedForAll(closedFor) ? 0 : view.free, closedFor }
  })

/** A model as all stock screens show it. */
export const modelBrief = (ctx: Context, model: Awaited<ReturnType<typeof store.modelsOf>>[number]) => ({
  ...model,
  modelId: model.id,
  image: modelImage(ctx, model.images),
})
