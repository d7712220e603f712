import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkBounds } from './bounds/run.ts'
import { benchCalls, type CallsSize, callNames } from './calls.ts'
import { type Prepared, prepare, type Size } from './data/prepare.ts'
import { benchGateway, type GatewaySize } from './gateway.ts'
import { benchCosts, costLines } from './measure/costs.ts'
import type { CostsSize } from './measure/counted-calls.ts'
import { benchWebSize } from './measure/web-size.ts'
import { benchMixed, type MixedSize } from './mixed.ts'
import { type Row, report, table } from './report/report.ts'
import { benchTrackers, type TrackersSize } from './trackers.ts'

/*
 * npm run bench — what calls cost and how quick they are, one by one and mixed, and what the web weighs: a table, and JSON in .bench.
 *   --quick        everything once and small, to see that it works; its figures mean nothing
 *   --only a,b     some parts: bounds, costs, trivial, list, detail, free, prices, stock, create, mixed, web, gateway, trackers
 *   --small        bounds with few orders alone, as npm test does
 *   --calls RE     bounds of the calls alone whose names match, e.g. '^order'
 *   --write        bounds are set by what is counted, and docs/measurements.md is written
 *   --orders N     with --write: with N orders besides, for a third number in the document; prints what disk it needs
 *   --merchants M  so many merchants with --orders, of which one has half of the orders; 1000 by default
 */

interface Sizes {
  readonly data: Size
  readonly calls: CallsSize
  readonly costs: CostsSize
  readonly mixed: MixedSize
  readonly gateway: GatewaySize
  readonly trackers: TrackersSize
}

const sizes = {
  full: {
    data: { vehicles: 2000, small: 10_000, large: 200_000, others: { merchants: 49, vehicles: 40, share: 0.1 } },
    calls: { rounds: 9, ms: 2000, bookingsPerRound: 150, pages: 40 },
    costs: { counted: 15, warmUp: 600, rounds: 12, calls: 50, pages: 40 },
    mixed: { ms: 8000, rounds: 3, bookings: 100, pairs: 20, pages: 100 },
    gateway: { links: 5000, perSecond: 2000, seconds: 60 },
    trackers: { devices: 5000, perSecond: 2000, seconds: 30 },
  },
  quick: {
    data: { vehicles: 200, small: 1000, large: 4000, others: { merchants: 49, vehicles: 4, share: 0.1 } },
    calls: { rounds: 2, ms: 300, bookingsPerRound: 20, pages: 5 },
    costs: { counted: 5, warmUp: 5, rounds: 2, calls: 10, pages: 5 },
    mixed: { ms: 800, rounds: 1, bookings: 10, pairs: 4, pages: 10 },
    gateway: { links: 200, perSecond: 100, seconds: 4 },
    trackers: { devices: 200, perSecond: 100, seconds: 4 },
  },
} as const satisfies Record<string, Sizes>

const parts = ['bounds', 'costs', ...callNames, 'web', 'gateway', 'trackers', 'mixed'] as const
type Part = (typeof parts)[number]
/** They have data of their own, or need none. */
const withoutData: readonly Part[] = ['bounds', 'web', 'gateway', 'trackers']

const root = fileURLToPath(new URL('../../.bench', import.meta.url))

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    orders: { type: 'string' },
    merchants: { type: 'string', default: '1000' },
    small: { type: 'boolean' },
    write: { type: 'boolean' },
    calls: { type: 'string' },
    report: { type: 'string' },
  },
})
const name = options.quick ? 'quick' : 'full'
const size = sizes[name]
const chosen = partsOf(options.only)
const calls = new Set(callNames.filter((call) => chosen.has(call)))

const prepared = needsData() ? await prepare(root, { name, size: size.data }, console) : undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void prepared?.cluster.stop().finally(() => process.exit(1)))
try {
  process.exitCode = (await run(prepared)) || options.quick ? 0 : 1
} finally {
  await prepared?.cluster.stop()
}

/** The parts one after the other, each alone on the machine. */
async function run(data: Prepared | undefined): Promise<boolean> {
  const facts = { size: name, node: process.version, platform: `${process.platform} ${process.arch}` }
  const rows: Row[] = []
  const part = async (of: Part | 'calls', bench: () => Row[] | Promise<Row[]>) => {
    if (of === 'calls' ? calls.size === 0 : !chosen.has(of)) return
    const began = performance.now()
    rows.push(...(await bench()))
    console.info(`${of}：${((performance.now() - began) / 1000).toFixed(0)} 秒`)
  }
  await part('bounds', async () => {
    const { small = false, write = false, calls: asked } = options
    const { calls, failures } = await checkBounds(root, {
      large: !small && !options.quick,
      write,
      ...(asked && { calls: asked }),
      ...(options.orders !== undefined && {
        scale: {
          orders: numberOf('orders', options.orders, 200_000),
          merchants: numberOf('merchants', options.merchants, 2),
        },
      }),
    })
    for (const failure of failures) console.info(failure)
    if (options.report) await writeFile(options.report, JSON.stringify({ calls, failures }))
    return [
      {
        id: 'bounds',
        name: '超出上限的计数',
        ours: failures.length,
        unit: '',
        bar: { most: 0 },
        note: `${calls} 个调用`,
      },
    ]
  })
  let costs = {}
  await part('costs', async () => {
    const measured = await benchCosts(data!, size.costs)
    costs = measured.costs
    console.info(table(costLines(measured.costs)))
    return measured.rows
  })
  await part('calls', () => benchCalls(data!, size.calls, calls))
  await part('mixed', () => benchMixed(data!, size.mixed))
  await part('web', benchWebSize)
  await part('gateway', () => benchGateway(size.gateway))
  await part('trackers', () => benchTrackers(size.trackers))
  return report(rows, root, { ...facts, costs })
}

function numberOf(option: string, text: string, least: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`--${option} 应为不小于 ${least} 的整数`)
}

function needsData(): boolean {
  return [...chosen].some((part) => !withoutData.includes(part))
}

function partsOf(only: string | undefined): ReadonlySet<Part> {
  if (only === undefined) return new Set(parts)
  const asked = only.split(',')
  const unknown = asked.filter((one) => !parts.includes(one as Part))
  if (unknown.length > 0) throw new Error(`没有这些部分：${unknown.join('、')}。可选：${parts.join('、')}`)
  return new Set(asked as Part[])
}
