import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { at, cacheFolder, ended, root, spawnNode } from './workspace.mjs'

const dist = at('web', 'dist')
const stampFile = join(cacheFolder, 'web-build')
/** What the build reads. */
const sources = ['web', 'packages/domain', 'packages/contract', 'package-lock.json']
const ignored = new Set(['dist', 'node_modules'])

/** Calls go to the server that serves the pages, unless another environment is named. */
export const webEnv = { VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT || 'local' }

/** Builds the web application when its sources differ from those of the last build. */
export async function ensureWebBuilt() {
  const stamp = await fingerprint()
  const last = await readFile(stampFile, 'utf8').catch(() => '')
  if (stamp === last && existsSync(join(dist, 'index.html'))) return
  console.info('正在构建前端…')
  await rm(stampFile, { force: true })
  const args = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  if ((await ended(spawnNode(args, { cwd: at('web'), env: webEnv }))) !== 0) throw new Error('前端构建失败')
  await compressFolder(dist)
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(stampFile, stamp)
}

/** Path, size and time of every source file: reading them all would cost more than the rest of a start. */
async function fingerprint() {
  const hash = createHash('sha256').update(`${webEnv.VITE_ENVIRONMENT} ${process.env.VITE_API_HOST}\n`)
  for (const source of sources) {
    for (const file of (await filesIn(at(source))).sort()) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path a file or a folder
 * @returns {Promise<string[]>}
 */
async function filesIn(path) {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = (await readdir(path)).filter((name) => !ignored.has(name))
  return (await Promise.all(entries.map((name) => filesIn(join(path, name))))).flat()
}

const compressible = /\.(js|css|svg|json|webmanifest|txt|map)$/

/**
 * Puts `.br` and `.gz` beside each file worth it, at the strongest setting: the server compresses nothing it serves.
 * @param {string} folder
 */
async function compressFolder(folder) {
  const compress = [
    { suffix: '.gz', run: (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 }) },
    {
      suffix: '.br',
      run: (/** @type {Buffer} */ bytes) =>
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    },
  ]
  const files = (await filesIn(folder)).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < 1024) return
      for (const { suffix, run } of compress) await writeFile(`${file}${suffix}`, await run(bytes))
    }),
  )
}
