import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connect } from '../kernel/postgres/connect.ts'
import type { BootLog } from '../kernel/postgres/postgres.ts'
import type { Config } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { type Files, isGone } from '../outside/storage/files.ts'
import { openFiles } from '../outside/storage/open.ts'
import { type ArchiveWriter, type Secret, sealText, writeArchive } from './archive.ts'

/*
 * A backup while servers run: all tables out of one snapshot (COPY in one REPEATABLE READ transaction), then the files. A
 * file is written before the row that names it is committed and never changed, so whatever the snapshot names is there,
 * unless it was deleted since.
 */

export interface BackupManifest {
  readonly format: 1
  readonly takenAt: string
  /** Migrations of the database, by which it is built again. */
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, readonly string[]>>
}

/** Last in the archive: without it the archive is not whole. */
export interface BackupEnd {
  readonly rows: Readonly<Record<string, number>>
  readonly sequences: Readonly<Record<string, string>>
  readonly files: number
}

export interface BackupResult extends BackupEnd {
  readonly file: string
  readonly keysFile: string
}

/**
 * Rows that mean nothing in another cluster are left out, and a transaction's number becomes a place in an order: a new
 * cluster counts from the beginning. Rows of the log that are in its chain come before it (1), its links (2), others behind.
 */
const EMPTY = ['event', 'follower']
const expressions: Readonly<Record<string, string>> = {
  'audit.xid': `case when exists (select from audit_chain c where c.merchant_id = t.merchant_id and c.audit_id = t.id)
    then '1'::xid8 else '4'::xid8 end`,
  'audit_chain.xid': `'2'::xid8`,
  // Written by no transaction of the new cluster: what was posted takes no more entries there either.
  'ledger_txn.written_in': 'null::xid8',
}

const PART = 4 * 1024 * 1024

/** Files of DATA_DIR that belong to a backup beside the media. */
export const keptFolders = ['outbox', join('keys', 'audit')] as const

/** Writes `<folder>/cheyi-<time>.backup` and, apart, `<folder>/cheyi-<time>.keys`. */
export async function makeBackup(
  config: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket' | 'keyFile'>,
  migratorUrl: string,
  to: { readonly folder: string; readonly secret: Secret; readonly now: number },
  log: BootLog,
): Promise<BackupResult> {
  const stamp = new Date(to.now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const file = join(to.folder, `cheyi-${stamp}.backup`)
  const keysFile = join(to.folder, `cheyi-${stamp}.keys`)
  const draft = `${file}.part`
  await mkdir(to.folder, { recursive: true, mode: 0o700 })
  await using client = await connect(migratorUrl)
  try {
    const archive = await writeArchive(draft, to.secret)
    const { rows, sequences } = await dumpDatabase(client, archive, to.now)
    let files = await dumpMedia(archive, openFiles(config))
    for (const folder of keptFolders) {
      files += await dumpFolder(archive, join(config.dataDir, folder), join('data', folder).replaceAll('\\', '/'))
    }
    const end: BackupEnd = { rows, sequences, files }
    await archive.add('end.json', JSON.stringify(end))
    await archive.finish()
    // The key file last: what a rotation added meanwhile is in it.
    await writeFile(keysFile, await sealText(to.secret, await readFile(config.keyFile, 'utf8')), {
      mode: 0o600,
      flag: 'wx',
    })
    await rename(draft, file)
    log.info(`已备份 ${Object.keys(rows).length} 张表、${files} 个文件：${file}`)
    return { ...end, file, keysFile }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function dumpDatabase(client: pg.Client, archive: ArchiveWriter, now: number): Promise<Omit<BackupEnd, 'files'>> {
  const { rows: may } = await client.query(
    'select rolsuper or rolbypassrls as all_rows from pg_roles where rolname = current_user',
  )
  if (!may[0].allRows)
    throw new StartError('备份须用数据库的超级用户（或有 BYPASSRLS 的角色）：行级安全会隐藏其他用户看不到的数据。')
  await client.query('begin isolation level repeatable read read only')
  const { rows: migrations } = await client.query('select name from schema_migration order by name')
  const tables = await tablesOf(client)
  const manifest: BackupManifest = {
    format: 1,
    takenAt: new Date(now).toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
  }
  await archive.add('manifest.json', JSON.stringify(manifest))
  const rows: Record<string, number> = {}
  for (const [table, columns] of Object.entries(tables)) {
    rows[table] = EMPTY.includes(table) ? 0 : await dumpTable(client, archive, table, columns)
  }
  // Sequences stand outside of snapshots: read last, they are ahead of every id in the tables.
  const { rows: found } = await client.query(
    `select sequencename as name, coalesce(last_value, start_value - 1)::text as last from pg_sequences where schemaname = 'public'`,
  )
  await client.query('commit')
  return { rows, sequences: Object.fromEntries(found.map(({ name, last }) => [name, last])) }
}

/** Tables with the columns that are stored; a partitioned one stands for its parts. The list of migrations is the manifest's. */
export async function tablesOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'schema_migration'
      group by c.relname order by c.relname`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** In parts, since a tar entry begins with its size. */
async function dumpTable(client: pg.Client, archive: ArchiveWriter, table: string, columns: readonly string[]) {
  const list = columns.map((column) => expressions[`${table}.${column}`] ?? `t."${column}"`).join(', ')
  const copy = client.query(copyTo(`copy (select ${list} from "${table}" t) to stdout`))
  // The stream ends with the last row; how many they were is told behind it, and may be on its way still.
  const told = once(client, 'drain')
  // A connection that is lost is told to who reads the rows.
  told.catch(() => {})
  let part = 0
  let held: Buffer[] = []
  let size = 0
  const flush = async () => {
    await archive.add(`table/${table}/${String(part++).padStart(6, '0')}`, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of copy) {
    held.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= PART) await flush()
  }
  if (size > 0) await flush()
  await told
  return copy.rowCount
}

async function dumpMedia(archive: ArchiveWriter, files: Files): Promise<number> {
  let count = 0
  for await (const name of files.names()) {
    const bytes = await files.read(name).catch((error: unknown) => {
      // Deleted meanwhile.
      if (isGone(error)) return null
      throw error
    })
    if (bytes === null) continue
    await archive.add(`media/${name}`, bytes)
    count++
  }
  return count
}

async function dumpFolder(archive: ArchiveWriter, folder: string, name: string): Promise<number> {
  let count = 0
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return []
    },
  )
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const path = join(entry.parentPath, entry.name)
    if (await archive.addFile(`${name}/${relative(folder, path).replaceAll('\\', '/')}`, path)) count++
  }
  return count
}
