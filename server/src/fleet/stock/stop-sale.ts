import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind, stopReason } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { harmedOrders } from '@cheyi/domain/fleet/stock/harm'
import type { Pool } from '@cheyi/domain/fleet/stock/pool'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { Refusal } from '@cheyi/domain/refusal'
import { STOP_DAYS } from '@cheyi/domain/rental/pickup-return/swap'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { inSight } from '../../platform/store/actions.ts'
import { openTasks } from '../../platform/todo/actions.ts'
import { foresee } from './block.ts'
import { openingOf } from './fleet/opening.ts'
import { moveBlocks } from './fleet/store-fleet.ts'
import { move, readPool } from './pools.ts'
import * as store from './store.ts'
import * as views from './view/store-view.ts'

type Input = ParsedOf<typeof contract.stock.stopSave>

/** A start this far in the past is accepted as now, because the form may have been open for a while. */
const LATE = 15 * MINUTE

/**
 * Stops the sale of cars. Existing orders remain; orders for which there would be no car are returned first.
 * @throws Refusal stopSaleHarms (6031) with them, until it is confirmed; stopSaleTooMany (6032)
 */
export const stopSave: HandlerOf<'stock', 'stopSave'> = async (input, ctx) => {
  const { confirm, start: fromAt, end: toAt, ...stop } = input
  const { storeId, modelId, vehicleId } = stop
  const { settings } = requireFound(await openingOf(ctx, inSight(ctx, storeId)))
  if (fromAt < ctx.now - LATE) throw new Refusal('badInput', { field: 'start', 字段: '开始时间不能早于当前时间' })
  return ctx.elevated(async () => {
    store.lockPools(ctx, [{ storeId, modelId }])
    const pool = await readPool(ctx, { storeId, modelId }, ctx.now, settings)
    const id = await newId(ctx)
    const harm = vehicleId === undefined ? ofPool(input, pool) : await ofVehicle(ctx, input, id, pool)
    const affected = await views.briefs(ctx, harm.orderIds)
    if (affected.length > 0 && !confirm) throw new Refusal('stopSaleHarms', { n: affected.length, affected })
    await store.insertStop(ctx, { ...stop, id, fromAt, toAt, quantity: vehicleId === undefined ? stop.quantity : 1 })
    const moved = await harm.carryOut()
    ctx.audit({
      targetType: 'stopSale',
      targetId: id,
      after: { storeId, modelId, vehicleId, quantity: stop.quantity, channels: stop.channels },
    })
    return { id, affected, moved }
  })
}

/**
 * Takes a car out of service from now on, until its sale is resumed: orders on it move to other cars where possible,
 * the rest become conflicts. The caller has locked the pool of the car.
 */
export async function stopVehicle(ctx: Context, vehicleId: string, remark: string): Promise<void> {
  await ctx.elevated(async () => {
    const { homeStoreId: storeId, modelId, lifecycle } = requireFound(await store.vehicleById(ctx, vehicleId))
    if (!isInService(lifecycle)) return
    const { settings } = requireFound(await openingOf(ctx, storeId))
    store.lockPools(ctx, [{ storeId, modelId }])
    const pool = await readPool(ctx, { storeId, modelId }, ctx.now, settings)
    const id = await newId(ctx)
    const [start, end] = [ctx.now, ctx.now + STOP_DAYS * DAY]
    const harm = await ofVehicle(ctx, { storeId, modelId, vehicleId, start, end }, id, pool)
    const stop = { storeId, modelId, vehicleId, reason: stopReason.vehicleTrouble, remark, channels: [] }
    await store.insertStop(ctx, { ...stop, id, fromAt: start, toAt: end, quantity: 1 })
    await harm.carryOut()
    ctx.audit({
      targetType: 'stopSale',
      targetId: id,
      after: { storeId, modelId, vehicleId, quantity: 1, channels: [] },
    })
  })
}

interface Harm {
  readonly orderIds: readonly string[]
  /** Follows the save. @returns how many orders got other cars */
  readonly carryOut: () => Promise<number>
}

/** A stop by quantity: no order moves, and with channels it only takes from their shares. */
function ofPool(input: Input, pool: Pool): Harm {
  const { start: from, end: to, channels } = input
  if (input.quantity !== null && input.quantity > pool.vehicles.length)
    throw new Refusal('stopSaleTooMany', { field: 'quantity', total: pool.vehicles.length })
  const stop = { from, to, quantity: input.quantity ?? ('all' as const), channels }
  const harmed =
    channels.length > 0 ? [] : harmedOrders({ ...pool, stopSales: [...pool.stopSales, stop] }, { from, to })
  return { orderIds: harmed.map((row) => row.refId), carryOut: async () => 0 }
}

/** A stop of one vehicle: orders on it move to other cars where possible. */
async function ofVehicle(
  ctx: Context,
  input: Pick<Input, 'storeId' | 'modelId' | 'vehicleId' | 'start' | 'end'>,
  id: string,
  pool: Pool,
): Promise<Harm> {
  const { storeId, modelId, start: from, end: to } = input
  const vehicle = requireFound(await store.vehicleById(ctx, input.vehicleId!))
  if (vehicle.homeStoreId !== storeId || vehicle.modelId !== modelId || !isInService(vehicle.lifecycle))
    throw new Refusal('notFound', { field: 'vehicleId' })
  const block = { kind: occupancyKind.stop, refId: id, vehicleId: vehicle.id, from, to }
  const { moves, harmed } = foresee(ctx, pool, block)
  const orderIds = harmed.map(({ refId }) => refId)
  return {
    orderIds,
    async carryOut() {
      store.insertOccupancy(ctx, {
        storeId,
        modelId,
        vehicleId: vehicle.id,
        fromAt: from,
        toAt: to,
        kind: occupancyKind.stop,
        refId: id,
      })
      moveBlocks(ctx, vehicle.id)
      const moved = await move(ctx, moves)
      const detail = { stopId: id, plate: vehicle.plate }
      await openTasks(
        ctx,
        orderIds.map((orderId) => ({ kind: taskKind.conflict, noCar: true, refId: orderId, orderId, storeId, detail })),
      )
      return moved.length
    },
  }
}

/** Resumes the sale. Idempotent. */
export async function stopRemove({ id }: { readonly id: string }, ctx: Context): Promise<Record<string, never>> {
  const stop = requireFound(await store.stopById(ctx, id))
  inSight(ctx, stop.storeId)
  if (stop.removedAt !== null) return {}
  await store.removeStop(ctx, id)
  if (stop.vehicleId !== null) store.deactivate(ctx, occupancyKind.stop, id)
  ctx.audit({ targetType: 'stopSale', targetId: id, before: { removedAt: null }, after: { removedAt: ctx.now } })
  return {}
}
