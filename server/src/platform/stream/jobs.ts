import { HOUR, MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

const KEPT_MS = HOUR

export const streamJobs: Jobs = {
  installation: [
    {
      name: 'eventPurge',
      schedule: { every: 10 * MINUTE },
      work: async ({ pools, clock }) => {
        const now = clock.now()
        await pools.side.query('select purge_events($1)', [at(now - KEPT_MS)])
        await pools.side.query('select purge_stream_tickets($1)', [at(now)])
      },
    },
  ],
}
