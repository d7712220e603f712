import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@cheyi/contract/index'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { queryBy } from '../kernel/db/db.ts'
import { newClient } from '../kernel/db/pools.ts'
import { startPostgres } from '../kernel/postgres/postgres.ts'
import { ensurePasswords } from '../kernel/postgres/sign-in.ts'
import { settableClock } from '../kernel/process/clock.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { differences } from '../money/payment/check/differences.ts'
import { moneyChecks } from '../money-checks.ts'
import { TEST_NOW, type TestApp, testApp } from '../testing/app.ts'
import { addressesOf } from '../testing/cluster.ts'
import { emptyDatabase } from '../testing/database.ts'
import { fileHashes, tableHashes } from '../testing/hashes.ts'
import { s3Bucket } from '../testing/s3.ts'
import { uploadPhotos } from '../testing/upload.ts'
import { book, weekend } from '../testing/world/bookings.ts'
import { makeWorld, type World } from '../testing/world/world.ts'
import { backupSecret, type Secret, sealText } from './archive.ts'
import { type BackupResult, makeBackup } from './make-backup.ts'
import { openBackup, requireEmptyFolders, restoreBackup } from './restore-backup.ts'

const quiet = { info() {}, warn() {} }
const passphrase = 'correct horse battery staple'

let t: TestApp
let w: World
let folder: string
/** Closes and opens at once, where a passphrase takes a second of the processor each time. */
let secret: { readonly recipient: string; readonly identity: string }

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t, { cars: 40 })
  folder = await mkdtemp(join(tmpdir(), 'cheyi-backup-'))
  const identity = await generateX25519Identity()
  secret = { recipient: await identityToRecipient(identity), identity }
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

const backup = (name: string, by: Secret = secret, url = t.database.migratorUrl) =>
  makeBackup(t.kernel.config, url, { folder: join(folder, name), secret: by, now: TEST_NOW }, quiet)

/** CopyDone of PostgreSQL's protocol: what ends the rows; how many they were is told by the message behind it. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

/** How many rows there were comes a moment after them, as a network may have it. */
const lateCounts = (bytes: Buffer): readonly Buffer[] => {
  const end = bytes.indexOf(COPY_DONE) + COPY_DONE.length
  return end < COPY_DONE.length ? [bytes] : [bytes.subarray(0, end), bytes.subarray(end)]
}

/** One row more is told than came. */
const wrongCount = (bytes: Buffer): readonly Buffer[] => {
  const at = bytes.indexOf('COPY 1\0')
  const changed = Buffer.from(bytes)
  if (at >= 0) changed[at + 'COPY '.length]! += 1
  return [changed]
}

/** A way to the database whose answers come changed, in pieces a moment apart. */
async function throughProxy<T>(
  change: (bytes: Buffer) => readonly Buffer[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = t.database.migratorUrl
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  const at = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) }
  const proxy = createServer((client) => {
    const database = dial(at)
    client.pipe(database)
    let before = Promise.resolve()
    database.on('data', (bytes) => {
      before = before.then(async () => {
        for (const [i, piece] of change(bytes).entries()) {
          if (i > 0) await new Promise((resolve) => setTimeout(resolve, 2))
          client.write(piece)
        }
      })
    })
    for (const socket of [client, database]) {
      socket.on('error', () => {})
      socket.on('close', () => (socket === client ? database : client).destroy())
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  try {
    return await work(Object.assign(new URL(url), { host: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }).href)
  } finally {
    proxy.close()
  }
}

const place = (name: string) => loadConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })

/** The next numbers of orders: more than a process reserves at once. */
async function numbersOf({ nextNumber }: Pick<typeof t.kernel, 'nextNumber'>): Promise<string[]> {
  const given: string[] = []
  for (let n = 0; n < 45; n++) given.push(await nextNumber(w.merchantId, 'O', TEST_NOW))
  return given
}

describe('backup and restore', () => {
  let made: BackupResult
  let byPassphrase: BackupResult
  const phone = '13712345678'
  let orderId: string
  let path: string

  it('gives back every row and every file, and people sign in', { timeout: 300_000 }, async () => {
    ;({ orderId } = await book(t, w, { form: { contactPhone: phone } }))
    const photos = await uploadPhotos(t, 'pickup', 3, w.tokens.clerk)
    path = (await t.root.query('select path from media where id = $1', [photos[0]])).rows[0].path
    const [tables, files] = [await tableHashes(t.database.migratorUrl), await fileHashes(t.kernel.config.mediaDir)]
    // The key that opens it never was on the server.
    made = await backup('quiet', { recipient: secret.recipient })
    expect((await stat(made.file)).mode & 0o777).toBe(0o600)
    expect((await readFile(made.file)).includes('Lavida')).toBe(false)
    // Given after the backup, so customers, platforms and payment providers know what no backup knows.
    const lost = await numbersOf(t.kernel)

    const config = place('restored')
    const target = await emptyDatabase()
    try {
      await requireEmptyFolders(config)
      await restoreBackup(config, target.migratorUrl, await openBackup({ ...made, secret }), quiet)
      expect(await tableHashes(target.migratorUrl)).toEqual(tables)
      expect(await fileHashes(config.mediaDir)).toEqual(files)
      expect(Object.keys(files).length).toBeGreaterThanOrEqual(6)
      const app = await buildApp({
        config,
        addresses: addressesOf(t.database.addresses, new URL(target.migratorUrl).pathname.slice(1)),
        clock: settableClock(TEST_NOW),
        log: pino({ level: 'silent' }),
      })
      try {
        const { rows } = await t.root.query(
          `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id where a.merchant_id = $1 and a.name = '测试owner'`,
          [w.merchantId],
        )
        const mobile = t.kernel.vaults.platform.open('app_user.mobile', rows[0].id, rows[0].mobileEnc)
        const answer = await app.inject({
          method: 'POST',
          url: '/api/login/v1/password',
          payload: { mobile, password: 'Cheyi2026', agree: true },
        })
        const { token } = answer.json().data
        const contact = await app.inject({
          method: contract.order.contact.method,
          url: contract.order.contact.path,
          headers: { token },
          payload: { orderId },
        })
        expect(contact.json().data).toEqual({ phone })
        expect(await app.kernel.media.read(path)).toEqual(await t.kernel.media.read(path))
        const given = await numbersOf(app.kernel)
        expect(given.filter((no) => lost.includes(no))).toEqual([])
        // Ids go on far behind those that came back.
        const next = async (url: string) => {
          const client = newClient({ connectionString: url })
          await client.connect()
          const { rows: ids } = await client.query(`select nextval('row_id')::int as id`)
          await client.end()
          return ids[0].id as number
        }
        expect(await next(target.migratorUrl)).toBeGreaterThan(Number(orderId) + 1_000_000)
      } finally {
        await app.close()
      }
    } finally {
      await target.drop()
    }
  })

  it('is one picture of a moment while bookings go on: rows and sums agree', { timeout: 300_000 }, async () => {
    await uploadPhotos(t, 'pickup', 4, w.tokens.clerk)
    let going = true
    let acknowledged = 0
    const clerks = Array.from({ length: 3 }, async (_, clerk) => {
      for (let i = 0; going; i++) {
        const day = 86_400_000
        const shift = (clerk * 40 + i + 1) * 3 * day
        await book(t, w, { trip: { pickupAt: weekend.pickupAt + shift, returnAt: weekend.returnAt + shift } }).then(
          () => acknowledged++,
          () => undefined,
        )
        await uploadPhotos(t, 'pickup', 1, w.tokens.clerk)
      }
    })
    const before = acknowledged
    const result = await backup('busy')
    const during = acknowledged - before
    going = false
    await Promise.all(clerks)
    expect(during).toBeGreaterThan(0)

    const config = place('busy-restored')
    const target = await emptyDatabase()
    const client = newClient({ connectionString: target.migratorUrl })
    try {
      await restoreBackup(config, target.migratorUrl, await openBackup({ ...result, secret }), quiet)
      await client.connect()
      const { rows } = await client.query(
        `select (select count(*)::int from "order") as orders,
           (select count(*)::int from "order" o
             where not exists (select from occupancy c where c.merchant_id = o.merchant_id and c.ref_id = o.id)) as without_car`,
      )
      expect(rows).toEqual([{ orders: result.rows.order, withoutCar: 0 }])
      expect(await differences({ query: queryBy(client) }, moneyChecks)).toEqual([])
      // Every file that a row names came along.
      const named = (await client.query('select path from media')).rows.map((row) => row.path as string)
      const held = new Set(Object.keys(await fileHashes(config.mediaDir)))
      expect(named.filter((one) => !held.has(one))).toEqual([])
      expect(named.length).toBeGreaterThan(3)
      // Foreign keys were not asked while rows came in: asked now, all of them hold.
      const { rows: keys } = await client.query(
        `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
           from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
      )
      expect(keys.length).toBeGreaterThan(40)
      for (const { table, name, definition } of keys) {
        await client.query(`alter table ${table} drop constraint "${name}", add constraint "${name}" ${definition}`)
      }
    } finally {
      await client.end()
      await target.drop()
    }
  })

  it('knows how many rows there are, however late it is told', async () => {
    const { rows } = await throughProxy(lateCounts, (url) => backup('late', secret, url))
    expect(rows).toEqual((await backup('at-once')).rows)
    expect(rows.order).toBeGreaterThan(0)
  })

  it('is not left behind when it does not hold what was told of it', async () => {
    await expect(throughProxy(wrongCount, (url) => backup('wrong', secret, url))).rejects.toThrow(
      /^备份读回核对未通过，没有留下备份：表 \S+ 应有 2 行，读回 1 行。$/,
    )
    expect(await readdir(join(folder, 'wrong'))).toEqual([])
  })

  it('goes from a folder into a bucket, and from there into a folder', { timeout: 300_000 }, async () => {
    const bucket = s3Bucket()
    const targets = [await emptyDatabase(), await emptyDatabase()] as const
    try {
      const inBucket = { ...place('in-bucket'), bucket: await bucket.account() }
      await requireEmptyFolders(inBucket)
      await restoreBackup(inBucket, targets[0].migratorUrl, await openBackup({ ...made, secret }), quiet)
      const held = [...bucket.objects].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])
      const files = Object.fromEntries(held.sort())
      expect(files).toEqual(await fileHashes(place('restored').mediaDir))
      expect(await fileHashes(inBucket.mediaDir).catch(() => ({}))).toEqual({})
      await expect(requireEmptyFolders({ ...inBucket, dataDir: join(folder, 'none') })).rejects.toThrow(
        /存储桶.*不是空的/,
      )

      const to = { folder: join(folder, 'of-bucket'), secret, now: TEST_NOW }
      const again = await makeBackup(inBucket, targets[0].migratorUrl, to, quiet)
      const onDisk = place('on-disk')
      await restoreBackup(onDisk, targets[1].migratorUrl, await openBackup({ ...again, secret }), quiet)
      expect(await fileHashes(onDisk.mediaDir)).toEqual(files)
      expect(await tableHashes(targets[1].migratorUrl)).toEqual(await tableHashes(targets[0].migratorUrl))
    } finally {
      await bucket.close()
      for (const { drop } of targets) await drop()
    }
  })

  it('closed by a passphrase goes into an embedded database too', { timeout: 300_000 }, async () => {
    byPassphrase = await backup('by-passphrase', { passphrase, work: 10 })
    const wrong = { ...byPassphrase, secret: { passphrase: 'not the right one' } }
    await expect(openBackup(wrong)).rejects.toThrow('备份打不开')
    const config = place('embedded')
    await mkdir(config.dataDir, { recursive: true })
    const postgres = await startPostgres(config.dataDir, quiet, { durable: false })
    try {
      const opened = await openBackup({ ...byPassphrase, secret: { passphrase } })
      const { rows, files } = await restoreBackup(config, postgres.url, opened, quiet)
      expect({ rows, files }).toEqual({ rows: byPassphrase.rows, files: byPassphrase.files })
      expect(rows.merchant).toBeGreaterThan(0)
      const { web } = await ensurePasswords(postgres.url, config)
      const client = newClient({ connectionString: web })
      await client.connect()
      expect((await client.query('select current_user as who')).rows).toEqual([{ who: 'cheyi_web' }])
      await client.end()
    } finally {
      await postgres.stop()
    }
  })

  it('refuses what is not empty, the wrong key, a cut and a changed file', { timeout: 300_000 }, async () => {
    const config = place('refused')
    await expect(
      restoreBackup(config, t.database.migratorUrl, await openBackup({ ...made, secret }), quiet),
    ).rejects.toThrow('数据库不是空的')
    await mkdir(config.dataDir)
    await writeFile(join(config.dataDir, 'notes.txt'), 'mine')
    await expect(requireEmptyFolders(config)).rejects.toThrow('notes.txt')
    const target = await emptyDatabase()
    try {
      const wrong = { ...made, secret: { identity: await generateX25519Identity() } }
      await expect(openBackup(wrong)).rejects.toThrow('备份打不开')
      const bytes = await readFile(made.file)
      const cut = join(folder, 'cut.backup')
      await writeFile(cut, bytes.subarray(0, bytes.length - 1000))
      await expect(
        restoreBackup(place('x2'), target.migratorUrl, await openBackup({ ...made, file: cut, secret }), quiet),
      ).rejects.toThrow('备份文件已损坏或不完整')
    } finally {
      await target.drop()
    }
    const second = await emptyDatabase()
    try {
      const bytes = await readFile(made.file)
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      const changed = join(folder, 'changed.backup')
      await writeFile(changed, bytes)
      await expect(
        restoreBackup(place('x3'), second.migratorUrl, await openBackup({ ...made, file: changed, secret }), quiet),
      ).rejects.toThrow('备份文件已损坏或不完整')
    } finally {
      await second.drop()
    }
  })

  it('typed with what opens nothing, it leaves the place as it was', async () => {
    const config = place('typed')
    const type = (command: string, words: string[], by = passphrase) =>
      new Promise<string>((resolve) => {
        const env = { ...process.env, DATABASE_URL: '', DATA_DIR: config.dataDir, BACKUP_PASSPHRASE: by }
        const file = fileURLToPath(new URL(command, import.meta.url))
        execFile(process.execPath, [file, ...words], { env }, (_, said, told) => resolve(said + told))
      })
    const typed = await Promise.all([
      type('backup.ts', [join(folder, 'never')]),
      type('restore.ts', []),
      type('restore.ts', [made.file, join(folder, 'none.keys')]),
      type('restore.ts', [byPassphrase.file, byPassphrase.keysFile], 'not the right one'),
    ])
    expect(typed.map((one) => one.trimEnd())).toEqual([
      expect.stringMatching(/^备份失败： 目录 .* 中没有数据库，请用 DATA_DIR 或 DATABASE_URL 指明。$/),
      expect.stringMatching(/^恢复失败： 用法：/),
      expect.stringMatching(/^恢复失败： 找不到文件 .*none\.keys。$/),
      expect.stringMatching(/^恢复失败： 备份打不开[^\n]*$/),
    ])
    await expect(readdir(config.dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  }, 60_000)

  it('asks for a passphrase that is worth its name', async () => {
    await expect(backupSecret({}, 'close')).rejects.toThrow('BACKUP_PASSPHRASE')
    await expect(backupSecret({ BACKUP_PASSPHRASE: 'short' }, 'close')).rejects.toThrow('至少 12 个字符')
    const file = join(folder, 'passphrase')
    await writeFile(file, 'correct horse battery\n')
    expect(await backupSecret({ BACKUP_PASSPHRASE_FILE: file }, 'open')).toEqual({
      passphrase: 'correct horse battery',
    })
    // Whoever found the file tries long: the backups above took less, so that the tests do.
    const sealed = Buffer.from(await sealText({ passphrase }, 'keys')).toString('latin1')
    expect(sealed.split('\n')[1]).toMatch(/^-> scrypt \S+ 18$/)
  })
})

describe('law', () => {
  it('numbers of transactions stand in few tables, and a backup knows them', async () => {
    const { rows } = await t.root.query(
      `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.atttypid = 'xid8'::regtype and c.relkind in ('r', 'p') and not c.relispartition
          and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'audit',
      'audit_chain',
      'channel_event',
      'event',
      'follower',
      'ledger_txn',
    ])
  })
})
