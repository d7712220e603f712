import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { statementNames } from '../db/names.ts'
import type { Pools } from '../db/pools.ts'
import { readBackups } from '../process/backups.ts'
import type { Disk } from '../process/disk.ts'
import { recording } from '../trace/trace.ts'
import { answersInTime } from './health.ts'

interface Measured {
  readonly disk: Pick<Disk, 'free'>
  readonly pools: Pick<Pools, 'main' | 'side'>
  /** The folder of the nightly backups; undefined: it is not known. */
  readonly backupDir: string | undefined
}

/** Prometheus metrics of this process, served on an internal path. */
export function createMetrics({ disk, pools, backupDir }: Measured) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'cheyi_statement_names',
    help: 'Names of prepared statements in use: it stands still once everything was asked for',
    registers: [registry],
    collect() {
      this.set(statementNames.size)
    },
  })
  new Gauge({
    name: 'cheyi_disk_free_bytes',
    help: 'Free bytes where the server writes: below MIN_FREE_GB uploads are told to wait',
    registers: [registry],
    async collect() {
      this.set(await disk.free())
    },
  })
  new Gauge({
    name: 'cheyi_database_connections',
    help: 'Connections of this process by pool: in use, idle, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries({
        main: pools.main,
        side: pools.side,
      })) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'cheyi_database_up',
    help: '1: the database answers this process within two seconds, as /readyz asks; 0: it does not',
    registers: [registry],
    async collect() {
      this.set(Number(await answersInTime(() => pools.side.query('SELECT 1'))))
    },
  })
  if (backupDir !== undefined) measureBackups(registry, backupDir)
  measureTraces(registry)
  return {
    registry,
    duration: new Histogram({
      name: 'cheyi_call_seconds',
      help: 'Time of a call from its first byte to its answer',
      labelNames: ['call', 'code'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    }),
    queries: new Histogram({
      name: 'cheyi_call_queries',
      help: 'Statements of a call',
      labelNames: ['call'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers: [registry],
    }),
    replicaReads: new Counter({
      name: 'cheyi_replica_reads_total',
      help: 'Calls answered by the replica',
      registers: [registry],
    }),
    retries: new Counter({
      name: 'cheyi_call_retries_total',
      help: 'Transactions repeated after an exclusion violation, a deadlock or the loss of their connection',
      labelNames: ['call'],
      registers: [registry],
    }),
    jobFailures: new Counter({
      name: 'cheyi_job_failures_total',
      help: 'Scheduled work that failed, by its name; the row or merchant is due again at the next run',
      labelNames: ['work'],
      registers: [registry],
    }),
    differences: new Counter({
      name: 'cheyi_differences_total',
      help: 'Kept data that was not what it was made of, by the nightly work that found it',
      labelNames: ['work'],
      registers: [registry],
    }),
    jobEnds: new Gauge({
      name: 'cheyi_job_end_timestamp_seconds',
      help: 'When scheduled work last ended without a failure of its own, Unix time',
      labelNames: ['work'],
      registers: [registry],
    }),
  }
}

/** Only where traces are recorded. */
function measureTraces(registry: Registry): void {
  const recorder = recording()
  if (recorder === undefined) return
  new Counter({
    name: 'cheyi_trace_steps_lost_total',
    help: 'Steps of traces that were dropped, because the collector did not take them or too many waited',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(recorder.lost)
    },
  })
}

/** 0: there is none. */
function measureBackups(registry: Registry, folder: string): void {
  const times = {
    cheyi_backup_timestamp_seconds: ['When the newest backup was made, Unix time', 'newest'],
    cheyi_backup_proof_timestamp_seconds: ['When a backup was last restored on trial, Unix time', 'proven'],
  } as const
  for (const [name, [help, which]] of Object.entries(times))
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(((await readBackups(folder))?.[which] ?? 0) / 1000)
      },
    })
}

export type Metrics = ReturnType<typeof createMetrics>

/** Records the durations of a call by its code; the series of a code is looked up once. */
export function durationsOf({ duration }: Metrics, call: string): (code: number, seconds: number) => void {
  const series = new Map<number, Pick<Histogram.Internal<string>, 'observe'>>()
  return (code, seconds) => {
    let one = series.get(code)
    if (one === undefined) {
      one = duration.labels(call, String(code))
      series.set(code, one)
    }
    one.observe(seconds)
  }
}
