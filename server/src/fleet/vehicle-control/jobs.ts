import { DAY, MINUTE } from '@cheyi/domain/time'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { findSilent, tellOfAlarms } from './alarm/notices.ts'

/** Deletes positions after the retention time of the merchant; the deletion is written to the audit log. */
async function clearPositions(ctx: Context): Promise<void> {
  const { trackRetentionDays } = await settingsOf(ctx)
  const before = at(ctx.now - trackRetentionDays * DAY)
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

export const vehicleControlJobs: Jobs = {
  merchants: [{ name: 'clearPositions', schedule: { daily: '03:20' }, work: clearPositions }],
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
