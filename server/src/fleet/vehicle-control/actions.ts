import { commandState, commandType, deviceRole, onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as store from './command-store.ts'
import { stateSql } from './live.ts'

export { giveByCustomer } from './command.ts'
export { doorsOf, placeOfCar } from './command-store.ts'
export { drivingOf, sumDriving } from './driving.ts'

/** What the terminal of a car reports of its dashboard; undefined without one that is online or asleep. */
export const dashboardOf = (ctx: Context, vehicleId: string) =>
  ctx.query.first(
    sql<{
      at: number
      odometerM: number | null
      fuelDl: number | null
      chargePct: number | null
    }>`select l.last_msg_at as at, l.odometer_m, l.fuel_dl, l.charge_pct
       from device d join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
      where d.vehicle_id = $1 and d.role = ${deviceRole.main} and ${stateSql} <> ${onlineStates.code.offline}`,
    [vehicleId],
  )

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
