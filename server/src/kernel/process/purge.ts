import { HOUR } from '@cheyi/domain/time'
import { at } from '../db/instant.ts'
import type { Jobs } from './jobs.ts'

/** Rows that have served their time (answers kept for repeats, sign-in attempts, quotes) go every hour, so few at once. */
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
