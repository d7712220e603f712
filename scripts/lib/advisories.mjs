import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { npmCli } from './install.mjs'
import { at } from './workspace.mjs'

/*
 * Security advisories about what the product ships with: asked of the npm registry, or looked up in a copy of GitHub's advisory
 * database. The last answer is kept in the repository, for where neither is at hand.
 */

/**
 * @typedef {{ name: string, version: string }} Package
 * @typedef {{ id: string, severity: string, line: string }} Advisory
 * @typedef {{ date: string, source: string, packages: string, found: Advisory[] }} Answer
 *   date: of what is known (ISO); packages: hash of the packages that were asked about
 */

const exec = promisify(execFile)
/**
 * Asked for when it is used: this module is loaded before the packages are installed.
 * @type {(a: string, b: string) => number}
 */
const compare = (a, b) => createRequire(import.meta.url)('semver').compare(a, b)

const recordFile = at('docs', 'advisories.json')
const DAY = 24 * 60 * 60 * 1000
/** An answer that is older says too little of today. */
export const MOST_DAYS = 7
/** An environment that cannot ask may go on for so long with no answer from elsewhere. */
export const MOST_EXCUSED_DAYS = 90

/**
 * What the lock file ships: all but what only development needs.
 * @returns {Promise<Package[]>}
 */
export async function shippedPackages() {
  const { packages } = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
    .map(([path, { name, version }]) => ({ name: name ?? path.split('node_modules/').at(-1), version }))
}

/** @param {readonly Package[]} packages */
export const hashOf = (packages) =>
  createHash('sha256')
    .update([...new Set(packages.map(({ name, version }) => `${name}@${version}\n`))].sort().join(''))
    .digest('hex')

/**
 * @param {readonly Package[]} packages
 * @param {string | undefined} database a git directory, bare or with its work tree, of github.com/github/advisory-database
 * @returns {Promise<Answer | undefined>} undefined: the registry did not answer
 */
export async function ask(packages, database) {
  if (database !== undefined) return fromDatabase(packages, database)
  const found = await fromRegistry()
  return found && { date: new Date().toISOString(), source: 'npm registry', packages: hashOf(packages), found }
}

/** @returns {Promise<Answer | undefined>} */
export const readRecord = () =>
  readFile(recordFile, 'utf8').then(JSON.parse, (error) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/** @param {Answer} answer */
export const keepRecord = (answer) => writeFile(recordFile, `${JSON.stringify(answer, null, 2)}\n`)

/**
 * What is known: by the answer, or else by the record of the last one. On a machine that nobody watches, not to know is a failure,
 * unless it is excused; an excuse names the day since which nobody has asked, and ends.
 * @param {{ answer: Answer | undefined, record: Answer | undefined, packages: string, now: number, ci: boolean, excuse?: string }} facts
 * @returns {{ found: Advisory[], note: string, failed: boolean }}
 */
export function judge({ answer, record, packages, now, ci, excuse }) {
  const told = (/** @type {Answer} */ { found, source, date }) =>
    `${source}（${date.slice(0, 10)}）共 ${found.length} 条`
  if (answer !== undefined && now - Date.parse(answer.date) < MOST_DAYS * DAY)
    return { found: answer.found, note: `安全公告：${told(answer)}`, failed: false }
  const why =
    answer === undefined ? '本次未能查询' : `所查的公告库已超过 ${MOST_DAYS} 天（${answer.date.slice(0, 10)}）`
  if (excuse) {
    const [, day = '', reason = ''] = /^(\d{4}-\d{2}-\d{2}) (.+)$/.exec(excuse) ?? []
    const since = record?.date.slice(0, 10) ?? day
    const days = Math.floor((now - Date.parse(since)) / DAY)
    // Neither without a date nor with one that is still to come.
    if (reason === '' || !(days >= 0))
      return {
        found: record?.found ?? [],
        note: `安全公告：ADVISORIES_UNAVAILABLE 须写明从哪天起无人查询及原因，如 2026-11-20 registry answers 405，现为 ${excuse}`,
        failed: true,
      }
    const elsewhere = `请在别处执行 npm run audit（或用 ADVISORY_DATABASE 指定公告库的副本），并提交 docs/advisories.json`
    return {
      found: answer?.found ?? record?.found ?? [],
      note: `安全公告：${why}（${reason}）；自 ${since} 起 ${days} 天无人查询，满 ${MOST_EXCUSED_DAYS} 天即不通过。${elsewhere}`,
      failed: ci && days >= MOST_EXCUSED_DAYS,
    }
  }
  if (record === undefined)
    return { found: answer?.found ?? [], note: `安全公告：${why}，也没有以前的查询记录`, failed: ci }
  const days = Math.floor((now - Date.parse(record.date)) / DAY)
  const last = `最近一次查询在 ${days} 天前：${told(record)}`
  if (record.packages !== packages)
    return { found: answer?.found ?? [], note: `安全公告：${why}。${last}，但依赖此后有变动`, failed: ci }
  const tooOld = days >= MOST_DAYS
  return { found: record.found, note: `安全公告：${why}。${last}`, failed: ci && tooOld }
}

/** @returns {Promise<Advisory[] | undefined>} undefined: the registry did not answer */
async function fromRegistry() {
  const args = [npmCli(), 'audit', '--json', '--omit=dev']
  const { stdout } = await exec(process.execPath, args, { cwd: at('.'), maxBuffer: 64 << 20, timeout: 60_000 }).catch(
    (error) => error,
  )
  const report = parsed(stdout ?? '')
  if (report?.vulnerabilities === undefined) return undefined
  const found = new Map()
  for (const { name, via } of Object.values(report.vulnerabilities)) {
    for (const one of via) {
      if (typeof one === 'string') continue
      const id = one.url?.split('/').at(-1) ?? String(one.source)
      found.set(id, advisory(id, one.severity, `${name} ${one.range}  ${one.title}`))
    }
  }
  return [...found.values()]
}

/**
 * @param {string} id
 * @param {string} severity
 * @param {string} what
 * @returns {Advisory}
 */
const advisory = (id, severity, what) => ({
  id,
  severity,
  line: `${severity}  ${what}  https://github.com/advisories/${id}`,
})

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param {readonly Package[]} packages
 * @param {string} folder
 * @returns {Promise<Answer>}
 */
async function fromDatabase(packages, folder) {
  const git = ['-c', 'safe.directory=*', '-C', folder]
  const { stdout: head } = await exec('git', [...git, 'log', '-1', '--format=%cI %H'])
  const [date = '', commit = ''] = head.trim().split(' ')
  const { stdout: tree } = await exec('git', [...git, 'ls-tree', '-r', 'HEAD', 'advisories/github-reviewed'], {
    maxBuffer: 1 << 28,
  })
  const blobs = tree
    .split('\n')
    .filter((line) => line.endsWith('.json'))
    .map((line) => line.split(/[ \t]/)[2])
  if (blobs.length === 0) throw new Error(`${folder} 中没有安全公告（advisories/github-reviewed）`)
  /** @type {Map<string, string[]>} */
  const versions = new Map()
  for (const { name, version } of packages) versions.set(name, [...(versions.get(name) ?? []), version])
  /** @type {Map<string, Advisory>} */
  const found = new Map()
  for (const text of await contentsOf(git, blobs)) {
    /** @type {Osv} */
    const osv = JSON.parse(text)
    if (osv.withdrawn) continue
    for (const one of osv.affected ?? []) {
      if (one.package?.ecosystem !== 'npm') continue
      const hit = (versions.get(one.package.name) ?? []).filter((version) => affects(one, version))
      if (hit.length === 0) continue
      const severity = (osv.database_specific?.severity ?? 'unknown').toLowerCase()
      found.set(osv.id, advisory(osv.id, severity, `${one.package.name} ${hit.join(', ')}  ${osv.summary ?? ''}`))
    }
  }
  return {
    date,
    source: `github/advisory-database@${commit.slice(0, 12)}`,
    packages: hashOf(packages),
    found: [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/**
 * @typedef {{ introduced?: string, fixed?: string, last_affected?: string }} Event
 * @typedef {{ package?: { ecosystem: string, name: string }, versions?: string[], ranges?: { events: Event[] }[],
 *   database_specific?: { last_known_affected_version_range?: string } }} Affected
 * @typedef {{ id: string, summary?: string, withdrawn?: string, affected?: Affected[],
 *   database_specific?: { severity?: string } }} Osv an advisory as the database has it (ossf.github.io/osv-schema)
 */

/**
 * Whether a version lies in one of the ranges; one without an end may name the last version known to be affected.
 * @param {Affected} affected
 * @param {string} version
 */
export function affects({ versions, ranges, database_specific }, version) {
  if (versions?.includes(version)) return true
  const [, sign, last] = /^(<=?) *(\S+)$/.exec(database_specific?.last_known_affected_version_range ?? '') ?? []
  if (last !== undefined && compare(version, last) >= (sign === '<' ? 0 : 1)) return false
  const reached = (/** @type {string | undefined} */ from) =>
    from !== undefined && (from === '0' || compare(version, from) >= 0)
  return (ranges ?? []).some(({ events }) => {
    const open = events.filter(({ introduced }) => reached(introduced)).length
    const closed = events.filter(
      ({ fixed, last_affected: end }) => reached(fixed) || (end !== undefined && compare(version, end) > 0),
    ).length
    return open > closed
  })
}

/**
 * The contents of many objects by one process.
 * @param {string[]} git
 * @param {(string | undefined)[]} ids
 * @returns {Promise<string[]>}
 */
async function contentsOf(git, ids) {
  const child = spawn('git', [...git, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(`${ids.join('\n')}\n`)
  const pieces = []
  for await (const piece of child.stdout) pieces.push(piece)
  const all = Buffer.concat(pieces)
  const contents = []
  for (let from = 0; from < all.length; ) {
    const end = all.indexOf('\n', from)
    const [id, type, size] = all.toString('utf8', from, end).split(' ')
    // A copy that was fetched in part would answer for what it does not hold.
    if (type !== 'blob') throw new Error(`公告库不完整：缺少对象 ${id}`)
    contents.push(all.toString('utf8', end + 1, end + 1 + Number(size)))
    from = end + 1 + Number(size) + 1
  }
  if (contents.length !== ids.length) throw new Error(`公告库不完整：${ids.length} 条公告只读到 ${contents.length} 条`)
  return contents
}
