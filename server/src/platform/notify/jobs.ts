import { deletionLimit } from '@cheyi/domain/platform/retention/rules'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { queuePhoneNotices } from './phone-notices.ts'
import { sendMessages } from './send.ts'

export const notifyJobs: Jobs = {
  installation: [
    {
      name: 'texts',
      schedule: { every: MINUTE / 60 },
      work: async (kernel) => {
        await queuePhoneNotices(kernel)
        await sendMessages(kernel)
      },
    },
    {
      name: 'noticePurge',
      schedule: { daily: '03:20' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_notices($1)', [at(deletionLimit('notices', clock.now()))])
      },
    },
  ],
}
