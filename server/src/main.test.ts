import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopPostgres } from './kernel/postgres/postgres.ts'
import { launch, startServer } from './testing/servers.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cheyi-main-'))
  await chmod(dataDir, 0o755)
})

afterAll(async () => {
  await stopPostgres(dataDir, { info() {}, warn() {} })
  await rm(dataDir, { recursive: true })
})

test('starts, tells a second instance off, survives kill -9 and stops cleanly', { timeout: 120_000 }, async () => {
  const first = await startServer({ DATA_DIR: dataDir })
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ database: true, migrated: true })
  // Others of this machine may not even walk in; PostgreSQL's own user may walk through where it is another one.
  expect((await stat(dataDir)).mode & 0o067).toBe(0)
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const open = await Promise.all(
    found
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(dataDir, 'postgres')))
      .map(async (entry) => [entry.name, (await stat(join(entry.parentPath, entry.name))).mode & 0o077] as const),
  )
  expect(open.length).toBeGreaterThan(3)
  expect(open.filter(([, mode]) => mode !== 0)).toEqual([])
  for (const secret of ['keys', 'keys/installation.json', 'keys/postgres']) {
    expect((await stat(join(dataDir, secret))).mode & 0o077).toBe(0)
  }

  const second = launch({ DATA_DIR: dataDir })
  expect(await second.ended()).toBe(75)
  expect(second.output()).toContain(`正被另一个车驿实例使用（进程 ${first.process.pid}）`)

  first.process.kill('SIGKILL')
  await first.ended()
  await access(join(dataDir, 'postgres', 'postmaster.pid')) // PostgreSQL is an orphan now

  // Half a picture that was arriving.
  await mkdir(join(dataDir, 'arrivals'))
  await writeFile(join(dataDir, 'arrivals', 'half'), 'half')
  const third = await startServer({ DATA_DIR: dataDir })
  await expect(access(join(dataDir, 'arrivals', 'half'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(third.output()).toContain('正在停止遗留的数据库进程')
  expect(await (await fetch(`${third.url}/readyz`)).json()).toMatchObject({ database: true })

  third.process.kill('SIGTERM')
  third.process.kill('SIGINT')
  expect(await third.ended()).toBe(0)
  await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('starts its database again when that was killed', { timeout: 60_000 }, async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  const postmaster = async () => {
    const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
    return Number(text.split('\n')[0])
  }
  const isReady = async () => (await fetch(`${server.url}/readyz`)).json()
  const killed = await postmaster()
  process.kill(killed, 'SIGKILL')
  await expect.poll(postmaster, { timeout: 30_000 }).not.toBe(killed)
  await expect.poll(isReady, { timeout: 30_000 }).toMatchObject({ database: true })
  expect(server.process.exitCode).toBeNull()
  server.process.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})

test('ends with its launcher', { timeout: 60_000 }, async () => {
  const server = await startServer({ DATA_DIR: dataDir }, true)
  server.process.disconnect()
  expect(await server.ended()).toBe(0)
})

test('says which port is taken, and leaves nothing running', { timeout: 60_000 }, async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  const otherDir = join(dataDir, 'other')
  await mkdir(otherDir)
  const late = launch({ DATA_DIR: otherDir, PORT: new URL(server.url).port })
  expect(await late.ended()).toBe(75)
  expect(late.output()).toContain(`端口 ${new URL(server.url).port} 已被占用`)
  await expect(access(join(otherDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  server.process.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})

test('refuses a wrong environment before it touches anything', async () => {
  const server = launch({ PORT: 'eighty', DATA_DIR: join(dataDir, 'never') })
  expect(await server.ended()).toBe(78)
  expect(server.output()).toContain('启动失败')
  expect(server.output()).toContain('PORT')
  await expect(access(join(dataDir, 'never'))).rejects.toMatchObject({ code: 'ENOENT' })
})
