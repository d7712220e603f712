import { type FigureKey, figureOf, shareOf } from '@cheyi/domain/insight/data/figures'
import { type Facts, inSlice, sharesOf } from '@cheyi/domain/insight/data/reckon'
import { noSums } from '@cheyi/domain/insight/data/sums'
import { daysOf, type Window } from '@cheyi/domain/insight/data/window'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { cursorKeys, isFirstPage, type PageAsk, paged, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { type Filter, sliceAsked } from './facts.ts'
import * as store from './store-orders.ts'
import { factsLeft, keptUntil, leftOf, momentOf, sumsIn } from './sums.ts'

/** A page of the orders behind a figure, each with its share, and the sum of all shares. */
export const ordersBehind = async (ctx: Context, figure: FigureKey, ask: Filter & PageAsk, window: Window) => {
  const { orders: sum } = figureOf(figure)
  const slice = sliceAsked(ctx, ask)
  return store.isCountedSum(sum) ? counted() : shared()

  /** Each order counts one: only the page is queried, and the total comes from the stored sums. */
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

  /** The largest first, which needs all shares: they come from the stored facts of each day. */
  async function shared() {
    const [begin = 0] = cursorKeys(ask, 'int')?.map(Number) ?? []
    return ctx.elevated(async () => {
      const state = await keptUntil(ctx)
      const shares = [...(await sharesIn(state.keptTo))].filter(([, share]) => share !== 0).toSorted(bySize)
      const end = begin + pageSize(ask)
      const { rows, nextCursor } = paged(shares.slice(begin, end + 1), ask, () => [end])
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
      for (const [orderId, share] of sharesOf(inSlice({ ...facts, cash: [] }, slice), of, (sums) =>
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
