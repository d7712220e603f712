import type { Settings } from '@cheyi/domain/merchant/setting'
import { orderSteps } from '@cheyi/domain/order/steps'
import { advance, can } from '@cheyi/domain/step'
import { repack } from '@cheyi/domain/stock/repack'
import type { Context } from '../kernel/context.ts'
import { logOrder, openTasks } from '../order/actions.ts'
import { CONFLICT, move, readPool } from './pools.ts'
import type * as store from './store.ts'
import * as rents from './store-rent.ts'

/**
 * A car is not where orders wait for it: they lose it, an arranged one is arranged no longer, and get other cars of the
 * pool; what finds none becomes a to-do. Call it under the pool's lock, with every store in sight.
 * @returns ids of the orders that lost it
 */
export async function carGone(
  ctx: Context,
  key: store.PoolKey,
  vehicleId: string,
  settings: Settings,
): Promise<string[]> {
  const orders = await rents.waitingFor(ctx, key, vehicleId)
  if (orders.length === 0) return []
  const losing = orders.map(({ id, status, plate }) => {
    const arranged = can(orderSteps, 'unarrange', status).ok
    return { id, plate, before: status, status: arranged ? advance(orderSteps, 'unarrange', status) : status }
  })
  await rents.takeCar(ctx, losing)
  for (const { id, plate, before, status } of losing)
    await logOrder(ctx, id, { action: 'unarrange', from: before, to: status, detail: { from: plate } })
  const pool = await readPool(ctx, key, ctx.now, settings)
  const moves = repack(pool, { elapsed: ctx.elapsed })?.moves ?? []
  await move(ctx, moves)
  const served = new Set(moves.map((one) => one.refId))
  await openTasks(
    ctx,
    orders
      .filter((order) => !served.has(order.id))
      .map((order) => ({ kind: CONFLICT, noCar: true, refId: order.id, orderId: order.id, storeId: key.storeId })),
  )
  return orders.map((order) => order.id)
}
