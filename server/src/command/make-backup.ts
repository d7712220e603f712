import { createHash } from 'node:crypto'
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
import { type ArchiveWriter, readArchive, type Secret, sealText, writeArchive } from './archive.ts'

/*
 * A backup while servers run: first all tables from one snapshot (COPY in one REPEATABLE READ transaction), then the files. A file is
 * written before the row that names it is committed, and never changes, so all files of the snapshot exist unless they were deleted since.
 */

/** Formats that a restore reads: 2 has the rows of tables gzipped, 1, which was written until November 2026, has them plain. */
export const backupFormats: readonly number[] = [1, 2]

export interface BackupManifest {
  readonly format: number
  readonly takenAt: string
  /** Migrations of the database, from which the schema is built again. */
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, readonly string[]>>
}

/** The last entry: an archive without it is incomplete. */
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
 * Tables whose rows have no meaning in another cluster are left empty, and transaction numbers are replaced by an order, because a new
 * cluster counts from the beginning. Audit rows that are in the chain come before it (1), its links next (2), others after it.
 */
export const leftEmpty = ['event', 'follower']
const expressions: Readonly<Record<string, string>> = {
  'audit.xid': `case when exists (select from audit_chain c where c.merchant_id = t.merchant_id and c.audit_id = t.id)
    then '1'::xid8 else '4'::xid8 end`,
  'audit_chain.xid': `'2'::xid8`,
  // Events that have no number yet get small transaction numbers in their order, so that the new cluster numbers them at once.
  'channel_event.xid': `(1 + (select count(*) from channel_event e where e.merchant_id = t.merchant_id and e.order_id = t.order_id
    and e.seq is null and e.id < t.id))::text::xid8`,
  // Written by no transaction of the new cluster, so posted transactions accept no further entries there either.
  'ledger_txn.written_in': 'null::xid8',
}

/** An entry of a table ends with the row that reaches this size, bytes. */
const PART = 4 * 1024 * 1024
const NEWLINE = 0x0a

/** Folders of DATA_DIR that belong to a backup besides the media. */
export const keptFolders = ['outbox', join('keys', 'audit')] as const

/**
 * Writes `<folder>/cheyi-<time>.backup` and separately `<folder>/cheyi-<time>.keys`. The backup is read back before it gets its final name.
 * @throws StartError when the content read back differs from what was written; no backup remains then
 */
export async function makeBackup(
  config: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket' | 'keyFile'>,
  migratorUrl: string,
  to: { readonly folder: string; readonly secret: Secret; readonly now: number; readonly part?: number },
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
    const { rows, sequences } = await dumpDatabase(client, archive, to.now, to.part ?? PART)
    let files = await dumpMedia(archive, openFiles(config))
    for (const folder of keptFolders) {
      files += await dumpFolder(archive, join(config.dataDir, folder), join('data', folder).replaceAll('\\', '/'))
    }
    const end: BackupEnd = { rows, sequences, files }
    await archive.add('end.json', JSON.stringify(end))
    await archive.finish()
    await checkArchive(draft, archive, end)
    // The key file is last, so that it contains keys that a rotation added meanwhile.
    const keys = await readFile(config.keyFile, 'utf8')
    await writeFile(keysFile, await sealText(to.secret, keys), { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, file)
    log.info(`已备份 ${Object.keys(rows).length} 张表、${files} 个文件，并已读回核对：${file}`)
    return { ...end, file, keysFile }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function dumpDatabase(
  client: pg.Client,
  archive: ArchiveWriter,
  now: number,
  part: number,
): Promise<Omit<BackupEnd, 'files'>> {
  const { rows: may } = await client.query(
    'select rolsuper or rolbypassrls as all_rows from pg_roles where rolname = current_user',
  )
  if (!may[0].allRows)
    throw new StartError('备份须用数据库的超级用户（或有 BYPASSRLS 的角色）：行级安全会隐藏其他用户看不到的数据。')
  await client.query('begin isolation level repeatable read read only')
  const { rows: migrations } = await client.query('select name from schema_migration order by name')
  const tables = await tablesOf(client)
  const manifest: BackupManifest = {
    format: 2,
    takenAt: new Date(now).toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
  }
  await archive.add('manifest.json', JSON.stringify(manifest))
  const rows: Record<string, number> = {}
  for (const [table, columns] of Object.entries(tables)) {
    rows[table] = leftEmpty.includes(table) ? 0 : await dumpTable(client, archive, { table, columns, part })
  }
  // Sequences are not part of a snapshot: read last, they are ahead of every id in the tables.
  const { rows: found } = await client.query(
    `select sequencename as name, coalesce(last_value, start_value - 1)::text as last from pg_sequences where schemaname = 'public'`,
  )
  await client.query('commit')
  return { rows, sequences: Object.fromEntries(found.map(({ name, last }) => [name, last])) }
}

/** Tables with their stored columns; a partitioned table represents its partitions. The list of migrations is in the manifest. */
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

/**
 * In parts, because the header of a tar entry contains its size. Each part ends at a row, although the stream delivers arbitrary pieces.
 */
async function dumpTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { table, columns, part }: { readonly table: string; readonly columns: readonly string[]; readonly part: number },
): Promise<number> {
  const list = columns.map((column) => expressions[`${table}.${column}`] ?? `t."${column}"`).join(', ')
  const copy = client.query(copyTo(`copy (select ${list} from "${table}" t) to stdout`))
  // The stream ends with the last row; the number of rows comes after it and may arrive later.
  const told = once(client, 'drain')
  // The error of a lost connection is delivered to the reader of the rows.
  told.catch(() => {})
  let parts = 0
  let held: Buffer[] = []
  let size = 0
  const flush = async () => {
    await archive.addGzipped(`table/${table}/${String(parts++).padStart(6, '0')}`, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    const end = size + chunk.length < part ? 0 : chunk.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      held.push(chunk.subarray(0, end))
      await flush()
    }
    held.push(chunk.subarray(end))
    size += chunk.length - end
  }
  if (size > 0) await flush()
  await told
  return copy.rowCount
}

/**
 * Reads an archive back from the disk and compares each entry with what was written to it.
 * @throws StartError in Chinese about the first difference
 */
export async function checkArchive(
  file: string,
  { written, opener }: Pick<ArchiveWriter, 'written' | 'opener'>,
  end: BackupEnd,
): Promise<void> {
  const wrong = (what: string) => new StartError(`备份读回核对未通过，没有留下备份：${what}`)
  const rows: Record<string, number> = {}
  let files = 0
  let at = 0
  for await (const { name, body } of readArchive(file, opener)) {
    const expected = written[at++]
    if (name !== expected?.name) throw wrong(`第 ${at} 项应为 ${expected?.name ?? '末尾'}，实为 ${name}。`)
    const hash = createHash('sha256')
    let size = 0
    let lines = 0
    let last: number | undefined
    const [kind, table] = name.split('/') as [string, string]
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.length
      last = chunk.at(-1)
      if (kind === 'table') for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, i + 1)) lines++
    }
    if (size !== expected.size || hash.digest('hex') !== expected.sha256)
      throw wrong(`${name} 的内容与写入的不同（写入 ${expected.size} 字节，读回 ${size} 字节）。`)
    if (kind === 'media' || kind === 'data') files++
    if (kind !== 'table') continue
    if (last !== NEWLINE) throw wrong(`${name} 没有在一行的末尾结束。`)
    rows[table] = (rows[table] ?? 0) + lines
  }
  if (at < written.length || written.at(-1)?.name !== 'end.json')
    throw wrong(`缺少 ${written[at]?.name ?? 'end.json'}。`)
  for (const [table, count] of Object.entries(end.rows))
    if ((rows[table] ?? 0) !== count) throw wrong(`表 ${table} 应有 ${count} 行，读回 ${rows[table] ?? 0} 行。`)
  if (files !== end.files) throw wrong(`应有 ${end.files} 个文件，读回 ${files} 个。`)
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
