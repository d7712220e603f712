import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { deleteOrphans, deleteStrays, deleteTables, deleteUnfinished } from './actions.ts'

/** Most batches of one kind in a run, 100 files each; the next run continues. */
const MOST_BATCHES = 50

/**
 * Hourly: deletes files that no record named, incomplete uploads in parts, and spreadsheets that are a week old. At night what has no row at
 * all.
 */
export const mediaJobs: Jobs = {
  merchants: [
    {
      name: 'orphans',
      schedule: { every: HOUR },
      work: async (ctx) => {
        for (const deleteSome of [deleteOrphans, deleteTables, deleteUnfinished])
          for (let n = 0; n < MOST_BATCHES && (await deleteSome(ctx)) > 0; n++);
      },
    },
    {
      name: 'strays',
      schedule: { daily: '04:20' },
      work: async (ctx) => ctx.afterCommit(() => deleteStrays(ctx)),
    },
  ],
}
