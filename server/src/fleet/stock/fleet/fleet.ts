import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { repack } from '@cheyi/domain/fleet/stock/repack'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { Context } from '../../../kernel/context.ts'
import { FOREVER } from '../../../kernel/db/instant.ts'
import { orders } from '../../../kernel/orders.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { openTasks } from '../../../platform/todo/actions.ts'

import { move, readPool } from '../pools.ts'
import * as store from '../store.ts'
import { carGone } from './gone.ts'
import * as fleet from './store-fleet.ts'

/*
 * Effect on the stock when a vehicle enters or leaves it, or may not be used for a time. The caller writes the vehicle
 * itself; pools are locked before it, as bookings do.
 */

/** An order that lost its car, and its new one; null: a to-do was created. */
export interface Released {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly plate: string | null
}

/** Queues the locks of the pools of these keys; missing ones are created. */
export function lockPoolsOf(ctx: Context, keys: readonly store.PoolKey[]): void {
  fleet.ensurePools(ctx, keys)
  store.lockPools(ctx, keys)
}

/** A vehicle has left a pool: orders that were only planned on it get others. Call it with the lock of the pool. */
export async function leavePool(ctx: Context, key: store.PoolKey, vehicleId: string): Promise<Released[]> {
  const settings = await settingsOf(ctx, key.storeId)
  return ctx.elevated(async () => {
    return orders.numbers(ctx, await carGone(ctx, key, vehicleId, settings))
  })
}

/** As {@link leavePool}, for a vehicle that does not come back: the blocks for its documents are removed too. */
export async function leaveForGood(ctx: Context, key: store.PoolKey, vehicleId: string): Promise<Released[]> {
  await fleet.dropPapers(ctx, vehicleId)
  lockPoolsOf(ctx, [key])
  return leavePool(ctx, key, vehicleId)
}

/** Days on which a vehicle may not be used. */
export interface Closed {
  readonly vehicleId: string
  readonly times: readonly { readonly from: number; readonly to: number | null }[]
}

/**
 * Replaces the times when vehicles of a pool may not be used for lack of valid documents. Orders in such a time move to
 * other cars of the pool where possible; the others remain and become to-dos. Call it with the lock of the pool.
 */
export async function closeForPapers(ctx: Context, key: store.PoolKey, closed: readonly Closed[]): Promise<Released[]> {
  const settings = await settingsOf(ctx, key.storeId)
  return ctx.elevated(async () => {
    await fleet.replacePapers(
      ctx,
      key,
      closed.map(({ vehicleId }) => vehicleId),
      closed.flatMap(({ vehicleId, times }) => times.map(({ from, to }) => ({ vehicleId, from, to: to ?? FOREVER }))),
    )
    return reviewPool(ctx, key, settings)
  })
}

/** Checks a pool that has changed: orders move to cars that may be used, where possible. */
export async function reviewPool(ctx: Context, key: store.PoolKey, settings: Settings): Promise<Released[]> {
  const pool = await readPool(ctx, key, ctx.now, settings)
  const packed = repack(pool, { elapsed: ctx.elapsed })
  if (packed === null) return []
  const moved = await move(ctx, packed.moves)
  await openTasks(
    ctx,
    packed.unserved
      .filter((row) => row.kind === occupancyKind.order)
      .map((row) => ({
        kind: taskKind.conflict,
        noCar: true,
        refId: row.refId,
        orderId: row.refId,
        storeId: key.storeId,
        detail: {},
      })),
  )
  return moved.map(({ orderId, orderNo, orderKind, to }) => ({ orderId, orderNo, orderKind, plate: to }))
}

/** What prevents the removal of a vehicle. */
export const holdsOf = (ctx: Context, vehicleId: string) => ctx.elevated(() => fleet.holdsOf(ctx, vehicleId))

/** The vehicle is clean: the turnaround after the last return ends now. */
export const endTurnaround = (ctx: Context, vehicleId: string) =>
  ctx.elevated(() => fleet.endTurnaround(ctx, vehicleId))
