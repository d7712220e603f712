import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { ensureMortalBuilt, ensureServerBuilt } from '../../../scripts/lib/server-build.mjs'
import { connect } from '../kernel/postgres/connect.ts'
import { startTestCluster, type TestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/**
 * One PostgreSQL for the whole run of the `api` project; `cloneDatabase` copies its template for each test file. And the server that
 * ships, for tests that kill one or ask several: from its sources a start takes more than twice the CPU (decision 151).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each keeps one core busy.
  const [built, started] = await Promise.allSettled([
    ensureServerBuilt().then(ensureMortalBuilt),
    startTestCluster(pino({ level: 'warn' })),
  ])
  if (started.status === 'rejected') throw started.reason
  const { stop, folder, migratorUrl, gateUrl } = started.value
  if (built.status === 'rejected') {
    await stop()
    throw built.reason
  }
  await planForTests(migratorUrl)
  project.provide('cluster', { migratorUrl, gateUrl })
  // For the workers, which start after this: what their files write goes with the run, whether they clear it or are killed.
  process.env.TMPDIR = await mkdtemp(join(folder, 'tmp-'))
  return stop
}

/**
 * Has a connection plan a statement that it has prepared once, whatever its values, instead of anew for each of the first five times:
 * a fifth of PostgreSQL's part of a run. And no statement starts workers, as none of the server does: a law's look at all tables would
 * start two of them each time. Clusters of a test's own, the flows in browsers and the bench plan as the product does.
 */
async function planForTests(migratorUrl: string): Promise<void> {
  await using client = await connect(Object.assign(new URL(migratorUrl), { pathname: '/postgres' }).href)
  await client.query('alter system set plan_cache_mode = force_generic_plan')
  await client.query('alter system set max_parallel_workers_per_gather = 0')
  await client.query('select pg_reload_conf()')
}
