import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { quickFolder, testFolder } from '../../../scripts/lib/quick-folder.mjs'
import { defaultKeyFile, openKeys } from '../kernel/keys.ts'
import { InstanceRunning, lockInstance } from '../kernel/postgres/instance-lock.ts'
import { migrate, migrationsDir } from '../kernel/postgres/migrate.ts'
import {
  type BootLog,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
  stopPostgres,
} from '../kernel/postgres/postgres.ts'
import { type Addresses, ensurePasswords } from '../kernel/postgres/sign-in.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { keepStatements } from './roles/statements.ts'

/** A PostgreSQL for one run of tests, its template database migrated; addresses are of that template. */
export interface TestCluster {
  readonly migratorUrl: string
  readonly addresses: Addresses
  /** The file that receives what the processes have sent, where that is counted. */
  readonly statements?: string
  /** Of its keys: from it the passwords in the addresses come. */
  readonly gate: string
}

export interface ClonedDatabase {
  /** As the processes of the product sign in. */
  readonly addresses: Addresses
  /** Of the cluster's keys, for an installation of its own whose processes sign in by themselves. */
  readonly gate: string
  /** Address as the superuser, past row-level security: for checking what was written. */
  readonly migratorUrl: string
  drop(): Promise<void>
}

/** The database that `startPostgres` makes. */
const templateDatabase = 'cheyi'

/**
 * Starts a throw-away cluster in `run-…` of the {@link quickFolder}; several runs may go on at once. Data folders that killed
 * runs and their servers left, PostgreSQL included, are cleared first: nobody holds their lock any more.
 */
export async function startTestCluster(
  log: BootLog,
  options: PostgresOptions = { durable: false },
): Promise<TestCluster & { readonly folder: string; readonly postgres: RunningPostgres; stop(): Promise<void> }> {
  const place = quickFolder()
  for (const one of new Set([place, testFolder])) await clearAbandonedRuns(log, one)
  const folder = await mkdtemp(join(place, 'run-'))
  const lock = await lockInstance(folder)
  const postgres = await startPostgres(folder, log, options)
  const stop = async () => {
    await postgres.stop()
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url, { dir: migrationsDir, log })
    const place = { dataDir: folder, keyFile: defaultKeyFile(folder) }
    const addresses = await ensurePasswords(postgres.url, place)
    const { gate } = await openKeys(place)
    // A template can be copied only while nobody is connected to it.
    await administer(postgres.url, `ALTER DATABASE ${templateDatabase} ALLOW_CONNECTIONS false IS_TEMPLATE true`)
    return { migratorUrl: postgres.url, addresses, gate, folder, postgres, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Copies the migrated template into a database of its own; a tenth of a second. */
export async function cloneTemplate(cluster: TestCluster): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(cluster.migratorUrl, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  return {
    addresses: addressesOf(cluster.addresses, name),
    gate: cluster.gate,
    migratorUrl: withDatabase(cluster.migratorUrl, name),
    async drop() {
      const { migratorUrl, statements } = cluster
      if (statements !== undefined) await administer(migratorUrl, (client) => keepStatements(client, name, statements))
      await administer(migratorUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** A database with nothing in it, beside the template. */
export async function createEmpty(cluster: TestCluster): Promise<Pick<ClonedDatabase, 'migratorUrl' | 'drop'>> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await administer(cluster.migratorUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  return {
    migratorUrl: withDatabase(cluster.migratorUrl, name),
    drop: () => administer(cluster.migratorUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function administer(
  migratorUrl: string,
  work: string | ((client: pg.Client) => Promise<unknown>),
): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(migratorUrl, 'postgres') })
  await client.connect()
  try {
    await (typeof work === 'string' ? client.query(work) : work(client))
  } finally {
    await client.end()
  }
}

/** The same addresses of another database of the cluster. */
export const addressesOf = (addresses: Addresses, name: string): Addresses => ({
  web: withDatabase(addresses.web, name),
  jobs: withDatabase(addresses.jobs, name),
  gateway: withDatabase(addresses.gateway, name),
})

function withDatabase(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function clearAbandonedRuns(log: BootLog, place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const folder = join(place, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    // A folder this young may be about to be locked by the run that has just made it.
    if (!/^(run|e2e|shots)-/.test(name) || mtimeMs > systemClock.now() - 60_000) continue
    try {
      const lock = await lockInstance(folder)
      await stopPostgres(folder, log)
      lock.release()
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof InstanceRunning)) throw error
    }
  }
}
