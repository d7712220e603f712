import { sources } from '@cheyi/domain/booking/order/codes'
import { covers, momentsOf } from '@cheyi/domain/fleet/stock/count/count'
import { type DayView, dayViews, hoursOf } from '@cheyi/domain/fleet/stock/count/day'
import { sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Interval, Pool } from '@cheyi/domain/fleet/stock/pool'
import { addDays, formatLocal, startOfDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { isClosedForAll, readClosed } from '../closed-dates.ts'
import { openingOf } from '../fleet/opening.ts'
import { readPools } from '../read-pools.ts'
import { unlockHint } from '../refusals.ts'
import * as views from './store-view.ts'

/** One day of a pool: what is free, and what blocks the rest. */
export const day: HandlerOf<'stock', 'day'> = async ({ storeId, modelId, date }, ctx) => {
  const opening = requireFound(await openingOf(ctx, inSight(ctx, storeId)))
  const open = opening.span(date)
  const [pools, rows, stops, closed] = await Promise.all([
    ctx.elevated(() => readPools(ctx, storeId, [modelId], { from: open.from, settings: opening.settings })),
    views.rows(ctx, { storeId, modelId }, open, opening.settings),
    views.stops(ctx, { storeId, modelId }),
    readClosed(ctx, storeId, [modelId], date, date),
  ])
  const pool = pools.get(modelId)!
  const closedFor = closed(modelId, date)
  const shut = isClosedForAll(closedFor)
  const [view] = dayViews(pool, [open], { elapsed: ctx.elapsed })
  const { at: _, ...counts } = view!
  return {
    day: { date, ...counts, free: shut ? 0 : counts.free, closedFor },
    ...open,
    why: [shut ? '价格日历停售' : null, await whyNone(ctx, pool, view!, open)].filter(Boolean).join('；') || null,
    hours: hoursOf(pool, open).map(({ from, spare }) => ({ from, spare })),
    ...rows,
    stops: stops.filter((stop) => stop.from < open.to && stop.to > open.from),
    channels: channelsOf(ctx, pool, open, closedFor),
  }
}

/** The bars of the vehicles of a pool over whole days. */
export const timeline: HandlerOf<'stock', 'timeline'> = async ({ storeId, modelId, from, days }, ctx) => {
  const { settings } = requireFound(await openingOf(ctx, inSight(ctx, storeId)))
  const window = { from: startOfDate(from), to: startOfDate(addDays(from, days)) }
  const [rows, closed] = await Promise.all([
    views.rows(ctx, { storeId, modelId }, window, settings),
    readClosed(ctx, storeId, [modelId], from, addDays(from, days - 1)),
  ])
  const dates = Array.from({ length: days }, (_, i) => addDays(from, i))
  return {
    ...window,
    ...rows,
    closed: dates
      .map((date) => ({ date, closedFor: closed(modelId, date) }))
      .filter(({ closedFor }) => closedFor.length > 0),
  }
}

/** 10:00 4 辆车全部占用：订单 3 · 停售 1 */
async function whyNone(ctx: Context, pool: Pool, view: DayView, open: Interval): Promise<string | null> {
  const { free, spare, total, ordered, ticketed, stopped, at } = view
  if (free > 0) return null
  if (total === 0) return '该门店没有在营的这款车'
  const named = Object.entries({ 订单: ordered, 工单: ticketed, 停售: stopped })
  const by = named.flatMap(([name, count]) => (count > 0 ? [`${name} ${count}`] : [])).join(' · ')
  const time = formatLocal(at, 'HH:mm')
  if (spare < 0) return `超售 ${-spare} 辆：${time} 共 ${total} 辆车，${by}`
  if (spare === 0) return `${time} ${total} 辆车全部占用：${by}`
  const answer = plan(pool, open, { elapsed: ctx.elapsed, improveFor: 0 })
  const hint = answer.kind === 'no' ? (await unlockHint(ctx, answer)).hint : null
  return ['每个时刻都有空车，但没有一辆全天空闲，短一些的租期仍可能排下', hint].filter(Boolean).join('；')
}

/** Channels that have orders on the day, a stop, or a share. */
function channelsOf(ctx: Context, pool: Pool, open: Interval, closedFor: readonly number[]) {
  const moments = momentsOf(pool, open)
  return sources.values.flatMap((source) => {
    const own = pool.occupancies.filter((row) => row.source === source)
    const used = Math.max(...moments.map((t) => own.filter((row) => covers(row, t)).length))
    const stopped = pool.stopSales.some((stop) => stop.channels.includes(source))
    const closed = closedFor.includes(source)
    const share = pool.shares?.find((one) => one.source === source) ?? null
    if (used === 0 && !stopped && !closed && share === null) return []
    const rules = { closed: closed || isClosedForAll(closedFor) }
    const rule = share && {
      mode: share.mode,
      value: share.value,
      bufferUnits: share.bufferUnits,
      paused: share.paused === true,
    }
    return [{ source, used, rule, sellable: sellable(pool, source, open, { elapsed: ctx.elapsed }, rules).count }]
  })
}
