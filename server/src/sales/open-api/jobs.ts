import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

/** Deletes nonces every minute whose timestamps would no longer be accepted. */
export const openApiJobs: Jobs = {
  installation: [
    {
      name: 'openNonces',
      schedule: { every: MINUTE },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_open_nonces($1)', [at(clock.now())])
      },
    },
  ],
}
