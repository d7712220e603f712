import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../kernel/process/jobs.ts'
import { deleteOrphans, deleteTables, deleteUnfinished } from './actions.ts'

/** Files that no record named, parts of files that nobody completed, and spreadsheets a week old, are deleted every hour, as many as one run takes: the rest goes with the next. */
export const mediaJobs: Jobs = {
  merchants: [
    {
      name: 'orphans',
      schedule: { every: HOUR },
      work: async (ctx) => {
        await deleteOrphans(ctx)
        await deleteTables(ctx)
        await deleteUnfinished(ctx)
      },
    },
  ],
}
