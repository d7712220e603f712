import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { DAY } from '@cheyi/domain/time'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newClient } from '../../kernel/db/pools.ts'
import { registerHealth } from '../../kernel/http/health.ts'
import type { Config } from '../../kernel/process/config.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeBackup } from '../make-backup.ts'
import { proveNewest } from '../prove-backup.ts'
import { askCertificate, gather } from './gather.ts'
import { judge } from './judge.ts'

/*
 * The doctor asks a server behind a proxy, its database and a folder of backups, in each of which a fault is planted; the words of each fault
 * are tried in judge.unit.test.ts.
 */

const quiet = { info() {}, warn() {} }

let t: TestApp
let folder: string
/** A server as far as the doctor asks it. */
let health: FastifyInstance
let proxy: Server
/** What the proxy does with the headers of a client, and to paths that it must not forward. */
let passes: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
let forwardsInternal = false
let config: Config

const replaced = (headers: IncomingHttpHeaders) => ({
  ...headers,
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-proto': 'http',
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-doctor-'))
  passes = replaced
  t = await testApp()
  health = fastify({ trustProxy: '127.0.0.1' })
  registerHealth(health, {
    pingDatabase: () => t.root.query('select 1'),
    hasRoom: async () => true,
    webDir: folder,
    isClosing: () => false,
  })
  await writeFile(join(folder, 'index.html'), '')
  proxy = createServer(async ({ url = '/', headers }, answer) => {
    if (url.startsWith('/internal/')) return answer.writeHead(forwardsInternal ? 200 : 404).end()
    const { statusCode, body } = await health.inject({ url, headers: passes(headers) as Record<string, string> })
    answer.writeHead(statusCode, { 'content-type': 'application/json' }).end(body)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = t.database.migratorUrl
  config = {
    ...t.kernel.config,
    demo: false,
    trustProxy: ['127.0.0.1'],
    port,
    publicUrl: url,
    databaseUrl,
    migrateUrl: databaseUrl,
  }
  config = { ...config, vendors: { ...config.vendors, alipay: url } }
})
afterAll(async () => {
  proxy.close()
  await t.close()
  await rm(folder, { recursive: true })
})

/** What is wrong, without notes and without what a machine of tests lacks. */
async function wrongs(change: Partial<Config> = {}, backupDir = join(folder, 'backups')): Promise<string[]> {
  const facts = await gather({ ...config, ...change, backupDir })
  return judge({ ...facts, clockIsKept: true, trials: [] })
    .filter(({ level, about }) => level === 'wrong' && about !== '磁盘')
    .map(({ about, text }) => `${about} ${text}`)
}

it('finds an installation well after a backup and its trial', { timeout: 120_000 }, async () => {
  const to = join(folder, 'backups')
  expect(await wrongs()).toEqual([expect.stringContaining('备份目录')])
  await mkdir(to)
  expect(await wrongs()).toEqual([expect.stringContaining('没有备份')])
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const made = await makeBackup(
    config,
    t.database.migratorUrl,
    { folder: to, secret: { recipient }, now: Date.now() },
    quiet,
  )
  expect(await wrongs()).toEqual([expect.stringContaining('从未试过恢复')])
  await expect(proveNewest(join(folder, 'none'), { identity }, quiet)).rejects.toThrow('没有备份')
  await proveNewest(to, { identity }, quiet)
  expect(await wrongs()).toEqual([])
  // The name says when it was made, whatever the time of the file.
  const stamp = new Date(Date.now() - 2 * DAY)
    .toISOString()
    .replace(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-')
  const ofKeys = (file: string) => file.replace(/backup$/, 'keys')
  const old = join(to, `cheyi-${stamp}.backup`)
  await rename(made.file, old)
  await rename(ofKeys(made.file), ofKeys(old))
  expect(await wrongs()).toEqual([expect.stringContaining('已超过一天')])
  await rename(old, made.file)
  await rename(ofKeys(old), ofKeys(made.file))
})

it('finds what a proxy does wrong', async () => {
  passes = (headers) => headers
  expect(await wrongs()).toEqual([
    expect.stringContaining('客户可以伪造地址'),
    expect.stringContaining('服务看到的协议是 ftp'),
  ])
  passes = (headers) => ({ ...replaced(headers), host: 'inside:8080' })
  expect(await wrongs()).toEqual([expect.stringContaining('服务看到的域名是 inside:8080')])
  passes = replaced
  forwardsInternal = true
  expect(await wrongs()).toEqual([expect.stringContaining('/internal/')])
  forwardsInternal = false
  expect(await wrongs({ publicUrl: 'http://nobody.invalid' })).toEqual([expect.stringContaining('没有解析到任何地址')])
})

it('finds a server, a database and a replica that do not answer, and goes on', async () => {
  const gone = 'postgres://cheyi@127.0.0.1:1/cheyi'
  expect(await wrongs({ port: 1 })).toEqual([expect.stringMatching(/^服务 .*ECONNREFUSED/)])
  expect(await wrongs({ databaseUrl: gone, migrateUrl: gone })).toEqual([
    expect.stringMatching(/^数据库 .*ECONNREFUSED/),
  ])
  expect(await wrongs({ replicaUrl: gone })).toEqual([expect.stringMatching(/^从库 连接从库失败/)])
  expect(await wrongs({ replicaUrl: t.database.migratorUrl })).toEqual([expect.stringContaining('不是从库')])
})

it('finds migrations that the database lacks or has beyond, and changes none', async () => {
  const client = newClient({ connectionString: t.database.migratorUrl })
  await client.connect()
  try {
    const last = `delete from schema_migration where name = (select max(name) from schema_migration) returning name, sha256`
    const [row] = (await client.query<{ name: string; sha256: string }>(last)).rows
    await client.query(`insert into schema_migration (name, sha256) values ('9999_later', '')`)
    expect(await wrongs()).toEqual([
      expect.stringContaining(`缺少 ${row!.name}`),
      expect.stringContaining('更新的程序升级到 9999_later'),
    ])
    await client.query(`delete from schema_migration where name = '9999_later'`)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [row!.name, row!.sha256])
  } finally {
    await client.end()
  }
})

it('finds a key file that others may read', async () => {
  await chmod(config.keyFile, 0o644)
  expect(await wrongs()).toEqual([expect.stringContaining('可被其他用户读取')])
  await chmod(config.keyFile, 0o600)
})

it('reads a certificate as a browser does', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '5']
  await promisify(execFile)('openssl', [...made, ...names, '-keyout', key, '-out', cert])
  const server = createTlsServer({ key: await readFile(key), cert: await readFile(cert), ALPNProtocols: ['h2'] })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { fault, validUntil, http2 } = await askCertificate('localhost', (server.address() as AddressInfo).port)
    expect([fault, http2]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', true])
    expect(Math.abs(validUntil! - Date.now() - 5 * DAY)).toBeLessThan(DAY)
  } finally {
    server.close()
  }
})

it('knows a folder that only looks like one of backups', async () => {
  const other = join(folder, 'other')
  await mkdir(other)
  await writeFile(join(other, 'cheyi-notes.backup.txt'), '')
  await writeFile(join(other, 'x.proven'), 'no JSON')
  expect(await wrongs({}, other)).toEqual([expect.stringContaining('没有备份')])
})
