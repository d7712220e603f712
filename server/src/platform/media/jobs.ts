import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { deleteOrphans, deleteTables, deleteUnfinished } from './actions.ts'

/** Batches of one kind in a run, each of a hundred: the rest goes with the next. */
const MOST_BATCHES = 50

/** Files that no record named, parts of files that nobody completed, and spreadsheets a week old, are deleted every hour. */
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
