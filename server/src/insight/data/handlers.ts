import { contract } from '@cheyi/contract/index'
import { figureOf } from '@cheyi/domain/insight/data/figures'
import { implement } from '../../kernel/context.ts'
import { enqueueExport } from '../../platform/job/actions.ts'
import { exportData } from './export-work.ts'
import { requireKnown, sliceAsked, windowsAsked } from './facts.ts'
import { mixOf, overviewOf, rankOf, trendOf } from './figures.ts'
import { ordersBehind } from './orders.ts'

export const data = implement(contract.data, {
  overview: (filter, ctx) => overviewOf(ctx, filter),
  trend: (filter, ctx) => trendOf(ctx, filter),
  rank: ({ by, daily, ...filter }, ctx) => rankOf(ctx, filter, by, daily),
  mix: (filter, ctx) => mixOf(ctx, filter),

  /** @throws Refusal forbidden (-3) for the orders of an amount, without the permission to see amounts */
  async orders({ figure, ...ask }, ctx) {
    if (figureOf(figure).money) ctx.require('data.money')
    const { current } = windowsAsked(ask, ctx.now)
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
    windowsAsked(filter, ctx.now)
    sliceAsked(ctx, filter)
    await requireKnown(ctx, filter)
    return enqueueExport(ctx, exportData, filter)
  },
})
