import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { workOff } from './runner.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

/** Number of jobs that one process runs at a time. */
const LANES = 2

/** The lanes that run queued jobs, and the deletion of expired result files. */
export const bulkJobs = (works: readonly Work[]): Jobs => ({
  failing: works.map(({ kind }) => kind),
  installation: Array.from({ length: LANES }, (_, lane) => ({
    name: `bulk-${lane}`,
    schedule: { every: 1000 },
    long: true,
    work: async (kernel, stop) => {
      await workOff(kernel, works, stop)
    },
  })),
  merchants: [
    {
      name: 'resultFiles',
      schedule: { every: HOUR },
      work: async (ctx) => {
        const gone = await store.dropFiles(ctx.query, ctx.now)
        ctx.afterCommit(async () => {
          for (const { path } of gone) await ctx.media.remove(path)
        })
      },
    },
  ],
})
