import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type TimerName, timers } from '@cheyi/domain/booking/order/timers'
import { addDays, addMonths, HOUR, type LocalDate, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { serverProcess } from '../../../scripts/lib/server-process.mjs'
import { at, ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { jobs } from '../../src/jobs.ts'
import { isOfHour } from '../../src/kernel/process/schedule-run.ts'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'

/*
 * npm run night [-- <DATA_DIR>] — the server that ships (server/dist/main.mjs) with all its schedules, over a night, the end of a month and
 * the end of a year. Its clock is moved, not that of this machine. No work may fail, none may find that books or sums differ, and every work
 * of a schedule must have ended at each of these hours. What tests import and the shipped server does not is missed nowhere else.
 *   <DATA_DIR>  of a demo installation whose server has stopped, and which is of no use afterwards; otherwise one is made
 *   --report F  counts and failures, for npm test
 */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { report: { type: 'string' } } })

/** The server is started in the morning, makes up for the night, and then its clock jumps past the last hour of a work of the day. */
const START = 8 * HOUR + 55 * MINUTE
const JUMP = 10 * HOUR + MINUTE / 2
/** What a night has to do on a demo ends within it, on a machine that has other work too. */
const PATIENCE = 5 * MINUTE
const LOOK_MS = 500
/** A server remembers the hours of all works within it. */
const REMEMBERED_MS = 5000

const today = localDate(Date.now())
const firstOf = (months: number) => addMonths(`${today.slice(0, 7)}-01`, months)
const newYear = firstOf(13 - Number(today.slice(5, 7)))
/** The days that the server is started at, one after the other. On the first one a new installation has missed nothing. */
const days: readonly { readonly name: string; readonly day: LocalDate; readonly monthly: boolean }[] = [
  { name: '开始', day: today, monthly: false },
  { name: '一夜之后', day: addDays(today, 1), monthly: false },
  { name: '月初', day: firstOf(1), monthly: true },
  // In December it is the same day.
  ...(newYear > firstOf(1) ? [{ name: '元旦', day: newYear, monthly: true }] : []),
]

/** Every work of a schedule; `monthly`: only on the first of a month. */
const works = jobs.flatMap(({ due = {}, merchants = [], installation = [] }) => [
  ...(Object.keys(due) as TimerName[]).map((name) => ({ name, schedule: timers[name] })),
  ...merchants,
  ...installation,
])

interface Seen {
  readonly ends: ReadonlyMap<string, number>
  /** Failures and differences by name of the work, where there are any. */
  readonly faults: readonly string[]
}

async function look({ url }: Server): Promise<Seen> {
  const text = await (await fetch(`${url}/internal/metrics`)).text()
  const valuesOf = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}\\{work="([^"]+)"\\} (\\S+)$`, 'gm'))].map(
      ([, work, value]) => [work!, Number(value)] as const,
    )
  const faultsOf = (metric: string, what: string) =>
    valuesOf(metric).flatMap(([work, value]) => (value > 0 ? [`${work} ${what} ${value} 次`] : []))
  return {
    ends: new Map(valuesOf('cheyi_job_end_timestamp_seconds')),
    faults: [...faultsOf('cheyi_job_failures_total', '失败'), ...faultsOf('cheyi_differences_total', '发现不一致')],
  }
}

/** Works that ended on one of the days. What follows events has much to do after months, and need not come to its end again. */
const everEnded = new Set<string>()

/** @returns how many works ended, and what was wrong */
async function spend(dataDir: string, { name, day, monthly }: (typeof days)[number], isFirst: boolean) {
  const later = pathToFileURL(at('server', 'prove', 'night', 'later.ts')).href
  const env = { DATA_DIR: dataDir, DEMO: 'on', RATE_LIMIT: 'off', NIGHT_AT: String(startOfDate(day) + START) }
  const server = await startServer(env, true, ['--import', later, ...serverProcess])
  const expected = works.filter(
    ({ name, schedule }) =>
      !isFirst && (isOfHour(schedule) ? monthly || !('monthly' in schedule) : !everEnded.has(name)),
  )
  try {
    server.process.send({ instant: startOfDate(day) + JUMP, machine: Date.now() })
    let seen = await look(server)
    const left = () => expected.filter((work) => !seen.ends.has(work.name)).map((work) => work.name)
    for (const until = Date.now() + PATIENCE; left().length > 0 && Date.now() < until; seen = await look(server))
      await after(LOOK_MS)
    if (isFirst) await after(REMEMBERED_MS)
    else for (const work of seen.ends.keys()) everEnded.add(work)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
    return {
      ended: seen.ends.size,
      failures: [
        ...left().map((work) => `${name}：${work} 没有结束`),
        ...seen.faults.map((fault) => `${name}：${fault}`),
        ...lines.slice(0, 5).map((line) => `${name}：${line.slice(0, 600)}`),
      ],
    }
  } finally {
    await stopServers([server])
  }
}

/** A demo of its own; @returns its folder */
async function makeDemo(): Promise<string> {
  const dataDir = await mkdtemp(join(quickFolder(), 'run-'))
  const seeding = spawnNode([at('server', 'src', 'command', 'seed.ts'), '--yes'], { env: { DATA_DIR: dataDir } })
  if ((await ended(seeding)) !== 0) throw new Error('the demo was not made')
  return dataDir
}

const [given] = positionals
const dataDir = given ?? (await makeDemo())
let passed = 0
const failures: string[] = []
try {
  for (const [n, day] of days.entries()) {
    const spent = await spend(dataDir, day, n === 0)
    console.info(`${day.name} ${day.day}：${spent.ended} 项定时工作结束`)
    for (const failure of spent.failures) console.error(failure)
    if (spent.failures.length === 0) passed++
    failures.push(...spent.failures)
  }
} finally {
  if (given === undefined) await rm(dataDir, { recursive: true, force: true })
}
if (values.report !== undefined)
  await writeFile(values.report, JSON.stringify({ passed, failed: failures.length, failures }))
process.exitCode = failures.length === 0 ? 0 : 1
