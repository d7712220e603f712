import { deletionLimit } from '@cheyi/domain/platform/retention/rules'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { sendDue } from './send.ts'
import { followStock, moveStock, pushAll } from './stock.ts'

export const channelPushJobs: Jobs = {
  installation: [
    {
      name: 'channelPush',
      schedule: { every: MINUTE / 60 },
      work: async (kernel, stop) => {
        await followStock(kernel, stop)
        await sendDue(kernel, stop)
      },
    },
    { name: 'channelStock', schedule: { every: MINUTE }, work: moveStock },
    { name: 'channelNight', schedule: { daily: '03:00' }, work: pushAll },
    {
      name: 'channelPurge',
      schedule: { daily: '03:50' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_channel_history($1)', [at(deletionLimit('channelCalls', clock.now()))])
      },
    },
  ],
}
