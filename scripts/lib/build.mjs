import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { at, cacheFolder, root, unwritable } from './workspace.mjs'

/**
 * Builds something when its sources differ from those of its last build, or its result is gone. Processes that want the same take turns, so
 * that none reads what another is just emptying.
 * @param {object} target
 * @param {string} target.name under which the state of its sources is kept
 * @param {string} [target.settings] what else the result depends on
 * @param {string[]} target.sources files and folders of the workspace
 * @param {string} target.result absolute path of a file that stands when it is built
 * @param {() => Promise<void>} target.build
 */
export async function buildWhenChanged({ name, settings = '', sources, result, build }) {
  const target = { name, settings, sources, result, build }
  const release = await takeFolderTurn(name).catch(async (error) => {
    // A service may write nothing here, and its owner builds before it starts: then there is nothing to write.
    if (unwritable(error) === undefined || (await changedStamp(target)) !== undefined) throw error
  })
  if (release === undefined) return
  try {
    const stamp = await changedStamp(target)
    if (stamp === undefined) return
    await rm(stampFile(name), { force: true })
    await build()
    await writeFile(stampFile(name), stamp)
  } finally {
    await release()
  }
}

const stampFile = (/** @type {string} */ name) => join(cacheFolder, `${name}-build`)

/** @param {string} name */
async function takeFolderTurn(name) {
  await mkdir(cacheFolder, { recursive: true })
  return takeTurn(`${stampFile(name)}.lock`)
}

/**
 * @param {Required<Parameters<typeof buildWhenChanged>[0]>} target
 * @returns {Promise<string | undefined>} the state of its sources when it has to be built; undefined: it stands
 */
async function changedStamp({ name, settings, sources, result }) {
  const stamp = await fingerprint(settings, sources)
  const last = await readFile(stampFile(name), 'utf8').catch(() => '')
  return stamp === last && existsSync(result) ? undefined : stamp
}

const POLL_MS = 200
/** No build takes longer. */
const LONGEST_MS = 15 * 60_000

/**
 * Waits for a lock file, which names the process that has it; the lock of a process that is gone is taken over.
 * @param {string} lock
 * @returns {Promise<() => Promise<void>>} gives the lock back
 */
async function takeTurn(lock) {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      return () => rm(lock, { force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (await isAbandoned(lock)) await rm(lock, { force: true })
    else await after(POLL_MS)
  }
}

/**
 * Its process has ended; or it is from before the machine started, or very old, and the number belongs to another process now.
 * @param {string} lock
 */
async function isAbandoned(lock) {
  const written = await stat(lock).catch(() => undefined)
  if (written === undefined) return false
  const age = Date.now() - written.mtimeMs
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
  // An empty file is just being written.
  return age > Math.min(uptime() * 1000, LONGEST_MS) || (owner > 0 && !isAlive(owner))
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Path, size and time of every source file: reading them all would cost more than the rest of a start.
 * @param {string} settings
 * @param {string[]} sources
 */
async function fingerprint(settings, sources) {
  const hash = createHash('sha256').update(`${settings}\n`)
  for (const source of sources) {
    for (const file of (await filesIn(at(source))).sort()) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** What a build leaves among the sources. */
const ignored = new Set(['dist', 'node_modules'])

/**
 * @param {string} path a file or a folder
 * @returns {Promise<string[]>} absolute paths of the file, or of all in the folder that a build does not make
 */
export async function filesIn(path) {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = (await readdir(path)).filter((name) => !ignored.has(name))
  return (await Promise.all(entries.map((name) => filesIn(join(path, name))))).flat()
}
