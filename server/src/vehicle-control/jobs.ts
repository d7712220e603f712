import { MINUTE } from '@cheyi/domain/time'
import { at } from '../kernel/db/instant.ts'
import type { Jobs } from '../kernel/process/jobs.ts'

export const vehicleControlJobs: Jobs = {
  merchants: [],
  installation: [
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
