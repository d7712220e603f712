import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serverProcess } from '../../../scripts/lib/server-process.mjs'
import { ended, root, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { migrationNames, migrationsDir } from '../../src/kernel/postgres/migrate.ts'
import { readReleases, releasedMigrations } from '../../src/kernel/postgres/released.ts'
import { nextMigrations, nextRelease } from '../crew/next-release.ts'
import { tagOf } from '../release/version.ts'

const exec = promisify(execFile)

/** The newest release and the program of today, as an upgrade finds them. */
export interface Upgrade {
  readonly version: string
  /** The migrations of the release, in a folder of their own. */
  readonly releaseDir: string
  /** Those of today. */
  readonly todayDir: string
  /** Today has no migration that the release has not, so that an invented one stands for it. */
  readonly isInvented: boolean
  readonly folder: string
}

/** @param folder a new one @returns undefined where nothing is released yet */
export async function newestUpgrade(folder: string): Promise<Upgrade | undefined> {
  const releases = await readReleases(migrationsDir)
  const { version } = releases.at(-1) ?? {}
  if (version === undefined) return undefined
  const released = [...releasedMigrations(releases).keys()]
  const isInvented = (await migrationNames()).length === released.length
  const releaseDir = join(folder, 'release-migrations')
  await mkdir(releaseDir, { recursive: true })
  for (const name of released) await cp(join(migrationsDir, `${name}.sql`), join(releaseDir, `${name}.sql`))
  const todayDir = isInvented ? join(folder, 'today-migrations') : migrationsDir
  if (isInvented) await nextMigrations(todayDir)
  return { version, releaseDir, todayDir, isInvented, folder }
}

/** Arguments of Node for the servers of both. */
export interface Programs {
  readonly release: string[]
  readonly today: string[]
  /** The sources of the release. */
  readonly tree: string
  remove(): Promise<void>
}

/**
 * The commit of a release: that of its tag, or in a clone without tags the one that brought its dump.
 * @throws Error in a shallow clone that has neither
 */
async function commitOf(version: string): Promise<string> {
  const git = async (...args: string[]) => (await exec('git', args, { cwd: root })).stdout.trim()
  const tagged = await git('rev-parse', '--verify', '--quiet', `${tagOf(version)}^{commit}`).catch(() => '')
  const commit = tagged || (await git('log', '-1', '--format=%H', '--', `server/releases/${version}.tar.zst`))
  const isWhole = (await git('rev-parse', '--is-shallow-repository')) === 'false'
  if (commit === '' || !(tagged || isWhole))
    throw new Error(`找不到 ${version} 版的提交，不能启动该版的服务器。请先执行 git fetch --tags --unshallow。`)
  return commit
}

/** Installs the packages of a tree and builds its programs by its own scripts, as its start does. */
const PREPARE = `const { ensureInstalled } = await import('./scripts/lib/install.mjs')
await ensureInstalled()
const { ensureBuilt } = await import('./scripts/lib/ensure-built.mjs')
await ensureBuilt()`

/**
 * Where the release is today's tree, today's program is a copy with one more migration. Otherwise the release is checked out, installed and
 * built.
 * @throws Error as commitOf
 */
export async function programsOf({ version, isInvented, folder }: Upgrade): Promise<Programs> {
  if (isInvented) {
    const next = await nextRelease(join(folder, 'next'))
    return { release: [...serverProcess], today: next(serverProcess), tree: root, remove: async () => undefined }
  }
  const tree = join(folder, tagOf(version))
  await exec('git', ['worktree', 'add', '--detach', tree, await commitOf(version)], { cwd: root })
  const remove = async () => {
    await rm(tree, { recursive: true, force: true })
    await exec('git', ['worktree', 'prune'], { cwd: root })
  }
  try {
    const preparing = ['--input-type=module', '--eval', PREPARE]
    if ((await ended(spawnNode(preparing, { cwd: tree }))) !== 0) throw new Error(`${version} 版没有构建成功`)
    const its = await import(pathToFileURL(join(tree, 'scripts', 'lib', 'server-process.mjs')).href)
    return { release: its.serverProcess, today: [...serverProcess], tree, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
