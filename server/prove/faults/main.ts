import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import type pg from 'pg'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { connect } from '../../src/kernel/postgres/connect.ts'
import { diskFiles } from '../../src/outside/storage/disk.ts'
import { namesOf } from '../../src/outside/storage/sealed-store.ts'
import { Crew, type Load, type Row } from '../crew/crew.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { withClient } from '../crew/with-client.ts'
import { type Ground, openGround } from './ground.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/*
 * npm run faults — an installation of its own on this machine, and what can go wrong with the ground under it, one fault after the other
 * while clients work. Then the database is read past the product.
 *   --seed N     1 by default: when faults happen
 *   --large      all scenarios, more often and longer
 *   --folder F   where it stands, in memory by default
 *   --report F   counts and failures, for npm test
 *   [scenarios]  these alone; server/prove/faults/scenarios.ts names them
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    large: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(quickFolder(), `faults-${process.pid}`) },
    report: { type: 'string' },
    'own-mounts': { type: 'boolean', default: false },
  },
})

/* What a fault may leave behind, read past the product. */

const { waiting, retrying } = deliveryStates.code

/** Work that nobody waits for and that ends by itself: jobs, refunds, messages to platforms. */
const UNDER_WAY = `select 'job ' || kind || ' ' || id as what from job where state in (${jobState.queued}, ${jobState.running})
  union all select 'refund ' || p.id from payment p
    where p.direction = 'out' and p.pay_mode = ${payMode.onlineOut} and p.status <> ${paymentStatus.succeeded} and p.created_at > $1
  union all select 'message ' || id from channel_event where state in (${waiting}, ${retrying}) and at > $1`

const SETTLE_MS = 120_000

/** Waits until all work of this kind since a moment has ended. @returns what has not */
async function underWay(client: pg.Client, since: Date): Promise<string[]> {
  const left = async () => (await client.query(UNDER_WAY, [since])).rows.map(({ what }) => what as string)
  await waitUntil('work ends', async () => (await left()).length === 0, SETTLE_MS).catch(() => undefined)
  return left()
}

interface FileLeftovers {
  /** Files that no row needs, drafts included. */
  readonly orphans: readonly string[]
  /** Rows whose file is not there. */
  readonly missing: readonly string[]
}

async function fileLeftovers(client: pg.Client, mediaDir: string): Promise<FileLeftovers> {
  const { rows } = await client.query<{ path: string; parts: number | null; ready: boolean }>(
    `select path, parts, state = ${mediaState.ready} as ready from media where state <> ${mediaState.deleted}
      union all select file_path, null, true from job where file_path is not null`,
  )
  const held = new Set<string>()
  for await (const name of diskFiles(mediaDir).names()) held.add(name)
  const needed = new Set(rows.flatMap(({ path, parts }) => namesOf(path, parts ?? 0)))
  const drafts = (await readdir(mediaDir, { recursive: true })).filter((name) => name.endsWith('.part'))
  return {
    orphans: [...[...held].filter((name) => !needed.has(name)), ...drafts],
    missing: rows.filter(({ path, ready }) => ready && !held.has(path)).map(({ path }) => path),
  }
}

const CLIENTS = { small: 4, large: 8 } as const
const STEADY_MS = { small: 1000, large: 10_000 } as const

interface Tried {
  readonly name: string
  readonly fault: string
  readonly tried: string
  /** Absent for a fault that could not be tried. */
  readonly row?: Row
  readonly troubles: ReadonlyMap<string, number>
  /** Files without a row, until the night. */
  readonly strays: number
  /** What is still there after it. */
  readonly leftovers: readonly string[]
}

/** A generator of numbers from 0 to 1 that begins anew with each scenario, so that one alone does what it does among others. */
function randomOf(seed: number, name: string): () => number {
  let state = [...name].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 2654435761), seed) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function badFiles(client: pg.Client, { mediaDir }: Ground): Promise<string[]> {
  const { orphans, missing } = await fileLeftovers(client, mediaDir)
  return [...orphans.map((file) => `file ${file}`), ...missing.map((file) => `no file ${file}`)]
}

/**
 * How often jobs are aged, quotas emptied and pauses of messages ended: the hourly limit of imports, the daily ones of vendors and the
 * growing pauses between tries are the product's, and a load would end with them, or last for hours.
 */
const AGE_MS = 10_000
const AGE = `update job set created_at = created_at - interval '1 hour' where created_at > now() - interval '1 hour';
  delete from daily_use;
  update channel_event set due_at = now() where state = ${retrying} and due_at > now();
  update channel_webhook set held_until = '-infinity' where held_until > now()`

/** What a load was to do and did nothing of: a scenario in which no sale succeeded proves nothing about sales. */
function idleOf(counts: Row['counts'], { turns = [], sells, imports }: Load = {}): string[] {
  const kinds = [...turns, ...(sells ? (['sale'] as const) : [])].filter((kind) => counts[kind] === 0)
  const isIdle = imports && counts.import + counts.statement === 0
  return [...kinds, ...(isIdle ? ['import'] : [])].map((kind) => `no ${kind} was acknowledged`)
}

async function tryOut(ground: Ground, name: string, { fault, load, happen, cannot }: Scenario): Promise<Tried> {
  const why = cannot?.(ground)
  if (why !== undefined)
    return { name, fault, tried: `not tried: ${why}`, troubles: new Map(), strays: 0, leftovers: [] }
  const size = values.large ? 'large' : 'small'
  const since = new Date()
  const crew = new Crew(ground, ground.field, { clients: CLIENTS[size], ...load })
  const steady = async () => {
    await crew.answered()
    await after(STEADY_MS[size])
  }
  const { url } = ground.place
  const ageing = setInterval(() => void withClient(url, (client) => client.query(AGE)).catch(() => undefined), AGE_MS)
  try {
    let tried: string
    try {
      await steady()
      tried = await happen({ ground, crew, isLarge: values.large, random: randomOf(Number(values.seed), name) })
      await steady()
    } finally {
      await crew.stop()
    }
    const [strays, leftovers] = await withClient(url, async (client) => {
      const open = await underWay(client, since)
      const strays = (await badFiles(client, ground)).length
      if (strays > 0) await ground.night()
      return [strays, [...open, ...(await badFiles(client, ground))]]
    })
    const row = await crew.row(url, () => moneyAgrees(url), fault)
    const wrong = [...leftovers, ...idleOf(row.counts, load)]
    return { name, fault, tried, row, troubles: crew.journal.troubles, strays, leftovers: wrong }
  } finally {
    clearInterval(ageing)
  }
}

const failedTry = (name: string, { fault }: Scenario, error: unknown): Tried => ({
  name,
  fault,
  tried: `failed: ${(error as Error).message}`,
  troubles: new Map(),
  strays: 0,
  leftovers: [String(error)],
})

async function moneyAgrees(url: string): Promise<boolean> {
  await using client = await connect(url)
  const found = await differencesOfAll(client)
  for (const difference of found.slice(0, 5)) console.error(difference)
  return found.length === 0
}

const isWrong = ({ row, troubles, leftovers }: Tried): boolean =>
  leftovers.length > 0 ||
  [...troubles.keys()].some((status) => /^5/.test(status) && status !== '503') ||
  (row !== undefined && (row.lost.length + row.doubled.length > 0 || !row.moneyAgrees))

const head = `| Fault | What was tried | Acknowledged | Lost | Doubled | Answers 5xx | Longest gap | Money | Leftovers |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`

function lineOf({ fault, tried, row, troubles, strays, leftovers }: Tried): string {
  if (row === undefined) return `| ${fault} | ${tried} | – | – | – | – | – | – | – |`
  const { position, ...counts } = row.counts
  const done = Object.entries({ ...counts, position }).filter(([, count]) => count > 0)
  const bad = [...troubles].filter(([status]) => /^5/.test(status))
  const cells = [
    ...[fault, tried, done.map(([kind, count]) => `${count} ${kind}`).join(', ')],
    ...[row.lost.length, row.doubled.length, bad.map(([status, n]) => `${n} × ${status}`).join(', ') || 0],
    ...[`${row.gap.toFixed(1)} s`, row.moneyAgrees ? 'agrees' : 'differs'],
    strays > 0 ? `${leftovers.length}; ${strays} files until the night` : leftovers.length,
  ]
  return `| ${cells.join(' | ')} |`
}

const all = Object.entries(scenarios)
const unknown = positionals.filter((name) => !(name in scenarios))
if (unknown.length > 0)
  throw new Error(`没有这些场景：${unknown.join('、')}。可选：${Object.keys(scenarios).join('、')}`)
const chosen = all.filter(([name, { small }]) =>
  positionals.length > 0 ? positionals.includes(name) : values.large || small,
)
const folder = resolve(values.folder)
await mkdir(folder, { recursive: true })
console.info(`npm run faults -- --seed ${values.seed}${values.large ? ' --large' : ''}；${folder}`)
console.info('正在启动服务器（首次要写入演示数据）…')
/** Rows of the scenarios that were tried, and what kept the rest from being tried. */
async function campaign(): Promise<{ rows: readonly Tried[]; broken?: unknown }> {
  const rows: Tried[] = []
  try {
    const ground = await openGround(folder, await freePort(), values['own-mounts'])
    try {
      // The demo's pictures, of which its rows have copies.
      await ground.night()
      for (const [name, scenario] of chosen) {
        const began = performance.now()
        const row = await tryOut(ground, name, scenario).catch((error: unknown) => failedTry(name, scenario, error))
        rows.push(row)
        console.info(`${name}（${((performance.now() - began) / 1000).toFixed(0)} 秒）\n${lineOf(row)}`)
        const { lost = [], doubled = [] } = row.row ?? {}
        const found = [...lost.map((id) => `lost ${id}`), ...doubled.map((id) => `doubled ${id}`), ...row.leftovers]
        for (const what of found.slice(0, 10)) console.info(`  ${what}`)
      }
    } finally {
      await ground.close()
    }
    return { rows }
  } catch (broken) {
    console.error(broken)
    return { rows, broken }
  }
}

const { rows, broken } = await campaign()
console.info(`\n${head}\n${rows.map(lineOf).join('\n')}\n`)
const wrong = rows.filter(isWrong)
const failures = [
  ...wrong.map((row) => `${row.name}\n    ${lineOf(row)}`),
  ...(broken === undefined ? [] : [`the campaign broke off: ${broken instanceof Error ? broken.message : broken}`]),
]
const passed = rows.length - wrong.length
if (values.report) await writeFile(values.report, JSON.stringify({ passed, failed: failures.length, failures }))
// The logs of the servers stay for whoever looks into it.
if (failures.length === 0) await rm(folder, { recursive: true, force: true })
for (const { name } of wrong) console.info(`✗ ${name}`)
console.info(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
