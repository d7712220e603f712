import { overdueHoldUntil } from '@cheyi/domain/booking/order/timers'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { occupyPeriod, poolMoves, type Rental } from '@cheyi/domain/fleet/stock/count/period'
import { rollArrival as arriveLater, type Rolled, rollOverdue as roll } from '@cheyi/domain/fleet/stock/overdue'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import type { OrderRow } from '../../../kernel/orders.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { closeTasks, closeTasksWith, openTasks } from '../../../platform/todo/actions.ts'
import { carGone } from '../fleet/gone.ts'
import { moveBlocks } from '../fleet/store-fleet.ts'
import { hold } from '../place.ts'
import { planWithinCall } from '../planner.ts'
import { fitting, move, type Reserved, readPool, readTrusted, rentalOf, requestOf } from '../pools.ts'
import * as store from '../store.ts'
import { bringVehicle, restorePlace } from '../whereabouts.ts'
import * as rents from './store-rent.ts'

/** What {@link handOver} reads, asked beside the lock of the order. */
export const askHandOver = (ctx: Context, order: OrderRow) =>
  ctx.elevatedAtOnce(() =>
    prefetch(Promise.all([settingsOf(ctx, order.storeId), rents.occupancyOfOrder(ctx, order.id)])),
  )

/**
 * The customer has the car: the occupancy starts now, and a one-way car is expected at the other store. If it is handed
 * over early, orders that were planned on it until then move to other cars. `order` already has status 5.
 * @returns the check that nobody else has the car, whose answer is awaited before the end
 * @throws Refusal vehicleNotReturned (5004) when the car is still with another order; vehicleTaken (3104) when it is
 * pinned for another order until then
 */
export async function handOver(
  ctx: Context,
  order: OrderRow,
  asked: ReturnType<typeof askHandOver>,
): Promise<{ readonly checked: Promise<void> }> {
  const vehicleId = order.vehicleId!
  const [settings, occupied] = await asked
  const held = occupied!
  const period = occupyPeriod(rentalOf(order), settings)!
  const early = period.from < held.fromAt
  // The other store gets the car, and the end of its documents, at once.
  const there = period.leaves ? [{ storeId: order.returnStoreId, modelId: held.modelId }] : []
  const pools = [...(early ? [held] : []), ...there]
  const lock = () => {
    if (pools.length > 0) store.lockPools(ctx, pools)
    rents.lockVehicle(ctx, vehicleId)
    const elsewhere = prefetch(rents.onRentElsewhere(ctx, vehicleId, order.id))
    rents.cutTurnaround(ctx, vehicleId, period.from)
    return elsewhere
  }
  const start = () => {
    rents.startRent(ctx, order.id, period.from, period.to)
    promise(ctx, order, rentalOf(order), { id: vehicleId, modelId: held.modelId }, settings)
  }
  const requireBack = async (elsewhere: Promise<boolean>) => {
    if (await elsewhere) throw new Refusal('vehicleNotReturned')
  }
  if (early) {
    await ctx.elevated(async () => {
      const elsewhere = lock()
      const pool = await readPool(ctx, held, period.from, settings)
      await requireBack(elsewhere)
      const request = { ...requestOf(order, period), vehicleId, forces: true }
      await move(ctx, (await fitting(ctx, pool, await planWithinCall(ctx, pool, request), vehicleId)).moves)
      start()
    })
    return { checked: Promise.resolve() }
  }
  const elsewhere = ctx.elevatedAtOnce(() => {
    const asking = lock()
    start()
    return asking
  })
  return { checked: prefetch(requireBack(elsewhere)) }
}

/**
 * Undoes a pickup: the order holds what it held before, and the other store no longer expects a one-way car; orders
 * that wait for it there get other cars. `order` still has status 5, `before` is what the record of the pickup kept.
 */
export async function undoHandOver(ctx: Context, order: OrderRow, before: HandoverBefore): Promise<void> {
  const settings = await settingsOf(ctx, order.returnStoreId)
  await ctx.elevated(async () => {
    const held = (await rents.occupancyOfOrder(ctx, order.id))!
    const there = { storeId: order.returnStoreId, modelId: held.modelId }
    store.lockPools(ctx, held.oneWay ? [held, there] : [held])
    rents.lockVehicle(ctx, held.vehicleId!)
    rents.restoreStay(ctx, order.id, before.stay, false)
    if (!held.oneWay) return
    rents.removeArrival(ctx, order.id)
    moveBlocks(ctx, held.vehicleId!)
    await carGone(ctx, there, held.vehicleId!, settings)
  })
}

/**
 * Undoes a return: the order holds its car again. Orders that were planned on it meanwhile move to other cars. `order`
 * is on rent again, `before` is what the record of the return kept.
 * @throws Refusal vehicleNotReturned (5004) when the car has gone out again, vehicleTaken (3104) when it is promised
 */
export async function undoTakeBack(ctx: Context, order: OrderRow, before: HandoverBefore): Promise<void> {
  const until = Date.parse(before.stay.toAt)
  const settings = await settingsOf(ctx, order.storeId)
  const vehicleId = order.vehicleId!
  await ctx.elevated(async () => {
    const held = (await rents.occupancyOfOrder(ctx, order.id))!
    const car = (await store.vehicleById(ctx, vehicleId))!
    const home = { storeId: order.storeId, modelId: held.modelId }
    store.lockPools(ctx, [held, home, { storeId: car.homeStoreId, modelId: car.modelId }])
    rents.lockVehicle(ctx, vehicleId)
    if (await rents.onRentElsewhere(ctx, vehicleId, order.id)) throw new Refusal('vehicleNotReturned')
    const others = await rents.othersOn(ctx, vehicleId, order.id, until)
    // If the car was brought to another store, no order there has to move.
    if (others.some(({ fixed }) => fixed) || (others.length > 0 && held.storeId !== order.storeId))
      throw new Refusal('vehicleTaken')
    if (others.length > 0) {
      const pool = await readTrusted(ctx, held, held.fromAt, { settings, without: order.id })
      const period = { ...occupyPeriod(rentalOf(order), settings)!, from: held.fromAt, to: until }
      const request = { ...requestOf(order, period), vehicleId }
      await move(ctx, (await fitting(ctx, pool, await planWithinCall(ctx, pool, request), vehicleId)).moves)
    }
    rents.restoreStay(ctx, order.id, before.stay, true)
    rents.restoreDeltas(ctx, order.id)
    restorePlace(ctx, vehicleId, before)
    moveBlocks(ctx, vehicleId)
  })
}

/** From now on the other store may plan with a one-way car, until its documents expire. Call it with the lock of that pool. */
function promise(
  ctx: Context,
  order: OrderRow,
  rental: Rental,
  car: { readonly id: string; readonly modelId: string },
  settings: Settings,
): void {
  const moves = poolMoves(rental, settings)
  if (moves?.in == null) return
  const there = { storeId: order.returnStoreId, modelId: car.modelId }
  store.insertDelta(ctx, { ...there, at: moves.in, delta: 1, vehicleId: car.id, refId: order.id })
  moveBlocks(ctx, car.id)
}

/** What {@link takeBack} needs, asked beside the lock of the order. The moves that the stock expected of its car are over. */
export const askTakeBack = (ctx: Context, { id, vehicleId, returnStoreId }: OrderRow) =>
  ctx.elevatedAtOnce(() => ({
    agreedStoreId: returnStoreId,
    settings: prefetch(settingsOf(ctx, returnStoreId)),
    car: prefetch(store.vehicleById(ctx, vehicleId!)),
    expected: prefetch(rents.consumeDeltas(ctx, id)),
  }))

/**
 * The car is back: its time ends after the turnaround (or where the next order already begins), and a one-way car
 * changes its home store. If it is not at the store that expected it, the orders that wait there get other cars.
 * `order` already has status 6, and its return store is the actual place of the car.
 */
export async function takeBack(ctx: Context, order: OrderRow, asked: ReturnType<typeof askTakeBack>): Promise<void> {
  const vehicleId = order.vehicleId!
  const agreed = order.returnStoreId === asked.agreedStoreId
  const settings = await (agreed ? asked.settings : settingsOf(ctx, order.returnStoreId))
  const [found, expected] = await Promise.all([asked.car, asked.expected])
  const car = found!
  await ctx.elevated(async () => {
    const period = occupyPeriod(rentalOf(order), settings)!
    const changesHome = order.returnStoreId !== order.storeId && settings.oneWayChangesHome
    const home = changesHome ? order.returnStoreId : car.homeStoreId
    const pools = [...new Set([home, car.homeStoreId, ...expected])].map((storeId) => ({
      storeId,
      modelId: car.modelId,
    }))
    store.lockPools(ctx, pools)
    rents.dropUnbegun(ctx, vehicleId)
    rents.endRent(ctx, order.id, vehicleId, period.to)
    closeTasksWith(ctx, taskKind.conflict, { overdueOrderId: order.id })
    bringVehicle(ctx, vehicleId, { storeId: order.returnStoreId, changesHome })
    if (changesHome) rents.settleIn(ctx, vehicleId, order.id)
    if (changesHome || expected.length > 0) moveBlocks(ctx, vehicleId)
    for (const pool of pools) if (pool.storeId !== home) await carGone(ctx, pool, vehicleId, settings)
  })
}

/** Another car for an order that is out. */
export interface Swap {
  readonly vehicleId: string
  /** End of the rental when the agreed return has already passed; the agreed return itself does not change. */
  readonly dueAt: number | undefined
  /** The store that the returned car was brought to; undefined: no change. */
  readonly broughtTo: string | undefined
}

/**
 * The car that is out comes back now and another takes its place until the agreed return, or until `dueAt`.
 * @throws Refusal badInput (-2) without a future end, vehicleTaken (3104) or vehicleNotReturned (5004)
 */
export async function swapOrder(
  ctx: Context,
  order: OrderRow,
  { vehicleId, dueAt, broughtTo }: Swap,
): Promise<Reserved> {
  if (vehicleId === order.vehicleId) throw new Refusal('vehicleTaken')
  const rental = { ...rentalOf(order), returnAt: dueOf(ctx, order, dueAt) }
  const settings = await settingsOf(ctx, order.storeId)
  return ctx.elevated(async () => {
    const vehicle = await store.vehicleById(ctx, vehicleId)
    if (vehicle === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
    const held = (await rents.occupancyOfOrder(ctx, order.id))!
    const key = { storeId: vehicle.homeStoreId, modelId: vehicle.modelId }
    const there = { storeId: order.returnStoreId, modelId: held.modelId }
    const old = (await store.vehicleById(ctx, held.vehicleId!))!
    const home = await homeOf(ctx, order, old.homeStoreId, broughtTo)
    const left = { storeId: old.homeStoreId, modelId: old.modelId }
    store.lockPools(ctx, [key, held, there, { ...there, modelId: vehicle.modelId }, left, { ...left, storeId: home }])
    rents.lockVehicle(ctx, vehicleId)
    if (await rents.onRentElsewhere(ctx, vehicleId, order.id)) throw new Refusal('vehicleNotReturned')
    const period = { ...occupyPeriod(rental, settings)!, from: ctx.now }
    const pool = await readTrusted(ctx, key, ctx.now, { settings, without: order.id })
    const request = { ...requestOf(order, period), vehicleId }
    const fits = await fitting(ctx, pool, await planWithinCall(ctx, pool, request), vehicleId)

    rents.endStretch(ctx, order.id, ctx.now)
    rents.cleanUntil(ctx, { ...held, storeId: home }, ctx.now + settings.turnaroundMinutes * MINUTE)
    store.removeDeltas(ctx, order.id)
    if (broughtTo !== undefined)
      bringVehicle(ctx, old.id, { storeId: broughtTo, changesHome: home !== old.homeStoreId })
    if (held.oneWay || home !== old.homeStoreId) moveBlocks(ctx, held.vehicleId!)
    const moved = await move(ctx, fits.moves)
    hold(ctx, order, key, { vehicleId, pinned: true }, period)
    rents.startRent(ctx, order.id, period.from, period.to)
    promise(ctx, order, rental, { id: vehicleId, modelId: vehicle.modelId }, settings)
    if (held.oneWay && home !== there.storeId) await carGone(ctx, there, held.vehicleId!, settings)
    if (home !== old.homeStoreId) await carGone(ctx, left, old.id, settings)
    return { vehicleId, plate: vehicle.plate, moved }
  })
}

/** Home store of a car after it was brought to a store: that store if the setting says so, as at the end of a one-way rental. */
async function homeOf(ctx: Context, order: OrderRow, home: string, broughtTo: string | undefined): Promise<string> {
  if (broughtTo === undefined || broughtTo === order.storeId) return home
  return (await settingsOf(ctx, broughtTo)).oneWayChangesHome ? broughtTo : home
}

/** When a car that is swapped in now comes back. */
function dueOf(ctx: Context, order: OrderRow, dueAt: number | undefined): number {
  const agreed = order.returnAt
  if (agreed > ctx.now) return agreed
  if (dueAt === undefined) throw badInput('swap.dueAt', '订单已超时，请填写预计还车时间')
  if (dueAt <= ctx.now) throw badInput('swap.dueAt', '预计还车时间须晚于现在')
  return dueAt
}

/** Called for tickets whose car is not back at their begin; set by the ticket feature. */
export const ticketsMet: { tell?: (ctx: Context, ticketIds: readonly string[], order: OrderRow) => Promise<void> } = {}

/**
 * Extends the occupancy of an overdue order ahead of now, or until its extended due time; later orders move to other
 * cars, even inside their lock window. Where an order cannot move, the occupancy ends at its begin and a to-do is
 * created; the person in charge of a ticket there is notified.
 */
export async function rollOverdue(ctx: Context, order: OrderRow): Promise<void> {
  const settings = await settingsOf(ctx, order.storeId)
  await ctx.elevated(async () => {
    const held = await rents.occupancyOfOrder(ctx, order.id)
    if (held === undefined) return
    const due = order.returnAt > ctx.now ? occupyPeriod(rentalOf(order), settings)!.to : held.toAt
    const until = Math.max(due, overdueHoldUntil(held.toAt, ctx.now, settings))
    if (until <= held.toAt) return
    rents.dropUnbegun(ctx, held.vehicleId)
    const rolled = await (held.oneWay ? rollArrival : rollRow)(ctx, order, held, until)
    await move(ctx, rolled.moves)
    const { to, hit } = await rents.endBeforeNext(ctx, { ...held, refId: order.id }, rolled)
    rents.keepUntil(ctx, order.id, held, to)
    await openTasks(
      ctx,
      hit.map((row) => {
        // A ticket has no to-do of its own: the to-do belongs to the late order.
        const orderId = row.kind === occupancyKind.order ? row.refId : order.id
        const detail = { overdueOrderId: order.id, plate: order.plate }
        return { kind: taskKind.conflict, noCar: true, refId: orderId, orderId, storeId: order.storeId, detail }
      }),
    )
    const tickets = hit.filter(({ kind }) => kind !== occupancyKind.order).map(({ refId }) => refId)
    if (tickets.length > 0) await ticketsMet.tell?.(ctx, tickets, order)
    // A ticket that was in its way was postponed.
    else closeTasks(ctx, taskKind.conflict, [order.id])
  })
}

/** A car that comes back to its pool: the rows that wait for it are moved. */
async function rollRow(ctx: Context, order: OrderRow, held: rents.Held, until: number): Promise<Rolled> {
  const settings = await settingsOf(ctx, order.storeId)
  store.lockPools(ctx, [held])
  const pool = await readTrusted(ctx, held, held.fromAt, { settings, without: order.id })
  const row = pool.occupancies.find((one) => one.refId === order.id)!
  return roll(pool, { ...row, to: held.toAt }, until, { elapsed: ctx.elapsed })
}

/** A one-way car arrives later at the other store: orders planned on it there move to other cars. */
async function rollArrival(ctx: Context, order: OrderRow, held: rents.Held, until: number): Promise<Rolled> {
  const settings = await settingsOf(ctx, order.returnStoreId)
  const there = { storeId: order.returnStoreId, modelId: held.modelId }
  store.lockPools(ctx, [held, there])
  const pool = await readPool(ctx, there, ctx.now, settings)
  return arriveLater(pool, { vehicleId: held.vehicleId, to: held.toAt }, until, { elapsed: ctx.elapsed })
}
