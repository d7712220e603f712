import { type Cluster, RUN, withClient } from '../data/cluster.ts'
import type { Prepared } from '../data/prepare.ts'
import { startProduct, waitUntilIdle } from '../product.ts'
import type { Row } from '../report/report.ts'
import { type Request, RIGHT } from '../request.ts'
import { startWorker } from '../worker.ts'
import {
  type Asks,
  amountOf,
  type CostName,
  type CostsSize,
  costNames,
  costTitles,
  countedOn,
  requestsOf,
  warmUpOf,
} from './counted-calls.ts'
import { type Counts, withoutWholePages } from './counts.ts'
import { canCountCpu, cpuOf, cpuOfCluster } from './cpu.ts'
import type { Load } from './load.ts'
import { type Amount, quantile } from './measure.ts'

/*
 * What each call costs: counted call by call in this process, and the CPU of the product and its database under one
 * connection, as a multiple of what a page of the list costs.
 */

export interface Cost {
  readonly counts: Counts
  /** ms of CPU of a call, and of the pages of the list that were asked for in turns with it; undefined where the system does not tell. */
  readonly cpu?: { readonly node: number; readonly postgres: number; readonly list: number; readonly ofList: number }
}
export type Costs = Readonly<Partial<Record<CostName, Cost>>>

/** What CPU a call may cost at most, in pages of the list. What is counted of a call has its bounds in `bounds/bounds.json`. */
const bars: Readonly<Partial<Record<CostName, number>>> = {
  first: 2,
  firstOfStore: 2,
  firstOfOwn: 2,
  home: 2,
  homeOfStore: 2,
  homeOfOwn: 2,
  todo: 2,
  todoOfStore: 2,
  todoOfOwn: 2,
  fleet: 6,
  free: 6,
  stock: 7,
  create: 6,
}

const database = `${RUN}costs`

/** @returns the costs, to be printed side by side, and what of them is judged */
export async function benchCosts(prepared: Prepared, size: CostsSize): Promise<{ costs: Costs; rows: Row[] }> {
  const { cluster } = prepared
  await using _ = await cluster.clone('large', database)
  const costs = await costsOf(prepared, database, size)
  return { costs, rows: costRows(costs) }
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

/**
 * Each call in turns with a page of the list, so that both are measured over the same time and as warm. The writes come last: what
 * they write is dearer to read until it is vacuumed.
 */
async function cpuPerCall(
  cluster: Cluster,
  on: { readonly database: string; readonly token: string },
  asked: Asks,
  size: CostsSize,
): Promise<Partial<Record<CostName, Cost['cpu']>>> {
  await using stand = await openStand(cluster, on, requestsOf(asked, costNames))
  const costs: Partial<Record<CostName, Cost['cpu']>> = {}
  for (const name of costNames) {
    const pair = new Set<CostName>(['list', name])
    const spent = new Map([...pair].map((one) => [one, [] as Spent[]]))
    await stand.spend(name, warmUpOf(asked[name], size))
    for (let round = 0; round < size.rounds; round++)
      for (const one of pair) spent.get(one)!.push(await stand.spend(one, amountOf(asked[one], size, round)))
    const own = spent.get(name)!
    const [node, postgres, list] = [
      quiet(own, (one) => one.node),
      quiet(own, (one) => one.postgres),
      quiet(spent.get('list')!, whole),
    ]
    costs[name] = { node, postgres, list, ofList: quiet(own, whole) / list }
  }
  return costs
}

/** What has a bar, one line each. */
export function costRows(costs: Costs): Row[] {
  return (Object.entries(bars) as [CostName, number][]).flatMap(([name, most]) => {
    const cost = costs[name]
    if (cost === undefined) return []
    const row = { id: `${name}.cpu`, name: `${costTitles[name]}：CPU（列表一页为 1）`, unit: '', bar: { most } }
    if (cost.cpu === undefined) return { ...row, ours: null, note: '只在 Linux 上测' }
    const { node, postgres, list, ofList } = cost.cpu
    const note = `node ${node.toFixed(2)} + postgres ${postgres.toFixed(2)} ms，列表 ${list.toFixed(2)} ms`
    return { ...row, ours: ofList, note }
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
    '列表',
  ]
  const lines = (Object.entries(costs) as [CostName, Cost][]).map(([name, { counts, cpu }]) => [
    costTitles[name],
    ...[counts.buffers, counts.rows, counts.flights, counts.statements, counts.versions].map((n) =>
      n.toLocaleString('en'),
    ),
    kilobytes(counts.wal),
    kilobytes(counts.json),
    ...(cpu
      ? [`${cpu.ofList.toFixed(2)} ×`, ...[cpu.node, cpu.postgres, cpu.list].map((ms) => `${ms.toFixed(2)} ms`)]
      : ['–', '–', '–', '–']),
  ])
  return [head, ...lines]
}

const kilobytes = (bytes: number): string => (bytes === 0 ? '0' : `${(bytes / 1000).toFixed(1)} kB`)

/** What a call took on one connection: CPU of the two processes that answer it, and how long it was waited for; ms. */
interface Spent {
  readonly node: number
  readonly postgres: number
  readonly p50: number
}

/** The product on a database, asked by one connection. Whatever else the cluster does meanwhile counts, too. */
interface Stand<Name extends string> extends AsyncDisposable {
  spend(name: Name, amount: Amount): Promise<Spent>
}

async function openStand<Name extends string>(
  cluster: Cluster,
  { database, token }: { readonly database: string; readonly token: string },
  requests: Readonly<Record<Name, readonly Request[]>>,
): Promise<Stand<Name>> {
  const load = startWorker<Load>('load.ts')
  const product = await startProduct(cluster, { database, token })
  const close = async () => {
    load[Symbol.dispose]()
    await product[Symbol.asyncDispose]()
  }
  try {
    await waitUntilIdle(cluster, database)
    const backend = await withClient(cluster.rootUrl(database), async (client) => {
      const { rows } = await client.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1',
      )
      return rows[0].pid as number
    })
    for (const name of Object.keys(requests) as Name[])
      await load.ask('aim', { name, port: product.port, connections: 1, begins: RIGHT, requests: requests[name] })
    const used = async () => ({ node: await cpuOf(product.pid), postgres: await cpuOfCluster(backend) })
    return {
      async spend(name, amount) {
        const before = await used()
        const { count, errors, p50 } = await load.ask('fire', { name, amount })
        const then = await used()
        const calls = Math.max(1, count + errors)
        // A refusal costs less than what it refuses.
        if (errors > calls / 20) throw new Error(`${name}: ${errors} of ${calls} calls were refused`)
        return {
          node: (then.node - before.node) / calls,
          postgres: (then.postgres - before.postgres) / calls,
          p50,
        }
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
