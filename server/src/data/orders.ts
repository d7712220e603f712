import { type FigureKey, figureOf, shareOf } from '@cheyi/domain/data/figures'
import { sharesOf } from '@cheyi/domain/data/reckon'
import { noSums } from '@cheyi/domain/data/sums'
import type { Window } from '@cheyi/domain/data/window'
import type { Context } from '../kernel/context.ts'
import { cursorKeys, isFirstPage, type PageAsk, paged, pageSize, totalOf } from '../kernel/db/paging.ts'
import { type Filter, factsIn, sliceAsked } from './facts.ts'
import * as store from './store-orders.ts'
import { sumsIn } from './sums.ts'

/** A page of the orders that a figure is made of, each with its share, and what the shares of all of them come to. */
export const ordersBehind = async (ctx: Context, figure: FigureKey, ask: Filter & PageAsk, window: Window) => {
  const { orders: sum } = figureOf(figure)
  const slice = sliceAsked(ctx, ask)
  return store.isCountedSum(sum) ? counted() : shared()

  /** Each order adds one: the page is read by itself, and how many there are is kept. */
  async function counted() {
    const [after = null] = cursorKeys(ask, 'id') ?? []
    const page = async () => {
      const ids = await store.ordersCounted(ctx, sum as store.CountedSum, window, slice, {
        after,
        most: pageSize(ask) + 1,
      })
      const { rows, nextCursor } = paged(ids, ask, (id) => [id])
      return { list: await shown(rows.map((orderId) => [orderId, 1])), nextCursor }
    }
    const [{ sums, at }, one] = await ctx.elevated(() => Promise.all([sumsIn(ctx, slice, [window]), page()]))
    const number = (sums[0]!.get('') ?? noSums())[sum as store.CountedSum]
    return { ...one, at, sum: number, ...totalOf(isFirstPage(ask) ? number : null) }
  }

  async function shared() {
    const [begin = 0] = cursorKeys(ask, 'int')?.map(Number) ?? []
    const [facts] = await factsIn(ctx, slice, [window])
    const shares = [...sharesOf(facts!, window, (sums) => shareOf(figure, sums))].toSorted(bySize)
    const { rows, nextCursor } = paged(shares.slice(begin, begin + pageSize(ask) + 1), ask, () => [
      begin + pageSize(ask),
    ])
    return {
      at: ctx.now,
      list: await ctx.elevated(() => shown(rows)),
      nextCursor,
      sum: shares.reduce((all, [, share]) => all + share, 0),
      ...totalOf(isFirstPage(ask) ? shares.length : null),
    }
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

/** Largest shares first; of equal ones the newest order. */
const bySize = ([a, x]: [string, number], [b, y]: [string, number]) => y - x || Number(BigInt(b) - BigInt(a))
