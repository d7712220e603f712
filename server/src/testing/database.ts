import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type TestCluster, templateDatabase } from './cluster.ts'

export interface ClonedDatabase {
  /** Address as role `gate`, as the server logs in. */
  readonly gateUrl: string
  /** Address as the superuser, past row-level security: for checking what was written. */
  readonly migratorUrl: string
  drop(): Promise<void>
}

/**
 * A database of its own for a test file: a copy of the migrated template, on the cluster of this test run.
 * Call it in `beforeAll` and `drop` it in `afterAll`.
 */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`)
  return {
    gateUrl: withDatabase(cluster.gateUrl, name),
    migratorUrl: withDatabase(cluster.migratorUrl, name),
    drop: () => administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function administer(cluster: TestCluster, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(cluster.migratorUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}
