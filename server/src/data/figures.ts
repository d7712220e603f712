import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { figureOf, figuresFor, revenueOf } from '@cheyi/domain/data/figures'
import { type Facts, inSlice, type Slice, sumsByDay, sumsOf, tellsCash } from '@cheyi/domain/data/reckon'
import type { Sums } from '@cheyi/domain/data/sums'
import type { Window } from '@cheyi/domain/data/window'
import type { Context } from '../kernel/context.ts'
import { type Filter, factsIn, sliceAsked, windowsAsked } from './facts.ts'
import * as store from './store.ts'

type Calls = typeof contract.data
type Rank = OutputOf<Calls['rank']>['list'][number]

export const toldAt = (ctx: Context) => ({ at: ctx.now, money: ctx.can('data.money') })

const toldOf = (key: Parameters<typeof figureOf>[0], sums: Sums, slice: Slice) =>
  key === 'cash' && !tellsCash(slice) ? null : figureOf(key).of(sums)

/** Every figure of the days that are asked for, beside what it is compared with. */
export async function overviewOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['overview']>> {
  const windows = windowsAsked(filter, ctx.now)
  const slice = sliceAsked(ctx, filter)
  const of = [windows.current, windows.previous, windows.lastYear] as const
  const facts = await factsIn(ctx, slice, of)
  const [now, before, yearAgo] = of.map((window, index) => sumsOf(facts[index]!, window)) as [Sums, Sums, Sums]
  // A comparison with days that had no business yet says nothing.
  const known = (sums: Sums) => sums.fleet > 0 || sums.created > 0
  return {
    ...toldAt(ctx),
    window: windows.current,
    previous: windows.previous,
    lastYear: windows.lastYear,
    figures: figuresFor(ctx.can('data.money')).map((key) => ({
      key,
      value: toldOf(key, now, slice),
      previous: known(before) ? toldOf(key, before, slice) : null,
      lastYear: known(yearAgo) ? toldOf(key, yearAgo, slice) : null,
    })),
    cancelled: {
      customer: now.cancelledByCustomer,
      merchant: now.cancelledByMerchant,
      channel: now.cancelledByChannel,
      system: now.cancelledBySystem,
    },
  }
}

const money = (ctx: Context, fen: number | null) => (ctx.can('data.money') ? fen : null)

/** The figures of each day that are drawn. */
export async function trendOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['trend']>> {
  const { current, previous } = windowsAsked(filter, ctx.now)
  const facts = await factsIn(ctx, sliceAsked(ctx, filter), [current, previous])
  const days = (of: Facts, window: Window) =>
    [...sumsByDay(of, window)].map(([day, sums]) => ({
      day,
      revenue: money(ctx, revenueOf(sums)),
      created: sums.created,
      utilisation: figureOf('utilisation').of(sums),
    }))
  return { ...toldAt(ctx), days: days(facts[0]!, current), previous: days(facts[1]!, previous) }
}

/** The stores or models beside each other; those of which there is nothing to tell are left out. */
export async function rankOf(ctx: Context, filter: Filter, by: 'store' | 'model'): Promise<Rank[]> {
  const { current } = windowsAsked(filter, ctx.now)
  const slice = sliceAsked(ctx, filter)
  const [[facts], names] = await Promise.all([
    factsIn(ctx, slice, [current]),
    ctx.elevated(() => store.namesOf(ctx, by)),
  ])
  const asked = by === 'store' ? slice.storeIds : slice.modelIds
  const rows = names
    .filter(({ id }) => asked === undefined || asked.includes(id))
    .flatMap(({ id, name }) => {
      const sums = sumsOf(inSlice(facts!, by === 'store' ? { storeIds: [id] } : { modelIds: [id] }), current)
      if (sums.fleet === 0 && sums.created === 0 && revenueOf(sums) === 0) return []
      const of = (key: 'adr' | 'revpac') => money(ctx, figureOf(key).of(sums))
      const utilisation = figureOf('utilisation').of(sums)
      return [
        {
          id,
          name,
          revenue: money(ctx, revenueOf(sums)),
          adr: of('adr'),
          revpac: of('revpac'),
          utilisation,
          created: sums.created,
        },
      ]
    })
  return rows.toSorted(
    (a, b) => (b.revenue ?? 0) - (a.revenue ?? 0) || b.created - a.created || (a.name < b.name ? -1 : 1),
  )
}

/** Which sources and kinds the bookings and the revenue come from. */
export async function mixOf(ctx: Context, filter: Filter): Promise<OutputOf<Calls['mix']>> {
  const { current } = windowsAsked(filter, ctx.now)
  const [facts] = await factsIn(ctx, sliceAsked(ctx, filter), [current])
  const parts = (key: 'source' | 'kind') =>
    [...Map.groupBy(facts!.orders, (order): number => order[key])]
      .map(([code, orders]) => {
        const sums = sumsOf({ orders, pieces: [], cash: [] }, current)
        return { key: code, created: sums.created, revenue: money(ctx, revenueOf(sums)) }
      })
      .filter(({ created, revenue }) => created > 0 || (revenue ?? 0) !== 0)
      .toSorted((a, b) => b.created - a.created || (b.revenue ?? 0) - (a.revenue ?? 0) || a.key - b.key)
  return { ...toldAt(ctx), sources: parts('source'), kinds: parts('kind') }
}
