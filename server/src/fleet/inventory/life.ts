import { advance } from '@cheyi/domain/advance'
import { isDisposed, isInService, type Lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { actionOf, vehicleSteps } from '@cheyi/domain/fleet/inventory/lifecycle'
import { unlawfulPeriods } from '@cheyi/domain/fleet/inventory/papers'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { closeTask } from '../../platform/todo/actions.ts'
import { closeForPapers, dropPapers, holdsOf, leavePool, lockPoolsOf, type Released } from '../stock/actions.ts'
import { papersOf, readyFacts } from './facts.ts'
import * as store from './store.ts'

export const poolOf = (vehicle: Pick<store.VehicleTable, 'homeStoreId' | 'modelId'>) => ({
  storeId: vehicle.homeStoreId,
  modelId: vehicle.modelId,
})

/**
 * Locks a vehicle for a change of its lifecycle or store: its pool and the target pool are locked first, as in
 * bookings.
 * @throws Refusal notFound (-4), stale (-5) also when it changed its pool meanwhile
 */
export async function lockVehicle(
  ctx: Context,
  vehicleId: string,
  version: number | undefined,
  to?: { readonly storeId: string; readonly modelId: string },
): Promise<store.VehicleTable> {
  const seen = requireFound(await store.byId(ctx, vehicleId))
  lockPoolsOf(ctx, to === undefined ? [poolOf(seen)] : [poolOf(seen), to])
  const vehicle = requireFound(await store.lock(ctx, vehicleId))
  requireVersion(version, vehicle.version, { version: vehicle.version })
  if (vehicle.homeStoreId !== seen.homeStoreId || vehicle.modelId !== seen.modelId) throw new Refusal('stale')
  return vehicle
}

export const setLifecycle: HandlerOf<'inventory', 'setLifecycle'> = async (input, ctx) => {
  const vehicle = await lockVehicle(ctx, input.vehicleId, input.version)
  // No change is needed.
  if (vehicle.lifecycle === input.lifecycle)
    return { lifecycle: input.lifecycle, version: vehicle.version, released: [] }
  const to = await target(ctx, vehicle, input.lifecycle)
  const after = store.update(ctx, vehicle, { lifecycle: to })
  // The car was found, or is gone for good: the to-do is closed.
  if (isInService(to) || isDisposed(to)) closeTask(ctx, taskKind.lost, vehicle.id)
  const released = isInService(to) ? [] : await leaves(ctx, vehicle)
  if (isInService(to)) await enters(ctx, after)
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicle.id,
    before: { lifecycle: vehicle.lifecycle },
    after: { lifecycle: to, released: released.length },
  })
  return { lifecycle: to, version: after.version, released }
}

/** @throws Refusal vehicleNotReady (6011), vehicleBusy (6014), stale (-5) */
async function target(ctx: Context, vehicle: store.VehicleTable, wanted: Lifecycle): Promise<Lifecycle> {
  const action = actionOf(wanted)
  if (action !== 'publish') return advance(vehicleSteps, action, vehicle.lifecycle, await holdsOf(ctx, vehicle.id))
  const [documents, open] = await Promise.all([
    store.documents(ctx, vehicle.id),
    store.openness(ctx, vehicle.modelId, vehicle.homeStoreId),
  ])
  return advance(vehicleSteps, action, vehicle.lifecycle, readyFacts(vehicle, documents, open, ctx.now))
}

/** Adds the vehicle to the stock with the times when it may not be used; orders that wait for a car of its pool may get it. */
export async function enters(ctx: Context, vehicle: store.VehicleTable): Promise<void> {
  const papers = papersOf(vehicle, await store.documents(ctx, vehicle.id))
  await closeForPapers(ctx, poolOf(vehicle), [
    { vehicleId: vehicle.id, times: unlawfulPeriods(papers, localDate(ctx.now)) },
  ])
}

/** Orders that were only planned on it get other cars; its document blocks are removed. */
export async function leaves(ctx: Context, vehicle: store.VehicleTable): Promise<Released[]> {
  await dropPapers(ctx, vehicle.id)
  return leavePool(ctx, poolOf(vehicle), vehicle.id)
}
