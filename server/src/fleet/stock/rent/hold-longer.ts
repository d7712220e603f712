import { overdueHoldUntil } from '@cheyi/domain/booking/order/timers'
import { occupyPeriod, type Period } from '@cheyi/domain/fleet/stock/count/period'
import { latestEnd } from '@cheyi/domain/fleet/stock/plan'
import type { Move, Pool } from '@cheyi/domain/fleet/stock/pool'
import { repack } from '@cheyi/domain/fleet/stock/repack'
import { formatMoment } from '@cheyi/domain/near'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import type { Moved, OrderRow } from '../../../kernel/orders.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { planned } from '../planner.ts'
import { move, readPool, readTrusted, rentalOf, requestOf } from '../pools.ts'
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
export function couldHold(ctx: Context, order: OrderRow, returnAt: number): Promise<Moved[]> {
  const settings = prefetch(settingsOf(ctx, order.storeId))
  return ctx.elevated(async () => {
    const held = (await rents.occupancyOfOrder(ctx, order.id))!
    const { moves } = await longer(ctx, order, held, { returnAt, settings: await settings })
    return moves.length === 0 ? [] : store.ordersMoving(ctx, moves)
  })
}

/**
 * Extends the occupancy of an order that is out until `returnAt`. The caller holds the lock of the order and writes its
 * end.
 * @returns the orders that were moved for it
 * @throws Refusal renewalNoVehicle (3102) with the latest possible time; planPending (3107)
 */
export function holdLonger(ctx: Context, order: OrderRow, returnAt: number): Promise<Moved[]> {
  const settings = prefetch(settingsOf(ctx, order.storeId))
  return ctx.elevated(async () => {
    const held = (await rents.occupancyOfOrder(ctx, order.id))!
    store.lockPools(ctx, [held, arrivalPool(order, held)])
    rents.dropUnbegun(ctx, held.vehicleId)
    const { period, moves } = await longer(ctx, order, held, { returnAt, settings: await settings })
    const moved = await move(ctx, moves)
    rents.keepUntil(ctx, order.id, held, period.to)
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

async function longer(
  ctx: Context,
  order: OrderRow,
  held: rents.Held,
  { returnAt, settings }: { readonly returnAt: number; readonly settings: Settings },
): Promise<Longer> {
  const period = { ...occupyPeriod(rentalOf({ ...order, returnAt }), settings)!, from: held.fromAt }
  const found = held.oneWay
    ? await arrivesLater(ctx, order, held, period.to)
    : await staysLonger(ctx, order, held, { period, settings })
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
  order: OrderRow,
  held: rents.Held,
  { period, settings }: { readonly period: Period; readonly settings: Settings },
): Promise<Found> {
  const pool = await readTrusted(ctx, held, held.fromAt, { settings, without: order.id })
  const request = { ...requestOf(order, period), vehicleId: held.vehicleId! }
  const answer = await planned(ctx, pool, request)
  if (answer.kind === 'undecided') throw new Refusal('planPending')
  if (answer.kind === 'fits') return { moves: answer.moves }
  return { latest: latestEnd(pool, request, { elapsed: ctx.elapsed }) }
}

/** A one-way car arrives later at the other store: orders that wait for it there get another car, or the extension fails. */
async function arrivesLater(ctx: Context, order: OrderRow, held: rents.Held, to: number): Promise<Found> {
  const settings = await settingsOf(ctx, order.returnStoreId)
  const pool = await readPool(ctx, arrivalPool(order, held), ctx.now, settings)
  const all = arriving(ctx, pool, held.vehicleId!, to)
  if (all !== null) return { moves: all }
  const starts = pool.occupancies
    .filter((row) => row.vehicleId === held.vehicleId && row.from < to)
    .map((row) => row.from)
  const latest = starts.toSorted((a, b) => b - a).find((from) => arriving(ctx, pool, held.vehicleId!, from) !== null)
  return { latest: latest ?? null }
}

/** The orders that move at the other store when the car arrives at `to`; null if an order would be left without a car. */
function arriving(ctx: Context, pool: Pool, vehicleId: string, to: number): readonly Move[] | null {
  const deltas = pool.deltas.map((delta) =>
    'vehicleId' in delta && delta.vehicleId === vehicleId ? { ...delta, at: to } : delta,
  )
  const answer = repack({ ...pool, deltas }, { elapsed: ctx.elapsed })
  const hit = answer?.unserved.some((row) => row.vehicleId === vehicleId && row.from < to) ?? true
  return hit ? null : answer!.moves
}
