import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { jobs } from '../../src/jobs.ts'
import type { Kernel } from '../../src/kernel/http/pipeline.ts'
import { runForMerchants, runTimer } from '../../src/kernel/process/jobs.ts'
import { clockOf, type Prepared } from '../data/prepare.ts'
import { localApp } from '../local-app.ts'
import { type Counts, openCounter } from '../measure/counts.ts'
import { onConnections } from './count.ts'

/** What the runs of a scheduled job cost. */
export interface JobCounts {
  /** The first run, for which everything that is due by now is still to do. */
  readonly first: Counts
  /** The run right after it, which finds nothing to do: most runs are such. */
  readonly idle: Counts
  /** Rows of the first run that failed: the generated customers have no personal data that a message could be sent with. */
  readonly failed: number
}

/** Counts every scheduled job, once with all that is due and once idle. The database changes as the jobs change it. */
export async function countJobs(
  { cluster, hot, folder }: Prepared,
  database: string,
): Promise<Readonly<Record<string, JobCounts>>> {
  await using app = await localApp(cluster.addresses(database), folder, clockOf(hot))
  let failed = 0
  const kernel: Kernel = { ...app.jobs, log: Object.assign(Object.create(app.kernel.log), { error: () => failed++ }) }
  const counter = await openCounter(cluster.rootUrl(database))
  const all: Record<string, JobCounts> = {}
  try {
    for (const { name, run } of scheduledJobs(kernel)) {
      const once = () =>
        counter.count(async () => {
          await run()
          // A connection tells the statistics of a statement outside a transaction late, unless it is asked for them.
          await onConnections(app, 'select pg_stat_force_next_flush()')
          return ''
        })
      failed = 0
      const first = await once()
      all[name] = { first, failed, idle: await once() }
    }
    return all
  } finally {
    await counter.close()
  }
}

interface Scheduled {
  readonly name: string
  readonly run: () => Promise<unknown>
}

function scheduledJobs(kernel: Kernel): Scheduled[] {
  const { signal } = new AbortController()
  return jobs.flatMap(({ due = {}, merchants = [], installation = [] }): Scheduled[] => [
    ...Object.entries(due).map(([name, work]) => ({ name, run: () => runTimer(kernel, name as TimerName, work) })),
    ...merchants.map(({ name, work }) => ({
      name: `${name} (each merchant)`,
      run: () => runForMerchants(kernel, name, work),
    })),
    ...installation.map(({ name, work }) => ({ name, run: () => work(kernel, signal) })),
  ])
}
