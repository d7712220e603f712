import { HOUR } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

/** Expired codes, captchas, tickets and locks are deleted every hour. */
export const sessionJobs: Jobs = {
  installation: [
    {
      name: 'purgeIdentity',
      schedule: { every: HOUR },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_identity($1)', [at(clock.now())])
      },
    },
  ],
}
