import { type Cluster, RUN } from '../data/cluster.ts'
import type { Prepared } from '../data/prepare.ts'
import type { Bar, Row } from '../report/report.ts'
import {
  type Asks,
  amountOf,
  type CostName,
  type CostsSize,
  costNames,
  costTitles,
  countedOn,
  requestsOf,
  WARM_UP_ROUNDS,
} from './counted.ts'
import { type Counts, withoutWholePages } from './counts.ts'
import { canCountCpu } from './cpu.ts'
import { quantile } from './measure.ts'
import { openStand, type Spent } from './stand.ts'

/*
 * What each call costs: counted call by call in this process, and the CPU of the product and its database under one
 * connection, as a multiple of what a page of the list costs.
 */

export interface Cost {
  readonly counts: Counts
  /** ms of CPU of a call; undefined where the system does not tell. */
  readonly cpu?: { readonly node: number; readonly postgres: number; readonly ofList: number }
}
export type Costs = Readonly<Partial<Record<CostName, Cost>>>

/** What a call may cost at most; `cpu` in pages of the list. */
type CostBars = Readonly<Partial<Record<'buffers' | 'rows' | 'flights' | 'cpu', number>>>

const home: CostBars = { buffers: 600, cpu: 2 }
const first: CostBars = { buffers: 150, cpu: 2 }
const bars: Readonly<Partial<Record<CostName, CostBars>>> = {
  first,
  firstOfStore: first,
  firstOfOwn: first,
  home,
  homeOfStore: home,
  homeOfOwn: home,
  todo: home,
  todoOfStore: home,
  todoOfOwn: home,
  fleet: { buffers: 500, cpu: 6 },
  free: { buffers: 400, rows: 400, cpu: 6 },
  stock: { cpu: 7 },
  create: { flights: 10, cpu: 6 },
}

const database = `${RUN}costs`

/** @returns the costs, to be printed side by side, and what of them is judged */
export async function benchCosts(prepared: Prepared, size: CostsSize): Promise<{ costs: Costs; rows: Row[] }> {
  const { cluster } = prepared
  await using _ = await cluster.clone('large', database)
  const costs = await costsOf(prepared, database, size)
  return { costs, rows: judged(costs) }
}

function costsOf(prepared: Prepared, database: string, size: CostsSize): Promise<Costs> {
  const { cluster, hot } = prepared
  return withoutWholePages(cluster.rootUrl(database), async () => {
    const { asked, counts } = await countedOn(prepared, database, size, costNames)
    const cpu = canCountCpu ? await cpuPerCall(cluster, { database, token: hot.token }, asked, size) : undefined
    return Object.fromEntries(costNames.map((name) => [name, { counts: counts[name]!, cpu: cpu?.[name] }]))
  })
}

/** A quarter of the rounds cost less: what else the machine does, and pushes out of its caches, only ever adds. */
const QUIET = 0.25
const quiet = (spent: readonly Spent[], of: (one: Spent) => number): number =>
  quantile(
    spent.map(of).sort((a, b) => a - b),
    QUIET,
  )
const whole = ({ node, postgres }: Spent): number => node + postgres

/** The calls in turn, in so many rounds, each after a page of the list: both are measured all over the same time. */
async function cpuPerCall(
  cluster: Cluster,
  on: { readonly database: string; readonly token: string },
  asked: Asks,
  size: CostsSize,
): Promise<Partial<Record<CostName, Cost['cpu']>>> {
  await using stand = await openStand(cluster, on, requestsOf(asked, costNames))
  const spent = Object.fromEntries(costNames.map((name) => [name, [] as Spent[]])) as Record<CostName, Spent[]>
  for (let round = 0; round < WARM_UP_ROUNDS + size.rounds; round++)
    for (const name of costNames)
      for (const one of new Set<CostName>(['list', name])) {
        const took = await stand.spend(one, amountOf(asked[one], size, round))
        if (round >= WARM_UP_ROUNDS) spent[one].push(took)
      }
  const list = quiet(spent.list, whole)
  return Object.fromEntries(
    costNames.map((name) => {
      const [node, postgres] = [quiet(spent[name], ({ node }) => node), quiet(spent[name], ({ postgres }) => postgres)]
      return [name, { node, postgres, ofList: quiet(spent[name], whole) / list }]
    }),
  )
}

const units: Readonly<Record<keyof CostBars, string>> = {
  buffers: '共享缓冲页',
  rows: '取回的行',
  flights: '等待的往返',
  cpu: 'CPU（列表一页为 1）',
}

/** What has a bar, one line each. */
export function judged(costs: Costs): Row[] {
  return (Object.entries(bars) as [CostName, CostBars][]).flatMap(([name, most]) => {
    const cost = costs[name]
    if (cost === undefined) return []
    return (Object.entries(most) as [keyof CostBars, number][]).map(([unit, limit]): Row => {
      const bar: Bar = { most: limit }
      const row = { id: `${name}.${unit}`, name: `${costTitles[name]}：${units[unit]}`, unit: '', bar }
      if (unit !== 'cpu') return { ...row, ours: cost.counts[unit] }
      if (cost.cpu === undefined) return { ...row, ours: null, note: '只在 Linux 上测' }
      const { node, postgres, ofList } = cost.cpu
      return { ...row, ours: ofList, note: `node ${node.toFixed(2)} + postgres ${postgres.toFixed(2)} ms` }
    })
  })
}

/** All costs as lines of a table, for people. */
export function costLines(costs: Costs): string[][] {
  const head = [
    '调用',
    '缓冲页',
    '取回的行',
    '等待的往返',
    '语句',
    '写入的行版本',
    'WAL',
    'JSON',
    'CPU',
    'node',
    'postgres',
  ]
  const lines = (Object.entries(costs) as [CostName, Cost][]).map(([name, { counts, cpu }]) => [
    costTitles[name],
    ...[counts.buffers, counts.rows, counts.flights, counts.statements, counts.versions].map((n) =>
      n.toLocaleString('en'),
    ),
    kilobytes(counts.wal),
    kilobytes(counts.json),
    ...(cpu
      ? [`${cpu.ofList.toFixed(2)} ×`, `${cpu.node.toFixed(2)} ms`, `${cpu.postgres.toFixed(2)} ms`]
      : ['–', '–', '–']),
  ])
  return [head, ...lines]
}

const kilobytes = (bytes: number): string => (bytes === 0 ? '0' : `${(bytes / 1000).toFixed(1)} kB`)
