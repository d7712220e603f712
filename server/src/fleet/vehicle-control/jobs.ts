import { DRIVEN_DAYS, kmPerDayOf } from '@cheyi/domain/fleet/inventory/care'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { deviceRole } from '@cheyi/domain/fleet/vehicle-control/codes'
import { reportedKmOf } from '@cheyi/domain/fleet/vehicle-control/readings'
import { DAY, localDate, MINUTE } from '@cheyi/domain/time'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { writeDriven } from '../inventory/actions.ts'
import { findSilent, tellOfAlarms } from './alarm/notices.ts'
import { clearDriving } from './driving.ts'

/** Deletes positions after the retention time of the merchant; the deletion is written to the audit log. */
async function clearPositions(ctx: Context): Promise<void> {
  const { trackRetentionDays } = await settingsOf(ctx)
  const since = ctx.now - trackRetentionDays * DAY
  const before = at(since)
  await clearDriving(ctx, since)
  const [row] = await ctx.query<{ count: string }>('select purge_positions($1) as count', [before])
  // An alarm is kept, the place of its car is not.
  await ctx.query('update alarm set lat_e6 = null, lng_e6 = null where start_at < $1 and lat_e6 is not null', [before])
  const count = Number(row!.count)
  if (count > 0)
    insertAudit(ctx, 'retention.clear', {
      targetType: 'merchant',
      targetId: ctx.merchantId,
      after: { retention: '车辆轨迹', count },
    })
}

/** Notes each night what the device of each car says of its kilometres, for its maintenance. */
async function noteDriven(ctx: Context): Promise<void> {
  const today = localDate(ctx.now)
  const cars = await ctx.query(
    sql<{
      vehicleId: string
      odometerKm: number
      odometerM: number | null
      metres: number | null
      since: string | null
    }>`select v.id as vehicle_id, v.odometer_km, l.odometer_m, k.metres, to_char(k.since, 'YYYY-MM-DD') as since
       from device d
         join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
         left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
         left join (select device_id, sum(metres)::bigint as metres, min(day) as since from device_km
                     where day >= $1::date - ${DRIVEN_DAYS} and day < $1::date group by 1) k on k.device_id = d.id
      where d.role = ${deviceRole.main} and v.lifecycle <> ${lifecycle.disposed}`,
    [today],
  )
  await writeDriven(
    ctx,
    cars.map(({ vehicleId, odometerKm, odometerM, metres, since }) => ({
      vehicleId,
      reportedKm: reportedKmOf(odometerM, odometerKm),
      kmPerDay: metres === null || since === null ? null : kmPerDayOf({ metres: Number(metres), since }, today),
    })),
  )
}

export const vehicleControlJobs: Jobs = {
  merchants: [
    { name: 'clearPositions', schedule: { daily: '03:20' }, work: clearPositions },
    { name: 'carsDriven', schedule: { daily: '05:10' }, work: noteDriven },
  ],
  installation: [
    { name: 'alarmNotices', schedule: { every: MINUTE / 60 }, work: tellOfAlarms },
    { name: 'silentDevices', schedule: { every: MINUTE }, work: findSilent },
    {
      name: 'commandsExpire',
      schedule: { every: MINUTE / 6 },
      work: async ({ pools, clock }) => {
        await pools.side.query('select commands_expire($1)', [at(clock.now())])
      },
    },
    {
      name: 'positionDays',
      schedule: { daily: '03:40' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select position_days($1)', [at(clock.now())])
      },
    },
  ],
}
