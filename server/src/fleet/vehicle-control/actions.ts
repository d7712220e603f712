import { commandState, commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { Context } from '../../kernel/context.ts'
import * as store from './command-store.ts'

export { giveByCustomer } from './command.ts'
export { doorsOf } from './command-store.ts'

const isEngineCut = async (ctx: Context, vehicleId: string): Promise<boolean> =>
  (await ctx.query('select from device where vehicle_id = $1 and cut_at is not null', [vehicleId])).length > 0

/** Restores the engine of a car before its handover, if it is cut; a repeated request has no further effect. */
export async function restoreEngine(ctx: Context, vehicleId: string): Promise<void> {
  if (!(await isEngineCut(ctx, vehicleId))) return
  const device = await store.lockDevice(ctx, vehicleId)
  if (device === undefined || device.cutAt === null) return
  if ((await store.load(ctx, vehicleId, commandType.engineRestore)).running) return
  await store.insert(ctx, {
    vehicleId,
    deviceId: device.id,
    type: commandType.engineRestore,
    state: commandState.toSend,
    reason: '取车前恢复',
    createdBy: '0',
  })
}
