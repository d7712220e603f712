import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root, serverNode, unwritable } from './workspace.mjs'

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
  const args = [...only, '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const cli = npmCli()
  requireNpm(cli)
  requireWritable()
  await runNpm(process.execPath, [cli, ...command, ...args])
  // npm leaves out optional packages that ask for a newer Node than the one that runs it: with 20.0 the bundler was left without its program
  // for this platform. The newer Node is among the packages.
  if (lacksPrograms(lock, installedVersions() ?? {})) await runNpm(serverNode(), [cli, 'install', '--no-save', ...args])
  console.info('依赖已就绪')
}

/** @type {(node: string, args: string[]) => Promise<void>} */
async function runNpm(node, args) {
  const npm = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  const progress = showProgress()
  const [code] = await once(npm, 'close')
  progress.stop()
  if (code !== 0) throw new Error(`安装依赖失败：${reason(output)}`)
}

/** What came with Node 20; older ones know neither the lock file nor workspaces. */
const LEAST_NPM = 9

/** @param {string} cli */
function requireNpm(cli) {
  const { version } = JSON.parse(readFileSync(join(dirname(cli), '..', 'package.json'), 'utf8'))
  if (Number(version.split('.')[0]) < LEAST_NPM)
    throw new Error(`车驿需要 npm ${LEAST_NPM} 或更高版本，现在是 ${version}。请执行 npm install -g npm@10 后重试。`)
}

/** npm would find out after minutes. It tells the programs that it runs where its cache is. */
function requireWritable() {
  for (const folder of [root, process.env.npm_config_cache]) {
    let existing = folder
    while (existing && !existsSync(existing)) existing = dirname(existing)
    try {
      if (existing) accessSync(existing, constants.W_OK)
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
      throw new Error(`安装依赖失败：${closed(code, folder)}`)
    }
  }
}

/** @type {(code: string, path?: string) => string | undefined} */
const closed = (code, path) => {
  const told = unwritable({ code, path })
  const isCache = path !== undefined && !path.startsWith(root)
  return told && isCache ? `${told}npm 的缓存也可以放在别处：用环境变量 npm_config_cache 指定。` : told
}

const unreachable =
  /^(?:E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH|407)|ERR_SOCKET_TIMEOUT|.*CERT.*)$/

/**
 * One line for what a newcomer meets: no right to write, no network. Anything else npm tells better than we could.
 * @param {string} output of npm
 */
function reason(output) {
  const told = (/** @type {string} */ field) => new RegExp(`^npm (?:error|ERR!) ${field} (.*)$`, 'm').exec(output)?.[1]
  const code = told('code') ?? ''
  if (unreachable.test(code)) {
    const [, address = 'npm 软件源'] = /request to (https?:\/\/[^\s/]+)/.exec(output) ?? []
    return (
      `连不上 ${address}（${code}）。请检查网络；需要代理时执行 npm config set proxy http://地址:端口，` +
      '或换用国内镜像：npm config set registry https://registry.npmmirror.com。'
    )
  }
  return closed(code, told('path')) ?? `\n${output.trim()}`
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
  if (lacksPrograms(lock, installed)) return false
  return Object.entries(lock).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const found = installed[path]
    if (found) return found.version === wanted.version && existsSync(at(path))
    // npm installs a package with all that it needs.
    return wanted.optional === true || (!isWhole && !needed.has(path.slice('node_modules/'.length)))
  })
}

/**
 * Whether an installed package has programs for each platform, and none for this one is there.
 * @param {Record<string, Package>} lock
 * @param {Record<string, Package>} installed
 */
function lacksPrograms(lock, installed) {
  const isForHere = (/** @type {Package | undefined} */ one) =>
    one?.os?.includes(process.platform) && one.cpu?.includes(process.arch)
  return Object.keys(installed).some((path) => {
    const names = Object.keys(lock[path]?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
    const programs = names.filter((name) => isForHere(lock[name]))
    return programs.length > 0 && !programs.some((name) => installed[name])
  })
}

/** @type {(workspace: Package | undefined) => string[]} */
const namesOf = (workspace) => Object.keys({ ...workspace?.dependencies, ...workspace?.devDependencies })

/** @type {(installed: Record<string, Package>, name: string) => boolean} */
const present = (installed, name) => installed[`node_modules/${name}`] !== undefined

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], dependencies?: object,
 *   devDependencies?: object, optionalDependencies?: object }} Package
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
