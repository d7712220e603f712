import { randomInt } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { orderKind } from '@cheyi/domain/order/codes'
import { createStaff } from '../../src/merchant/provision.ts'
import { openSession } from '../../src/testing/session.ts'
import { type Booking, quoteTrips } from '../bookings.ts'
import { withClient } from '../data/cluster.ts'
import type { Hot, Prepared } from '../data/prepare.ts'
import { localApp, sendForBody } from '../local-app.ts'
import { asksOf } from '../reads.ts'
import { type Request, RIGHT, requestOf } from '../request.ts'
import { type Counts, medianCounts, openCounter } from './counts.ts'
import type { Amount } from './measure.ts'

/* The calls whose costs are known one by one, what is asked of them, and their counts. */

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

export interface Asked {
  readonly call: Call
  readonly token: string
  readonly inputs: readonly object[]
  /** Of writes, each of which is made once. */
  readonly keys?: readonly string[]
}

/** A statement is planned for good when it was run five times on its connection. */
const WARM_UP = 8
export const WARM_UP_ROUNDS = 1

/** Counts calls on a database, to which bookings are added. @returns what was asked, to be asked of the product, too */
export async function countedOn(
  { cluster, hot, folder }: Prepared,
  database: string,
  size: CostsSize,
  names: readonly CostName[],
): Promise<{ asked: Asks; counts: Readonly<Partial<Record<CostName, Counts>>> }> {
  const rootUrl = cluster.rootUrl(database)
  const app = await localApp(cluster.gateUrl(database), folder)
  try {
    const bookings = WARM_UP + size.counted + size.bookingsPerRound * (WARM_UP_ROUNDS + size.rounds)
    const asked = await askedOf(app, hot, size, names.includes('create') ? bookings : 0, rootUrl)
    const counter = await openCounter(rootUrl)
    const counts: Partial<Record<CostName, Counts>> = {}
    for (const name of names) counts[name] = await countsOf(app, counter, asked[name], size.counted)
    await counter.close()
    return { asked, counts }
  } finally {
    await app.close()
  }
}

type App = Awaited<ReturnType<typeof localApp>>
export type Asks = Readonly<Record<CostName, Asked>>

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
  // Long histories are measured where they were prepared, more than once.
  const mobile = `135${String(randomInt(1e8)).padStart(8, '0')}`
  const staff = { mobile, passwordHash: '-', parentId: accountId, name: '基准店长' }
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
