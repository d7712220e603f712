import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from './workspace.mjs'

/** What the product runs and is built from; the root and e2e have what checks it, a quarter of the bytes. */
const running = ['packages/contract', 'packages/domain', 'packages/open-client', 'server', 'web']

/**
 * Installs the packages when they are missing or package-lock.json names others than are there.
 * @param {{ toCheck?: boolean }} [options] toCheck: also linter, compiler and browser; once there they are kept up too
 */
export async function ensureInstalled({ toCheck = false } = {}) {
  const installed = installedVersions()
  const lock = packagesOf(at('package-lock.json'))
  const isWhole = toCheck || (installed !== undefined && namesOf(lock['']).every((name) => present(installed, name)))
  if (installed && matchesLock(lock, installed, isWhole)) return
  console.info(installed ? '依赖有变化，正在更新…' : '正在安装依赖（首次需要一两分钟）…')
  // A clean install where there is nothing yet; later only what changed, since other programs may be running.
  const command = installed ? ['install', '--no-save'] : ['ci']
  const only = isWhole ? [] : running.flatMap((workspace) => ['--workspace', workspace])
  const args = [...command, ...only, '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const npm = spawn(process.execPath, [npmCli(), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  const progress = showProgress()
  const [code] = await once(npm, 'close')
  progress.stop()
  if (code !== 0) throw new Error(`安装依赖失败：\n${output.trim()}`)
  console.info('依赖已就绪')
}

/** npm's own record of what it installed, written last: an interrupted installation has none. */
function installedVersions() {
  const file = at('node_modules', '.package-lock.json')
  return existsSync(file) ? packagesOf(file) : undefined
}

/**
 * Whether everything the lock file asks for is there in that version; packages for other platforms may be missing. The record
 * alone does not prove it: copies of a workspace that share files share the record too.
 * @param {Record<string, Package>} lock
 * @param {Record<string, Package>} installed
 * @param {boolean} isWhole whether what checks the product has to be there as well
 */
function matchesLock(lock, installed, isWhole) {
  const needed = new Set(running.flatMap((workspace) => namesOf(lock[workspace])))
  return Object.entries(lock).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const found = installed[path]
    if (found) return found.version === wanted.version && existsSync(at(path))
    // npm installs a package with all that it needs.
    return wanted.optional === true || (!isWhole && !needed.has(path.slice('node_modules/'.length)))
  })
}

/** @type {(workspace: Package | undefined) => string[]} */
const namesOf = (workspace) => Object.keys({ ...workspace?.dependencies, ...workspace?.devDependencies })

/** @type {(installed: Record<string, Package>, name: string) => boolean} */
const present = (installed, name) => installed[`node_modules/${name}`] !== undefined

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, dependencies?: object, devDependencies?: object }} Package
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** npm's program, so that no shell is needed: the one running us, or the one beside this Node. */
export function npmCli() {
  const beside = ['node_modules/npm/bin/npm-cli.js', '../lib/node_modules/npm/bin/npm-cli.js']
  const candidates = [process.env.npm_execpath, ...beside.map((path) => join(dirname(process.execPath), path))]
  const cli = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path))
  if (!cli) throw new Error('没有找到 npm，请用 npm start 或 npm test 启动。')
  return cli
}

/** One line that is rewritten in a terminal; a line every ten seconds elsewhere. */
function showProgress() {
  const began = Date.now()
  const line = () => `  已用 ${Math.round((Date.now() - began) / 1000)} 秒，${countPackages()} 个软件包`
  const timer = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${line()}`), 500)
    : setInterval(() => console.info(line()), 10_000)
  return {
    stop() {
      clearInterval(timer)
      if (process.stdout.isTTY) process.stdout.write('\n')
    },
  }
}

function countPackages() {
  try {
    return readdirSync(at('node_modules')).length
  } catch {
    return 0
  }
}
