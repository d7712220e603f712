import { alarmType, deviceRole } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { DrivenFix } from '@cheyi/domain/fleet/vehicle-control/driving'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'

export const isInSight = async (ctx: Context, vehicleId: string): Promise<boolean> =>
  (await ctx.query('select from vehicle where id = $1', [vehicleId])).length > 0

/**
 * Trusted reports of the main device that was in the car at that time. The window is also a condition on `position`
 * itself, so that only its daily partitions are read.
 */
export const fixesOf = (ctx: Context, vehicleId: string, from: number, to: number) =>
  ctx.query(
    sql<DrivenFix>`select p.at, p.lat_e6 / 1e6::double precision as lat, p.lng_e6 / 1e6::double precision as lng, p.speed,
        (p.alarm_bits & ${1 << alarmType.dangerousDriving})::int as alarms
      from device_stay s join position p on p.merchant_id = s.merchant_id and p.device_id = s.device_id
     where s.vehicle_id = $1 and s.role = ${deviceRole.main} and s.from_at < $3 and (s.to_at is null or s.to_at > $2)
       and p.at >= $2 and p.at < $3 and p.at >= s.from_at and (s.to_at is null or p.at < s.to_at) and p.valid
     order by p.at`,
    [vehicleId, at(from), at(to)],
  )
