import type { Call } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { orderKind } from '@cheyi/domain/order/codes'
import { createStaff } from '../src/merchant/provision.ts'
import { openSession } from '../src/testing/session.ts'
import { type Booking, quoteTrips } from './bookings.ts'
import { type Counts, medianCounts, openCounter, withoutWholePages } from './counts.ts'
import { canCountCpu } from './cpu.ts'
import { type Cluster, RUN, withClient } from './data/cluster.ts'
import type { Hot, Prepared } from './data/prepare.ts'
import { localApp, sendForBody } from './local-app.ts'
import { type Amount, median } from './measure.ts'
import { asksOf } from './reads.ts'
import type { Bar, Row } from './report.ts'
import { type Request, RIGHT, requestOf } from './request.ts'
import { openStand, type Spent } from './stand.ts'

/*
 * What each call costs: counted call by call in this process, and the CPU of the product and its database under one
 * connection, as a multiple of what a page of the list costs.
 */

export interface CostsSize {
  /** Calls of a kind that are counted. */
  readonly counted: number
  /** Of the CPU: each call in turn, so many times. */
  readonly rounds: number
  /** Of one kind in one round. */
  readonly calls: number
  readonly bookingsPerRound: number
  readonly pages: number
}

export const costNames = [
  'list',
  'trivial',
  'first',
  'firstOfStore',
  'detail',
  'home',
  'homeOfStore',
  'todo',
  'todoOfStore',
  'free',
  'prices',
  'stock',
  'create',
] as const
export type CostName = (typeof costNames)[number]

export const costTitles: Readonly<Record<CostName, string>> = {
  list: '订单列表（游标翻页）',
  trivial: '最小的登录后调用（全部枚举）',
  first: '订单列表首页',
  firstOfStore: '订单列表首页（二十分之一门店的店员）',
  detail: '订单详情',
  home: '工作台',
  homeOfStore: '工作台（二十分之一门店的店员）',
  todo: '待办计数',
  todoOfStore: '待办计数（二十分之一门店的店员）',
  free: '30 个车型的可租数量',
  prices: '价格日历一个月',
  stock: '库存矩阵：30 个车型 × 30 天',
  create: '新建订单',
}

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
  home,
  homeOfStore: home,
  todo: home,
  todoOfStore: home,
  free: { buffers: 400, rows: 400, cpu: 6 },
  stock: { cpu: 7 },
  create: { flights: 10, cpu: 6 },
}

interface Asked {
  readonly call: Call
  readonly token: string
  readonly inputs: readonly object[]
  /** Of writes, each of which is made once. */
  readonly keys?: readonly string[]
}

/** A statement is planned for good when it was run five times on its connection. */
const WARM_UP = 8
const WARM_UP_ROUNDS = 1

const database = `${RUN}costs`

/** @returns the costs, to be printed side by side, and what of them is judged */
export async function benchCosts(prepared: Prepared, size: CostsSize): Promise<{ costs: Costs; rows: Row[] }> {
  const { cluster } = prepared
  await cluster.clone('large', database)
  try {
    const costs = await costsOf(prepared, database, size, costNames)
    return { costs, rows: judged(costs) }
  } finally {
    await cluster.drop(database)
  }
}

/** Counts and times the calls on a database of the cluster, to which bookings are added. */
export function costsOf(prepared: Prepared, on: string, size: CostsSize, names: readonly CostName[]): Promise<Costs> {
  const { cluster, hot, folder } = prepared
  return withoutWholePages(cluster.rootUrl(on), async () => {
    const app = await localApp(cluster.gateUrl(on), folder)
    const counts: Partial<Record<CostName, Counts>> = {}
    let asked: Asks
    try {
      const bookings = WARM_UP + size.counted + size.bookingsPerRound * (WARM_UP_ROUNDS + size.rounds)
      asked = await askedOf(app, hot, size, names.includes('create') ? bookings : 0, cluster.rootUrl(on))
      const counter = await openCounter(cluster.rootUrl(on))
      for (const name of names) counts[name] = await countsOf(app, counter, asked[name], size.counted)
      await counter.close()
    } finally {
      await app.close()
    }
    const cpu = canCountCpu
      ? await cpuPerCall(cluster, { database: on, token: hot.token }, asked, size, names)
      : undefined
    return Object.fromEntries(names.map((name) => [name, { counts: counts[name]!, cpu: cpu?.[name] }]))
  })
}

type App = Awaited<ReturnType<typeof localApp>>
type Asks = Readonly<Record<CostName, Asked>>

async function askedOf(app: App, hot: Hot, size: CostsSize, count: number, rootUrl: string): Promise<Asks> {
  const bookings = await quoteTrips(app, hot, count, rootUrl)
  const { list, detail, free, prices, stock } = await asksOf(app, hot, size.pages)
  const owner = <C extends Call>(call: C, inputs: readonly object[]): Asked => ({ call, token: hot.token, inputs })
  const token = await clerkOf(app, hot, rootUrl)
  const of = (asked: Asked): Asked => ({ ...asked, token })
  const firstPage = owner(contract.order.list, [{ orderKind: orderKind.short }])
  const homePage = owner(contract.overview.home, [{ limit: 50 }])
  const todo = owner(contract.overview.todo, [{}])
  return {
    list: owner(contract.order.list, list),
    trivial: owner(contract.lookup.enumerations, [{}]),
    first: firstPage,
    firstOfStore: of(firstPage),
    detail: owner(contract.order.detail, detail),
    home: homePage,
    homeOfStore: of(homePage),
    todo,
    todoOfStore: of(todo),
    free: owner(contract.stock.free, free),
    prices: owner(contract.price.calendar, prices),
    stock: owner(contract.stock.overview, stock),
    create: created(hot, bookings),
  }
}

const created = (hot: Hot, bookings: readonly Booking[]): Asked => ({
  call: contract.order.create,
  token: hot.token,
  inputs: bookings.map(({ input }) => input),
  keys: bookings.map(({ key }) => key),
})

/** Signs in a shop manager who sees one store of the twenty, not the largest. @returns the token */
async function clerkOf(app: App, hot: Hot, rootUrl: string): Promise<string> {
  const { merchantId, accountId } = hot
  const { rows } = await withClient(rootUrl, (client) =>
    client.query(`select id from role where merchant_id = $1 and letter = 'M'`, [merchantId]),
  )
  const staff = { mobile: '13500000000', passwordHash: '-', parentId: accountId, name: '基准店长' }
  const account = await createStaff(app.kernel, merchantId, {
    ...staff,
    roleIds: [rows[0].id],
    storeScope: 1,
    storeIds: [hot.storeIds[1]!],
  })
  return openSession(app.kernel, account)
}

async function countsOf(
  app: App,
  counter: Awaited<ReturnType<typeof openCounter>>,
  { call, token, inputs, keys }: Asked,
  counted: number,
): Promise<Counts> {
  const all: Counts[] = []
  for (let n = 0; n < WARM_UP + counted; n++) {
    const input = inputs[n % inputs.length]!
    let body = ''
    const one = await counter.count(async () => {
      body = await sendForBody(app, call, token, input as never, keys?.[n])
      return body
    })
    const right = body.startsWith(RIGHT)
    // A booking may find that the one before took the last car.
    if (!right && keys === undefined) throw new Error(`${call.path}: ${body}`)
    if (right && n >= WARM_UP) all.push(one)
  }
  if (all.length < counted / 2) throw new Error(`${call.path}: most were refused`)
  return medianCounts(all)
}

/** The calls in turn, in so many rounds: what is compared within one round met the same machine. */
async function cpuPerCall(
  cluster: Cluster,
  on: { readonly database: string; readonly token: string },
  asked: Asks,
  size: CostsSize,
  names: readonly CostName[],
): Promise<Partial<Record<CostName, Cost['cpu']>>> {
  const stand = await openStand(cluster, on, requestsOf(asked, names))
  try {
    const rounds: Partial<Record<CostName, Spent>>[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + size.rounds; round++) {
      const spent: (typeof rounds)[number] = {}
      for (const name of names) spent[name] = await stand.spend(name, amountOf(asked[name], size, round))
      rounds.push(spent)
    }
    const counting = rounds.slice(WARM_UP_ROUNDS)
    return Object.fromEntries(
      names.map((name) => {
        const of = (value: (one: Spent, list: Spent) => number) =>
          median(counting.map((round) => value(round[name]!, round.list!)))
        const cpu = {
          node: of(({ node }) => node),
          postgres: of(({ postgres }) => postgres),
          ofList: of((one, list) => (one.node + one.postgres) / (list.node + list.postgres)),
        }
        return [name, cpu]
      }),
    )
  } finally {
    await stand.close()
  }
}

export const requestsOf = (asked: Asks, names: readonly CostName[]) =>
  Object.fromEntries(
    names.map((name) => {
      const { call, token, inputs, keys } = asked[name]
      return [name, inputs.map((input, n) => requestOf(call, token, input, keys?.[n]))]
    }),
  ) as Record<CostName, Request[]>

/** Writes are made once each: those that were counted come first. */
export function amountOf({ keys }: Asked, size: CostsSize, round: number): Amount {
  if (keys === undefined) return { from: 0, to: size.calls }
  const from = WARM_UP + size.counted + round * size.bookingsPerRound
  return { from, to: from + size.bookingsPerRound }
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
