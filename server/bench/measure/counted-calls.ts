import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { type Booking, quoteTrips } from '../bookings.ts'
import type { Hot, Prepared } from '../data/prepare.ts'
import { type App, localApp, sendForBody } from '../local-app.ts'
import { asksOf } from '../reads.ts'
import { type Request, RIGHT, requestOf } from '../request.ts'
import { clerkOf } from '../staff.ts'
import { type Counts, medianCounts, openCounter } from './counts.ts'
import type { Amount } from './measure.ts'

/* The calls whose costs are known one by one, what is asked of them, and their counts. */

export interface CostsSize {
  /** Calls of a kind that are counted. */
  readonly counted: number
  /** Of a kind, before its CPU is measured: until then much of it runs as V8 has not compiled it yet. */
  readonly warmUp: number
  /** Of the CPU: each call in turn, so many times. */
  readonly rounds: number
  /** Of one kind in one round. */
  readonly calls: number
  readonly pages: number
}

export const costTitles = {
  list: '订单列表（游标翻页）',
  trivial: '最小的登录后调用（全部枚举）',
  first: '订单列表首页',
  firstOfStore: '订单列表首页（二十分之一门店的店员）',
  firstOfOwn: '订单列表首页（只看本人订单的店员）',
  detail: '订单详情',
  home: '工作台',
  homeOfStore: '工作台（二十分之一门店的店员）',
  homeOfOwn: '工作台（只看本人订单的店员）',
  todo: '待办计数',
  todoOfStore: '待办计数（二十分之一门店的店员）',
  todoOfOwn: '待办计数（只看本人订单的店员）',
  fleet: '车辆列表首页',
  free: '30 个车型的可租数量',
  prices: '价格日历一个月',
  stock: '库存矩阵：30 个车型 × 30 天',
  create: '新建订单',
} as const
export type CostName = keyof typeof costTitles
export const costNames = Object.keys(costTitles) as readonly CostName[]

export interface Asked {
  readonly call: Call
  readonly token: string
  readonly inputs: readonly object[]
  /** Of writes, each of which is made once. */
  readonly keys?: readonly string[]
}

/** A statement is planned for good when it was run five times on its connection. */
const PLANNED = 8

/** Counts calls on a database, to which bookings are added. @returns what was asked, to be asked of the product, too */
export async function countedOn(
  { cluster, hot, folder }: Prepared,
  database: string,
  size: CostsSize,
  names: readonly CostName[],
): Promise<{ asked: Asks; counts: Readonly<Partial<Record<CostName, Counts>>> }> {
  const rootUrl = cluster.rootUrl(database)
  await using app = await localApp(cluster.addresses(database), folder)
  const bookings = PLANNED + size.counted + size.warmUp + size.rounds * size.calls
  const asked = await askedOf(app, hot, size, { names, bookings: names.includes('create') ? bookings : 0, rootUrl })
  const counter = await openCounter(rootUrl)
  const counts: Partial<Record<CostName, Counts>> = {}
  for (const name of names) counts[name] = await countsOf(app, counter, asked[name], size.counted)
  await counter.close()
  return { asked, counts }
}

export type Asks = Readonly<Record<CostName, Asked>>

interface Asking {
  readonly names: readonly CostName[]
  readonly bookings: number
  readonly rootUrl: string
}

export async function askedOf(
  app: App,
  hot: Hot,
  size: CostsSize,
  { names, bookings: count, rootUrl }: Asking,
): Promise<Asks> {
  const bookings = await quoteTrips(app, hot, count, rootUrl)
  const { list, detail, free, prices, stock } = await asksOf(app, hot, size.pages)
  const owner = <C extends Call>(call: C, inputs: readonly object[]): Asked => ({ call, token: hot.token, inputs })
  const store = await clerkOf(app, hot, rootUrl, storeScope.listed)
  // Orders are given away only where they are looked at: long histories are prepared once and measured often.
  const own = names.includes('homeOfOwn') ? await clerkOf(app, hot, rootUrl, storeScope.own) : store
  const by = ({ token }: { token: string }, asked: Asked): Asked => ({ ...asked, token })
  const firstPage = owner(contract.order.list, [{ orderKind: orderKind.short }])
  const homePage = owner(contract.overview.home, [{ limit: 20 }])
  const todo = owner(contract.todo.counts, [{}])
  return {
    list: owner(contract.order.list, list),
    trivial: owner(contract.lookup.enumerations, [{}]),
    first: firstPage,
    firstOfStore: by(store, firstPage),
    firstOfOwn: by(own, firstPage),
    detail: owner(contract.order.detail, detail),
    home: homePage,
    homeOfStore: by(store, homePage),
    homeOfOwn: by(own, homePage),
    todo,
    todoOfStore: by(store, todo),
    todoOfOwn: by(own, todo),
    fleet: owner(contract.inventory.list, [{}]),
    free: owner(contract.stock.free, free),
    prices: owner(contract.price.calendar, prices),
    stock: owner(contract.stock.overview, stock),
    create: createRequests(hot, bookings),
  }
}

const createRequests = (hot: Hot, bookings: readonly Booking[]): Asked => ({
  call: contract.order.create,
  token: hot.token,
  inputs: bookings.map(({ input }) => input),
  keys: bookings.map(({ key }) => key),
})

async function countsOf(
  app: App,
  counter: Awaited<ReturnType<typeof openCounter>>,
  { call, token, inputs, keys }: Asked,
  counted: number,
): Promise<Counts> {
  const all: Counts[] = []
  for (let n = 0; n < PLANNED + counted; n++) {
    const input = inputs[n % inputs.length]!
    let body = ''
    const one = await counter.count(async () => {
      body = await sendForBody(app, call, token, input as never, keys?.[n])
      return body
    })
    const right = body.startsWith(RIGHT)
    // A booking may find that the one before took the last car.
    if (!right && keys === undefined) throw new Error(`${call.path}: ${body}`)
    if (right && n >= PLANNED) all.push(one)
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

/** Writes are made once each: those that were counted come first, then those that warm up. */
export function warmUpOf({ keys }: Asked, size: CostsSize): { readonly from: number; readonly to: number } {
  const from = keys === undefined ? 0 : PLANNED + size.counted
  return { from, to: from + size.warmUp }
}

export function amountOf(asked: Asked, size: CostsSize, round: number): Amount {
  const from = asked.keys === undefined ? 0 : warmUpOf(asked, size).to + round * size.calls
  return { from, to: from + size.calls }
}
