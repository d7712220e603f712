import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One PostgreSQL for the whole run of the `api` project; `cloneDatabase` copies its template for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, postgres: _, ...cluster } = await startTestCluster(pino({ level: 'warn' }))
  project.provide('cluster', cluster)
  return stop
}
