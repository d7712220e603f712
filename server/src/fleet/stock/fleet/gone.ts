import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { repack } from '@cheyi/domain/fleet/stock/repack'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { can } from '@cheyi/domain/step'
import type { Context } from '../../../kernel/context.ts'
import { type OrderRow, orders } from '../../../kernel/orders.ts'
import { openTasks } from '../../../platform/todo/actions.ts'
import { move, readPool } from '../pools.ts'
import * as rents from '../rent/store-rent.ts'
import type * as store from '../store.ts'

/**
 * A car is not where orders wait for it: they lose it, an arranged one becomes unarranged, and they get other cars of
 * the pool; orders without another car become to-dos. Call it with the lock of the pool and all stores visible.
 * @returns ids of the orders that lost it
 */
export async function carGone(
  ctx: Context,
  key: store.PoolKey,
  vehicleId: string,
  settings: Settings,
): Promise<string[]> {
  const lost = await loseCar(ctx, await rents.waitingFor(ctx, key, vehicleId), { key, vehicleId })
  if (lost.length === 0) return []
  const pool = await readPool(ctx, key, ctx.now, settings)
  const moves = repack(pool, { elapsed: ctx.elapsed })?.moves ?? []
  await move(ctx, moves)
  const served = new Set(moves.map((one) => one.refId))
  await openTasks(
    ctx,
    lost
      .filter((order) => !served.has(order.id))
      .map((order) => ({
        kind: taskKind.conflict,
        noCar: true,
        refId: order.id,
        orderId: order.id,
        storeId: key.storeId,
        detail: {},
      })),
  )
  return lost.map((order) => order.id)
}

/**
 * Orders lose their car; an arranged one becomes unarranged. Call it with the lock of the pool and all stores visible.
 * @returns those that still had it
 */
export async function loseCar(
  ctx: Context,
  ids: readonly string[],
  { key, vehicleId }: { readonly key: store.PoolKey; readonly vehicleId: string },
): Promise<OrderRow[]> {
  const locked = await orders.seize(ctx, ids)
  // Queried again under their locks: one may have been cancelled meanwhile. No order can be new, because the pool is
  // locked.
  const waiting = new Set(locked.length === 0 ? [] : await rents.waitingFor(ctx, key, vehicleId))
  const lost = locked.filter(({ id }) => waiting.has(id))
  if (lost.length === 0) return []
  rents.withoutCar(
    ctx,
    lost.map((order) => order.id),
  )
  for (const order of lost) {
    const arranged = can(orderSteps, 'unarrange', order.status).ok
    const status = arranged ? advance(orderSteps, 'unarrange', order.status) : order.status
    orders.update(ctx, order, { status, vehicleId: null, plate: null, pinned: false })
    orders.log(ctx, [{ order, action: 'unarrange', to: status, detail: { from: order.plate } }])
  }
  return lost
}
