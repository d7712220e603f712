import { createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { restoreKeys } from '../kernel/keys.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { migrate, migrationsDir } from '../kernel/postgres/migrate.ts'
import type { BootLog } from '../kernel/postgres/postgres.ts'
import { markFinished, markUnfinished } from '../kernel/postgres/unfinished-setup.ts'
import type { Config } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { openFiles } from '../outside/storage/open.ts'
import { bytesOf, type Entry, openText, readArchive, type Secret } from './archive.ts'
import { type BackupEnd, type BackupManifest, backupFormats } from './make-backup.ts'

/**
 * Refuses a place that contains anything, because a restore never mixes with existing data. Called before a database is started.
 * @throws StartError naming it
 */
export async function requireEmptyFolders({
  dataDir,
  mediaDir,
  bucket,
}: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket'>): Promise<void> {
  for (const folder of [dataDir, mediaDir]) {
    const names = await readdir(folder).catch(() => [])
    const [other] = names.filter((name) => !['instance.lock', 'instance.pid'].includes(name))
    if (other !== undefined)
      throw new StartError(`目录 ${folder} 不是空的（有 ${other}），不能恢复到其中。请另选空目录。`)
  }
  if (bucket === undefined) return
  for await (const name of openFiles({ mediaDir, bucket }).names())
    throw new StartError(`存储桶 ${bucket.url} 不是空的（有 ${name}），不能恢复到其中。请另选空的存储桶。`)
}

export interface OpenedBackup {
  readonly file: string
  readonly secret: Secret
  readonly keys: string
}

/**
 * Opens the file of keys, before anything is created.
 * @throws StartError when a file is missing, or the secret is wrong
 */
export async function openBackup(from: { file: string; keysFile: string; secret: Secret }): Promise<OpenedBackup> {
  const { file, keysFile, secret } = from
  for (const path of [file, keysFile])
    await access(path).catch(() => {
      throw new StartError(`找不到文件 ${path}。`)
    })
  return { file, secret, keys: await openText(secret, await readFile(keysFile)) }
}

/**
 * Builds database and files again in an empty place: schema by the migrations that the backup names, rows in one transaction, files, then
 * the newer migrations of the program. Until all of it is complete, no server starts on the database.
 * @param dir the migrations of the program that will start on it
 * @throws StartError when the place is not empty, or the backup is damaged or incomplete
 */
export async function restoreBackup(
  config: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket' | 'keyFile'>,
  migratorUrl: string,
  from: OpenedBackup,
  log: BootLog,
  dir = migrationsDir,
): Promise<BackupEnd> {
  await using client = await connect(migratorUrl)
  await requireEmptyDatabase(client)
  await markUnfinished(client)
  await restoreKeys(config.keyFile, from.keys)
  const entries = readArchive(from.file, from.secret)
  const { manifest, rows, next } = await restoreRows(client, { migratorUrl, dir }, entries, log)
  const { end, held } = await restoreFiles(config, next, entries)
  const short = Object.entries(end.rows).find(([table, count]) => (rows[table] ?? 0) !== count)
  if (short !== undefined)
    throw new StartError(`备份已损坏：表 ${short[0]} 应有 ${short[1]} 行，实有 ${rows[short[0]] ?? 0} 行。`)
  if (held !== end.files) throw new StartError(`备份已损坏：应有 ${end.files} 个文件，实有 ${held} 个。`)
  // A connection that was idle for the hours of writing files may have been closed by the network.
  await using last = await connect(migratorUrl)
  for (const [sequence, value] of Object.entries(end.sequences)) {
    if (BigInt(value) > 0n) await last.query('select setval($1::regclass, $2)', [`public."${sequence}"`, value])
  }
  await last.query('analyze')
  await migrate(migratorUrl, { dir, log, restoring: true })
  await goBeyondLost(last)
  await markFinished(last)
  log.info(`已恢复 ${manifest.takenAt} 的备份：${Object.keys(end.rows).length} 张表，${held} 个文件。`)
  return end
}

/** More ids and numbers than are given between a backup and whatever made it necessary. */
const LOST_IDS = 10_000_000
const LOST_NUMBERS = 100_000

/**
 * Ids and numbers that were given after the backup are known to payment providers, platforms and customers, and are not given again: an event
 * of a known id would be dropped there, and a refund of a known number be taken for another one.
 */
async function goBeyondLost(client: pg.Client): Promise<void> {
  await client.query(`select setval('row_id', last_value + $1) from row_id`, [LOST_IDS])
  // The rehearsal of an upgrade restores to the schema of a release that has no floor yet; the migration makes it.
  const { rows } = await client.query<{ hasFloor: boolean }>(
    `select to_regclass('public.number_floor') is not null as "hasFloor"`,
  )
  if (!rows[0]!.hasFloor) return
  await client.query(
    `select setval('number_floor', $1 + greatest((select last_value from number_floor), (select max(next) from number_block),
       (select max(seq) from channel_event), (select max(last_seq) from channel_webhook), 0))`,
    [LOST_NUMBERS],
  )
}

const notWhole = () => new StartError('备份不完整，没有恢复。')

/**
 * Restores the first part of an archive: the manifest and all tables.
 * @returns the next entry too
 */
async function restoreRows(
  client: pg.Client,
  to: { readonly migratorUrl: string; readonly dir: string },
  entries: AsyncIterator<Entry>,
  log: BootLog,
) {
  const nextEntry = async () => (await entries.next()).value as Entry | undefined
  const first = await nextEntry()
  if (first?.name !== 'manifest.json') throw notWhole()
  const manifest = JSON.parse((await bytesOf(first.body)).toString()) as BackupManifest
  await buildSchema(client, to, manifest, log)
  const rows: Record<string, number> = {}
  let next = await nextEntry()
  /** All entries of a table as one stream: in backups made before November 2026 an entry may end in the middle of a row. */
  const partsOf = async function* (table: string) {
    for (; next !== undefined && tableOf(next) === table; next = await nextEntry()) yield* next.body
  }
  for (let table = tableOf(next); table !== undefined; table = tableOf(next)) {
    const columns = manifest.tables[table]
    if (columns === undefined) throw new StartError(`备份已损坏：没有表 ${table} 的说明。`)
    if (rows[table] !== undefined) throw new StartError(`备份已损坏：表 ${table} 出现了两次。`)
    const list = columns.map((column) => `"${column}"`).join(', ')
    const copy = client.query(copyFrom(`copy "${table}" (${list}) from stdin`))
    await pipeline(partsOf(table), copy)
    rows[table] = copy.rowCount
  }
  await client.query('commit')
  return { manifest, rows, next }
}

/** The table whose rows an entry contains. */
const tableOf = (entry: Entry | undefined): string | undefined => /^table\/([^/]+)\//.exec(entry?.name ?? '')?.[1]

async function restoreFiles(
  config: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket'>,
  first: Entry | undefined,
  entries: AsyncIterator<Entry>,
): Promise<{ end: BackupEnd; held: number }> {
  const files = openFiles(config)
  let held = 0
  let end: BackupEnd | undefined
  for (let entry = first; entry !== undefined; entry = (await entries.next()).value) {
    const [kind, ...path] = entry.name.split('/')
    if (kind === 'media') {
      await files.write(path.join('/'), await bytesOf(entry.body))
      held++
    } else if (kind === 'data') {
      await writeInside(config.dataDir, path.join('/'), entry.body)
      held++
    } else if (kind === 'end.json') {
      end = JSON.parse((await bytesOf(entry.body)).toString()) as BackupEnd
    } else {
      throw new StartError(`备份已损坏：其中的 ${entry.name} 无法识别。`)
    }
  }
  if (end === undefined) throw notWhole()
  return { end, held }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rows.length > 0) throw new StartError(`数据库不是空的（有表 ${rows[0].name}），不能恢复到其中。请另建空数据库。`)
  const { rows: may } = await client.query(
    `select (rolbypassrls or rolsuper) and has_parameter_privilege('session_replication_role', 'set') as may
       from pg_roles where rolname = current_user`,
  )
  if (!may[0].may)
    throw new StartError(
      '恢复须用数据库的超级用户，或有 BYPASSRLS 并可设置 session_replication_role 的角色：写入时要暂停触发器与外键检查。',
    )
}

/** Builds the schema of the backup, empty, and opens the transaction for its rows. */
async function buildSchema(
  client: pg.Client,
  to: { readonly migratorUrl: string; readonly dir: string },
  { migrations, format }: BackupManifest,
  log: BootLog,
): Promise<void> {
  if (!backupFormats.includes(format)) throw new StartError(`备份格式 ${format} 比本程序新，请用较新的程序恢复。`)
  const dir = await mkdtemp(join(tmpdir(), 'cheyi-restore-'))
  try {
    for (const name of migrations) {
      await copyFile(join(to.dir, `${name}.sql`), join(dir, `${name}.sql`)).catch(() => {
        throw new StartError(`备份来自含有迁移 ${name} 的较新程序，请用同一版本或更新的程序恢复。`)
      })
    }
    await migrate(to.migratorUrl, { dir, log, restoring: true })
  } finally {
    await rm(dir, { recursive: true })
  }
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  // Removes the rows that the migrations themselves inserted.
  const { rows } = await client.query(
    `select string_agg(format('%I', relname), ', ') as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration'`,
  )
  await client.query(`truncate ${rows[0].names}`)
}

async function writeInside(folder: string, name: string, body: Entry['body']): Promise<void> {
  const file = resolve(folder, name)
  if (!file.startsWith(resolve(folder) + sep)) throw new StartError(`备份已损坏：${name} 在目录之外。`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}
