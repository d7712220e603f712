import { orderStatus, pickupType } from '@cheyi/domain/booking/order/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { smallestSpare } from '@cheyi/domain/fleet/stock/count/count'
import { occupyPeriod, type Period } from '@cheyi/domain/fleet/stock/count/period'
import { type Sale, sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import type { Move, Pool, Request } from '@cheyi/domain/fleet/stock/pool'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import type { OrderRow } from '../../kernel/orders.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { closeTask, openTask } from '../../platform/todo/actions.ts'
import { planWithinCall } from './planner.ts'
import { fitting, move, type Reserved, readPool, readTrusted, rentalOf, requestOf, withoutLateCars } from './pools.ts'
import { type PoolRows, platesFrom, poolFrom, readTakenRows, takenRangeStart } from './read-pools.ts'
import { mayTakeKept } from './stay.ts'
import * as store from './store.ts'

/** The fields of an order that decide about its car; the order need not be written yet. */
type PlacedOrder = Pick<
  OrderRow,
  | 'id'
  | 'status'
  | 'source'
  | 'storeId'
  | 'returnStoreId'
  | 'modelId'
  | 'vehicleId'
  | 'pickupAt'
  | 'returnAt'
  | 'pickupType'
  | 'actualPickupAt'
  | 'actualReturnAt'
>

export interface Placement {
  readonly order: PlacedOrder
  /** A vehicle chosen by hand; without it the packing rules choose. */
  readonly vehicleId?: string
  readonly pinned: boolean
  /** That vehicle, where it was asked for beside the lock of the order. */
  readonly vehicle?: ReturnType<typeof askVehicle>
  /** Selling rules (stop-sales, closed channels) apply to new bookings, not to changes of an existing one. */
  readonly sells: boolean
}

/**
 * Finds a car for a new order: capacity is reserved on a concrete vehicle, which a re-pack may change until it is
 * pinned. Other orders have already been moved when this returns; {@link occupy} follows once the row of the order is
 * written.
 * @throws Refusal noVehicleLeft (3101) with the reason and what would free a car; dateStopped (3002); vehicleTaken
 * (3104); planPending (3107) when two seconds were not enough to decide
 */
export const reserveOrder = (
  ctx: Context,
  order: PlacedOrder,
  { settings, taken, ...choice }: { vehicleId?: string; pinned: boolean; settings: Settings; taken: TakenPool },
): Promise<{ readonly seat: Seat; readonly moved: Reserved['moved'] }> =>
  ctx.elevated(async () => {
    const seat = await findSeat(ctx, { order, ...choice, sells: true }, settings, taken)
    return { seat, moved: await move(ctx, seat.moves) }
  })

/** The vehicle that was chosen by hand, of whatever store. */
export const askVehicle = (ctx: Context, vehicleId: string) =>
  ctx.elevatedAtOnce(() => prefetch(store.vehicleById(ctx, vehicleId)))

/** Queries sent after the quote of a trip: the rows of its pool, and the car that was chosen by hand. */
interface TakenPool {
  readonly rows: Promise<PoolRows>
  readonly vehicle: ReturnType<typeof store.vehicleById> | undefined
}

/**
 * Locks the pool of the trip whose quote was just queried, and queries its rows: both are sent together with the quote,
 * so that a booking does not wait for each separately. Lock order: pools come before persons; a transaction with a pool
 * may wait for a person, never the other way round.
 */
export const takePool = (ctx: Context, { vehicleId }: { readonly vehicleId?: string }): TakenPool =>
  ctx.elevatedAtOnce(() => {
    store.lockTakenPools(ctx, vehicleId)
    return {
      rows: prefetch(readTakenRows(ctx)),
      vehicle: vehicleId === undefined ? undefined : prefetch(store.vehicleById(ctx, vehicleId)),
    }
  })

/** Queues the occupancy of a reserved order. */
export const occupy = (ctx: Context, order: PlacedOrder, seat: Seat): Promise<void> =>
  ctx.elevated(async () => hold(ctx, order, seat.key, seat, seat.period))

/** Puts an order on a vehicle instead of its present one. @throws as {@link reserveOrder} */
export async function placeOrder(ctx: Context, placement: Placement): Promise<Reserved> {
  const { order } = placement
  const settings = prefetch(settingsOf(ctx, order.storeId))
  return ctx.elevated(async () => {
    const seat = await findSeat(ctx, placement, settings)
    clearOrder(ctx, order.id)
    const moved = await move(ctx, seat.moves)
    hold(ctx, order, seat.key, seat, seat.period)
    closeTask(ctx, taskKind.conflict, order.id)
    return { vehicleId: seat.vehicleId, plate: seat.plate, moved }
  })
}

/** Dry run of {@link placeOrder} with the same pool locks; writes nothing. @throws as {@link reserveOrder} */
export async function checkPlace(ctx: Context, placement: Placement): Promise<void> {
  const settings = prefetch(settingsOf(ctx, placement.order.storeId))
  await ctx.elevated(() => findSeat(ctx, placement, settings))
}

/** A vehicle that is available to an order, and the orders that have to move for it. */
interface Seat {
  readonly vehicleId: string
  readonly plate: string
  readonly pinned: boolean
  readonly moves: readonly Move[]
  /** The pool that the order counts in; it is locked. */
  readonly key: store.PoolKey
  readonly period: Period
}

/** Must run with all stores visible (`ctx.elevated`). */
async function findSeat(
  ctx: Context,
  placement: Placement,
  asked: Settings | Promise<Settings>,
  taken?: TakenPool,
): Promise<Seat> {
  const { order } = placement
  const vehicle =
    placement.vehicleId === undefined
      ? undefined
      : await (placement.vehicle ?? taken?.vehicle ?? store.vehicleById(ctx, placement.vehicleId))
  if (placement.vehicleId !== undefined && vehicle === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
  // An order on a vehicle of another model or store counts in the pool of that vehicle; its own pool is locked too,
  // because it stops counting there.
  const own = { storeId: order.storeId, modelId: order.modelId }
  const key = vehicle === undefined ? own : await poolOf(ctx, vehicle, order.storeId)
  const isOwn = key.storeId === own.storeId && key.modelId === own.modelId
  if (taken === undefined || !isOwn) store.lockPools(ctx, [own, key])
  const settings = await asked
  const period = occupyPeriod(rentalOf(order), settings)
  if (period === null) throw new Refusal('orderStatusRefuses')
  // With a delivery the car leaves before the pickup, which may be before the range that was queried ahead.
  const rows = isOwn && period.from >= takenRangeStart(ctx, order) ? await taken?.rows : undefined
  // The car is not chosen yet: all plates are queried together with the pool.
  const plates = vehicle === undefined ? (rows ? platesFrom(rows, key) : prefetch(store.platesOf(ctx, key))) : null
  const read = rows ? poolFrom(rows, key, ctx.now, settings) : await readPool(ctx, key, period.from, settings)
  const pool = placement.sells ? read : withoutLateCars(ctx, read, order.id)
  const request: Request = {
    ...requestOf(order, period),
    vehicleId: vehicle?.id,
    prefer: order.vehicleId ?? undefined,
  }
  const answer = await planWithinCall(ctx, pool, request)
  const sale = placement.sells
    ? sellable(pool, order.source, request, { elapsed: ctx.elapsed }, mayTakeKept(ctx))
    : null
  if (sale?.closed) throw new Refusal('dateStopped')
  const fits = await fitting(ctx, pool, answer, vehicle?.id)
  if (sale !== null && isKept(pool, request, sale))
    throw new Refusal('noVehicleLeft', { reason: 'stopped', hint: keptHint(pool), held: [] })
  // A car that is still on its way is not among the cars of the pool.
  const plate =
    vehicle?.plate ?? (await plates)?.get(fits.vehicleId) ?? (await store.vehicleById(ctx, fits.vehicleId))!.plate
  return { vehicleId: fits.vehicleId, plate, pinned: placement.pinned, moves: fits.moves, key, period }
}

/** The pool of a vehicle for an order of this store: this store once the vehicle is on its way here, else its home store. */
async function poolOf(
  ctx: Context,
  vehicle: { readonly id: string; readonly homeStoreId: string; readonly modelId: string },
  storeId: string,
): Promise<store.PoolKey> {
  const comes = vehicle.homeStoreId !== storeId && (await store.isComing(ctx, vehicle.id, storeId))
  return { storeId: comes ? storeId : vehicle.homeStoreId, modelId: vehicle.modelId }
}

/** Whether a free car is kept from sale. A count that was not decided in time keeps nothing: the plan has settled it. */
const isKept = (pool: Pool, request: Request, sale: Sale): boolean =>
  sale.count === 0 && (sale.free > 0 || smallestSpare(pool, request, { without: request.refId }).spare <= 0)

/** A free car may be reserved by the share of a channel, which the stock counts do not show. */
const keptHint = (pool: Pool): string | null =>
  pool.shares === undefined ? null : '余下的车辆停售或由渠道库存规则保留，可在渠道管理中调整'

/**
 * Lets the packing rules find another car of its model for an order. When none fits, the order is stored without a car
 * and a to-do is created.
 */
export async function placeSoftly(ctx: Context, order: OrderRow): Promise<Reserved | null> {
  const settings = await settingsOf(ctx, order.storeId)
  return ctx.elevated(async () => {
    const key = { storeId: order.storeId, modelId: order.modelId }
    store.lockPools(ctx, [key])
    const period = occupyPeriod(rentalOf(order), settings)
    if (period === null) throw new Refusal('orderStatusRefuses')
    const plates = prefetch(store.platesOf(ctx, key))
    const pool = await readTrusted(ctx, key, period.from, { settings, without: order.id })
    const answer = await planWithinCall(ctx, pool, requestOf(order, period))
    const fits = answer.kind === 'fits' ? answer : null
    if (fits !== null || order.vehicleId !== null) {
      clearOrder(ctx, order.id)
      const soft = { vehicleId: fits?.vehicleId ?? null, pinned: false }
      hold(ctx, order, key, soft, period)
    }
    if (fits === null) {
      await openTask(ctx, {
        kind: taskKind.conflict,
        noCar: true,
        refId: order.id,
        orderId: order.id,
        storeId: order.storeId,
        detail: {},
      })
      return null
    }
    const moved = await move(ctx, fits.moves)
    closeTask(ctx, taskKind.conflict, order.id)
    const plate = (await plates).get(fits.vehicleId) ?? (await store.vehicleById(ctx, fits.vehicleId))!.plate
    return { vehicleId: fits.vehicleId, plate, moved }
  })
}

/** Queues the occupancy of an order, and the departure of a one-way car from its pool. */
export function hold(
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  key: store.PoolKey,
  car: { readonly vehicleId: string | null; readonly pinned: boolean },
  period: Period,
): void {
  store.insertOccupancy(ctx, {
    ...key,
    vehicleId: car.vehicleId,
    fromAt: period.from,
    toAt: period.to,
    kind: occupancyKind.order,
    refId: order.id,
    pinned: car.pinned,
    oneWay: period.leaves,
  })
  if (period.leaves) store.insertDelta(ctx, { ...key, at: period.to, delta: -1, vehicleId: null, refId: order.id })
}

/**
 * A cancelled or refused order frees its car and its planned moves at once. Only the lock of the order is needed: freed
 * capacity invalidates no plan, and moving this order would need its lock too.
 */
export async function releaseOrder(ctx: Context, orderId: string): Promise<void> {
  await ctx.elevated(async () => {
    clearOrder(ctx, orderId)
    closeTask(ctx, taskKind.conflict, orderId)
  })
}

type PlaceTrip = Pick<PlacedOrder, 'storeId' | 'returnStoreId' | 'modelId' | 'pickupAt' | 'returnAt'>

/**
 * Reserves the place of a booking whose assignment was not decided in time: until {@link releasePlace}, later bookings of the pool get a car only
 * if this one can have one too. @param placeId a new id
 */
export async function reservePlace(ctx: Context, placeId: string, trip: PlaceTrip): Promise<void> {
  const rental = {
    status: orderStatus.submitted,
    pickupType: pickupType.store,
    oneWay: trip.returnStoreId !== trip.storeId,
  }
  const period = occupyPeriod({ ...trip, ...rental }, await settingsOf(ctx, trip.storeId))!
  await ctx.elevated(async () => {
    const key = { storeId: trip.storeId, modelId: trip.modelId }
    store.lockPools(ctx, [key])
    store.insertOccupancy(ctx, {
      ...key,
      vehicleId: null,
      fromAt: period.from,
      toAt: period.to,
      kind: occupancyKind.placing,
      refId: placeId,
      oneWay: period.leaves,
    })
  })
}

/** Ends a reserved place: its booking is assigned now, or was cancelled. */
export const releasePlace = (ctx: Context, placeId: string): void =>
  store.deactivate(ctx, occupancyKind.placing, placeId)

function clearOrder(ctx: Context, orderId: string): void {
  store.deactivate(ctx, occupancyKind.order, orderId)
  store.removeDeltas(ctx, orderId)
}
