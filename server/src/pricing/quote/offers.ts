import type { OrderKind, Source } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import type { Sale } from '@cheyi/domain/fleet/stock/count/sellable'
import type { Pool } from '@cheyi/domain/fleet/stock/pool'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { chargedDates, closedDates } from '@cheyi/domain/pricing/quote/calendar/closed-dates'
import { DAY } from '@cheyi/domain/time'
import {
  mayTakeKept,
  readPools,
  type Stay,
  sellableAtGlance,
  sellableForRead,
  stayPeriod,
} from '../../fleet/stock/actions.ts'
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
  /** Days before the pickup whose prices are loaded too, for {@link Offered.isFree}. */
  readonly daysBefore?: number
}

/** Time for the question whether a car is free at another moment, ms: a list asks it many times. */
const OTHER_MOMENT_MS = 5

interface Offered {
  readonly pool: Pool
  readonly sale: Sale
  /** Dates on which the model is not sold. */
  readonly closed: ReadonlySet<string>
  /** Whether a car is free at other moments; false where that is not known at once. */
  isFree(moments: { readonly pickupAt: number; readonly returnAt: number }): boolean
}

/** The price rules of models at a store, and how many cars of each are free for a stay; the statements are sent together. */
export async function offersOf(
  ctx: Context,
  { modelIds, exceptOrderId, daysBefore = 0, ...stay }: Asked,
  settings: Settings,
): Promise<{ readonly loaded: LoadedRules; readonly of: (modelId: string) => Promise<Offered> }> {
  const requestOf = (moments: Pick<Stay, 'pickupAt' | 'returnAt'>) => ({
    ...stayPeriod({ ...stay, ...moments, modelId: '' }, settings),
    refId: exceptOrderId,
  })
  const request = requestOf(stay)
  // Queried first: a query beside the pools would run elevated, as they do.
  const rules = prefetch(loadRules(ctx, { ...stay, pickupAt: stay.pickupAt - daysBefore * DAY, modelIds }))
  const pools = await ctx.elevated(() => readPools(ctx, stay.storeId, modelIds, { from: request.from, settings }))
  const loaded = await rules
  const byMonths = profileOf(stay.orderKind).counts === 'dates'
  const rulesOf = (moments: Pick<Stay, 'pickupAt' | 'returnAt'>, closed: ReadonlySet<string>) => ({
    ...mayTakeKept(ctx),
    closed: !byMonths && chargedDates(moments, loaded.settings).some((date) => closed.has(date)),
  })
  return {
    loaded,
    async of(modelId) {
      const pool = pools.get(modelId)!
      const closed = closedDates(loaded.of(modelId).calendar, stay.source)
      const sale = await sellableForRead(ctx, pool, stay.source, request, rulesOf(stay, closed))
      return {
        pool,
        sale,
        closed,
        isFree(moments) {
          const asked = { pool, source: stay.source, request: requestOf(moments), limit: OTHER_MOMENT_MS }
          return sellableAtGlance(ctx, asked, rulesOf(moments, closed)).count > 0
        },
      }
    },
  }
}
