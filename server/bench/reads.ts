import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { type OrderStatus, orderKind, orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { addDays, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Hot } from './data/prepare.ts'
import { type App, send } from './local-app.ts'

/** What is asked in turn of each read that is measured: different pages, orders and dates, as many people ask. */
export interface Asks {
  readonly list: readonly InputOf<typeof contract.order.list>[]
  readonly detail: readonly InputOf<typeof contract.order.detail>[]
  readonly free: readonly InputOf<typeof contract.stock.free>[]
  readonly prices: readonly InputOf<typeof contract.price.calendar>[]
  readonly stock: readonly InputOf<typeof contract.stock.overview>[]
}

/** Tabs of the list that are scrolled: all orders, those to come, those that are over. */
const TABS: readonly (OrderStatus[] | undefined)[] = [undefined, [orderStatus.confirmed], [orderStatus.returned]]
const ORDERS = 300
const STAYS = 60

/** Scrolls through the list of a database, `pages` of each tab, and takes the orders seen there for the details. */
export async function asksOf(app: App, hot: Hot, pages: number): Promise<Asks> {
  const list: Asks['list'][number][] = []
  const orderIds = new Set<string>()
  for (const status of TABS) {
    let cursor: string | undefined
    for (let page = 0; page <= pages; page++) {
      const input = { orderKind: orderKind.short, status, cursor }
      // The first page has no cursor, and counts besides.
      if (cursor !== undefined) list.push(input)
      const answer = await send(app, contract.order.list, hot.token, input)
      for (const order of answer.list) orderIds.add(order.orderId)
      if (answer.nextCursor === null) break
      cursor = answer.nextCursor
    }
  }
  const today = localDate(app.kernel.clock.now())
  return {
    list,
    detail: evenly([...orderIds], ORDERS).map((orderId) => ({ orderId })),
    free: staysOf(hot, today),
    prices: monthsOf(hot, today),
    stock: matricesOf(hot),
  }
}

const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, n) => Math.floor((n * most) / all.length) !== Math.floor(((n - 1) * most) / all.length))

/** Stays of one to five days over the next twelve, priced, at the largest store: as the booking form asks. */
const staysOf = (hot: Hot, today: string): Asks['free'] =>
  Array.from({ length: STAYS }, (_, n) => {
    const from = startOfDate(today) + DAY * (1 + (n % 12)) + HOUR * (9 + (n % 9))
    const to = from + DAY * (1 + (n % 5))
    return { storeId: hot.storeIds[0]!, from, to, source: source.offline, priced: true }
  })

/** Thirty-one days of the price calendar of each model at the largest store, on the base layer and on a channel. */
const monthsOf = (hot: Hot, today: string): Asks['prices'] =>
  hot.modelIds.flatMap((modelId, n) => {
    const from = addDays(today, n % 3)
    const month = { storeId: hot.storeIds[0]!, modelId, from, to: addDays(from, 30) }
    return [month, { ...month, source: source.travel }]
  })

/** Thirty days of every model of a store, the largest one in every other ask. */
const matricesOf = (hot: Hot): Asks['stock'] =>
  hot.storeIds.flatMap((storeId) => [
    { storeId: hot.storeIds[0]!, days: 30 },
    { storeId, days: 30 },
  ])

/** One of each in turn, the short lists again and again. */
export const inTurn = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, n) =>
    lists.map((list) => list[n % list.length]!),
  ).flat()
