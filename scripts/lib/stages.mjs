import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ask, hashOf, judge, keepRecord, readRecord, shippedPackages } from './advisories.mjs'
import { findBrowser } from './browser.mjs'
import { compilerArguments } from './compiler-arguments.mjs'
import { decided, licences } from './dependencies.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { freePort } from './free-port.mjs'
import { quickFolder } from './quick-folder.mjs'
import { at, ended, root, spawnNode } from './workspace.mjs'

/**
 * The stages of `npm test`. Each resolves to how many checks passed and failed, and which and why: a run is thousands of
 * lines, and whoever reads its end should not have to look for them. One that crashes, or that finds no test where there
 * must be some, has failed.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Outcome
 * @typedef {{ name: string, run: (stdio: import('node:child_process').StdioOptions) => Promise<Outcome> }} Stage `stdio`: where what it
 *   starts writes to, of a stage that may run beside others
 */

/** @type {Stage} */
export const types = { name: '类型', run: () => check('typescript/bin/tsc', ...compilerArguments) }

/** @type {Stage} */
export const lint = { name: '规范', run: () => check('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.') }

/**
 * Licences by the lock file, and advisories. A high or critical one in what ships counts as failed until docs/operations.md decides
 * about it; so does, in CI, an answer that is missing or old, or an excuse that is. `npm run audit` keeps what it was answered.
 * @type {Stage}
 */
export const dependencies = {
  name: '依赖',
  async run() {
    const { counts, refused } = await licences()
    console.info([...counts].map(([licence, count]) => `${count} ${licence}`).join('，'))
    const packages = await shippedPackages()
    const answer = await ask(packages, commandLineOption('advisories') ?? process.env.ADVISORY_DATABASE)
    if (answer !== undefined && process.argv.includes('--audit')) await keepRecord(answer)
    const facts = { answer, record: await readRecord(), packages: hashOf(packages), now: Date.now() }
    const { CI, ADVISORIES_UNAVAILABLE: excuse } = process.env
    const { found, note, failed } = judge({ ...facts, ci: Boolean(CI), excuse })
    console[failed ? 'error' : answer === undefined ? 'warn' : 'info'](note)
    for (const { line } of found) console.info(line)
    const known = await decided()
    const serious = found.filter(({ id, severity }) => /high|critical/.test(severity) && !known.has(id))
    const unsafe = [...(failed ? [note] : []), ...serious.map(({ line }) => line)]
    const failures = [...refused.map((line) => `许可证未列入允许清单：${line}`), ...unsafe]
    return { passed: 2 - Number(refused.length > 0) - Number(unsafe.length > 0), failed: failures.length, failures }
  },
}

/** @param {string} name of `--name=value` on the command line */
const commandLineOption = (name) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)

/** @type {Stage} */
export const unit = { name: '单元测试', run: () => vitest('unit') }

/** @type {Stage} */
export const api = { name: '接口测试', run: () => vitest('api') }

/**
 * What calls cost, against the table of bounds, with few orders; in the large size with many, too.
 * @type {Stage}
 */
export const bounds = {
  name: '调用的开销',
  run: (stdio) =>
    withReport(async (report) => {
      const args = ['--only', 'bounds', ...(process.env.LARGE ? [] : ['--small']), ...['--report', report]]
      await ended(spawnNode([at('server', 'bench', 'main.ts'), ...args], { stdio }))
      const { calls, failures } = JSON.parse(await readFile(report, 'utf8'))
      const failed = new Set(failures.map((/** @type {string} */ line) => line.split('：')[0])).size
      return { passed: calls - failed, failed: failures.length, failures }
    }),
}

/**
 * What `npm run faults` breaks on purpose, in its small size.
 * @type {Stage}
 */
const faults = {
  name: '故障演练',
  run: (stdio) =>
    withReport(async (report) => {
      const large = process.env.LARGE ? ['--large'] : []
      await ended(spawnNode([at('scripts', 'faults.mjs'), ...large, '--report', report], { stdio }))
      return JSON.parse(await readFile(report, 'utf8'))
    }),
}

/**
 * What a stranger tries at the doors of a server that are no calls; in the large size also what another merchant and another store try at
 * each call, which laws ask as well.
 * @type {Stage}
 */
export const attack = {
  name: '越权与攻击',
  run: (stdio) =>
    withReport(async (report) => {
      const program = at('server', 'prove', 'attack', 'main.ts')
      const code = await ended(
        spawnNode([program, ...(process.env.LARGE ? [] : ['--doors']), '--report', report], { stdio }),
      )
      const { rows, findings } = JSON.parse(await readFile(report, 'utf8'))
      const held = rows.filter((/** @type {{ isHeld: boolean }} */ { isHeld }) => isHeld).length
      return outcome(held, rows.length - held, code, findings)
    }),
}

/**
 * Orders of a platform live while servers are killed and its receiver fails; afterwards everything is compared.
 * @type {Stage}
 */
const channel = {
  name: '渠道',
  async run(stdio) {
    const program = at('server', 'prove', 'channel', 'main.ts')
    const code = await ended(spawnNode([program, '--prove', '--seed', '1'], { stdio }))
    return checked(code === 0, 'npm run channel -- --prove --seed 1')
  },
}

/**
 * A first start on ground that is not ours.
 * @type {Stage}
 */
const ground = {
  name: '陌生环境的首次启动',
  run: (stdio) =>
    withReport(async (report) => {
      const large = process.env.LARGE ? ['--large'] : []
      await ended(spawnNode([at('server', 'prove', 'ground', 'main.ts'), ...large, '--report', report], { stdio }))
      return JSON.parse(await readFile(report, 'utf8'))
    }),
}

/**
 * The data of the newest release on today's schema. A tree from before the first release has nothing to rehearse.
 * @type {Stage}
 */
const upgrade = {
  name: '升级演练',
  run: (stdio) =>
    withReport(async (report) => {
      const program = at('server', 'prove', 'upgrade', 'main.ts')
      const code = await ended(spawnNode([program, '--prove', '--quick', '--report', report], { stdio }))
      const { passed, failed, failures } = JSON.parse(await readFile(report, 'utf8'))
      return failed === 0 && code === 0 ? { passed, failed, failures } : outcome(passed, failed, code, failures)
    }),
}

/**
 * Programs that prove a promise in their small size, each with an exit code that says whether it holds.
 * @type {Stage[]}
 */
export const proofs = [upgrade, faults, attack, channel, ground]

/** @type {Stage} */
export const build = {
  name: '构建',
  async run() {
    await ensureBuilt()
    return checked(true, 'build')
  },
}

/** @type {Stage} */
export const e2e = { name: '浏览器测试', run: () => playwright() }

/**
 * Flows in the browser, then a backup of the installation that they leave, restored and compared, then its nights, ends of a month and of a
 * year: no data is made for them.
 * @type {Stage[]}
 */
export const e2eAndRestore = (() => {
  const dataDir = join(quickFolder(), `e2e-${process.pid}`)
  return [
    { name: e2e.name, run: () => playwright(dataDir) },
    { name: '备份与恢复', run: () => restoreDrill(dataDir) },
    { name: '夜间工作', run: (stdio) => night(dataDir, stdio) },
  ]
})()

/**
 * The same alone, on a demo of its own.
 * @type {Stage}
 */
export const restore = {
  name: '备份与恢复',
  async run() {
    const dataDir = await mkdtemp(join(quickFolder(), 'run-'))
    const seeding = spawnNode([at('server', 'src', 'command', 'seed.ts'), '--yes'], { env: { DATA_DIR: dataDir } })
    try {
      return (await ended(seeding)) === 0 ? await restoreDrill(dataDir) : checked(false, 'seed')
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

/** @param {string} dataDir of a demo installation whose server has stopped */
async function restoreDrill(dataDir) {
  const code = await ended(spawnNode([at('server', 'src', 'testing', 'restore-drill.ts'), dataDir]))
  return checked(code === 0, '备份与恢复')
}

/**
 * @param {string} dataDir of a demo installation whose server has stopped; it is cleared
 * @param {import('node:child_process').StdioOptions} stdio
 */
async function night(dataDir, stdio) {
  try {
    return await withReport(async (report) => {
      const program = at('server', 'prove', 'night', 'main.ts')
      const code = await ended(spawnNode([program, dataDir, '--report', report], { stdio }))
      const { passed, failed, failures } = JSON.parse(await readFile(report, 'utf8'))
      return outcome(passed, failed, code, failures)
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * A program that only says yes or no counts as one check.
 * @param {string} program path inside node_modules
 * @param {string[]} args
 */
async function check(program, ...args) {
  const code = await ended(spawnNode([at('node_modules', program), ...args]))
  return checked(code === 0, program)
}

/**
 * @param {boolean} fine
 * @param {string} name
 * @returns {Outcome}
 */
function checked(fine, name) {
  return fine ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] }
}

/** @param {string} project */
function vitest(project) {
  return withReport(async (report) => {
    const code = await ended(
      spawnNode([
        at('node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ]),
    )
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'))
    return outcome(numPassedTests, numFailedTests, code, testResults.flatMap(failuresOfFile))
  })
}

/** @param {string} [dataDir] where its installation then stays */
function playwright(dataDir) {
  return withReport(async (report) => {
    const port = String(await freePort())
    const code = await ended(
      spawnNode(
        [
          at('node_modules', '@playwright', 'test', 'cli.js'),
          ...['test', '--config', at('e2e', 'playwright.config.ts'), '--reporter=list,json'],
          ...process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
        ],
        {
          env: {
            CHROME_PATH: await findBrowser(),
            E2E_PORT: port,
            ...(dataDir && { E2E_DATA_DIR: dataDir }),
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          },
        },
      ),
    )
    // Traces and pictures of failures stay in .test/results-… for whoever looks into them.
    if (code === 0) await rm(at('.test', `results-${port}`), { recursive: true, force: true })
    const { stats, errors, suites } = JSON.parse(await readFile(report, 'utf8'))
    /** @type {Spec[]} */
    const specs = suites.flatMap(specsOf)
    for (const { file, title } of specs.filter(({ tests }) => tests.some(isFlaky)))
      console.warn(`⚠ 第二次才通过：${file} › ${title}`)
    const failures = [...specs.flatMap(failureOf), ...errors.map(reason)]
    return outcome(stats.expected + stats.flaky, stats.unexpected + errors.length, code, failures)
  })
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} code exit code of the runner, which also fails for what belongs to no test
 * @param {string[]} failures
 * @returns {Outcome}
 */
function outcome(passed, failed, code, failures) {
  const unseen = failed === 0 && (code !== 0 || passed === 0)
  if (!unseen) return { passed, failed, failures }
  return { passed, failed: 1, failures: [...failures, `exit code ${code}, ${passed} passed`] }
}

/**
 * @param {{ name: string, message: string, assertionResults: { status: string, fullName: string,
 *   failureMessages: string[] }[] }} file one file of vitest's report; its own message tells why it could not be read
 */
function failuresOfFile({ name, message, assertionResults }) {
  const path = relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return message ? [`${path}\n${reason({ message })}`] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${path} › ${fullName}\n${reason({ message: failureMessages[0] })}`,
  )
}

/**
 * @typedef {{ message?: string }} Failure
 * @typedef {{ status: string, results: { error?: Failure }[] }} Trial
 * @typedef {{ file: string, title: string, ok: boolean, tests: Trial[] }} Spec
 * @typedef {{ suites?: Suite[], specs: Spec[] }} Suite
 * @param {Suite} suite of Playwright's report
 * @returns {Spec[]}
 */
const specsOf = ({ suites = [], specs }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * Passed when it was tried again, as CI does once: no failure, but somebody has to look into it.
 * @param {Trial} trial
 */
const isFlaky = ({ status }) => status === 'flaky'

/** @param {Spec} spec */
function failureOf({ file, title, ok, tests }) {
  if (ok) return []
  const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
  return [`${file} › ${title}\n${reason(error ?? {})}`]
}

/**
 * The first lines of what went wrong.
 * @param {Failure} failure
 */
function reason({ message = '' }) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12)
  return lines.map((line) => `    ${line}`).join('\n')
}

/**
 * Gives the runner a file of its own to report to; without one, a runner that dies early cannot pass.
 * @param {(file: string) => Promise<Outcome>} run
 */
async function withReport(run) {
  await mkdir(at('.test'), { recursive: true })
  const file = at('.test', `report-${crypto.randomUUID()}.json`)
  try {
    return await run(file)
  } finally {
    await rm(file, { force: true })
  }
}
