import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

/** Deletes the sessions of customers after their end, every night. */
export const siteJobs: Jobs = {
  installation: [
    {
      name: 'siteSessions',
      schedule: { daily: '03:50' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_site_sessions($1)', [at(clock.now())])
      },
    },
  ],
}
