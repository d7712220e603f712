import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { LATE_CAR_SPAN } from '@cheyi/domain/fleet/stock/car-out'
import type { Period, Rental } from '@cheyi/domain/fleet/stock/count/period'
import { distrustLate } from '@cheyi/domain/fleet/stock/overdue'
import type { Move, Plan, Pool, Request } from '@cheyi/domain/fleet/stock/pool'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { type Moved, type OrderRow, orders } from '../../kernel/orders.ts'
import { closeTasks } from '../../platform/todo/actions.ts'
import { readPools } from './read-pools.ts'
import { refuseNoVehicle, refuseTaken } from './refusals.ts'
import * as store from './store.ts'

/*
 * Shared by all changes of the stock: the pool as input of the packing rules, and how their answer is carried out.
 */

export interface Reserved {
  readonly vehicleId: string
  readonly plate: string
  readonly moved: readonly Moved[]
}

/** An order as input of the period rules. */
export const rentalOf = (
  order: Pick<
    OrderRow,
    | 'status'
    | 'pickupAt'
    | 'returnAt'
    | 'pickupType'
    | 'storeId'
    | 'returnStoreId'
    | 'actualPickupAt'
    | 'actualReturnAt'
  >,
): Rental => ({ ...order, oneWay: order.returnStoreId !== order.storeId })

/**
 * One pool with everything that ends after `from`. Must run with all stores visible (`ctx.elevated`). Settings that are still asked for
 * travel with it.
 */
export const readPool = async (
  ctx: Context,
  key: store.PoolKey,
  from: number,
  settings: Settings | Promise<Settings>,
): Promise<Pool> => (await readPools(ctx, key.storeId, [key.modelId], { from, settings })).get(key.modelId)!

/** The same to find a car for an existing order: without cars that are late with another customer. */
export const readTrusted = async (
  ctx: Context,
  key: store.PoolKey,
  from: number,
  { settings, without }: { readonly settings: Settings; readonly without: string },
): Promise<Pool> => withoutLateCars(ctx, await readPool(ctx, key, from, settings), without)

/** The pool without the cars that are late; those are not promised to any order for a day. */
export const withoutLateCars = (ctx: Context, pool: Pool, without: string | undefined): Pool =>
  distrustLate(pool, ctx.now + LATE_CAR_SPAN, without)

/** A plan that fits, or the refusal with the reason. @throws Refusal noVehicleLeft, vehicleTaken, planPending */
export async function fitting(ctx: Context, pool: Pool, answer: Plan, vehicleId: string | undefined) {
  if (answer.kind === 'fits') return answer
  if (answer.kind === 'undecided') throw new Refusal('planPending')
  if (vehicleId !== undefined) throw await refuseTaken(ctx, pool, answer)
  throw await refuseNoVehicle(ctx, answer)
}

export const requestOf = (order: Pick<OrderRow, 'id'>, period: Period): Request => ({
  ...period,
  refId: order.id,
})

/** A reserved place is no order: it gets its car when its booking is sent again. */
const ofOrders = <M extends Pick<Move, 'kind'>>(moves: readonly M[]): M[] =>
  moves.filter(({ kind }) => kind !== occupancyKind.placing)

/** Locks the orders that {@link move} changes, sent beside other questions of the caller. */
export const seizeMoved = (ctx: Context, moves: readonly Pick<Move, 'refId' | 'kind'>[]): Promise<OrderRow[]> =>
  prefetch(
    orders.seize(
      ctx,
      ofOrders(moves).map(({ refId }) => refId),
    ),
  )

/** Carries out the moves and adds them to the history of each moved order; an order that has a car again is no longer a conflict. */
export async function move(
  ctx: Context,
  moves: readonly Pick<Move, 'refId' | 'to' | 'kind'>[],
  seized = seizeMoved(ctx, moves),
): Promise<Moved[]> {
  const moved = await store.applyMoves(ctx, ofOrders(moves), seized)
  orders.log(
    ctx,
    moved.map(({ orderId, from, to }) => ({
      order: { id: orderId, status: null },
      action: 'repack',
      detail: { from, to },
    })),
  )
  closeTasks(
    ctx,
    taskKind.conflict,
    moved.map(({ orderId }) => orderId),
  )
  return moved
}
