import { overdueHoldUntil } from '@cheyi/domain/booking/order/timers'
import { occupyPeriod, type Period } from '@cheyi/domain/fleet/stock/count/period'
import { latestArrival, movesForArrival } from '@cheyi/domain/fleet/stock/overdue'
import { latestEnd } from '@cheyi/domain/fleet/stock/plan'
import type { Move, Pool } from '@cheyi/domain/fleet/stock/pool'
import { formatMoment } from '@cheyi/domain/near'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import type { Moved, OrderRow } from '../../../kernel/orders.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { planWithinCall } from '../planner.ts'
import { move, readPool, rentalOf, requestOf, withoutLateCars } from '../pools.ts'
import * as store from '../store.ts'
import * as rents from './store-rent.ts'

/*
 * A customer returns a car later: orders that are only planned on it meanwhile move to other cars.
 */

/** A possible later end, and the orders that move for it. */
interface Longer {
  readonly period: Period
  readonly moves: readonly Move[]
}

/**
 * The orders that would move to other cars if an order kept its car until `returnAt`; nothing is written or locked.
 * @throws as {@link holdLonger}
 */
export async function couldHold(ctx: Context, order: OrderRow, returnAt: number): Promise<Moved[]> {
  const held = (await askHeld(ctx, order.id))!
  const { moves } = await longer(ctx, order, returnAt, askPool(ctx, order, held))
  return moves.length === 0 ? [] : ctx.elevated(() => store.ordersMoving(ctx, moves))
}

/** What an order holds, asked beside its lock. */
export const askHeld = (ctx: Context, orderId: string) =>
  ctx.elevatedAtOnce(() => prefetch(rents.occupancyOfOrder(ctx, orderId)))

/** Locks the pools of an order that is out, and asks what {@link holdLonger} decides by: sent beside other questions of the caller. */
export function askLonger(ctx: Context, order: OrderRow, held: rents.Held): Around {
  ctx.elevatedAtOnce(() => {
    store.lockPools(ctx, [held, arrivalPool(order, held)])
    rents.dropUnbegun(ctx, held.vehicleId)
  })
  return askPool(ctx, order, held)
}

/**
 * Extends the occupancy of an order that is out until `returnAt`. The caller holds the lock of the order and writes its
 * end.
 * @returns the orders that were moved for it
 * @throws Refusal renewalNoVehicle (3102) with the latest possible time; planPending (3107)
 */
export async function holdLonger(ctx: Context, order: OrderRow, returnAt: number, around: Around): Promise<Moved[]> {
  const { period, moves } = await longer(ctx, order, returnAt, around)
  const keep = () => rents.keepUntil(ctx, order.id, around.held, period.to)
  if (moves.length === 0) {
    ctx.elevatedAtOnce(keep)
    return []
  }
  return ctx.elevated(async () => {
    const moved = await move(ctx, moves)
    keep()
    return moved
  })
}

/**
 * The reverse: the time after `returnAt` is free again, except what a car that is late by then needs. It invalidates no
 * plan, so it needs only the lock of the order.
 */
export const holdShorter = (ctx: Context, order: OrderRow, returnAt: number): Promise<void> =>
  ctx.elevated(async () => {
    const [found, settings] = await Promise.all([rents.occupancyOfOrder(ctx, order.id), settingsOf(ctx, order.storeId)])
    const held = found!
    const { to } = occupyPeriod(rentalOf({ ...order, returnAt }), settings)!
    const late = returnAt <= ctx.now ? overdueHoldUntil(to, ctx.now, settings) : to
    rents.keepUntil(ctx, order.id, held, Math.max(to, Math.min(late, held.toAt)))
  })

const arrivalPool = (order: OrderRow, held: rents.Held): store.PoolKey => ({
  storeId: order.returnStoreId,
  modelId: held.modelId,
})

/** The stay of an order with the pool that a later end changes: its own, or the one where its one-way car arrives. */
interface Around {
  readonly held: rents.Held
  readonly settings: Promise<Settings>
  readonly pool: Promise<Pool>
}

function askPool(ctx: Context, order: OrderRow, held: rents.Held): Around {
  const settings = prefetch(settingsOf(ctx, order.storeId))
  const theirs = held.oneWay ? prefetch(settingsOf(ctx, order.returnStoreId)) : settings
  const [key, from] = held.oneWay ? ([arrivalPool(order, held), ctx.now] as const) : ([held, held.fromAt] as const)
  return { held, settings, pool: ctx.elevatedAtOnce(() => prefetch(readPool(ctx, key, from, theirs))) }
}

async function longer(
  ctx: Context,
  order: OrderRow,
  returnAt: number,
  { held, settings, pool: asked }: Around,
): Promise<Longer> {
  const period = { ...occupyPeriod(rentalOf({ ...order, returnAt }), await settings)!, from: held.fromAt }
  const pool = await asked
  const found = held.oneWay
    ? arrivesLater(ctx, pool, held.vehicleId!, period.to)
    : await staysLonger(ctx, pool, { order, period, vehicleId: held.vehicleId! })
  if ('moves' in found) return { period, moves: found.moves }
  // The turnaround after the return is not part of the time of the customer.
  const after = period.to - returnAt
  const latest = found.latest === null ? null : Math.floor((found.latest - after) / MINUTE) * MINUTE
  const latestReturnAt = latest !== null && latest > order.returnAt ? latest : null
  throw new Refusal('renewalNoVehicle', {
    t: formatMoment(latestReturnAt ?? order.returnAt, ctx.now),
    latestReturnAt,
    field: 'newReturnAt',
  })
}

type Found = { readonly moves: readonly Move[] } | { readonly latest: number | null }

/** A car that comes back to its pool: it is not available to the next orders until then. */
async function staysLonger(
  ctx: Context,
  all: Pool,
  { order, period, vehicleId }: { readonly order: OrderRow; readonly period: Period; readonly vehicleId: string },
): Promise<Found> {
  const pool = withoutLateCars(ctx, all, order.id)
  const request = { ...requestOf(order, period), vehicleId }
  const answer = await planWithinCall(ctx, pool, request)
  if (answer.kind === 'undecided') throw new Refusal('planPending')
  if (answer.kind === 'fits') return { moves: answer.moves }
  return { latest: latestEnd(pool, request, { elapsed: ctx.elapsed }) }
}

/** A one-way car arrives later at the other store: orders that wait for it there get another car, or the extension fails. */
function arrivesLater(ctx: Context, pool: Pool, vehicleId: string, to: number): Found {
  const search = { elapsed: ctx.elapsed }
  const moves = movesForArrival(pool, vehicleId, to, search)
  return moves === null ? { latest: latestArrival(pool, vehicleId, to, search) } : { moves }
}
