import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Prometheus figures of this process, served on an internal path. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    retries: new Counter({
      name: 'cheyi_call_retries_total',
      help: 'Transactions repeated after an exclusion violation or a deadlock',
      labelNames: ['call'],
      registers: [registry],
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
