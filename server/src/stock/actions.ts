import type { Settings } from '@cheyi/domain/merchant/setting'
import type { OrderStatus, PickupType } from '@cheyi/domain/order/codes'
import { overdueHoldUntil } from '@cheyi/domain/order/timers'
import { Refusal } from '@cheyi/domain/refusal'
import { occupyPeriod, type Period, poolMoves, type Rental } from '@cheyi/domain/stock/period'
import { plan } from '@cheyi/domain/stock/plan'
import type { Plan, Pool, Request } from '@cheyi/domain/stock/pool'
import { sellable } from '@cheyi/domain/stock/sellable'
import { MINUTE } from '@cheyi/domain/time'
import { occupancyKind } from '@cheyi/domain/vehicle/occupancy-codes'
import type { Context } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import { settingsOf } from '../merchant/actions.ts'
import { closeTask, logOrder, type OrderRow, openTask } from '../order/actions.ts'
import { refuseNoVehicle, refuseTaken } from './refusals.ts'
import * as store from './store.ts'

/*
 * What other rooms may do with capacity. Each runs in the caller's transaction after the order's lock, takes the pool
 * locks in id order, asks the packing rules, and writes rows that the exclusion constraint checks at the commit.
 */

/** A stay as a question, in rental times. */
export interface Stay {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly pickupType: number
  readonly source: number
  readonly exceptOrderId?: string
}

/** A question is asked as for an order that stands. */
const ASKED: OrderStatus = 3

/** The time that a stay would take a vehicle for, preparation and turnaround included. */
export function stayPeriod(stay: Stay, settings: Settings): Period {
  return occupyPeriod(
    {
      status: ASKED,
      pickupAt: stay.pickupAt,
      returnAt: stay.returnAt,
      pickupType: stay.pickupType as PickupType,
      oneWay: stay.returnStoreId !== undefined && stay.returnStoreId !== stay.storeId,
    },
    settings,
  )!
}

/** How many more orders like this `create` would accept from that source now; no lock, so no promise. */
export async function capacity(ctx: Context, stay: Stay): Promise<number> {
  const settings = await settingsOf(ctx, stay.storeId)
  const period = stayPeriod(stay, settings)
  const pools = await ctx.elevated(() =>
    store.readPools(ctx, stay.storeId, [stay.modelId], {
      from: period.from,
      lockWindowMinutes: settings.lockWindowMinutes,
    }),
  )
  return sellable(
    pools.get(stay.modelId)!,
    stay.source,
    { ...period, refId: stay.exceptOrderId },
    { elapsed: ctx.elapsed },
  ).count
}

/** The pools of a store for rules that try vehicles one by one; every store's orders are in them. */
export async function poolsOf(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, Pool>> {
  const { lockWindowMinutes } = await settingsOf(ctx, storeId)
  return ctx.elevated(() => store.readPools(ctx, storeId, modelIds, { from, lockWindowMinutes }))
}

const rentalOf = (order: OrderRow): Rental => ({
  status: order.status as OrderStatus,
  pickupAt: ms(order.pickup_at),
  returnAt: ms(order.return_at),
  pickupType: order.pickup_type as PickupType,
  oneWay: order.return_store_id !== order.store_id,
  actualPickupAt: msOrNull(order.actual_pickup_at),
  actualReturnAt: msOrNull(order.actual_return_at),
})

export interface Moved {
  readonly orderId: string
  readonly orderNo: string
  /** Plates. */
  readonly from: string
  readonly to: string
}

export interface Reserved {
  readonly vehicleId: string
  readonly plate: string
  readonly moved: readonly Moved[]
}

export interface Placement {
  readonly order: OrderRow
  /** A vehicle chosen by hand; left out, the packing rules choose. */
  readonly vehicleId?: string
  readonly pinned: boolean
  /** Selling rules (stop-sales, closed channels) apply to a new booking, not to re-arranging one that stands. */
  readonly sells: boolean
}

/**
 * Gives a new order its car: capacity is reserved on a concrete vehicle which re-pack may change until it is pinned.
 * @throws Refusal noVehicleLeft (3101) with why and what would free a car; dateStopped (3002); vehicleTaken (3104);
 *   planPending (3107) when two seconds did not decide
 */
export const reserveOrder = (ctx: Context, order: OrderRow, choice: { vehicleId?: string; pinned: boolean }) =>
  placeOrder(ctx, { order, ...choice, sells: true })

/** Puts an order on a vehicle, new or instead of its present one. @throws as {@link reserveOrder} */
export async function placeOrder(ctx: Context, placement: Placement): Promise<Reserved> {
  const { order } = placement
  const settings = await settingsOf(ctx, order.store_id)
  return ctx.elevated(async () => {
    const vehicle = placement.vehicleId === undefined ? undefined : await store.vehicleById(ctx, placement.vehicleId)
    if (placement.vehicleId !== undefined && vehicle === undefined)
      throw new Refusal('notFound', { field: 'vehicleId' })
    // An order on a vehicle of another model or store counts in that vehicle's pool; its own is locked too, since it
    // stops counting there.
    const own = { storeId: order.store_id, modelId: order.model_id }
    const key = vehicle === undefined ? own : { storeId: vehicle.home_store_id, modelId: vehicle.model_id }
    await store.lockPools(ctx, [own, key])
    const period = occupyPeriod(rentalOf(order), settings)
    if (period === null) throw new Refusal('orderStatusRefuses')
    const pool = await readOne(ctx, key, period.from, settings)
    const request: Request = {
      from: period.from,
      to: period.leaves ? null : period.to,
      leaves: period.leaves,
      refId: order.id,
      vehicleId: vehicle?.id,
      prefer: order.vehicle_id ?? undefined,
    }
    if (placement.sells) {
      const sale = sellable(pool, order.source, request, { elapsed: ctx.elapsed })
      if (sale.closed) throw new Refusal('dateStopped')
      if (sale.free > 0 && sale.count === 0) throw new Refusal('noVehicleLeft', { reason: 'stopped' })
    }
    const answer = plan(pool, request, { elapsed: ctx.elapsed })
    const fits = await fitting(ctx, pool, answer, vehicle?.id)
    await clearOrder(ctx, order.id)
    const moved = await move(ctx, fits.moves)
    await store.insertOccupancy(ctx, {
      ...key,
      vehicleId: fits.vehicleId,
      from: period.from,
      to: period.to,
      kind: occupancyKind.order,
      refId: order.id,
      pinned: placement.pinned,
      oneWay: period.leaves,
    })
    if (period.leaves)
      await store.insertDelta(ctx, { ...key, at: period.to, delta: -1, vehicleId: null, refId: order.id })
    await closeTask(ctx, CONFLICT, order.id)
    const plate = vehicle?.plate ?? (await store.vehicleById(ctx, fits.vehicleId))!.plate
    return { vehicleId: fits.vehicleId, plate, moved }
  })
}

/** An order that stands and has no car: for a person to solve. */
export const CONFLICT = 'planConflict'

/**
 * Takes an order's car away and lets the rules find another of its own model; when none fits the order stands without
 * one and a to-do says so.
 */
export async function unplaceOrder(ctx: Context, order: OrderRow): Promise<Reserved | null> {
  const settings = await settingsOf(ctx, order.store_id)
  return ctx.elevated(async () => {
    const key = { storeId: order.store_id, modelId: order.model_id }
    await store.lockPools(ctx, [key])
    const period = occupyPeriod(rentalOf(order), settings)
    if (period === null) throw new Refusal('orderStatusRefuses')
    const pool = await readOne(ctx, key, period.from, settings)
    const answer = plan(
      pool,
      { from: period.from, to: period.leaves ? null : period.to, leaves: period.leaves, refId: order.id, forces: true },
      { elapsed: ctx.elapsed },
    )
    await clearOrder(ctx, order.id)
    const fits = answer.kind === 'fits' ? answer : null
    const moved = fits === null ? [] : await move(ctx, fits.moves)
    await store.insertOccupancy(ctx, {
      ...key,
      vehicleId: fits?.vehicleId ?? null,
      from: period.from,
      to: period.to,
      kind: occupancyKind.order,
      refId: order.id,
      pinned: false,
      oneWay: period.leaves,
    })
    if (period.leaves)
      await store.insertDelta(ctx, { ...key, at: period.to, delta: -1, vehicleId: null, refId: order.id })
    if (fits === null) {
      await openTask(ctx, { kind: CONFLICT, refId: order.id, orderId: order.id, storeId: order.store_id })
      return null
    }
    const vehicle = await store.vehicleById(ctx, fits.vehicleId)
    return { vehicleId: fits.vehicleId, plate: vehicle!.plate, moved }
  })
}

/** A cancelled or refused order frees its car and its planned moves at once. */
export async function releaseOrder(ctx: Context, orderId: string): Promise<void> {
  await ctx.elevated(async () => {
    await clearOrder(ctx, orderId)
    await closeTask(ctx, CONFLICT, orderId)
  })
}

async function clearOrder(ctx: Context, orderId: string): Promise<void> {
  await store.deactivate(ctx, occupancyKind.order, orderId)
  await store.removeDeltas(ctx, orderId)
}

/**
 * The customer has the car: the row runs from now, and a one-way car is expected at the other store.
 * `order` is already in status 5. @throws Refusal vehicleNotReturned (5004) when the car is still with another order
 */
export async function handOver(ctx: Context, order: OrderRow): Promise<void> {
  const settings = await settingsOf(ctx, order.store_id)
  const period = occupyPeriod(rentalOf(order), settings)!
  await ctx.elevated(async () => {
    await store.lockVehicle(ctx, order.vehicle_id!)
    if (await store.onRentElsewhere(ctx, order.vehicle_id!, order.id)) throw new Refusal('vehicleNotReturned')
    await store.startRent(ctx, order.id, period.from, period.to)
    const moves = poolMoves(rentalOf(order), settings)
    if (moves?.in != null) {
      const model = (await store.vehicleById(ctx, order.vehicle_id!))!.model_id
      await store.insertDelta(ctx, {
        storeId: order.return_store_id,
        modelId: model,
        at: moves.in,
        delta: 1,
        vehicleId: order.vehicle_id,
        refId: order.id,
      })
    }
  })
}

/**
 * The car is back: its time ends after the turnaround (or where the next order already begins), a one-way car changes
 * its home. `order` is already in status 6.
 */
export async function takeBack(ctx: Context, order: OrderRow): Promise<void> {
  const settings = await settingsOf(ctx, order.return_store_id)
  const period = occupyPeriod(rentalOf(order), settings)!
  await ctx.elevated(async () => {
    await store.endRent(ctx, order.id, order.vehicle_id!, period.to)
    await store.consumeDeltas(ctx, order.id)
    const oneWay = order.return_store_id !== order.store_id
    await store.bringVehicle(ctx, order.vehicle_id!, {
      storeId: order.return_store_id,
      changesHome: oneWay && settings.oneWayChangesHome,
    })
  })
}

/**
 * The car that is out comes back now and another takes its place until the agreed return.
 * @throws Refusal vehicleTaken (3104) or vehicleNotReturned (5004)
 */
export async function swapOrder(ctx: Context, order: OrderRow, vehicleId: string): Promise<Reserved> {
  const settings = await settingsOf(ctx, order.store_id)
  return ctx.elevated(async () => {
    const vehicle = await store.vehicleById(ctx, vehicleId)
    if (vehicle === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
    const key = { storeId: vehicle.home_store_id, modelId: vehicle.model_id }
    await store.lockPools(ctx, [key])
    await store.lockVehicle(ctx, vehicleId)
    if (await store.onRentElsewhere(ctx, vehicleId, order.id)) throw new Refusal('vehicleNotReturned')
    const period = occupyPeriod(rentalOf(order), settings)!
    const pool = await readOne(ctx, key, ctx.now, settings)
    const request: Request = {
      from: ctx.now,
      to: period.leaves ? null : period.to,
      leaves: period.leaves,
      refId: order.id,
      vehicleId,
    }
    const fits = await fitting(ctx, pool, plan(pool, request, { elapsed: ctx.elapsed }), vehicleId)
    await store.endRent(ctx, order.id, order.vehicle_id!, ctx.now + settings.turnaroundMinutes * MINUTE)
    await store.detach(ctx, order.id)
    const moved = await move(ctx, fits.moves)
    await store.insertOccupancy(ctx, {
      ...key,
      vehicleId,
      from: ctx.now,
      to: period.to,
      kind: occupancyKind.order,
      refId: order.id,
      pinned: true,
      oneWay: period.leaves,
    })
    await store.startRent(ctx, order.id, ctx.now, period.to)
    return { vehicleId, plate: vehicle.plate, moved }
  })
}

/**
 * An order past its return keeps its place ahead of now; later orders are moved away where that is possible.
 * @returns the orders that stand in the way for good, or none
 */
export async function rollOverdue(ctx: Context, order: OrderRow): Promise<void> {
  const settings = await settingsOf(ctx, order.store_id)
  await ctx.elevated(async () => {
    const vehicle = (await store.vehicleById(ctx, order.vehicle_id!))!
    const key = { storeId: vehicle.home_store_id, modelId: vehicle.model_id }
    await store.lockPools(ctx, [key])
    const row = await store.occupancyOfOrder(ctx, order.id)
    if (row === undefined) return
    const until = overdueHoldUntil(ms(row.to_at), ctx.now, settings)
    if (until <= ms(row.to_at)) return
    const pool = await readOne(ctx, key, ms(row.from_at), settings)
    const request: Request = {
      from: ms(row.from_at),
      to: row.one_way ? null : until,
      leaves: row.one_way,
      refId: order.id,
      vehicleId: vehicle.id,
      forces: true,
    }
    const answer = plan(pool, request, { elapsed: ctx.elapsed })
    if (answer.kind === 'fits') {
      await move(ctx, answer.moves)
      await store.extendTo(ctx, order.id, until)
      return
    }
    const stopped = await store.extendToNext(ctx, order.id, vehicle.id, until)
    await openTask(ctx, {
      kind: CONFLICT,
      refId: stopped ?? order.id,
      orderId: stopped ?? order.id,
      storeId: order.store_id,
      detail: { overdueOrderId: order.id, plate: order.plate },
    })
  })
}

const readOne = async (ctx: Context, key: store.PoolKey, from: number, settings: Settings): Promise<Pool> =>
  (await store.readPools(ctx, key.storeId, [key.modelId], { from, lockWindowMinutes: settings.lockWindowMinutes })).get(
    key.modelId,
  )!

async function fitting(ctx: Context, pool: Pool, answer: Plan, vehicleId: string | undefined) {
  if (answer.kind === 'fits') return answer
  if (answer.kind === 'undecided') throw new Refusal('planPending')
  if (vehicleId !== undefined) throw await refuseTaken(ctx, pool, answer)
  throw await refuseNoVehicle(ctx, answer)
}

/** Carries out the moves and tells each moved order's history. */
async function move(ctx: Context, moves: readonly { refId: string; to: string }[]): Promise<Moved[]> {
  const moved = await store.applyMoves(ctx, moves)
  for (const { orderId, from, to } of moved)
    await logOrder(ctx, orderId, { action: 'repack', from: null, to: null, detail: { from, to } })
  return moved
}
