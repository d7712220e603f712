import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { defaultKeyFile } from '../../src/kernel/keys.ts'
import { lockInstance } from '../../src/kernel/postgres/instance-lock.ts'
import { migrate, migrationsDir } from '../../src/kernel/postgres/migrate.ts'
import { type BootLog, startPostgres } from '../../src/kernel/postgres/postgres.ts'
import { type Addresses, ensurePasswords } from '../../src/kernel/postgres/sign-in.ts'
import { addressesOf } from '../../src/testing/cluster.ts'

/** The PostgreSQL of the bench, with the product's own settings, and its databases. */
export interface Cluster {
  /** Address of a database as its superuser, past row-level security. */
  rootUrl(database: string): string
  /** Addresses as the product signs in. */
  addresses(database: string): Addresses
  /**
   * A new database like `template`, in place of an older one of its name; nobody may be connected to `template`. It is
   * dropped when it is disposed of.
   */
  clone(template: string, name: string): Promise<AsyncDisposable>
  drop(name: string): Promise<void>
  /** Gives a database another name; nobody may be connected. */
  rename(from: string, to: string): Promise<void>
  /** Those that were there when it was opened. */
  readonly databases: readonly string[]
  /** Runs work that fills new tables while what is new in a transaction is not logged; nobody may be connected. */
  withoutWal(work: () => Promise<void>): Promise<void>
  /** Drops every database that a run made, of runs that were killed too. */
  dropRuns(): Promise<void>
  /** A DATA_DIR for a server process of its own on these databases: personal data opens only with the same keys. */
  serverFolder(name: string): Promise<string>
  /** Stops it and starts it again, with nothing in its memory; nobody may be connected. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The migrated database that `startPostgres` makes. */
export const baseDatabase = 'cheyi'
/** Databases of a single run begin so. */
export const RUN = 'run_'

/**
 * Settings while tables are filled. VACUUM afterwards changes each page for the first time, so it would log all of them
 * whole and compress them: three quarters of its processor time.
 */
const filling = {
  wal_level: 'minimal',
  max_wal_senders: 0,
  full_page_writes: 'off',
  wal_compression: 'off',
  max_wal_size: '8GB',
} as const

/**
 * Where calls are counted: PostgreSQL tells what each statement costs, and does nothing by itself meanwhile.
 */
export const counting = { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' } as const

/**
 * Starts the cluster in `folder`, made and migrated if new, with these settings besides the product's own.
 * @throws InstanceRunning when another bench is at it
 */
export async function openCluster(
  folder: string,
  log: BootLog,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const lock = await lockInstance(folder)
  const postgres = await startPostgres(folder, log)
  const stop = async () => {
    await postgres.stop()
    lock.release()
  }
  const restart = async () => {
    await postgres.stop()
    await postgres.start()
  }
  const administer = (statement: string) =>
    withClient(postgres.url.replace(/[^/]+$/, 'postgres'), (client) => client.query(statement))
  const drop = (name: string) => administer(`drop database if exists ${name} with (force)`)
  try {
    for (const [name, value] of Object.entries(settings)) await administer(`alter system set ${name} = '${value}'`)
    const { rows: pending } = await administer('select from pg_file_settings where not applied limit 1')
    if (pending.length > 0) await restart()
    await migrate(postgres.url, { dir: migrationsDir, log })
    const { rows: databases } = await administer('select datname from pg_database')
    const own = await ensurePasswords(postgres.url, { dataDir: folder, keyFile: defaultKeyFile(folder) })
    return {
      rootUrl: (database) => postgres.url.replace(/[^/]+$/, database),
      addresses: (database) => addressesOf(own, database),
      async clone(template, name) {
        await drop(name)
        // Copying files is quicker than logging their pages where a database is large.
        await administer(`create database ${name} template ${template} strategy file_copy`)
        return { [Symbol.asyncDispose]: async () => void (await drop(name)) }
      },
      async drop(name) {
        await drop(name)
      },
      async rename(from, to) {
        await administer(`alter database ${from} rename to ${to}`)
      },
      databases: databases.map(({ datname }) => datname),
      async withoutWal(work) {
        for (const [name, value] of Object.entries(filling)) await administer(`alter system set ${name} = '${value}'`)
        await restart()
        try {
          await work()
        } finally {
          for (const name of Object.keys(filling)) await administer(`alter system reset ${name}`)
          await restart()
        }
      },
      async dropRuns() {
        const { rows } = await administer(`select datname from pg_database where starts_with(datname, '${RUN}')`)
        for (const { datname } of rows) await drop(datname)
      },
      async serverFolder(name) {
        const dataDir = join(folder, 'servers', name)
        await mkdir(dataDir, { recursive: true })
        await cp(join(folder, 'keys'), join(dataDir, 'keys'), { recursive: true })
        return dataDir
      },
      restart,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
