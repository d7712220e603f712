import { contract } from '@cheyi/contract/index'
import { figureOf, shareOf } from '@cheyi/domain/data/figures'
import { sharesOf } from '@cheyi/domain/data/reckon'
import { enqueueExport } from '../job/actions.ts'
import { implement } from '../kernel/context.ts'
import { cursorKeys, isFirstPage, paged, pageSize, totalOf } from '../kernel/db/paging.ts'
import { exportData } from './export-work.ts'
import { factsIn, requireKnown, sliceAsked, windowsAsked } from './facts.ts'
import { mixOf, overviewOf, rankOf, toldAt, trendOf } from './figures.ts'
import * as store from './store.ts'

/** Largest shares first; of equal ones the newest order. */
const bySize = ([a, x]: [string, number], [b, y]: [string, number]) => y - x || Number(BigInt(b) - BigInt(a))

export const data = implement(contract.data, {
  overview: (filter, ctx) => overviewOf(ctx, filter),
  trend: (filter, ctx) => trendOf(ctx, filter),
  rank: ({ by, ...filter }, ctx) => rankOf(ctx, filter, by),
  mix: (filter, ctx) => mixOf(ctx, filter),

  /** @throws Refusal forbidden (-3) for the orders behind an amount, of who may know none */
  async orders({ figure, ...ask }, ctx) {
    if (figureOf(figure).money) ctx.require('data.money')
    const { current } = windowsAsked(ask, ctx.now)
    const slice = sliceAsked(ctx, ask)
    const after = cursorKeys(ask, 'int')
    const [facts] = await factsIn(ctx, slice, [current])
    const shares = [...sharesOf(facts!, current, (sums) => shareOf(figure, sums))].toSorted(bySize)
    const begin = after === null ? 0 : Number(after[0])
    const { rows, nextCursor } = paged(
      shares
        .slice(begin, begin + pageSize(ask) + 1)
        .map(([orderId, share], index) => ({ orderId, share, place: begin + index + 1 })),
      ask,
      ({ place }) => [place],
    )
    const shown = new Map(
      (
        await ctx.elevated(() =>
          store.shownOrders(
            ctx,
            rows.map(({ orderId }) => orderId),
          ),
        )
      ).map((order) => [order.orderId, order]),
    )
    const { scope, storeIds } = ctx.identity
    return {
      ...toldAt(ctx),
      window: current,
      sum: shares.reduce((sum, [, share]) => sum + share, 0),
      list: rows.map(({ orderId, share }) => {
        const { storeId, returnStoreId, ...order } = shown.get(orderId)!
        return {
          ...order,
          share,
          open: scope === 'all' || storeIds.includes(storeId) || storeIds.includes(returnStoreId),
        }
      }),
      nextCursor,
      ...totalOf(isFirstPage(ask) ? shares.length : null),
    }
  },

  /** @throws Refusal forbidden (-3), notFound (-4) for a store or model that is none, rangeTooLong (6040), tooFrequent (-7) */
  async exportFigures(filter, ctx) {
    windowsAsked(filter, ctx.now)
    sliceAsked(ctx, filter)
    await requireKnown(ctx, filter)
    return enqueueExport(ctx, exportData, filter)
  },
})
