import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

/** How long a place is reserved for a number that the channel does not send again. */
const PLACE_LIFE = 2 * MINUTE

/** Ends every minute what no request can use any more: nonces whose timestamps are too old, and reserved places. */
export const openApiJobs: Jobs = {
  installation: [
    {
      name: 'openNonces',
      schedule: { every: MINUTE },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_open_nonces($1)', [at(clock.now())])
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
