import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility, source } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { type App, localApp, send } from '../../bench/local-app.ts'
import type { BootLog } from '../../src/kernel/postgres/postgres.ts'
import { type Addresses, commandAddresses } from '../../src/kernel/postgres/sign-in.ts'
import { seedDemo } from '../../src/seed/demo.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { withClient } from '../crew/with-client.ts'

/*
 * An installation with many orders, made by the product's own calls, so that its books agree: the demo with all that it shows, and orders
 * that staff booked at the counter and were paid in cash for. Two of three were cancelled again, so that cars stay free for the others.
 */

const AT_ONCE = 4
/** The first of them, days from today: the demo's own orders are nearer. */
const FIRST_DAY = 40
const DAYS = 100
const CANCELLED = 2 / 3

/** The demo, and so many orders in all. @param migratorUrl of a migrated, empty database */
export async function fillInstallation(
  place: { readonly dataDir: string; readonly migratorUrl: string; readonly addresses: Addresses },
  orders: number,
  log: BootLog,
): Promise<void> {
  await using founding = await localApp(commandAddresses(place.migratorUrl, 'demo'), place.dataDir)
  await seedDemo(founding.kernel, log)
  await using app = await localApp(place.addresses, place.dataDir)
  const { token } = await send(app, contract.session.login, '', { mobile: OWNER, password: DEMO_PASSWORD, agree: true })
  let missing = orders - (await countOrders(place.migratorUrl))
  const pools = await poolsOf(app, token)
  let serial = 0
  const clerk = async () => {
    while (missing > 0) {
      missing--
      if (!(await rent(app, token, pools, serial++))) missing++
      if (missing > 0 && missing % 1000 === 0) log.info(`还要生成 ${missing} 个订单…`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, clerk))
  // Answers that are kept for a day, and messages that a server would have sent to nobody: a third of the dump, and all of it random.
  await withClient(place.migratorUrl, (client) => client.query('truncate idempotency; truncate outbox'))
}

const countOrders = (migratorUrl: string): Promise<number> =>
  withClient(migratorUrl, async (client) => (await client.query('select count(*)::int as n from "order"')).rows[0].n)

interface Pool {
  readonly storeId: string
  readonly modelId: string
}

/** Each pair of a store and a model that has cars there. */
async function poolsOf(app: App, token: string): Promise<Pool[]> {
  const from = app.kernel.clock.now() + FIRST_DAY * DAY
  const pools: Pool[] = []
  for (const { id: storeId } of await send(app, contract.store.list, token, {})) {
    const trip = { storeId, from, to: from + DAY, source: source.offline }
    const models = await send(app, contract.stock.free, token, trip)
    for (const { modelId, why } of models) if (why === null) pools.push({ storeId, modelId })
  }
  return pools
}

/** @returns whether there was a car for it */
async function rent(app: App, token: string, pools: readonly Pool[], n: number): Promise<boolean> {
  const today = startOfDate(localDate(app.kernel.clock.now()))
  const pickupAt = today + DAY * (FIRST_DAY + (Math.floor(n / pools.length) % DAYS)) + HOUR * (9 + (n % 8))
  const quote = await send(app, contract.quote.quote, token, {
    ...pools[n % pools.length]!,
    pickupAt,
    returnAt: pickupAt + 20 * HOUR,
    source: source.offline,
  })
  if (quote.freeCapacity === 0) return false
  const { orderId } = await send(app, contract.order.create, token, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    contactName: `预演客户${n}`,
    contactPhone: `137${String(n).padStart(8, '0')}`,
  })
  const paid = { orderId, payKind: payKind.rent, amount: quote.total, payWay: payWay.cash }
  await send(app, contract.payment.collect, token, paid)
  if (n % 3 >= 3 * CANCELLED) return true
  const { penalty } = await send(app, contract.order.cancelRule, token, { orderId })
  await send(app, contract.order.cancel, token, {
    orderId,
    reason: cancelReason.tripOff,
    responsibility: responsibility.customer,
    expectPenalty: penalty,
  })
  return true
}
