import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { statementNames } from '../db/names.ts'
import type { Disk } from '../process/disk.ts'

/** Prometheus metrics of this process, served on an internal path. */
export function createMetrics(disk: Pick<Disk, 'free'>) {
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
  }
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
