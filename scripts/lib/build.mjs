import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { at, cacheFolder, root } from './workspace.mjs'

/**
 * Builds something when its sources differ from those of its last build, or its result is gone.
 * @param {object} target
 * @param {string} target.name under which the state of its sources is kept
 * @param {string} [target.settings] what else the result depends on
 * @param {string[]} target.sources files and folders of the workspace
 * @param {string} target.result absolute path of a file that stands when it is built
 * @param {() => Promise<void>} target.build
 */
export async function buildWhenChanged({ name, settings = '', sources, result, build }) {
  const stampFile = join(cacheFolder, `${name}-build`)
  const stamp = await fingerprint(settings, sources)
  const last = await readFile(stampFile, 'utf8').catch(() => '')
  if (stamp === last && existsSync(result)) return
  await rm(stampFile, { force: true })
  await build()
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(stampFile, stamp)
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
