import { HOUR } from '@cheyi/domain/time'
import { at } from '../db/instant.ts'
import type { Jobs } from './jobs.ts'

/** Expired rows (stored answers for repeated calls, sign-in attempts, quotes) are deleted every hour, in small batches. */
export const purgeJobs: Jobs = {
  installation: [
    {
      name: 'purge',
      schedule: { every: HOUR },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_aged($1)', [at(clock.now())])
      },
    },
  ],
}
