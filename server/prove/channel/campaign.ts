import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { isFailing } from '@cheyi/domain/sales/channel-push/delivery'
import { DAY, MINUTE, toIso } from '@cheyi/domain/time'
import type { OpenClient } from '@cheyi/open-client'
import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { commandAddresses } from '../../src/kernel/postgres/sign-in.ts'
import { systemClock } from '../../src/kernel/process/clock.ts'
import { loadConfig } from '../../src/kernel/process/config.ts'
import { createUser } from '../../src/platform/merchant/provision.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { makeKey, openChannel } from '../../src/testing/open-api.ts'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'
import { makeWorld } from '../../src/testing/world/world.ts'
import { Caller, Refused } from '../crew/caller.ts'
import type { Works } from '../crew/crew.ts'
import { startEmbedded } from '../crew/embedded.ts'
import { Journal } from '../crew/journal.ts'
import { Product } from '../crew/product.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { withClient } from '../crew/with-client.ts'
import { provePartner } from './partner.ts'
import { clientOf, codeOf, compareCopies, compareReceived, copiesOf, eventsOf } from './platform.ts'
import { type Random, randomOf } from './random.ts'
import { type Receiving, startReceiver } from './receiving.ts'
import type { Report } from './report.ts'
import { Staff } from './staff.ts'
import { proveStatement } from './statement.ts'
import { proveStock } from './stock.ts'

/*
 * An installation of its own: two servers on one database, of which one after the other is killed, while orders of a platform live by its
 * requests and by what staff do. The platform's receiver is a process of its own that fails in all ways.
 */

export const sizes = {
  small: { orders: 14, kills: 3, partner: false },
  large: { orders: 80, kills: 25, partner: true },
} as const
type Size = (typeof sizes)[keyof typeof sizes] & { readonly seed: number }

const allDay = [
  { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00', outOfHours: false, crossMidnight: false },
]
const CHANNEL = source.partner6
const COMMISSION_BP = 1000
const HALF_HOUR = 30 * MINUTE
/** Orders that live at once. */
const LIVES = 3
const GATEWAY_PORT = 0

/** Everything that the parts of the campaign need. */
export interface Ground {
  readonly works: Works
  readonly database: string
  readonly merchantId: string
  readonly owner: Caller
  readonly staff: Staff
  readonly client: OpenClient
  readonly receiver: Receiving
  readonly random: Random
  readonly report: Report
  readonly source: typeof CHANNEL
}

export async function proveHere(folder: string, size: Size, report: Report): Promise<void> {
  console.info('正在启动数据库和两台服务器…')
  const place = await startEmbedded(folder, GATEWAY_PORT)
  const product = new Product(place)
  const servers: Server[] = []
  const receiver = await startReceiver(size.seed)
  try {
    await product.migrate()
    const { merchantId, token, key, testKey } = await createMerchant(product, place.url, size)
    for (const name of ['a', 'b']) servers.push(await startServer(product.env(name), true))
    const works: Works = { urls: () => servers.map(({ url }) => url), gatewayPort: () => GATEWAY_PORT }
    const owner = new Caller(works.urls, new Journal(), new AbortController().signal, token)
    const ground: Ground = {
      works,
      database: place.url,
      merchantId,
      owner,
      staff: new Staff(owner),
      client: clientOf(key, works.urls),
      receiver,
      random: randomOf(size.seed),
      report,
      source: CHANNEL,
    }
    await runCampaign(ground, size, async (n) => {
      servers[n]!.process.kill('SIGKILL')
      await servers[n]!.ended()
      servers[n] = await startServer(product.env(['a', 'b'][n]!), true)
    })
    if (size.partner)
      await provePartner({ url: servers[0]!.url, ...testKey, seed: size.seed, receiver: undefined }, report)
    report.check('money agrees with the ledger', await product.moneyAgrees(), () => 'it does not')
  } finally {
    await stopServers(servers)
    await receiver.end()
    await place.stop()
  }
}

/**
 * A small merchant with a channel and a key, past the product: a key takes a second person and ten minutes. The mobile of the demo's owner
 * is taken, so that no server writes the demo, which takes longer than all the rest.
 */
async function createMerchant(product: Product, database: string, size: Size) {
  const config = loadConfig(product.env('prove'))
  const app = await buildApp({
    config,
    addresses: commandAddresses(database, 'maintenance'),
    clock: systemClock,
    log: pino({ level: 'warn' }),
  })
  try {
    await createUser(app.kernel, { mobile: OWNER, password: 'Cheyi2026' })
    const w = await makeWorld({ kernel: app.kernel, commands: app.kernel }, { cars: size.orders })
    await withClient(database, async (root) => {
      await openChannel({ root }, w, CHANNEL, { commission_bp: COMMISSION_BP, prepaid: true })
      // At whatever time it runs, a car can be handed over now.
      await root.query(`update store set hours = $2, min_lead_minutes = 0 where merchant_id = $1`, [
        w.merchantId,
        JSON.stringify(allDay),
      ])
    })
    return {
      merchantId: w.merchantId,
      token: w.tokens.owner,
      key: await makeKey(app, w, CHANNEL),
      testKey: await makeKey(app, w, CHANNEL, { test: true }),
    }
  } finally {
    await app.close()
  }
}

async function runCampaign(ground: Ground, { orders, kills }: Size, killAndStart: (n: number) => Promise<void>) {
  const { owner, receiver, random, report, client } = ground
  console.info(`${orders} 单，${kills} 次 kill -9…`)
  // Without an address: its events are in the list.
  const lives = new Lives(ground)
  await lives.live(0)
  const isListed = async () => (await client.call('events', {})).events.length === 2
  await waitUntil('the events of the first order are listed', isListed, 10_000)
  const address = { source: CHANNEL, url: receiver.url, enabled: true, pushStock: true }
  const { secret } = await owner.ask(contract.channelPush.webhookSave, address)
  await receiver.order({ secrets: [secret!], mood: 'moody' })
  const before = (await eventsOf(client, report)).at(-1)?.seq ?? 0
  report.check('events before there is an address', before > 0, () => 'none')

  let working = true
  const next = { n: 1 }
  const workers = Array.from({ length: LIVES }, async () => {
    while (next.n < orders) await lives.live(next.n++)
  })
  const killing = (async () => {
    for (let n = 0; n < kills && working; n++) {
      await after(500 + random(2500))
      await killAndStart(random(2))
      await releaseReservations(ground)
      report.count('servers killed (SIGKILL)')
    }
  })()
  const watching = (async () => {
    for (let n = 0; working; n++) {
      await watch(ground, n >= 12 && n < 18 ? receiver.badTlsUrl : receiver.url)
      await after(300)
    }
  })()
  await Promise.all(workers)
  working = false
  console.info('正在等待补发并核对…')
  await Promise.all([killing, watching])

  await proveDeadLetters(ground)
  await receiver.order({ mood: 'well' })
  await watch(ground, receiver.url)
  await waitUntilDelivered(ground)
  await lives.compare()
  const events = await eventsOf(client, report)
  await compareCopies(client, copiesOf(events), report)
  const { got, counts } = await receiver.told()
  for (const what of ['wrong signature', 'verified by one library alone', 'redirect followed'])
    report.check(`messages: ${what}`, counts[what] === undefined, () => `${counts[what]}`)
  for (const [what, n] of Object.entries(counts)) report.count(`messages answered: ${what}`, n)
  compareReceived(
    got,
    events.filter(({ seq }) => seq > before),
    report,
  )
  await proveStock(ground, got)
  await proveStatement(ground)
}

/** The reservation of a killed server ends at once, and what is to be tried again is due, so that a run takes no hours. */
const releaseReservations = ({ database, merchantId }: Ground) =>
  withClient(database, async (root) => {
    const of = [merchantId, CHANNEL]
    await root.query(`update channel_webhook set held_until = '-infinity' where merchant_id = $1 and source = $2`, of)
    await root.query(
      `update channel_event set due_at = '-infinity' where merchant_id = $1 and source = $2 and state < 2`,
      of,
    )
    await root.query(`update channel_dirty set due_at = '-infinity' where merchant_id = $1 and source = $2`, of)
  })

/** What staff do about an address that is gone, fails, or was given as another one: they save it. */
async function watch(ground: Ground, url: string): Promise<void> {
  const { owner } = ground
  const { webhook } = await owner.ask(contract.channelPush.webhook, { source: CHANNEL })
  if (webhook === null) return
  const { version, enabled, failures } = webhook
  if (enabled && !isFailing(failures) && webhook.url === url) return
  const saving = owner.ask(contract.channelPush.webhookSave, {
    source: CHANNEL,
    version,
    url,
    enabled: true,
    pushStock: true,
  })
  // A message was answered 410 meanwhile: the next look finds that.
  const isSaved = await saving.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false
      throw error
    },
  )
  if (isSaved)
    ground.report.count(enabled ? 'the address was saved again' : 'the address was switched on again after 410')
}

/** Nothing waits any more. */
async function waitUntilDelivered(ground: Ground): Promise<void> {
  const waits = async () => {
    await releaseReservations(ground)
    const { pending } = await ground.owner.ask(contract.channelPush.webhook, { source: CHANNEL })
    const dirty = await withClient(ground.database, async (root) => {
      const { rows } = await root.query('select from channel_dirty where merchant_id = $1 and source = $2 limit 1', [
        ground.merchantId,
        CHANNEL,
      ])
      return rows.length
    })
    return pending + dirty === 0
  }
  await waitUntil('all messages are delivered', waits, 60_000)
}

/** What was not taken for two days is given up, and sent again when staff want it. */
async function proveDeadLetters(ground: Ground): Promise<void> {
  const { owner, receiver, database, merchantId, report, client } = ground
  await receiver.order({ mood: 'refuses' })
  const asked = await orderForm(ground)
  if (asked === undefined) return
  await client.call('createOrder', asked)
  await withClient(database, (root) =>
    root.query(
      `update channel_event set until_at = now() - interval '1 second' where merchant_id = $1 and source = $2 and state < 2`,
      [merchantId, CHANNEL],
    ),
  )
  const dead = async () => (await owner.ask(contract.channelPush.webhook, { source: CHANNEL })).dead
  await waitUntil(
    'messages are given up',
    async () => {
      await watch(ground, receiver.url)
      await releaseReservations(ground)
      return (await dead()) > 0
    },
    30_000,
  )
  await receiver.order({ mood: 'well' })
  const { count } = await owner.ask(contract.channelPush.resend, { source: CHANNEL })
  report.check('dead letters sent again', count > 0, () => 'none')
  report.count('dead letters sent again', count - 1)
}

/** A form for a trip that is free now; undefined when all is sold. */
async function orderForm({ client, staff, random }: Ground, soon = false, n = serial++) {
  const customer = await staff.renter(n)
  const { stores } = await client.call('stores')
  const { models } = await client.call('models')
  const pickupAt = Math.ceil(Date.now() / HALF_HOUR) * HALF_HOUR + (soon ? HALF_HOUR : DAY * (2 + random(20)))
  const times = { pickupAt: toIso(pickupAt), returnAt: toIso(pickupAt + DAY) }
  const pairs = stores.flatMap(({ storeId }) => models.map(({ modelId }) => ({ storeId, modelId })))
  const [from, to] = [times.pickupAt.slice(0, 10), times.returnAt.slice(0, 10)]
  const { pools } = await client.call('stockBatch', { pools: pairs.slice(0, 50), from, to })
  const free = pools.filter(({ days }) => days.every(({ sellable }) => sellable > 0))
  for (let tries = 0; tries < 5 && free.length > 0; tries++) {
    const [{ storeId, modelId }] = free.splice(random(free.length), 1) as [(typeof free)[number]]
    const trip = { storeId, modelId, ...times }
    const form = {
      ...trip,
      channelOrderNo: `${RUN}-${n}`,
      customer,
      deposits: { rental: 'waived', violation: 'waived' } as const,
    }
    try {
      const { totalFen } = await client.call('checkOrder', form)
      return { ...form, amountFen: totalFen }
    } catch {
      // Sold meanwhile, closed at this hour, or without a price.
    }
  }
  return undefined
}
let serial = 0
/** Numbers of orders begin with it, since a number is taken once. */
const RUN = `K${Date.now().toString(36)}`

/** What the platform and staff do with an order, and what was acknowledged of it. */
class Lives {
  readonly #ground: Ground
  /** The status of each order that was acknowledged last, by its number; null: its cancel was told that there is none. */
  readonly #statuses = new Map<string, { readonly orderId: string; readonly status: number } | null>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** One order from its creation to one of its ends. What is refused ends its life earlier. */
  async live(n: number): Promise<void> {
    const { report, random } = this.#ground
    const kind = ['cancelled', 'raced', 'called off', 'rented', 'renewed', 'fined', 'damaged', 'kept'][n % 8]!
    try {
      await this.#live(kind, random(60))
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      report.check(`lives: ${kind}`, false, () => words)
    }
  }

  async #live(kind: string, ms: number): Promise<void> {
    const ground = this.#ground
    const { client, staff, report } = ground
    const isOut = ['rented', 'renewed', 'fined', 'damaged'].includes(kind)
    const form = await orderForm(ground, isOut || kind === 'cancelled')
    if (form === undefined) return report.count('nothing was free')
    report.count(`lives: ${kind}`)
    const { channelOrderNo } = form
    if (kind === 'raced') {
      const cancelling = after(ms).then(() => codeOf(client.call('cancelOrder', { channelOrderNo })))
      const [created, cancel] = await Promise.all([client.call('createOrder', form).catch(() => undefined), cancelling])
      this.#statuses.set(channelOrderNo, null)
      if (created !== undefined)
        this.#statuses.set(channelOrderNo, {
          orderId: created.orderId,
          status: cancel === 0 ? orderStatus.cancelled : created.status,
        })
      report.check('a cancel beside its create', (created === undefined) === (cancel !== 0), () => channelOrderNo)
      return
    }
    const create = () => client.call('createOrder', form)
    const [{ orderId, status }] = await Promise.all([create(), create()])
    const now = (reached: number) => this.#statuses.set(channelOrderNo, { orderId, status: reached })
    now(status)
    if (kind === 'kept') {
      await client.call('customer', { channelOrderNo, name: '核对客户二', mobile: form.customer.mobile })
    } else if (kind === 'cancelled') {
      await client.call('cancelOrder', { channelOrderNo })
      now(orderStatus.cancelled)
    } else if (kind === 'called off') {
      await staff.cancel(orderId)
      now(orderStatus.cancelling)
      // It refunds its customer, which its own cancel says.
      await client.call('cancelOrder', { channelOrderNo })
      now(orderStatus.cancelled)
    } else {
      await staff.handOver(orderId)
      now(orderStatus.pickedUp)
      if (kind === 'renewed') await this.#renew(channelOrderNo, Date.parse(form.returnAt))
      if (kind === 'fined') await this.#fine(channelOrderNo, orderId)
      if (kind === 'damaged') await staff.damage(orderId)
      await staff.takeBack(orderId)
      now(orderStatus.returned)
    }
  }

  /** Asks our price by one that is wrong. */
  async #renew(channelOrderNo: string, returnAt: number): Promise<void> {
    const { client, report } = this.#ground
    const asked = { channelOrderNo, renewalNo: `${channelOrderNo}-r`, newReturnAt: toIso(returnAt + DAY), amountFen: 1 }
    const refused = await client
      .call('createRenewal', asked)
      .catch((error: { code?: number; data?: { total?: number } }) => error)
    const total = (refused as { data?: { total?: number } }).data?.total
    if (total === undefined) return report.count('a renewal was refused: no car')
    const answers = await Promise.all([1, 2].map(() => client.call('createRenewal', { ...asked, amountFen: total })))
    const ids = new Set(answers.map(({ renewalId }) => renewalId))
    report.same('two equal renewals at once are one', channelOrderNo, ids.size, 1)
  }

  async #fine(channelOrderNo: string, orderId: string): Promise<void> {
    const { client, staff, report } = this.#ground
    await staff.violate(orderId)
    const { violations } = await client.call('violations', { channelOrderNo })
    report.same('a violation reaches the platform', channelOrderNo, violations.length, 1)
    for (const { violationId } of violations) await client.call('ackViolation', { channelOrderNo, violationId })
  }

  /** Reads the database past the product: what was acknowledged is there once, as it was said. */
  async compare(): Promise<void> {
    const { database, merchantId, report } = this.#ground
    const { rows } = await withClient(database, (root) =>
      root.query<{ no: string; id: string; status: number }>(
        'select channel_order_no as no, id::text, status from "order" where merchant_id = $1 and source = $2',
        [merchantId, CHANNEL],
      ),
    )
    for (const [no, wanted] of this.#statuses) {
      const found = rows.filter((row) => row.no === no).map(({ id, status }) => ({ orderId: id, status }))
      report.same('acknowledged orders are there once, as acknowledged', no, found, wanted === null ? [] : [wanted])
    }
  }
}
