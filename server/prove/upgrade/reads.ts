import { readFile } from 'node:fs/promises'
import { contract } from '@cheyi/contract/index'
import { orderKind, source } from '@cheyi/domain/booking/order/codes'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import type { Asked } from '../../bench/bounds/bounded-calls.ts'
import { countCalls } from '../../bench/bounds/count.ts'
import { type Bounds, outOfBounds } from '../../bench/bounds/judge.ts'
import { localApp, send } from '../../bench/local-app.ts'
import type { Addresses } from '../../src/kernel/postgres/sign-in.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { withClient } from '../crew/with-client.ts'

const table = new URL('../../bench/bounds/bounds.json', import.meta.url)

/** The orders lie otherwise than those that the bounds are of: more of them wait, and are ahead. A whole table is twenty times as many. */
const TIMES = 3

/**
 * Some reads of an upgraded installation against the table of bounds: lists, a detail, figures and stock of its merchant with 10,000
 * orders. A migration that loses an index, or statistics, is seen here. Statements and waits are those of the table, pages may be more.
 * @returns how many calls were counted, and what is out of its bounds
 */
export async function readsOutOfBounds(
  place: { readonly dataDir: string; readonly migratorUrl: string },
  addresses: Addresses,
): Promise<{ readonly calls: number; readonly failures: string[] }> {
  // As the jobs of a server do each minute.
  await withClient(place.migratorUrl, (client) => client.query('select tally_anew(); select ledger_sums_anew()'))
  await using app = await localApp(addresses, place.dataDir)
  const { token } = await send(app, contract.session.login, '', { mobile: OWNER, password: DEMO_PASSWORD, agree: true })
  const { list: orders } = await send(app, contract.order.list, token, { orderKind: orderKind.short })
  const { list: cars } = await send(app, contract.inventory.list, token, {})
  const [store] = await send(app, contract.store.list, token, {})
  const now = app.kernel.clock.now()
  const from = now + DAY
  const trip = { storeId: store!.id, from, to: from + 2 * DAY, source: source.offline }
  const [free] = await send(app, contract.stock.free, token, trip)
  const order = { orderId: orders[0]!.orderId }
  const pool = { storeId: store!.id, modelId: free!.modelId }
  const today = localDate(now)
  const asked: Record<string, Asked> = {}
  const ask = (name: string, call: Asked['call'], input: object) => {
    asked[name] = { call, input, token, headers: {} }
  }
  ask('overview.home', contract.overview.home, { limit: 20 })
  ask('todo.counts', contract.todo.counts, {})
  ask('order.list', contract.order.list, { orderKind: orderKind.short })
  ask('order.detail', contract.order.detail, order)
  ask('order.log', contract.order.log, order)
  ask('inventory.list', contract.inventory.list, {})
  ask('inventory.detail', contract.inventory.detail, { vehicleId: cars[0]!.vehicleId })
  ask('stock.overview', contract.stock.overview, { storeId: store!.id, days: 30 })
  ask('price.calendar', contract.price.calendar, { ...pool, from: today, to: addDays(today, 30) })
  ask('payment.flowList', contract.payment.flowList, {})
  const measured = await countCalls(app, place.migratorUrl, asked, { compared: false })
  const all = JSON.parse(await readFile(table, 'utf8')) as Bounds
  const bounds = Object.fromEntries(
    Object.keys(asked).map((name) => {
      const bound = all[name]!
      return [name, { ...bound, buffers: TIMES * bound.buffers, rows: Infinity, bytes: Infinity }]
    }),
  )
  return { calls: Object.keys(asked).length, failures: outOfBounds(bounds, { small: measured }) }
}
