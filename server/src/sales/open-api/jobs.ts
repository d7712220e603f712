import { deletionLimit } from '@cheyi/domain/platform/retention/rules'
import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { liveTests } from './trial/life.ts'

/** How long a place is reserved for a number that the channel does not send again. */
const PLACE_LIFE = 2 * MINUTE

/** Ends every minute what no request can use any more: nonces whose timestamps are too old, and reserved places. Runs the lives of test orders. */
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
        await pools.side.query('select purge_open_tests($1)', [at(deletionLimit('channelCalls', clock.now()))])
      },
    },
    {
      name: 'openPlaces',
      schedule: { every: MINUTE },
      work: async ({ pools, clock }) => {
        const now = clock.now()
        await pools.side.query('select end_channel_places($1, $2)', [at(now - PLACE_LIFE), at(now)])
      },
    },
  ],
}
