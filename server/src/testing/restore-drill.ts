import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { serverProcess } from '../../../scripts/lib/server-process.mjs'
import { keptFolders } from '../command/make-backup.ts'
import { lockInstance } from '../kernel/postgres/instance-lock.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { OWNER } from '../seed/seeded.ts'
import { fileHashes, tableHashes } from './hashes.ts'

/*
 * npx node server/src/testing/restore-drill.ts <DATA_DIR> [<folder>] — backs a demo installation up and restores it into an empty place of the folder, by the commands
 * that an administrator types, compares every row and file, and signs in on a server of the restored one. A stage of `npm test`.
 */

const [from, place = quickFolder()] = process.argv.slice(2)
if (from === undefined) throw new Error('DATA_DIR of a demo installation is missing')
const quiet = { info() {}, warn() {} }
const folder = await mkdtemp(join(place, 'run-'))
// Else the next run of tests would take it for one that was left behind.
const lock = await lockInstance(folder)
const to = join(folder, 'restored')
const backups = join(folder, 'backups')
const envOf = (dataDir: string) => ({
  ...process.env,
  DATA_DIR: dataDir,
  DEMO: 'on',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  BACKUP_PASSPHRASE: 'correct horse battery staple',
})

/** A command as somebody types it; it throws with what was said when the exit code is not 0. */
async function command(name: string, dataDir: string, ...words: string[]): Promise<void> {
  const file = fileURLToPath(new URL(`../command/${name}.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { env: envOf(dataDir) })
  console.info(stdout.trimEnd())
}

/** Hashes of all tables and of all files that a backup is of. */
async function contentOf(dataDir: string): Promise<Record<string, string>> {
  const config = loadConfig(envOf(dataDir))
  await using database = await joinDatabase(config, quiet)
  const content: Record<string, string> = {}
  for (const [table, hash] of Object.entries(await tableHashes(database.migratorUrl))) content[`表 ${table}`] = hash
  for (const root of [config.mediaDir, ...keptFolders.map((name) => join(dataDir, name))]) {
    const hashes = await fileHashes(root).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return {}
    })
    for (const [name, hash] of Object.entries(hashes)) content[`文件 ${root.slice(dataDir.length + 1)}/${name}`] = hash
  }
  return content
}

function compare(before: Record<string, string>, after: Record<string, string>): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const other = names.filter((name) => before[name] !== after[name])
  if (other.length > 0) throw new Error(`恢复后 ${other.length} 项与原来不同：${other.slice(0, 10).join('，')}`)
  const tables = names.filter((name) => name.startsWith('表')).length
  console.info(`${tables} 张表、${names.length - tables} 个文件与原来一致`)
}

async function signIn(dataDir: string): Promise<void> {
  const port = await freePort()
  const server = spawn(process.execPath, serverProcess, {
    env: { ...envOf(dataDir), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(server, 'exit')
  try {
    const url = `http://127.0.0.1:${port}`
    while (
      !(await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) throw new Error(`恢复后的服务器没有启动（代码 ${server.exitCode}）`)
      await pause(100)
    }
    const answer = await fetch(`${url}/api/login/v1/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: OWNER, password: DEMO_PASSWORD, agree: true }),
    })
    const { success, message } = (await answer.json()) as { success: boolean; message?: string }
    if (!success) throw new Error(`恢复后无法登录：${message}`)
    console.info('恢复后的服务器可以登录')
  } finally {
    server.kill('SIGTERM')
    await gone
  }
}

/** Seconds that each step took are said: by them a change is noticed before it fails. */
async function step<T>(name: string, work: Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work
  console.info(`${name}：${((performance.now() - began) / 1000).toFixed(1)} 秒`)
  return done
}

try {
  const before = await step('原内容', contentOf(from))
  await step('备份', command('backup', from, backups))
  const names = (await readdir(backups)).sort().map((name) => join(backups, name))
  await mkdir(to)
  await step('恢复', command('restore', to, ...names))
  compare(before, await step('恢复后的内容', contentOf(to)))
  await command('check-money', to)
  await step('登录', signIn(to))
} finally {
  lock.release()
  await rm(folder, { recursive: true, force: true })
}
