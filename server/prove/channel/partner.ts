import { setTimeout as after } from 'node:timers/promises'
import { refusals } from '@cheyi/domain/refusal'
import { testRefusals, testScripts } from '@cheyi/domain/sales/channel/test-life'
import { DAY, HOUR, localDate, startOfDate, toIso } from '@cheyi/domain/time'
import { type OpenClient, type OutputOf, signedRequest } from '@cheyi/open-client'
import { clientOf, codeOf, compareCopies, compareReceived, copiesOf, eventsOf } from './platform.ts'
import { startReceiver } from './receiving.ts'
import type { Report } from './report.ts'

/* What a partner sees with a test key: its orders live by a script and touch nothing of the merchant. */

interface Partner {
  readonly url: string
  readonly appKey: string
  readonly secret: string
  readonly seed: number
  /** Where the messages of the channel arrive, if they do. */
  readonly receiver: { readonly port: number; readonly secret: string } | undefined
}

/** The longest script, and one job of the server. */
const LIFE_MS = 80_000
/** Dates of one request about many pools. */
const AHEAD = 5
const returned = 6
const cancelled = 8

export async function provePartner(partner: Partner, report: Report): Promise<void> {
  const { url, appKey, secret } = partner
  const client = clientOf({ appKey, secret }, () => [url])
  const { mode, selling } = await client.call('ping')
  if (mode !== 'test') throw new Error('请使用测试密钥：正式密钥会生成真实订单')
  if (!selling) throw new Error('该渠道尚不能下单：请商家先开通渠道并开放门店和车型')
  const receiver = partner.receiver && (await startReceiver(partner.seed, partner.receiver.port))
  await receiver?.order({ secrets: [partner.receiver!.secret], mood: 'moody' })

  await proveDoor(partner, report)
  const from = (await eventsOf(client, report)).at(-1)?.seq ?? 0
  const trip = await freeTrip(client)
  const run = new Run(client, report, trip, `prove-${partner.seed}-${Date.now().toString(36)}`)
  await run.refusals()
  const orders = await run.lives()
  await run.races()
  await after(LIFE_MS)
  await run.ends(orders)
  const events = await eventsOf(client, report, from)
  await compareCopies(client, copiesOf(events), report)
  report.check(
    'all events say that they are of tests',
    events.every(({ test }) => test),
    () => 'one does not',
  )
  if (receiver === undefined) return
  const { got, counts } = await receiver.told()
  for (const [what, n] of Object.entries(counts)) report.count(`messages answered: ${what}`, n)
  compareReceived(got, events, report)
  await receiver.end()
}

/** What the door refuses, whoever asks. */
async function proveDoor({ url, appKey, secret }: Partner, report: Report): Promise<void> {
  const ask = async (by: { appKey: string; secret: string }, now: number, twice = false) => {
    const request = { method: 'GET', path: '/open/v1/ping', query: {}, body: '' }
    const { url: path, lines: _, ...init } = await signedRequest(request, by, now)
    const answers = [await fetch(url + path, init), ...(twice ? [await fetch(url + path, init)] : [])]
    return ((await answers.at(-1)!.json()) as { errorCode: number }).errorCode
  }
  const now = Date.now()
  const what = 'refusals of the door'
  report.same(what, 'wrong secret', await ask({ appKey, secret: `${secret}x` }, now), 9103)
  report.same(what, 'unknown key', await ask({ appKey: '0'.repeat(24), secret }, now), 9101)
  report.same(what, 'clock an hour late', await ask({ appKey, secret }, now - HOUR), 9102)
  report.same(what, 'the same nonce again', await ask({ appKey, secret }, now, true), 9104)
}

type Trip = { storeId: string; modelId: string; pickupAt: string; returnAt: string }

/** A store and a model with a car, some days ahead. */
async function freeTrip(client: OpenClient): Promise<Trip> {
  const { stores } = await client.call('stores')
  const { models } = await client.call('models')
  const pairs = stores.flatMap(({ storeId }) => models.map(({ modelId }) => ({ storeId, modelId }))).slice(0, 50)
  const first = startOfDate(localDate(Date.now())) + AHEAD * DAY
  const [from, to] = [localDate(first), localDate(first + DAY)]
  const { pools } = await client.call('stockBatch', { pools: pairs, from, to })
  const times = { pickupAt: toIso(first + 10 * HOUR), returnAt: toIso(first + DAY + 10 * HOUR) }
  for (const { storeId, modelId, days } of pools) {
    if (days.length < 2 || days.some(({ sellable }) => sellable < 1)) continue
    const trip = { storeId, modelId, ...times }
    if ((await codeOf(client.call('quote', trip))) === 0) return trip
  }
  throw new Error('开放的门店和车型近期均已售完或没有价格，无法试下单')
}

class Run {
  readonly #client: OpenClient
  readonly #report: Report
  readonly #trip: Trip
  readonly #name: string
  #serial = 0

  constructor(client: OpenClient, report: Report, trip: Trip, name: string) {
    this.#client = client
    this.#report = report
    this.#trip = trip
    this.#name = name
  }

  async #form(name = '核对客户') {
    const { quoteId, totalFen } = await this.#client.call('quote', this.#trip)
    const channelOrderNo = `${this.#name}-${++this.#serial}`
    const customer = { name, mobile: '18621070937' }
    return { ...this.#trip, channelOrderNo, quoteId, amountFen: totalFen, customer, payment: 'prepaid' as const }
  }

  /** What is refused leaves nothing. */
  async refusals(): Promise<void> {
    const what = 'refusals of an order'
    for (const [name, key] of Object.entries(testRefusals)) {
      if (key === 'planPending') continue
      const form = await this.#form(name)
      this.#report.same(what, name, await codeOf(this.#client.call('createOrder', form)), refusals[key].code)
      const { channelOrderNo } = form
      this.#report.same(what, `${name}, read`, await codeOf(this.#client.call('order', { channelOrderNo })), -4)
    }
    const { channelOrderNo: _, amountFen, quoteId: __, ...asked } = await this.#form()
    const { totalFen } = await this.#client.call('checkOrder', asked)
    this.#report.same('a check names our price', 'without number and amount', totalFen, amountFen)
    const past = { ...asked, pickupAt: toIso(Date.now() - DAY), returnAt: toIso(Date.now()) }
    const late = await codeOf(this.#client.call('checkOrder', past))
    this.#report.check(what, late > 0, () => 'a pickup of yesterday is accepted')
  }

  /** One order of each script, sent five times at once, and once more with other contents. */
  async lives() {
    const orders = new Map<string, { no: string; order: OutputOf<'createOrder'> }>()
    for (const [script, { name }] of Object.entries(testScripts)) {
      const form = await this.#form(name)
      const answers = await Promise.all(Array.from({ length: 5 }, () => this.#client.call('createOrder', form)))
      const ids = new Set(answers.map(({ orderId }) => orderId))
      const created = answers.filter(({ duplicate }) => !duplicate).length
      this.#report.same('five equal orders at once are one', script, [ids.size, created], [1, 1])
      const other = { ...form, customer: { ...form.customer, name: `${name}二` } }
      this.#report.same(
        'a number with other contents',
        script,
        await codeOf(this.#client.call('createOrder', other)),
        9203,
      )
      orders.set(script, { no: form.channelOrderNo, order: answers[0]! })
    }
    const { no } = orders.get('still')!
    const off = await this.#client.call('cancelOrder', { channelOrderNo: no })
    const again = await this.#client.call('cancelOrder', { channelOrderNo: no })
    this.#report.same('a repeated cancel is answered the same', no, again, off)
    return orders
  }

  /** A cancel beside its create: whichever is first, both sides know the same afterwards. */
  async races(): Promise<void> {
    for (let n = 0; n < 10; n++) {
      const form = await this.#form('测试不动')
      const { channelOrderNo } = form
      const [, cancel] = await Promise.all([
        codeOf(this.#client.call('createOrder', form)),
        after(n * 10).then(() => codeOf(this.#client.call('cancelOrder', { channelOrderNo }))),
      ])
      const read = await this.#client.call('order', { channelOrderNo }).catch(() => undefined)
      const agrees = cancel === 0 ? read?.status === cancelled : read === undefined
      const words = () => `${channelOrderNo}: cancel ${cancel}, order ${read?.status ?? 'none'}`
      this.#report.check('a cancel beside its create', agrees, words)
    }
  }

  /** Each script has ended as the document says; the statement has what ended. */
  async ends(orders: Awaited<ReturnType<Run['lives']>>): Promise<void> {
    const statuses: Readonly<Record<string, number>> = {
      usual: returned,
      accepted: returned,
      refused: cancelled,
      withdrawn: cancelled,
      still: cancelled,
      out: 5,
      violation: returned,
    }
    const ended = new Map<string, OutputOf<'order'>>()
    for (const [script, { no }] of orders) {
      const order = await this.#client.call('order', { channelOrderNo: no })
      this.#report.same('scripts that end as the document says', script, order.status, statuses[script])
      if (order.status === returned) ended.set(no, order)
    }
    await this.#renew(orders.get('out')!.no)
    const { no } = orders.get('violation')!
    const { violations } = await this.#client.call('violations', { channelOrderNo: no })
    const [violation] = violations
    this.#report.check('a violation is acknowledged', violation !== undefined, () => `${no} has none`)
    if (violation !== undefined) {
      const { violationId } = violation
      const { acknowledgedAt } = await this.#client.call('ackViolation', { channelOrderNo: no, violationId })
      this.#report.check('a violation is acknowledged', acknowledgedAt !== null, () => `${no} is not`)
    }
    const { orders: listed } = await this.#client.call('statement', { month: localDate(Date.now()).slice(0, 7) })
    for (const [channelOrderNo, { paidFen }] of ended) {
      const line = listed.find((one) => one.channelOrderNo === channelOrderNo)
      this.#report.same('returned orders in the statement', channelOrderNo, line?.grossFen, paidFen)
      const { grossFen = 0, commissionFen = 0, netFen = 0 } = line ?? {}
      this.#report.same('returned orders in the statement', channelOrderNo, netFen, grossFen - commissionFen)
    }
  }

  /** A renewal is made once, and called off again. */
  async #renew(no: string): Promise<void> {
    const { returnAt } = await this.#client.call('order', { channelOrderNo: no })
    const newReturnAt = toIso(Date.parse(returnAt) + DAY)
    const asked = { channelOrderNo: no, renewalNo: `${no}-r`, newReturnAt, amountFen: 100 }
    const answers = await Promise.all([1, 2].map(() => this.#client.call('createRenewal', asked)))
    const what = 'a renewal is made once and called off'
    this.#report.same(what, no, new Set(answers.map(({ renewalId }) => renewalId)).size, 1)
    await this.#client.call('cancelRenewal', { channelOrderNo: no, renewalId: answers[0]!.renewalId })
    const now = await this.#client.call('order', { channelOrderNo: no })
    this.#report.same(what, no, now.returnAt, returnAt)
  }
}
