import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { withCodes } from './codes.ts'
import { connect } from './connect.ts'
import type { BootLog } from './postgres.ts'
import { type Released, readReleases, releasedMigrations } from './released.ts'
import { requireFinished } from './unfinished-setup.ts'

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))

export interface MigrateOptions {
  /** Folder of `0001_name.sql`, `0002_name.sql` … */
  readonly dir: string
  readonly log: BootLog
  /** For the restore itself, whose database is not usable by others before its end. */
  readonly restoring?: boolean
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** Number of the newest migration that a program must know to use the schema from here on; '' for any program. */
  readonly needs: string
}

const migrationName = /^(\d{4})_[a-z0-9_]+\.sql$/
/** A migration that removes something declares it in its header: older programs than that number can no longer run. */
const needsLine = /^-- needs: (\d{4})$/m

/**
 * Migrates the database: each pending file runs in order in its own transaction and is recorded with its hash. Servers
 * that start at once take turns. A database that a newer program has migrated can be used by this one too, unless an
 * unknown migration requires a newer program (rolling upgrade, docs/operations.md).
 * @returns names of the files applied now, without `.sql`.
 * @throws StartError in Chinese when a restore is not complete, when a file of a release or an applied one was edited, when an applied one
 * is missing, when the schema needs a newer program, when files share a number or come before an applied one, or when SQL fails (then
 * with the file and the line).
 */
export async function migrate(
  migratorUrl: string,
  { dir, log, restoring = false }: MigrateOptions,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(dir)
  await using client = await connect(migratorUrl).catch((error: Error) => {
    throw new StartError(`连接数据库失败：${error.message}`, { cause: error })
  })
  if (!restoring) await requireFinished(client)
  await client.query("SELECT pg_advisory_lock(hashtext('cheyi.migrate'))")
  await client.query(`CREATE TABLE IF NOT EXISTS public.schema_migration (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  await client.query("ALTER TABLE public.schema_migration ADD COLUMN IF NOT EXISTS needs text NOT NULL DEFAULT ''")
  const released = releasedMigrations(await readReleases(dir))
  const { pending, newer } = compare(await appliedMigrations(client), migrations, released)
  if (newer.length > 0) log.info(`数据库已由更新的程序升级到 ${newer.at(-1)}，本程序可继续使用`)
  for (const migration of pending) {
    log.info(`数据库升级：${migration.name}`)
    await apply(client, migration)
  }
  return { applied: pending.map((migration) => migration.name) }
}

/** Names of the migrations of this program, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readMigrations(migrationsDir)).map(({ name }) => name)

/** Hashes of the migrations of this program by name, in order, as a database records them. @internal */
export const migrationHashes = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await readMigrations(migrationsDir)).map(({ name, sha256 }) => [name, sha256]))

async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const byNumber = new Map<string, string>()
  for (const file of files) {
    const number = migrationName.exec(file)?.[1]
    if (number === undefined) throw new StartError(`迁移文件名应为 0001_name.sql 的形式：${file}`)
    const other = byNumber.get(number)
    if (other) throw new StartError(`迁移文件编号重复：${other} 与 ${file}`)
    byNumber.set(number, file)
  }
  return Promise.all(
    files.map(async (file) => {
      // Git may write CRLF on Windows; the hash must not depend on it.
      const sql = withCodes((await readFile(join(dir, file), 'utf8')).replaceAll('\r\n', '\n'))
      return {
        name: file.slice(0, -'.sql'.length),
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
        needs: needsLine.exec(sql)?.[1] ?? '',
      }
    }),
  )
}

type Applied = Pick<Migration, 'name' | 'sha256' | 'needs'>

/** A file of each schema of development, before the first release; no file of today has such a name. */
const developmentOnly = ['0002_fleet', '0002_merchant_store', '0010_channel_wire']

/** The applied migrations, by name. @throws StartError for a database from before the first release */
async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT name, sha256, needs FROM public.schema_migration ORDER BY name')
  if (rows.some(({ name }) => developmentOnly.includes(name))) {
    throw new StartError('此数据库由首个版本发布前的开发程序创建，不能升级。请新建数据库。')
  }
  return rows
}

const record = (client: pg.Client, { name, sha256, needs }: Applied) =>
  client.query('INSERT INTO public.schema_migration (name, sha256, needs) VALUES ($1, $2, $3)', [name, sha256, needs])

/** Pending migrations, and migrations of a newer program that this one does not know. */
function compare(
  done: Applied[],
  migrations: Migration[],
  released: ReadonlyMap<string, Released>,
): { pending: Migration[]; newer: string[] } {
  const hashes = new Map(done.map((row) => [row.name, row.sha256]))
  const known = new Set(migrations.map(({ name }) => name))
  const newest = migrations.at(-1)?.name ?? ''
  const unknown = done.filter(({ name }) => !known.has(name))
  for (const { name, needs } of unknown) {
    if (name < newest)
      throw new StartError(
        `数据库已应用迁移 ${name}，但程序中没有该文件，却有编号更大的：数据库由另一个程序（例如开发中的版本）升级过。请用原来的程序启动，或恢复升级前的备份。`,
      )
    if (newest.slice(0, 4) < needs)
      throw new StartError(`数据库已应用迁移 ${name}，但程序中没有该文件：程序版本比数据库旧，请升级程序。`)
  }
  const last = done.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name, sha256 }) => {
    const applied = hashes.get(name)
    const release = released.get(name)
    if (release !== undefined && sha256 !== release.sha256) throw new StartError(editedReleaseText(name, release))
    if (applied === undefined && name < last) {
      throw new StartError(`迁移 ${name} 的编号早于已应用的 ${last}，请改为更大的编号。`)
    }
    if (applied !== undefined && applied !== sha256) throw new StartError(otherContent(name, release))
    return applied === undefined
  })
  return { pending, newer: unknown.map(({ name }) => name) }
}

/** The files of the program are not those that were delivered: nothing is wrong with the database. */
const editedReleaseText = (name: string, { version }: Released): string =>
  `程序文件 server/migrations/${name}.sql 与 ${version} 版发布的内容不同，数据库没有改动。请重新取得完整的程序；开发者请恢复该文件，另用 npm run db:new 新建迁移。`

/** The program is as delivered, so that the database is not of a release; or the file is still being written. */
const otherContent = (name: string, release: Released | undefined): string =>
  release === undefined
    ? `迁移 ${name} 在应用之后被修改过，请恢复原文件，另建新的迁移。`
    : `此数据库由 ${release.version} 版发布前的开发程序创建（迁移 ${name} 的内容不同），不能升级。请新建数据库；要保留其中的数据，请继续用原来的程序。`

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql } = migration
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    const { message, position } = error as { message: string; position?: string }
    const line = position ? `第 ${sql.slice(0, Number(position)).split('\n').length} 行：` : ''
    throw new StartError(`迁移 ${name} 失败：${line}${message}`, { cause: error })
  }
}
