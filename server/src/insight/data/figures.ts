import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { figureOf, figuresFor, revenueOf } from '@cheyi/domain/insight/data/figures'
import { type Slice, tellsCash } from '@cheyi/domain/insight/data/reckon'
import { addTo, noSums, type Sums } from '@cheyi/domain/insight/data/sums'
import { daysOf, type Window } from '@cheyi/domain/insight/data/window'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { type Filter, sliceOfFilter, windowsOfFilter } from './facts.ts'
import * as store from './store.ts'
import { type Grouped, sumsIn } from './sums.ts'

type Calls = typeof contract.data

export const toldAt = (ctx: Context, at = ctx.now) => ({ at, money: ctx.can('data.money') })

const figureValue = (key: Parameters<typeof figureOf>[0], sums: Sums, slice: Slice) =>
  key === 'cash' && !tellsCash(slice) ? null : figureOf(key).of(sums)

/** Every figure of the requested days, with the values that it is compared with. */
export async function overviewOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['overview']>> {
  const windows = windowsOfFilter(filter, ctx.now)
  const slice = sliceOfFilter(ctx, filter)
  const commission = ctx.can('data.money') ? prefetch(store.commissionIn(ctx, slice, windows.current)) : null
  const { sums, at } = await sumsIn(ctx, slice, [windows.current, windows.previous, windows.lastYear])
  const [now, before, yearAgo] = sums.map((of) => of.get('') ?? noSums()) as [Sums, Sums, Sums]
  // A comparison with days before the first business is left out.
  const known = (of: Sums) => of.fleet > 0 || of.created > 0
  return {
    ...toldAt(ctx, at),
    window: windows.current,
    previous: windows.previous,
    lastYear: windows.lastYear,
    figures: figuresFor(ctx.can('data.money')).map((key) => ({
      key,
      value: figureValue(key, now, slice),
      previous: known(before) ? figureValue(key, before, slice) : null,
      lastYear: known(yearAgo) ? figureValue(key, yearAgo, slice) : null,
    })),
    commission: await commission,
    cancelled: {
      customer: now.cancelledByCustomer,
      merchant: now.cancelledByMerchant,
      channel: now.cancelledByChannel,
      system: now.cancelledBySystem,
    },
  }
}

const money = (ctx: Context, fen: number | null) => (ctx.can('data.money') ? fen : null)

/** The figures of each day of the chart. */
export async function trendOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['trend']>> {
  const { current, previous } = windowsOfFilter(filter, ctx.now)
  const { sums, at } = await sumsIn(ctx, sliceOfFilter(ctx, filter), [current, previous], 'day')
  const days = (of: Grouped, window: Window) =>
    daysOf(window).map(({ day }) => {
      const one = of.get(day) ?? noSums()
      return {
        day,
        revenue: money(ctx, revenueOf(one)),
        created: one.created,
        utilisation: figureOf('utilisation').of(one),
      }
    })
  return { ...toldAt(ctx, at), days: days(sums[0]!, current), previous: days(sums[1]!, previous) }
}

/** The stores or models in comparison; those without any value are left out. */
export async function rankOf(
  ctx: Context,
  filter: Filter,
  by: 'store' | 'model',
  daily = 0,
): Promise<Pick<OutputOf<Calls['rank']>, 'at' | 'money' | 'days' | 'list'>> {
  const { current } = windowsOfFilter(filter, ctx.now)
  const slice = sliceOfFilter(ctx, filter)
  const last = daily === 0 ? [] : daysOf(current).slice(-daily)
  const [{ sums, at }, each, names] = await Promise.all([
    sumsIn(ctx, slice, [current], by),
    daily === 0 ? null : sumsIn(ctx, slice, [{ from: last[0]!.from, until: current.until }], `${by}Day`),
    ctx.elevated(() => store.namesOf(ctx, by)),
  ])
  const days = last.map(({ day }) => day)
  const rows = names.flatMap(({ id, name }) => {
    const one = sums[0]!.get(id)
    if (one === undefined || (one.fleet === 0 && one.created === 0 && revenueOf(one) === 0)) return []
    const of = (key: 'adr' | 'revpac') => money(ctx, figureOf(key).of(one))
    return [
      {
        id,
        name,
        revenue: money(ctx, revenueOf(one)),
        adr: of('adr'),
        revpac: of('revpac'),
        utilisation: figureOf('utilisation').of(one),
        created: one.created,
        used: days.map((day) => figureOf('utilisation').of(each?.sums[0]?.get(`${id} ${day}`) ?? noSums())),
      },
    ]
  })
  const list = rows.toSorted(
    (a, b) => (b.revenue ?? 0) - (a.revenue ?? 0) || b.created - a.created || (a.name < b.name ? -1 : 1),
  )
  return { ...toldAt(ctx, at), days, list }
}

/** Sources and kinds of the bookings and the revenue. */
export async function mixOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['mix']>> {
  const { current } = windowsOfFilter(filter, ctx.now)
  const { sums, at } = await sumsIn(ctx, sliceOfFilter(ctx, filter), [current], 'source')
  const parts = (place: 0 | 1) =>
    [...Map.groupBy(sums[0]!, ([name]) => Number(name.split(' ')[place]))]
      .map(([key, of]) => {
        const all = noSums()
        for (const [, one] of of) addTo(all, one)
        return { key, created: all.created, revenue: money(ctx, revenueOf(all)) }
      })
      // Rows without a source only have the time of a car.
      .filter(({ key, created, revenue }) => key !== 0 && (created > 0 || (revenue ?? 0) !== 0))
      .toSorted((a, b) => b.created - a.created || (b.revenue ?? 0) - (a.revenue ?? 0) || a.key - b.key)
  return { ...toldAt(ctx, at), sources: parts(0), kinds: parts(1) }
}
