import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../kernel/db/pools.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { migrate, migrationsDir } from '../kernel/postgres/migrate.ts'
import { ensurePasswords } from '../kernel/postgres/sign-in.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { TEST_NOW, type TestApp, testApp } from '../testing/app.ts'
import { cloneDatabase, emptyDatabase } from '../testing/database.ts'
import { fileHashes, tableHashes } from '../testing/hashes.ts'
import { bytesOf, readArchive, writeArchive } from './archive.ts'
import { type BackupEnd, type BackupResult, checkArchive, makeBackup } from './make-backup.ts'
import { openBackup, restoreBackup } from './restore-backup.ts'

const quiet = { info() {}, warn() {} }
const NEWLINE = 0x0a
const FILES = 300

let t: TestApp
let folder: string
let secret: { readonly recipient: string; readonly identity: string }
let tables: Record<string, string>
let files: Record<string, string>
/** With an entry for each piece of a table that the database sends. */
let made: BackupResult

const place = (name: string) => loadConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })

const backup = (name: string) =>
  makeBackup(
    t.kernel.config,
    t.database.migratorUrl,
    { folder: join(folder, name), secret, now: TEST_NOW, part: 1000 },
    quiet,
  )

beforeAll(async () => {
  t = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'cheyi-restore-'))
  const identity = await generateX25519Identity()
  secret = { recipient: await identityToRecipient(identity), identity }
  // What COPY writes with a backslash, and signs of several bytes.
  await t.root.query(
    `insert into audit (merchant_id, account_id, action, name)
     select 0, 0, 'test', n || E'\n\t\\ 车驿 ' || repeat('x', n % 300) from generate_series(1, 3000) n`,
  )
  // Wider than any buffer of a socket.
  await t.root.query(`insert into audit (merchant_id, account_id, action, name) values (0, 0, 'wide', $1)`, [
    randomBytes(1_500_000).toString('hex'),
  ])
  await mkdir(join(t.kernel.config.mediaDir, '1', 'car'), { recursive: true })
  for (let n = 0; n < FILES; n++)
    await writeFile(join(t.kernel.config.mediaDir, '1', 'car', `${n}.jpg`), randomBytes(n * 10))
  tables = await tableHashes(t.database.migratorUrl)
  files = await fileHashes(t.kernel.config.mediaDir)
  made = await backup('made')
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

/** Restores into an empty database whose role or server limits every transaction and statement to a millisecond. */
async function restored(name: string, file: string): Promise<void> {
  const target = await emptyDatabase()
  try {
    await limit(target.migratorUrl)
    const config = place(name)
    await restoreBackup(config, target.migratorUrl, await openBackup({ ...made, file, secret }), quiet)
    expect(await tableHashes(target.migratorUrl)).toEqual(tables)
    expect(await fileHashes(config.mediaDir)).toEqual(files)
    // A server that starts finds nothing to do.
    expect(await migrate(target.migratorUrl, { dir: migrationsDir, log: quiet })).toEqual({ applied: [] })
  } finally {
    await target.drop()
  }
}

const limits = ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout']

async function limit(url: string): Promise<void> {
  await using client = await connect(url)
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
  for (const one of limits) await client.query(`alter database ${name} set ${one} = '1ms'`)
}

describe('a backup of tables in many parts', () => {
  it('ends each part at a row', async () => {
    const ends: (number | undefined)[] = []
    for await (const { name, body } of readArchive(made.file, secret)) {
      const bytes = await bytesOf(body)
      if (name.startsWith('table/audit/')) ends.push(bytes.at(-1))
    }
    expect(ends.length).toBeGreaterThan(5)
    expect(new Set(ends)).toEqual(new Set([NEWLINE]))
  })

  it('comes back whole, however long its statements and files take', { timeout: 120_000 }, () =>
    restored('in-parts', made.file),
  )

  it('comes back whole where its parts are cut in the middle of rows, as they once were', {
    timeout: 120_000,
  }, async () => {
    const file = join(folder, 'cut-in-rows.backup')
    const archive = await writeArchive(file, secret)
    let table = ''
    let held: Buffer = Buffer.alloc(0)
    let inRow = 0
    const write = async () => {
      for (let part = 0; part * 1000 < held.length; part++) {
        const bytes = held.subarray(part * 1000, part * 1000 + 1000)
        if (bytes.at(-1) !== NEWLINE) inRow++
        await archive.add(`table/${table}/${String(part).padStart(6, '0')}`, bytes)
      }
    }
    for await (const { name, body } of readArchive(made.file, secret)) {
      const bytes = await bytesOf(body)
      const [kind, next = ''] = name.split('/')
      if (kind === 'table' && next === table) held = Buffer.concat([held, bytes])
      else {
        await write()
        table = kind === 'table' ? next : ''
        held = kind === 'table' ? bytes : Buffer.alloc(0)
        if (kind !== 'table') await archive.add(name, bytes)
      }
    }
    await archive.finish()
    expect(inRow).toBeGreaterThan(100)
    await restored('cut-in-rows', file)
  })
})

describe('maintenance', () => {
  it('has the time it needs, calls have theirs', { timeout: 60_000 }, async () => {
    const database = await cloneDatabase()
    try {
      await limit(database.migratorUrl)
      // Its statements take longer than a millisecond.
      const to = { folder: join(folder, 'limited'), secret, now: TEST_NOW }
      expect((await makeBackup(t.kernel.config, database.migratorUrl, to, quiet)).files).toBe(FILES)
      const shown = async (work: 'calls' | 'maintenance') => {
        const pool = createPool(database.addresses.web, 1, work)
        try {
          const { rows } = await pool.query('select name, setting from pg_settings where name = any ($1)', [limits])
          return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
        } finally {
          await pool.end()
        }
      }
      expect(await shown('maintenance')).toEqual(Object.fromEntries(limits.map((name) => [name, '0'])))
      expect(await shown('calls')).toMatchObject({
        idle_in_transaction_session_timeout: '15000',
        statement_timeout: '30000',
      })
    } finally {
      await database.drop()
    }
  })

  it('finds no books balanced where there are none', { timeout: 60_000 }, async () => {
    const config = t.kernel.config
    const database = await cloneDatabase()
    const env = {
      ...process.env,
      DATABASE_URL: database.migratorUrl,
      DATA_DIR: join(folder, 'no-orders'),
      KEY_FILE: config.keyFile,
    }
    try {
      const file = fileURLToPath(new URL('check-money.ts', import.meta.url))
      const ended = await new Promise<{ code: unknown; said: string }>((resolve) =>
        execFile(process.execPath, [file], { env }, (error, out, err) =>
          resolve({ code: error?.code, said: out + err }),
        ),
      )
      expect(ended).toEqual({ code: 2, said: expect.stringContaining('数据库中没有订单') })
      expect(ended.said).not.toContain('账实相符')
    } finally {
      await database.drop()
    }
  })
})

describe('a backup of a format that this program does not know', () => {
  it.each([3, undefined])('is refused: %s', async (format) => {
    const file = join(folder, `format-${format}.backup`)
    const archive = await writeArchive(file, secret)
    await archive.add('manifest.json', JSON.stringify({ format, takenAt: '', migrations: [], tables: {} }))
    await archive.finish()
    const target = await emptyDatabase()
    try {
      const opened = await openBackup({ ...made, file, secret })
      const restoring = restoreBackup(place(`format-${format}`), target.migratorUrl, opened, quiet)
      await expect(restoring).rejects.toThrow('请用较新的程序恢复')
    } finally {
      await target.drop()
    }
  })
})

describe('a restore that did not come to its end', () => {
  it('leaves a database that no server takes for a whole one', { timeout: 60_000 }, async () => {
    const file = join(folder, 'without-end.backup')
    const archive = await writeArchive(file, secret)
    for await (const { name, body } of readArchive(made.file, secret))
      if (name !== 'end.json') await archive.add(name, await bytesOf(body))
    await archive.finish()
    const target = await emptyDatabase()
    try {
      const config = place('half')
      const opened = await openBackup({ ...made, file, secret })
      await expect(restoreBackup(config, target.migratorUrl, opened, quiet)).rejects.toThrow('备份不完整')
      const unfinished = '上次恢复没有完成'
      await expect(migrate(target.migratorUrl, { dir: migrationsDir, log: quiet })).rejects.toThrow(unfinished)
      await expect(ensurePasswords(target.migratorUrl, config)).rejects.toThrow(unfinished)
    } finally {
      await target.drop()
    }
  })
})

describe('reading back', () => {
  const row = (n: number) => `${n}\tcar\n`
  const whole: BackupEnd = { rows: { model: 2 }, sequences: {}, files: 1 }

  async function written(name: string, entries: readonly (readonly [string, string | Buffer])[]) {
    const file = join(folder, `${name}.backup`)
    const archive = await writeArchive(file, { recipient: secret.recipient })
    for (const [entry, bytes] of entries) await archive.add(entry, bytes)
    await archive.add('end.json', '{}')
    await archive.finish()
    return { file, archive }
  }
  const model = [
    ['table/model/000000', row(1)],
    ['table/model/000001', row(2)],
  ] as const
  const picture = ['media/1/car/a.jpg', randomBytes(200_000)] as const

  it('finds gzipped rows by their name, and in a small part of their size', async () => {
    const rows = Buffer.from(Array.from({ length: 50_000 }, (_, n) => row(n)).join(''))
    const zip = randomBytes(1000)
    const file = join(folder, 'gzipped.backup')
    const archive = await writeArchive(file, secret)
    await archive.addGzipped('table/model/000000', rows)
    await archive.add('media/1/car/a.gz', zip)
    await archive.finish()
    const found: [string, Buffer][] = []
    for await (const { name, body } of readArchive(file, secret)) found.push([name, await bytesOf(body)])
    expect(found).toEqual([
      ['table/model/000000', rows],
      ['media/1/car/a.gz', zip],
    ])
    expect((await stat(file)).size).toBeLessThan(rows.length / 3)
  })

  it('accepts what was written, without the key of whoever will open it', async () => {
    const { file, archive } = await written('whole', [...model, picture])
    await checkArchive(file, archive, whole)
    const { file: other } = await written('other', [...model, picture])
    // The key of one backup opens no other.
    await expect(checkArchive(other, archive, whole)).rejects.toThrow('备份打不开')
  })

  it('tells of bytes that changed or are gone on the disk', async () => {
    const { file, archive } = await written('damaged', [...model, picture])
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, bytes.length - 100))
    await expect(checkArchive(file, archive, whole)).rejects.toThrow('备份文件已损坏或不完整')
    bytes[bytes.length - 50_000]! ^= 1
    await writeFile(file, bytes)
    await expect(checkArchive(file, archive, whole)).rejects.toThrow('备份文件已损坏或不完整')
  })

  it.each([
    [
      'a part that ends in a row',
      [['table/model/000000', '1\tca'], ['table/model/000001', `r\n${row(2)}`], picture],
      '没有在一行的末尾结束',
    ],
    ['a row that is missing', [model[0], picture], '表 model 应有 2 行，读回 1 行'],
    ['a file that is missing', model, '应有 1 个文件，读回 0 个'],
  ] as const)('tells of %s', async (name, entries, told) => {
    const { file, archive } = await written(name.replaceAll(' ', '-'), entries)
    await expect(checkArchive(file, archive, whole)).rejects.toThrow(told)
  })

  it('tells of an entry that is not what was handed over', async () => {
    const { file, archive } = await written('changed', [...model, picture])
    const changed = archive.written.map((entry) =>
      entry.name === picture[0]
        ? { ...entry, sha256: entry.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) }
        : entry,
    )
    await expect(checkArchive(file, { ...archive, written: changed }, whole)).rejects.toThrow(
      'a.jpg 的内容与写入的不同',
    )
    const more = [...archive.written.slice(0, -1), { name: 'media/1/car/b.jpg', size: 0, sha256: '' }]
    await expect(checkArchive(file, { ...archive, written: more }, whole)).rejects.toThrow(
      '第 4 项应为 media/1/car/b.jpg',
    )
  })
})
