import { execFile } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { stat, statfs } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { dirname, relative } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { statesOfJob } from '@cheyi/domain/platform/merchant/goes-on'
import type pg from 'pg'
import { isLoopback } from '../../kernel/http/loopback.ts'
import { connect } from '../../kernel/postgres/connect.ts'
import { migrationNames } from '../../kernel/postgres/migrate.ts'
import { runningPostgresUrl } from '../../kernel/postgres/postgres.ts'
import { addressesOf, sameSignIn } from '../../kernel/postgres/sign-in.ts'
import { readBackups } from '../../kernel/process/backups.ts'
import { systemClock } from '../../kernel/process/clock.ts'
import type { Config } from '../../kernel/process/config.ts'
import { exposingSetting, trialsInTheOpen } from '../../kernel/process/deployment.ts'
import { aliyunFaults } from '../../outside/sms/aliyun.ts'
import { askBackupBucket, type BackupBucket, type BucketFacts } from '../backup-bucket.ts'
import type { BackupFacts, DatabaseFacts, DiskFacts, Facts, ReplicaFacts, SiteFacts, Unknown } from './facts.ts'

/*
 * Asks this machine, its database and the public address, and changes nothing: no migration, no key, no file. Each part waits at most a
 * few seconds, so that one that is down does not hide the others.
 */

const WAIT_MS = 5000
/** An address of no machine (RFC 5737), which a proxy must not let a client claim. */
const FORGED = '203.0.113.66'

const textOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).message
const unknown = (error: unknown): Unknown => ({ fault: textOf(error) })
/** Of an error whose own words are for people. */
const unknownText = (error: unknown): Unknown => ({ fault: (error as Error).message })

export async function gather(config: Config, bucket?: BackupBucket): Promise<Facts> {
  const [ready, site, disks, backups, backupBucket, data, clockIsKept, vendorAheadMs, mode, smsFaults] =
    await Promise.all([
      askReady(config).catch(unknown),
      config.publicUrl === undefined ? null : askSite(config.publicUrl),
      disksOf(config),
      backupsOf(config),
      bucket === undefined
        ? null
        : withinWait<BucketFacts | Unknown>(askBackupBucket(bucket).catch(unknownText), { fault: '没有应答' }),
      askDatabase(config).catch((error) => ({
        database: unknown(error),
        replica: config.replicaUrl ? unknown(error) : null,
      })),
      asksClock(),
      vendorAhead(config.vendors.alipay),
      stat(config.keyFile).then(
        (file) => file.mode & 0o777,
        () => null,
      ),
      config.sms.by === 'aliyun' ? withinWait(aliyunFaults(config.sms), ['短信服务没有应答']) : [],
    ])
  return {
    now: systemClock.now(),
    ...{ ready, site, disks, backups, backupBucket, ...data, clockIsKept, vendorAheadMs },
    demo: config.demo,
    reachedBy: exposingSetting(config),
    trials: trialsInTheOpen(config),
    sms: config.sms.by,
    smsFaults,
    publicUrl: config.publicUrl ?? null,
    trustProxy: config.trustProxy,
    ownTls: config.tls !== undefined,
    keyFile: {
      path: config.keyFile,
      mode,
      inData: !relative(config.dataDir, config.keyFile).startsWith('..'),
    },
    minFreeBytes: config.minFreeBytes,
  }
}

/** The vendor's SDK has limits of its own, which are longer. */
const withinWait = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([asked, after(2 * WAIT_MS, otherwise, { ref: false })])

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request that follows no redirect. The certificate is judged apart, so here any is accepted. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? tlsRequest : plainRequest
    const asked = request(
      url,
      { method, headers, rejectUnauthorized: false, signal: AbortSignal.timeout(WAIT_MS) },
      async (answer) => {
        const parts: Buffer[] = []
        try {
          for await (const part of answer) parts.push(part as Buffer)
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts).toString() })
        } catch (error) {
          reject(error)
        }
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

async function askReady({ port, host, tls }: Config) {
  const name = isLoopback(host) ? host : '127.0.0.1'
  const { status, body } = await ask(`${tls ? 'https' : 'http'}://${name}:${port}/readyz`)
  const { database = false, web = false } = objectOf(body)
  return { status, database: database === true, web: web === true }
}

/** The answer as an object; an empty one where it is none. */
function objectOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

async function askSite(url: string): Promise<SiteFacts> {
  const { hostname, protocol, port } = new URL(url)
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses =
    isIP(bare) > 0 ? [bare] : (await lookup(bare, { all: true }).catch(() => [])).map((one) => one.address)
  const none = { url, addresses, tls: null, plain: null, seen: null, forged: FORGED, internal: null }
  if (addresses.length === 0) return none
  const isTls = protocol === 'https:'
  const [tls, plain, seen, internal] = await Promise.all([
    isTls ? askCertificate(bare, Number(port || 443)) : null,
    isTls && port === ''
      ? ask(`http://${hostname}/`).then(
          ({ status, headers }) => ({ status, location: String(headers.location ?? '') }),
          () => null,
        )
      : null,
    ask(`${url}/healthz?seen`, { 'x-forwarded-for': FORGED, 'x-forwarded-proto': 'ftp' }).then(
      ({ body }) => seenIn(body),
      () => null,
    ),
    ask(`${url}/internal/metrics`).then(
      ({ status }) => status,
      () => null,
    ),
  ])
  return { ...none, tls, plain, seen, internal }
}

function seenIn(body: string): SiteFacts['seen'] {
  const { seen } = objectOf(body)
  if (typeof seen !== 'object' || seen === null) return null
  const { ip, protocol, host } = seen as Record<string, unknown>
  return { ip: String(ip), protocol: String(protocol), host: String(host) }
}

/** What browsers would say of the certificate, and until when it is valid. */
export function askCertificate(host: string, port: number): Promise<NonNullable<SiteFacts['tls']>> {
  return new Promise((resolve) => {
    const servername = isIP(host) > 0 ? undefined : host
    const socket = connectTls({ host, port, servername, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] })
    const end = (fault: string | null) => {
      const { valid_to: until } = socket.getPeerCertificate() ?? {}
      const validUntil = until === undefined ? null : Date.parse(until)
      resolve({ fault, validUntil, http2: socket.alpnProtocol === 'h2' })
      socket.destroy()
    }
    socket.setTimeout(WAIT_MS, () => end('没有应答'))
    socket.once('error', (error) => end(textOf(error)))
    socket.once('secureConnect', () => end(socket.authorized ? null : String(socket.authorizationError)))
  })
}

async function disksOf(config: Config): Promise<DiskFacts[]> {
  const folders = [
    ['数据', config.dataDir],
    ...(config.bucket === undefined ? [['文件', config.mediaDir] as const] : []),
    ...(config.backupDir === undefined ? [] : [['备份', config.backupDir] as const]),
  ] as const
  const disks = new Map<number, DiskFacts>()
  for (const [name, folder] of folders) {
    const path = await existing(folder)
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    if (!disks.has(dev)) disks.set(dev, { name, path: folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize })
  }
  return [...disks.values()]
}

/** The folder, or the nearest one above it: it is made with its first file. */
async function existing(folder: string): Promise<string> {
  const known = await stat(folder).then(
    () => true,
    () => false,
  )
  return known || dirname(folder) === folder ? folder : existing(dirname(folder))
}

async function backupsOf({ backupDir: folder, dataDir }: Config): Promise<BackupFacts | Unknown> {
  if (folder === undefined) return { fault: '没有设置 BACKUP_DIR，不知道备份存放在哪里：请填写夜间备份的目录' }
  const backups = await readBackups(folder)
  if (backups === null) return { fault: `备份目录 ${folder} 不存在或无法读取` }
  const [of, data] = await Promise.all([stat(folder), stat(await existing(dataDir))])
  return { folder, ...backups, sameDisk: of.dev === data.dev }
}

interface DataFacts {
  readonly database: DatabaseFacts | Unknown
  readonly replica: ReplicaFacts | Unknown | null
}

/** Without the right to migrate, as the role of a server: it sees all but the contracts of merchants. */
async function askDatabase(config: Config): Promise<DataFacts> {
  const { databaseUrl, migrateUrl, dataDir, replicaUrl } = config
  const own = migrateUrl ?? (databaseUrl === undefined ? await runningPostgresUrl(dataDir) : undefined)
  const base = own ?? databaseUrl!
  const { web } = await addressesOf(config, { web: base, jobs: base, gateway: base })
  await using client = await connect(own ?? web)
  await client.query(`set statement_timeout = ${WAIT_MS}`)
  const database = await databaseFacts(client)
  const replica = replicaUrl === undefined ? null : await askReplica(client, sameSignIn(replicaUrl, web)).catch(unknown)
  return { database, replica }
}

async function databaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const before = systemClock.now()
  const { rows } = await client.query<{ version: number; at: Date; all: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as at,
       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "all"`,
  )
  const { version, at, all } = rows[0]!
  const clockAheadMs = Number(at) - (before + systemClock.now()) / 2
  const applied = await client.query<{ name: string }>('select name from public.schema_migration order by name')
  const names = await migrationNames()
  const known = applied.rows.map(({ name }) => name)
  const missing = names.filter((name) => !known.includes(name))
  return {
    ...{ version, clockAheadMs: Math.round(clockAheadMs), seesPayments: all, missing },
    newer: known.filter((name) => !names.includes(name)),
    payments: all ? await paymentsOf(client) : [],
    differing: all && missing.length === 0 ? await booksThatDiffer(client) : [],
  }
}

/** Of the merchants that are compared each night: what was found of another one in its last night stays, and no night finds it mended. */
export async function booksThatDiffer(client: pg.Client): Promise<DatabaseFacts['differing']> {
  const { rows } = await client.query<{ merchant: string; differences: number }>(
    `select m.name as merchant, b.differences from public.books_compared b join public.merchant m on m.id = b.merchant_id
      where b.differences > 0 and m.status = any ($1::smallint[])
        and m.id not in (select p.merchant_id from public.merchant_place p) order by m.id`,
    [statesOfJob('nightly')],
  )
  return rows
}

/** Contracts in use of merchants in service. */
async function paymentsOf(client: pg.Client): Promise<DatabaseFacts['payments']> {
  const { rows } = await client.query<{ merchant: string; way: number; fault: string; until: Date | null }>(
    `select m.name as merchant, c.pay_way as way, c.certificates_fault as fault,
       (select max((x ->> 'to')::bigint) from jsonb_array_elements(c.certificates) x) as until
      from public.pay_channel c join public.merchant m on m.id = c.merchant_id where c.enabled order by m.id, c.id`,
  )
  return rows.map(({ merchant, way, fault, until }) => ({
    ...{ merchant, fault },
    way: payWays.text(way as never),
    validUntil: until === null ? null : Number(until),
  }))
}

/** What the primary has written and the replica has not replayed yet, by the time of its last commit. */
async function askReplica(primary: pg.Client, address: string): Promise<ReplicaFacts> {
  const { rows: written } = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  await using client = await connect(address)
  const { rows } = await client.query<{ standby: boolean; behind: boolean; lagMs: number | null }>(
    `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() < $1::pg_lsn, false) as behind,
       (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "lagMs"`,
    [written[0]!.at],
  )
  const { standby, behind, lagMs } = rows[0]!
  return { standby, lagMs: standby && behind ? (lagMs ?? Number.POSITIVE_INFINITY) : 0 }
}

async function asksClock(): Promise<boolean | null> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: WAIT_MS,
    })
    return /^(yes|no)$/.test(stdout.trim()) ? stdout.trim() === 'yes' : null
  } catch {
    return null
  }
}

/** Its answer names a second, so that half of one is added. */
async function vendorAhead(url: string): Promise<number | null> {
  const before = systemClock.now()
  const date = await ask(url, {}, 'HEAD').then(
    ({ headers }) => Date.parse(String(headers.date)),
    () => Number.NaN,
  )
  return Number.isNaN(date) ? null : Math.round(date + 500 - (before + systemClock.now()) / 2)
}
