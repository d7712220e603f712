import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { awaitsPickup } from '@cheyi/domain/booking/order/steps'
import { occupyPeriod } from '@cheyi/domain/fleet/stock/count/period'
import { stopByHarmedOrder } from '@cheyi/domain/fleet/stock/harm'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Move, Pool } from '@cheyi/domain/fleet/stock/pool'
import { effectiveSettings } from '@cheyi/domain/platform/merchant/setting'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { orders } from '../../kernel/orders.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { placeSoftly } from './place.ts'
import { rentalOf, requestOf, withoutLateCars } from './pools.ts'
import { readPools, readPoolsOf } from './read-pools.ts'
import { ordersMoving } from './store.ts'
import * as cars from './store-repair.ts'
import * as views from './view/store-view.ts'

type Conflicts = OutputOf<typeof contract.stock.conflicts>

/** Orders without a car, and those whose car a stop by quantity has taken; the next pickup first. */
export const conflicts: HandlerOf<'stock', 'conflicts'> = async ({ storeId }, ctx) => {
  const [waiting, stopped] = await Promise.all([views.conflicts(ctx, storeId), underStops(ctx, storeId)])
  return [...waiting, ...stopped].toSorted((a, b) => a.pickupAt - b.pickupAt)
}

async function underStops(ctx: Context, storeId: string | undefined): Promise<Conflicts> {
  const { identity } = ctx
  const stops = await views.poolStops(ctx, storeId ?? null, identity.scope === 'all' ? null : identity.storeIds)
  if (stops.length === 0) return []
  const keys = [...Map.groupBy(stops, (stop) => `${stop.storeId}/${stop.modelId}`).values()].map((mine) => ({
    storeId: mine[0]!.storeId,
    modelId: mine[0]!.modelId,
    settings: effectiveSettings(mine[0]!.merchantSettings, mine[0]!.storeSettings),
    stops: mine.map((stop) => ({ ...stop, from: stop.fromAt, to: stop.toAt })),
  }))
  const pools = await ctx.elevated(() => readPoolsOf(ctx, keys))
  const found = new Map([...pools].flatMap(([key, pool]) => [...stopByHarmedOrder(pool, key.stops, ctx.now)]))
  const stopped = found.size === 0 ? [] : await views.namedBriefs(ctx, [...found.keys()])
  return stopped.map(({ id, ...order }) => {
    const stop = found.get(id)!
    const many = stop.quantity === null ? '全部车辆' : ` ${stop.quantity} 辆`
    return { ...order, why: `停售${many}，车不够`, stopId: stop.id }
  })
}

/** Maximum number of nearby stores that are searched for a car. */
const MOST_STORES = 5

/** Ways to give the order a car, according to the packing rules at this moment. */
export const repairs: HandlerOf<'stock', 'repairs'> = async ({ orderId }, ctx) => {
  const order = await orders.read(ctx, orderId)
  const settings = await settingsOf(ctx, order.storeId)
  const period = occupyPeriod(rentalOf(order), settings)
  if (period === null || !awaitsPickup(order.status)) throw new Refusal('orderStatusRefuses')
  const [models, stores] = await Promise.all([
    cars.higherModels(ctx, order.storeId, order.modelId),
    cars.storesAround(ctx, order.storeId, order.modelId, MOST_STORES),
  ])
  const options = { from: period.from, settings }
  const [own, others] = await ctx.elevated(async () => [
    await readPools(ctx, order.storeId, [order.modelId, ...models.map((model) => model.id)], options),
    await Promise.all(stores.map((one) => readPools(ctx, one.id, [order.modelId], options))),
  ])
  const request = requestOf(order, period)
  const carIn = (pool: Pool) => {
    const answer = plan(withoutLateCars(ctx, pool, order.id), request, { elapsed: ctx.elapsed, improveFor: 0 })
    return answer.kind === 'fits' ? { vehicleId: answer.vehicleId, moves: answer.moves } : null
  }
  const same = carIn(own.get(order.modelId)!)
  const found = [
    ...models.map(({ id, higher }) => ({
      way: higher ? ('upgrade' as const) : ('sameClass' as const),
      car: carIn(own.get(id)!),
    })),
    ...others.map((pools) => ({ way: 'otherStore' as const, car: carIn(pools.get(order.modelId)!) })),
  ].flatMap(({ way, car }) => (car === null ? [] : [{ way, ...car }]))
  const ids = [...(same === null ? [] : [same.vehicleId]), ...found.map((one) => one.vehicleId)]
  const vehicles = new Map((await ctx.elevated(() => cars.byIds(ctx, ids))).map((row) => [row.vehicleId, row]))
  const named = async (moves: readonly Move[]) =>
    moves.length === 0 ? [] : ctx.elevated(() => ordersMoving(ctx, moves))
  return {
    repack: same && { plate: vehicles.get(same.vehicleId)!.plate, moves: await named(same.moves) },
    cars: await Promise.all(
      found.map(async ({ way, vehicleId, moves }) => ({ ...vehicles.get(vehicleId)!, way, moves: await named(moves) })),
    ),
  }
}

/**
 * Gives an order another car of its model, chosen by the packing rules. Nothing changes when there is none.
 * @throws Refusal noVehicleLeft (3101), orderStatusRefuses (2001)
 */
export const repackOrder: HandlerOf<'stock', 'repack'> = async ({ orderId }, ctx) => {
  const order = await orders.lock(ctx, orderId)
  if (!awaitsPickup(order.status)) throw new Refusal('orderStatusRefuses')
  const placed = await placeSoftly(ctx, order)
  if (placed === null) throw new Refusal('noVehicleLeft', { reason: 'peak', hint: null, held: [] })
  orders.update(ctx, order, { vehicleId: placed.vehicleId, plate: placed.plate, pinned: false })
  orders.log(ctx, [
    {
      order: { id: orderId, status: null },
      action: 'repack',
      detail: { from: order.plate ?? '', to: placed.plate },
    },
  ])
  ctx.audit({
    targetType: 'order',
    targetId: order.id,
    before: { plate: order.plate, pinned: order.pinned },
    after: { plate: placed.plate, pinned: false },
  })
  return { plate: placed.plate, moved: [...placed.moved] }
}
