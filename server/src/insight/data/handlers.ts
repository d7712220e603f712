import { contract } from '@cheyi/contract/index'
import { type FigureKey, figureOf, shareOf } from '@cheyi/domain/insight/data/figures'
import { type Facts, factsInSlice, sharesOf } from '@cheyi/domain/insight/data/reckon'
import { noSums } from '@cheyi/domain/insight/data/sums'
import { daysOf, type Window } from '@cheyi/domain/insight/data/window'
import type { LocalDate } from '@cheyi/domain/time'
import { type Context, implement } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, type PageAsk, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { enqueueExport } from '../../platform/job/actions.ts'
import { bridge, bridgeExport } from './bridge.ts'
import { exportData } from './export-work.ts'
import { type Filter, requireKnown, sliceOfFilter, windowsOfFilter } from './facts.ts'
import { mixOf, overviewOf, rankOf, trendOf } from './figures.ts'
import * as store from './store-orders.ts'
import { factsLeft, leftOf, momentOf, storedStateOf, sumsIn } from './sums.ts'

export const data = implement(contract.data, {
  overview: (filter, ctx) => overviewOf(ctx, filter),
  trend: (filter, ctx) => trendOf(ctx, filter),
  rank: ({ by, daily, ...filter }, ctx) => rankOf(ctx, filter, by, daily),
  mix: (filter, ctx) => mixOf(ctx, filter),

  /** @throws Refusal forbidden (-3) for the orders of an amount, without the permission to see amounts */
  async orders({ figure, ...ask }, ctx) {
    if (figureOf(figure).money) ctx.require('data.money')
    const { current } = windowsOfFilter(ask, ctx.now)
    const { list, ...page } = await ordersBehind(ctx, figure, ask, current)
    const { scope, storeIds } = ctx.identity
    return {
      ...page,
      money: ctx.can('data.money'),
      window: current,
      list: list.map(({ storeId, returnStoreId, ...order }) => ({
        ...order,
        open: scope === 'all' || storeIds.includes(storeId) || storeIds.includes(returnStoreId),
      })),
    }
  },

  /** @throws Refusal forbidden (-3), notFound (-4) for an unknown store or model, rangeTooLong (6040), tooFrequent (-7) */
  async exportFigures(filter, ctx) {
    windowsOfFilter(filter, ctx.now)
    sliceOfFilter(ctx, filter)
    await requireKnown(ctx, filter)
    return enqueueExport(ctx, exportData, filter)
  },

  bridge,
  bridgeExport,
})

/** A page of the orders behind a figure, each with its share, and the sum of all shares. */
const ordersBehind = async (ctx: Context, figure: FigureKey, ask: Filter & PageAsk, window: Window) => {
  const { orders: sum } = figureOf(figure)
  const slice = sliceOfFilter(ctx, ask)
  return store.isCountedSum(sum) ? counted() : shared()

  /** Each order counts one: only the page is queried, and the total comes from the stored sums. */
  async function counted() {
    const [after = null] = cursorKeys(ask, 'id') ?? []
    const page = async () => {
      const ids = await store.ordersCounted(ctx, sum as store.CountedSum, window, slice, {
        after,
        most: pageSize(ask) + 1,
      })
      const { rows, nextCursor } = buildPage(ids, ask, (id) => [id])
      return { list: await shown(rows.map((orderId) => [orderId, 1])), nextCursor }
    }
    const [{ sums, at }, one] = await ctx.elevated(() => Promise.all([sumsIn(ctx, slice, [window]), page()]))
    const number = (sums[0]!.get('') ?? noSums())[sum as store.CountedSum]
    return { ...one, at, sum: number, ...totalOf(isFirstPage(ask) ? number : null) }
  }

  /** The largest first, which needs all shares: they come from the stored facts of each day. */
  async function shared() {
    const [begin = 0] = cursorKeys(ask, 'int')?.map(Number) ?? []
    return ctx.elevated(async () => {
      const state = await storedStateOf(ctx)
      const shares = [...(await sharesIn(state.keptTo))].filter(([, share]) => share !== 0).toSorted(bySize)
      const end = begin + pageSize(ask)
      const { rows, nextCursor } = buildPage(shares.slice(begin, end + 1), ask, () => [end])
      return {
        at: momentOf(ctx, state, [window]),
        list: await shown(rows),
        nextCursor,
        sum: shares.reduce((all, [, share]) => all + share, 0),
        ...totalOf(isFirstPage(ask) ? shares.length : null),
      }
    })
  }

  async function sharesIn(keptTo: LocalDate | null): Promise<Map<string, number>> {
    const days = daysOf(window)
    // Cars that are out are counted at the end of the window.
    const left = leftOf(sum === 'out' ? days.slice(-1) : days, keptTo)
    const shares = new Map<string, number>()
    const add = (facts: Omit<Facts, 'cash'>, of: Window) => {
      for (const [orderId, share] of sharesOf(factsInSlice({ ...facts, cash: [] }, slice), of, (sums) =>
        shareOf(figure, sums),
      ))
        shares.set(orderId, (shares.get(orderId) ?? 0) + share)
    }
    for (let at = 0; at < left.cut.length; at += AT_ONCE) {
      const cut = left.cut.slice(at, at + AT_ONCE)
      const { ofDay } = await factsLeft(ctx, [{ cut, live: null }])
      for (const day of cut) add(ofDay(day.day), day)
    }
    if (left.live !== null) add((await factsLeft(ctx, [{ cut: [], live: left.live }])).now, left.live)
    return shares
  }

  async function shown(shares: readonly (readonly [orderId: string, share: number])[]) {
    const rows = await store.shownOrders(
      ctx,
      shares.map(([orderId]) => orderId),
    )
    const orders = new Map(rows.map((order) => [order.orderId, order]))
    return shares.map(([orderId, share]) => ({ ...orders.get(orderId)!, share }))
  }
}

/** Number of days whose facts are in memory at a time. */
const AT_ONCE = 31

/** Largest shares first; for equal shares the newest order first. */
const bySize = ([a, x]: [string, number], [b, y]: [string, number]) => y - x || Number(BigInt(b) - BigInt(a))
