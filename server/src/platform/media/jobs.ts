import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { deleteOrphans, deleteTables, deleteUnfinished } from './actions.ts'

/** Most batches of one kind in a run, 100 files each; the next run continues. */
const MOST_BATCHES = 50

/** Hourly: deletes files that no record named, incomplete uploads in parts, and spreadsheets that are a week old. */
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
  ],
}
