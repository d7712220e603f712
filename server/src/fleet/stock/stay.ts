import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { occupyPeriod, type Period } from '@cheyi/domain/fleet/stock/count/period'
import type { SaleRules } from '@cheyi/domain/fleet/stock/count/sellable'
import type { Pool } from '@cheyi/domain/fleet/stock/pool'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { sellableForRead } from './planner.ts'
import { withoutLateCars } from './pools.ts'
import { readPools } from './read-pools.ts'

/** A possible stay, in rental times. */
export interface Stay {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly pickupType: Columns['pickupType']
  readonly source: number
  readonly exceptOrderId?: string
}

/** The time that a stay takes a vehicle for, preparation and turnaround included. */
export function stayPeriod(stay: Stay, settings: Settings): Period {
  return occupyPeriod(
    {
      // Computed as for a confirmed order.
      status: orderStatus.confirmed,
      pickupAt: stay.pickupAt,
      returnAt: stay.returnAt,
      pickupType: stay.pickupType,
      oneWay: stay.returnStoreId !== undefined && stay.returnStoreId !== stay.storeId,
    },
    settings,
  )!
}

/** Staff with this permission may also sell what is reserved for channels. */
export const mayTakeKept = (ctx: Pick<Context, 'can'>): SaleRules => ({ override: ctx.can('order.override') })

/** How many more such orders `create` would accept from that source now; it takes no lock, so the number is not guaranteed. */
export async function capacity(ctx: Context, stay: Stay): Promise<number> {
  const settings = await settingsOf(ctx, stay.storeId)
  const period = stayPeriod(stay, settings)
  const pools = await ctx.elevated(() =>
    readPools(ctx, stay.storeId, [stay.modelId], {
      from: period.from,
      settings,
    }),
  )
  const request = { ...period, refId: stay.exceptOrderId }
  return (await sellableForRead(ctx, pools.get(stay.modelId)!, stay.source, request, mayTakeKept(ctx))).count
}

/**
 * The pools of a store for rules that try vehicles one by one; they contain the orders of every store, and a late car
 * counts as taken for a day. `without`: the order that a car is searched for.
 */
export async function poolsOf(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  { from, without }: { readonly from: number; readonly without: string | undefined },
): Promise<ReadonlyMap<string, Pool>> {
  const settings = await settingsOf(ctx, storeId)
  const pools = await ctx.elevated(() => readPools(ctx, storeId, modelIds, { from, settings }))
  return new Map([...pools].map(([model, pool]) => [model, withoutLateCars(ctx, pool, without)]))
}
