import { contract } from '@cheyi/contract/index'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import { idsOf } from '@cheyi/domain/permission'
import { DAY } from '@cheyi/domain/time'
import { openSession } from '../src/testing/session.ts'
import { type Booking, quoteTrips } from './bookings.ts'
import { contest, errorsOf, medianOf, rateOf, ratioOf } from './contest.ts'
import { type Cluster, RUN, withClient } from './data/cluster.ts'
import type { Hot, Prepared } from './data/prepare.ts'
import { localApp, send } from './local-app.ts'
import type { Load } from './measure/load.ts'
import { median, quantile } from './measure/measure.ts'
import { ask, openPage } from './measure/stream.ts'
import { type Product, startProduct } from './product.ts'
import { asksOf, inTurn } from './reads.ts'
import type { Row } from './report/report.ts'
import { type Request, RIGHT, requestOf } from './request.ts'
import { staff } from './staff.ts'
import { startWorker, type Worker } from './worker.ts'

/*
 * Many at once: readers beside writers, fifty merchants, two who book from one pool, pages that are told of bookings, and
 * the first who come after a restart.
 */

export interface MixedSize {
  /** Of readers beside writers, and of a round of the merchants. */
  readonly ms: number
  readonly rounds: number
  /** Made beside the readers. */
  readonly bookings: number
  /** Of two writers in a round. */
  readonly pairs: number
  /** Pages that hear of bookings. */
  readonly pages: number
}

const database = `${RUN}mixed`
const READERS = 6
const WRITERS = 2
const MERCHANT_CONNECTIONS = 8
/** Bookings that open pages are told of, and those made after a restart. */
const TOLD = 20
const WARM_UP = 1

export async function benchMixed(prepared: Prepared, size: MixedSize): Promise<Row[]> {
  const { cluster, hot } = prepared
  await using _ = await cluster.clone('large', database)
  const asked = await askedOf(prepared, size)
  const rows = await withProduct(cluster, hot, async (product) => {
    using load = startWorker<Load>('load.ts')
    using writers = startWorker<Load>('load.ts')
    return [
      ...(await readersAndWriters(product, load, writers, asked, size)),
      ...(await merchants(product, load, asked, size)),
      ...(await onePool(product, writers, asked, size)),
      ...(await fanOut(product, asked)),
    ]
  })
  await cluster.restart()
  return [...rows, ...(await withProduct(cluster, hot, (product) => coldStart(product, hot, asked)))]
}

async function withProduct<T>(cluster: Cluster, hot: Hot, work: (product: Product) => Promise<T>): Promise<T> {
  await using product = await startProduct(cluster, { database, token: hot.token })
  return await work(product)
}

interface Asked {
  readonly reads: readonly Request[]
  readonly bookings: readonly Request[]
  readonly samePool: readonly Request[]
  readonly ownPools: readonly Request[]
  readonly told: readonly Booking[]
  readonly cold: readonly Booking[]
  readonly token: string
  readonly storeId: string
  readonly small: { readonly one: readonly Request[]; readonly all: readonly Request[] }
  readonly pageTokens: readonly string[]
}

async function askedOf({ cluster, hot, folder }: Prepared, size: MixedSize): Promise<Asked> {
  const rootUrl = cluster.rootUrl(database)
  const [storeId, modelId, otherModelId] = [hot.storeIds[0]!, hot.modelIds[0]!, hot.modelIds[1]!]
  const clerks = await staff(cluster.addresses(database), folder, hot, size.pages)
  await using app = await localApp(cluster.addresses(database), folder)
  const quote = (count: number, poolOf?: (n: number) => { storeId: string; modelId: string }) =>
    quoteTrips(app, hot, count, rootUrl, poolOf)
  const requests = (bookings: readonly Booking[]) =>
    bookings.map(({ input, key }) => requestOf(contract.order.create, hot.token, input, key))
  const pairs = size.pairs * (size.rounds + WARM_UP)
  const samePool = await quote(pairs, () => ({ storeId, modelId }))
  const ownPools = await quote(pairs, (n) => ({ storeId: hot.storeIds[1 + (n % 2)]!, modelId: otherModelId }))
  const any = await quote(size.bookings + TOLD + 1)
  const asks = await asksOf(app, hot, 10)
  const read = (call: Parameters<typeof requestOf>[0], inputs: readonly object[]) =>
    inputs.map((input) => requestOf(call, hot.token, input))
  const kinds = [
    read(contract.order.list, asks.list),
    read(contract.order.detail, asks.detail),
    read(contract.order.list, [{ orderKind: orderKind.short }]),
    read(contract.overview.home, [{ limit: 20 }]),
    read(contract.stock.free, asks.free),
    read(contract.price.calendar, asks.prices),
  ]
  await openRights(app, hot, clerks.roleId)
  const owners = await withClient(rootUrl, async (client) => {
    const { rows } = await client.query(
      `select a.merchant_id::text as merchant, a.user_id::text as person, a.id::text as account,
         (select min(s.id)::text from store s where s.merchant_id = a.merchant_id) as store
       from account a where a.parent_id = 0 order by a.merchant_id = $1, a.merchant_id`,
      [hot.merchantId],
    )
    return rows as { merchant: string; person: string; account: string; store: string }[]
  })
  const ofOwner = async ({ merchant, person, account, store }: (typeof owners)[number]) => {
    const token = await openSession(app.kernel, { merchantId: merchant, userId: person, accountId: account })
    const from = Date.now() + DAY
    return [
      requestOf(contract.order.list, token, { orderKind: orderKind.short }),
      requestOf(contract.todo.counts, token, {}),
      requestOf(contract.stock.free, token, { storeId: store, from, to: from + 2 * DAY }),
    ]
  }
  const all: Request[] = []
  for (const owner of owners) all.push(...(await ofOwner(owner)))
  return {
    reads: inTurn(kinds),
    bookings: requests(any.slice(0, size.bookings)),
    samePool: requests(samePool),
    ownPools: requests(ownPools),
    told: any.slice(size.bookings, size.bookings + TOLD),
    cold: any.slice(size.bookings + TOLD),
    token: hot.token,
    storeId,
    small: { one: all.slice(0, 3), all },
    pageTokens: clerks.tokens,
  }
}

type App = Awaited<ReturnType<typeof localApp>>

/** Whoever may see orders is told of them. */
const openRights = async (app: App, hot: Hot, roleId: string): Promise<void> => {
  await send(app, contract.role.auth, hot.token, { roleId, menuIds: idsOf(['order.list']) })
}

async function readersAndWriters(
  product: Product,
  load: Worker<Load>,
  writers: Worker<Load>,
  asked: Asked,
  size: MixedSize,
): Promise<Row[]> {
  const aim = (worker: Worker<Load>, name: string, requests: readonly Request[], connections: number) =>
    worker.ask('aim', { name, port: product.port, connections, begins: RIGHT, requests })
  await aim(load, 'reads', asked.reads, READERS)
  await aim(writers, 'bookings', asked.bookings, WRITERS)
  await load.ask('fire', { name: 'reads', amount: { from: 0, to: READERS * 10 } })
  const [reads, bookings] = await Promise.all([
    load.ask('fire', { name: 'reads', amount: { ms: size.ms } }),
    writers.ask('fire', { name: 'bookings', amount: { from: 0, to: asked.bookings.length } }),
  ])
  const row = (id: string, name: string, { p50, p99, count, seconds }: typeof reads, most: number): Row => ({
    id,
    name,
    ours: p99,
    unit: ' ms',
    bar: { most },
    note: `p50 ${Math.round(p50)} ms，${count} 次，${(count / seconds).toFixed(0)}/s`,
  })
  // A booking of the list may have lost its last car to one before it: such a refusal is right.
  return [
    row('mixed.reads', `边写边读（${READERS} 读 ${WRITERS} 写）：读的 p99`, reads, 500),
    row('mixed.writes', `边写边读（${READERS} 读 ${WRITERS} 写）：下单的 p99`, bookings, 1000),
    { id: 'mixed.errors', name: '边写边读：读的错误', ours: reads.errors, unit: '', bar: { most: 0 } },
  ]
}

async function merchants(product: Product, load: Worker<Load>, { small }: Asked, size: MixedSize): Promise<Row[]> {
  const { port } = product
  const contestant = async (name: string, requests: readonly Request[]) => {
    await load.ask('aim', { name, port, connections: MERCHANT_CONNECTIONS, begins: RIGHT, requests })
    return () => load.ask('fire', { name, amount: { ms: size.ms / 4 } })
  }
  const all = await contest(
    { ours: await contestant('merchants', small.all), bare: await contestant('merchant', small.one) },
    size.rounds + WARM_UP,
  )
  const rounds = all.slice(WARM_UP)
  return [
    {
      id: 'mixed.merchants',
      name: `${small.all.length / 3} 家商户同时，与一家相比`,
      ours: medianOf(rounds, 'ours', rateOf),
      bare: medianOf(rounds, 'bare', rateOf),
      ratio: ratioOf(rounds, 'ours', 'bare', rateOf),
      unit: '/s',
      bar: { least: 0.8 },
      note: '首页列表、待办、可租数量',
    },
    { id: 'mixed.merchants.errors', name: '多家商户同时：错误', ours: errorsOf(all), unit: '', bar: { most: 0 } },
  ]
}

/** Two who book at once: from one pool, whose lock each waits for, and each from another. */
async function onePool(
  product: Product,
  writers: Worker<Load>,
  { samePool, ownPools }: Asked,
  size: MixedSize,
): Promise<Row[]> {
  const contestant = async (name: string, requests: readonly Request[]) => {
    await writers.ask('aim', { name, port: product.port, connections: 2, begins: RIGHT, requests })
    return (round: number) =>
      writers.ask('fire', { name, amount: { from: round * size.pairs, to: (round + 1) * size.pairs } })
  }
  const contestants = { ours: await contestant('samePool', samePool), bare: await contestant('ownPools', ownPools) }
  const rounds = (await contest(contestants, size.rounds + WARM_UP)).slice(WARM_UP)
  return [
    {
      id: 'mixed.pool',
      name: '两人同时订一个库存池，与各订一个相比：p50',
      ours: medianOf(rounds, 'ours', ({ p50 }) => p50),
      bare: medianOf(rounds, 'bare', ({ p50 }) => p50),
      ratio: ratioOf(rounds, 'ours', 'bare', ({ p50 }) => p50),
      unit: ' ms',
      bar: { most: 2 },
      note: `p99 ${Math.round(medianOf(rounds, 'ours', ({ p99 }) => p99))} ms`,
    },
  ]
}

/** How long after the answer of a booking the last of the open pages has heard of it. */
async function fanOut(product: Product, { told, token, pageTokens }: Asked): Promise<Row[]> {
  const heardAt = new Map<string, number[]>()
  const pages = []
  for (const of of pageTokens)
    pages.push(
      await openPage(product, of, (event, data) => {
        if (event !== 'order.changed') return
        const { orderId } = JSON.parse(data) as { orderId: string }
        const times = heardAt.get(orderId) ?? []
        times.push(performance.now())
        heardAt.set(orderId, times)
      }),
    )
  try {
    const answered = new Map<string, number>()
    for (const { input, key } of told) {
      const made = await ask(product, contract.order.create, token, input, key).catch(() => undefined)
      if (made !== undefined) answered.set(made.orderId, performance.now())
    }
    const everybodyHeard = () =>
      [...answered.keys()].every((orderId) => (heardAt.get(orderId)?.length ?? 0) >= pages.length)
    for (const end = performance.now() + 5000; performance.now() < end && !everybodyHeard(); )
      await new Promise((resolve) => setTimeout(resolve, 20))
    const lags = [...answered].map(([orderId, at]) => Math.max(0, ...(heardAt.get(orderId) ?? []).map((t) => t - at)))
    const missed = [...answered.keys()].reduce(
      (sum, orderId) => sum + Math.max(0, pages.length - (heardAt.get(orderId)?.length ?? 0)),
      0,
    )
    const sorted = lags.toSorted((a, b) => a - b)
    return [
      {
        id: 'mixed.told',
        name: `下单后 ${pages.length} 个在线页面全部得知`,
        ours: quantile(sorted, 0.99),
        unit: ' ms',
        bar: { most: 2000 },
        note: `p50 ${Math.round(median(lags))} ms，${answered.size} 单`,
      },
      { id: 'mixed.untold', name: '没有得知的页面', ours: missed, unit: '', bar: { most: 0 } },
    ]
  } finally {
    for (const page of pages) page.close()
  }
}

/** The first answers with nothing in the memory of the database or the product. */
async function coldStart(product: Product, hot: Hot, { cold, storeId }: Asked): Promise<Row[]> {
  const timed = async (id: string, name: string, work: () => Promise<unknown>, most: number): Promise<Row> => {
    const began = performance.now()
    await work()
    return {
      id: `cold.${id}`,
      name: `冷启动后第一次：${name}`,
      ours: performance.now() - began,
      unit: ' ms',
      bar: { most },
    }
  }
  const from = Date.now() + DAY
  const { order, overview, stock } = contract
  const { token } = hot
  return [
    { id: 'cold.start', name: '冷启动到首次应答', ours: product.firstAnswerMs, unit: ' ms', bar: { most: 2000 } },
    await timed('home', '工作台', () => ask(product, overview.home, token, { limit: 20 }), 1000),
    await timed('first', '订单列表首页', () => ask(product, order.list, token, { orderKind: orderKind.short }), 1000),
    await timed(
      'free',
      '30 个车型的可租数量',
      () => ask(product, stock.free, token, { storeId, from, to: from + DAY }),
      1000,
    ),
    await timed('create', '新建订单', () => ask(product, order.create, token, cold[0]!.input, cold[0]!.key), 1000),
  ]
}
