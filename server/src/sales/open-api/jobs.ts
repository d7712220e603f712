import { servedBefore } from '@cheyi/domain/platform/retention/rules'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { liveTests } from './trial/life.ts'

/** Deletes nonces every minute whose timestamps would no longer be accepted, and runs the lives of test orders. */
export const openApiJobs: Jobs = {
  installation: [
    {
      name: 'openNonces',
      schedule: { every: MINUTE },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_open_nonces($1)', [at(clock.now())])
      },
    },
    { name: 'openTests', schedule: { every: MINUTE / 60 }, work: liveTests },
    {
      name: 'openTestPurge',
      schedule: { daily: '03:55' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_open_tests($1)', [at(servedBefore('channelCalls', clock.now()))])
      },
    },
  ],
}
