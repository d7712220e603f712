import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { ensureMortalBuilt, ensureServerBuilt } from '../../../scripts/lib/server-build.mjs'
import { connect } from '../kernel/postgres/connect.ts'
import { cloneTemplate, startTestCluster, type TestCluster } from './cluster.ts'
import { grantsOf, needless, refused, tablesOfMerchants, usesOf } from './roles/compare.ts'
import { countStatements } from './roles/statements.ts'

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
  const { stop, folder, migratorUrl, addresses, gate, postgres } = started.value
  if (built.status === 'rejected') {
    await stop()
    throw built.reason
  }
  const administrator = Object.assign(new URL(migratorUrl), { pathname: '/postgres' }).href
  await planForTests(administrator)
  await postgres.stop()
  await postgres.start()
  {
    await using client = await connect(administrator)
    await client.query('create extension pg_stat_statements')
  }
  const cluster = { migratorUrl, addresses, gate, statements: join(folder, 'statements.jsonl') }
  project.provide('cluster', cluster)
  // For the workers, which start after this: what their files write goes with the run, whether they clear it or are killed.
  process.env.TMPDIR = await mkdtemp(join(folder, 'tmp-'))
  return async () => {
    try {
      await compareRoles(project, cluster, join(folder, 'postgres', 'server.log'))
    } finally {
      await stop()
    }
  }
}

/**
 * Compares what the processes were granted with what they have sent. Whoever runs some files alone hears only what was refused.
 * @throws Error naming each right that somebody lacks, where only some files ran
 */
async function compareRoles(project: TestProject, cluster: Required<TestCluster>, log: string): Promise<void> {
  const { state, config } = project.vitest
  const ran = state.getFiles().filter(({ projectName }) => projectName === project.name)
  const { testFiles } = await project.globTestFiles()
  const isWhole = ran.length === testFiles.length && config.testNamePattern === undefined
  // The template itself takes no connections.
  const copy = await cloneTemplate(cluster)
  const faults: string[] = []
  {
    await using client = await connect(copy.migratorUrl)
    faults.push(...refused(await readFile(log, 'utf8'), await tablesOfMerchants(client)))
    if (isWhole && state.getCountOfFailedTests() === 0)
      faults.push(...needless(await grantsOf(client), await usesOf(cluster.statements)))
  }
  await copy.drop()
  if (faults.length === 0) return
  const told = `roles of the database:\n${faults.toSorted().join('\n')}`
  // A whole run only tells them: none has been seen yet whose faults were all looked into (docs/progress.md).
  if (!isWhole) throw new Error(told)
  console.warn(told)
}

/**
 * Has a connection plan a statement that it has prepared once, whatever its values, instead of anew for each of the first five times:
 * a fifth of PostgreSQL's part of a run. And no statement starts workers, as none of the server does: a law's look at all tables would
 * start two of them each time. Clusters of a test's own, the flows in browsers and the bench plan as the product does.
 */
async function planForTests(administrator: string): Promise<void> {
  await using client = await connect(administrator)
  await client.query('alter system set plan_cache_mode = force_generic_plan')
  await client.query('alter system set max_parallel_workers_per_gather = 0')
  await countStatements(client)
}
