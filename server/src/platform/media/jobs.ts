import { HOUR } from '@cheyi/domain/time'
import type { Jobs, MerchantWork } from '../../kernel/process/jobs.ts'
import { deleteOrphans, deleteStrays, deleteTables, deleteUnfinished } from './actions.ts'

/** Most batches of one kind in a run, 100 files each; the next run continues. */
const MOST_BATCHES = 50

/**
 * Each batch is a transaction of its own: uploads wait for the merchant's row of `media_space` while one deletes, and no follower of events
 * comes past a transaction that is still open.
 */
const deleteExpired: MerchantWork = async (ctx) => {
  ctx.afterCommit(async () => {
    for (const deleteSome of [deleteOrphans, deleteTables, deleteUnfinished])
      for (let n = 0; n < MOST_BATCHES && !ctx.closing.aborted && (await ctx.asSystem(deleteSome)) > 0; n++);
  })
}

/**
 * Hourly: deletes files that no record named, incomplete uploads in parts, and spreadsheets that are a week old. At night what has no row at
 * all.
 */
export const mediaJobs: Jobs = {
  merchants: [
    {
      name: 'orphans',
      schedule: { every: HOUR },
      work: deleteExpired,
    },
    {
      name: 'strays',
      schedule: { daily: '04:20' },
      work: async (ctx) => ctx.afterCommit(() => deleteStrays(ctx)),
    },
  ],
}
