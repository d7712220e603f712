import type { OrderKind, Source } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import type { Sale } from '@cheyi/domain/fleet/stock/count/sellable'
import type { Pool } from '@cheyi/domain/fleet/stock/pool'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { chargedDates, closedDates } from '@cheyi/domain/pricing/quote/calendar/closed-dates'
import { mayTakeKept, onSale, readPools, type Stay, stayPeriod } from '../../fleet/stock/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { type LoadedRules, loadRules } from './rules.ts'

interface Asked extends Omit<Stay, 'modelId'> {
  readonly returnStoreId: string
  readonly source: Source
  readonly orderKind: OrderKind
  readonly companyId?: string | undefined
  readonly modelIds: readonly string[]
  /** An order whose own car counts as free. */
  readonly exceptOrderId?: string | undefined
}

interface Offered {
  readonly pool: Pool
  readonly sale: Sale
  /** Dates on which the model is not sold. */
  readonly closed: ReadonlySet<string>
}

/** The price rules of models at a store, and how many cars of each are free for a stay; the statements are sent together. */
export async function offersOf(
  ctx: Context,
  { modelIds, exceptOrderId, ...stay }: Asked,
  settings: Settings,
): Promise<{ readonly loaded: LoadedRules; readonly of: (modelId: string) => Promise<Offered> }> {
  const period = stayPeriod({ ...stay, modelId: '' }, settings)
  // Queried first: a query beside the pools would run elevated, as they do.
  const rules = prefetch(loadRules(ctx, { ...stay, modelIds }))
  const pools = await ctx.elevated(() => readPools(ctx, stay.storeId, modelIds, { from: period.from, settings }))
  const loaded = await rules
  const byMonths = profileOf(stay.orderKind).counts === 'dates'
  const charged = byMonths ? [] : chargedDates(stay, loaded.settings)
  const request = { ...period, refId: exceptOrderId }
  return {
    loaded,
    async of(modelId) {
      const pool = pools.get(modelId)!
      const closed = closedDates(loaded.of(modelId).calendar, stay.source)
      const sale = await onSale(ctx, pool, stay.source, request, {
        ...mayTakeKept(ctx),
        closed: charged.some((date) => closed.has(date)),
      })
      return { pool, sale, closed }
    },
  }
}
