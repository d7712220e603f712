import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { orderStatus, type Source } from '@cheyi/domain/booking/order/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { isJobFailed, isJobOver, type JobState } from '@cheyi/domain/platform/lookup/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { localDate } from '@cheyi/domain/time'
import type pg from 'pg'
import { eventsIn } from '../../bench/measure/stream.ts'
import { logIn, reportBody, terminalAt } from '../../src/testing/terminal.ts'
import { Caller, Refused } from './caller.ts'
import { type Approve, CLIENTS, Client, type Shop, shops, type Work } from './clients.ts'
import { compareAcknowledged, Journal, type Kind, longestGap, type Outcome } from './journal.ts'
import { type Platform, saleNumbers, sell } from './platform.ts'
import { waitUntil } from './wait-until.ts'
import { withClient } from './with-client.ts'

/** Two heartbeats of a stream that did not come: its page opens another. */
const SILENCE_MS = 30_000

/** A page that stays open: it listens to events, and comes back to its place when its stream ends. */
class Page {
  /** Orders that its events named, and those that it read when an event made it read everything again. */
  readonly heard = new Set<string>()

  /** Until the load ends. `acknowledged`: the orders that a page would read now. */
  async listen(
    caller: Caller,
    server: () => string,
    stop: AbortSignal,
    acknowledged: readonly string[],
  ): Promise<void> {
    let place: string | undefined
    while (!stop.aborted) {
      try {
        const { ticket } = await caller.ask(contract.stream.ticket, {})
        const query = new URLSearchParams({ ticket, ...(place !== undefined && { after: place }) })
        const silent = new AbortController()
        const signal = AbortSignal.any([stop, silent.signal])
        const { body } = await fetch(`${server()}/api/stream/v1/events?${query}`, { signal })
        const feed = eventsIn((event, data, id) => {
          place = id ?? place
          if (event === 'order.changed') this.heard.add((JSON.parse(data) as { orderId: string }).orderId)
          else if (event === 'reset') for (const orderId of acknowledged) this.heard.add(orderId)
        })
        let overdue = setTimeout(() => silent.abort(), SILENCE_MS)
        for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
          clearTimeout(overdue)
          overdue = setTimeout(() => silent.abort(), SILENCE_MS)
          feed(chunk)
        }
        clearTimeout(overdue)
      } catch {
        // The stream has ended, or no server gave a ticket.
      }
      await after(1000)
    }
  }
}

/** How long no call may be answered before a scenario has failed. */
const MOST_MS = 180_000
/** Open pages have heard of the last booking by then. */
const TELL_MS = 5000

/** Servers and gateways as those who work with them find them. */
export interface Works {
  readonly urls: () => readonly string[]
  /** The server that plays the payment provider; the first unless told. */
  readonly provider?: () => string
  readonly gatewayPort: () => number
  /** A provider that lives outside of the servers. */
  readonly approve?: Approve
  readonly platform?: Platform
}

export interface Row extends Verified {
  readonly title: string
  /** Seconds between two acknowledged calls. */
  readonly gap: number
  readonly positionGap: number
  /** Acknowledged bookings that no event of an open page named, and that no event made it read. */
  readonly unheard: number
  readonly moneyAgrees: boolean
}

/** Who works on a merchant: the owner's session, stores with cars, and terminals. */
export interface Field {
  readonly token: string
  readonly shops: readonly Shop[]
  readonly devices: readonly Device[]
}

/** Signs in an owner of the demo. */
export async function prepare(product: Works, mobile = '13800000001', terminals = true): Promise<Field> {
  const open = new Caller(product.urls, new Journal(), AbortSignal.timeout(60_000))
  const owner = { mobile, password: 'Cheyi2026', agree: true as const }
  const { token } = await open.ask(contract.session.login, owner)
  const caller = open.as(token, 0)
  return { token, shops: await shops(caller), devices: terminals ? await enterDevices(caller) : [] }
}

/** Who works, and on what. */
export interface Load {
  readonly clients?: number
  readonly turns?: readonly Work[]
  /** A platform sells. */
  readonly sells?: boolean
  /** Somebody imports tables. */
  readonly imports?: boolean
}

/** Everybody who works at once, until they are stopped. */
export class Crew {
  readonly journal = new Journal()
  /** What the names of its customers begin with. */
  readonly name = `核对${Date.now().toString(36)}`
  readonly #begun = Date.now()
  readonly #page = new Page()
  readonly #stop = new AbortController()
  readonly #closePage = new AbortController()
  readonly #workers: Promise<void>[]
  readonly #listening: Promise<void>
  readonly #hasTerminals: boolean
  #end = 0

  constructor(
    product: Works,
    { token, shops, devices }: Field,
    { clients = CLIENTS, turns, sells = false, imports = false }: Load = {},
  ) {
    this.#hasTerminals = devices.length > 0
    const open = new Caller(product.urls, this.journal, this.#stop.signal, '', 0, product.provider)
    const workers = Array.from(
      { length: clients },
      (_, n) => new Client(open.as(token, n), this.journal, shops, this.name, this.#stop.signal, product.approve),
    )
    const { platform } = product
    const load = { journal: this.journal, run: this.name, stop: this.#stop.signal }
    this.#workers = [
      ...(platform && sells ? [sell(platform, product.urls, shops, load)] : []),
      ...(platform && imports ? [importTables(open.as(token, clients), platform.source, load)] : []),
      ...workers.map((client) => client.work(turns)),
      ...devices.map((device) => report(device, product.gatewayPort, this.journal, this.#stop.signal)),
    ]
    this.#listening = this.#page.listen(
      open.as(token, 0),
      () => product.urls()[0]!,
      this.#closePage.signal,
      this.journal.orders,
    )
  }

  /** Waits until calls and positions are acknowledged that began after now. */
  async answered(): Promise<void> {
    const [calls, positions] = [this.journal.count(false), this.journal.count(true)]
    const report = this.#hasTerminals
    const isAnswered = async () =>
      this.journal.count(false) > calls + CLIENTS && (!report || this.journal.count(true) > positions)
    await waitUntil('calls are answered again', isAnswered, MOST_MS)
  }

  /** Lets everybody finish what they have begun. */
  async stop(): Promise<void> {
    this.#end = Date.now()
    this.#stop.abort()
    await Promise.all(this.#workers)
    const isHeard = async () => this.#unheard() === 0
    await waitUntil('open pages hear of it', isHeard, TELL_MS).catch(() => undefined)
    this.#closePage.abort()
    await this.#listening
    for (const [words, count] of [...this.journal.troubles, ...this.journal.faults])
      console.info(`  ${count} × ${words}`)
  }

  #unheard(): number {
    return this.journal.orders.filter((id) => !this.#page.heard.has(id)).length
  }

  /** @param database its address as superuser */
  async row(database: string, moneyAgrees: () => Promise<boolean>, title: string): Promise<Row> {
    const verified = await withClient(database, (client) => verify(client, this.journal, this.name, this.#begun))
    return {
      title,
      ...verified,
      gap: longestGap(this.journal.acknowledged, false, this.#end),
      positionGap: longestGap(this.journal.acknowledged, true, this.#end),
      unheard: this.#unheard(),
      moneyAgrees: await moneyAgrees(),
    }
  }
}

const head = [
  '| What happened | Bookings | Payments | Handovers | Positions | Lost | Doubled | Gap, calls | Gap, positions | Unheard | Money |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
]

/** The report: what was acknowledged, what became of it, and how long no call was answered. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ title, counts, lost, doubled, gap, positionGap, unheard, moneyAgrees }) => {
    const seconds = [gap, positionGap].map((one) => `${one.toFixed(1)} s`)
    const sums = [counts.booking, counts.payment, counts.handover, counts.position, lost.length, doubled.length]
    return `| ${[title, ...sums, ...seconds, unheard, moneyAgrees ? 'agrees' : 'differs'].join(' | ')} |`
  })
  return `${[...head, ...lines].join('\n')}\n`
}

/** Whether everything that was acknowledged is there once. */
export const isProven = (rows: readonly Row[]): boolean =>
  rows.every(({ lost, doubled, moneyAgrees }) => lost.length === 0 && doubled.length === 0 && moneyAgrees)

/* Terminals that report each second and keep a report until it is acknowledged, as real ones do. */

const TERMINALS = 50
const EVERY_MS = 1000
const ANSWER_MS = 40_000
/** First of their numbers: the range belongs to no phone operator. */
const FIRST_PHONE = 10_800_000_000

interface Device {
  readonly deviceId: string
  readonly phone: string
  readonly terminalId: string
}

async function enterDevices(caller: Caller): Promise<Device[]> {
  const rows = Array.from({ length: TERMINALS }, (_, n) => ({
    phone: `${FIRST_PHONE + n}`,
    terminalId: `P${n}`.padEnd(7, '0'),
  }))
  const { devices } = await caller.ask(contract.vehicleControl.deviceSave, { rows })
  return devices.map(({ deviceId }, n) => ({ deviceId, ...rows[n]! }))
}

/** One of them, until the load ends. */
async function report(device: Device, port: () => number, journal: Journal, stop: AbortSignal): Promise<void> {
  for (let n = 0; !stop.aborted; ) {
    const terminal = await terminalAt(port(), device.phone).catch(() => undefined)
    try {
      if (terminal) {
        await logIn(terminal, device.terminalId)
        for (; !stop.aborted; n++) {
          const at = Math.floor(Date.now() / 1000) * 1000
          const body = reportBody({ at, lat: 31.2 + (n % 1000) / 10_000, speed: 40 })
          const closed = terminal.closed.then(() => undefined)
          const result = await Promise.race([terminal.answer(terminal.say(up.position, body), ANSWER_MS), closed])
          if (result === undefined) break
          if (result === 0) journal.add('position', `${device.deviceId} ${at}`)
          await after(EVERY_MS)
        }
      }
    } catch {
      // Not answered, or the link has ended: it logs in again.
    } finally {
      terminal?.end()
    }
    await after(EVERY_MS)
  }
}

/* Somebody at a desk who imports tables: cars, and the monthly statement of a platform. */

const ROWS = 20
const PAUSE_MS = 300

let serial = Date.now() % 1_000_000

/** A frame number whose ninth sign is the check digit of the others. */
function frameNumber(n: number): string {
  const framed = (sign: string) => `LSVNV001${sign}${String(n).padStart(8, '0')}`
  return framed([...'0123456789X'].find((sign) => isVinChecked(framed(sign)))!)
}

async function importTables(
  caller: Caller,
  source: Source,
  { journal, run, stop }: { readonly journal: Journal; readonly run: string; readonly stop: AbortSignal },
): Promise<void> {
  async function upload(rows: readonly (readonly string[])[]): Promise<string> {
    const file = new Blob([rows.map((cells) => cells.join(',')).join('\r\n')], { type: 'text/csv' })
    const { mediaId } = await caller.upload(contract.media.upload.path, { biz: 'import' }, file, '表.csv')
    return mediaId
  }
  /** Waits for a job. @throws Refused when it failed */
  async function ended(jobId: string): Promise<void> {
    for (;;) {
      const { state, message } = await caller.ask(contract.job.detail, { jobId })
      if (isJobFailed(state as JobState)) throw new Refused(`job: ${message}`)
      if (isJobOver(state as JobState)) return
      await after(PAUSE_MS)
    }
  }
  const [store] = await caller.ask(contract.store.list, {})
  const { list: models } = await caller.ask(contract.model.list, {})

  async function cars(): Promise<void> {
    const numbers = Array.from({ length: ROWS }, () => serial++)
    const plates = numbers.map((n) => `沪L${String(n % 100_000).padStart(5, '0')}`)
    const rows = numbers.map((n, at) => [plates[at]!, frameNumber(n), models[0]!.name, store!.name, '100'])
    const mediaId = await upload([['车牌号', '车架号', '车型', '门店', '里程'], ...rows])
    const { jobId } = await caller.ask(contract.inventory.importCheck, { mediaId })
    await ended(jobId)
    await ended((await caller.ask(contract.inventory.importConfirm, { jobId, mode: 'allOrNothing' })).jobId)
    for (const plate of plates) journal.add('import', plate)
  }

  async function statement(): Promise<void> {
    const sold = Array.from({ length: ROWS }, () => `${run}-x${serial++}`)
    const rows = sold.map((no) => [no, '88.00', '0', '结算'])
    const mediaId = await upload([['渠道订单号', '结算金额', '佣金', '类型'], ...rows])
    const month = localDate(Date.now()).slice(0, 7)
    const { jobId } = await caller.ask(contract.channel.statementCheck, { source, month, mediaId })
    await ended(jobId)
    await ended((await caller.ask(contract.channel.statementConfirm, { jobId, mode: 'validOnly' })).jobId)
    for (const no of sold) journal.add('statement', no)
  }

  for (let n = 0; !stop.aborted; n++) {
    try {
      await (n % 2 === 0 ? cars() : statement())
    } catch (error) {
      if (stop.aborted) return
      journal.fault(error instanceof Refused ? error.message : String(error))
    }
    await after(PAUSE_MS)
  }
}

/* Reads the database past the product, as its superuser: what was acknowledged is there once, and nothing is there twice. */

/** By name of the customer: how many orders there are, acknowledged or not. */
const ORDERS = `select contact_name as id, count(*)::int as n from "order" where contact_name like $1 || '%' group by 1`

/** By payment: how many transactions of the ledger took it in, when it is one that succeeded. */
const PAYMENTS = `select p.id::text as id, count(l.id)::int as n from payment p
    left join ledger_txn l on l.merchant_id = p.merchant_id and l.payment_id = p.id
  where p.status = ${paymentStatus.succeeded} and p.direction = 'in'
    and exists (select from "order" o where o.merchant_id = p.merchant_id and o.id = p.order_id and o.contact_name like $1 || '%')
  group by p.merchant_id, p.id`

/** By order: how many payments of a provider succeeded, each of which was requested once. */
const PAID = `select o.id::text as id, count(*)::int as n from payment p
    join "order" o on o.merchant_id = p.merchant_id and o.id = p.order_id
  where p.status = ${paymentStatus.succeeded} and p.direction = 'in' and p.channel_id is not null and o.contact_name like $1 || '%'
  group by o.merchant_id, o.id`

/** By order that is with its customer: how many records of a handover were confirmed. */
const HANDOVERS = `select o.id::text as id, count(r.id)::int as n from "order" o
    left join pickup_return_record r on r.merchant_id = o.merchant_id and r.order_id = o.id and r.type = ${handoverType.pickup}
      and not r.draft and not r.void
  where o.contact_name like $1 || '%' and o.status >= ${orderStatus.pickedUp} group by o.merchant_id, o.id`

/** SQL: each returned order with the number of its confirmed return records, which should be one. */
const RETURNS = `select o.id::text as id, count(r.id)::int as n from "order" o
    left join pickup_return_record r on r.merchant_id = o.merchant_id and r.order_id = o.id and r.type = ${handoverType.return}
      and not r.draft and not r.void
  where o.contact_name like $1 || '%' and o.actual_return_at is not null group by o.merchant_id, o.id`

/** By cancelled order: how many refunds by the provider succeeded; what was paid was one payment. */
const REFUNDS = `select o.id::text as id, count(p.id)::int as n from "order" o
    left join payment p on p.merchant_id = o.merchant_id and p.order_id = o.id and p.direction = 'out' and p.status = ${paymentStatus.succeeded}
  where o.contact_name like $1 || '%' and o.status = ${orderStatus.cancelled} group by o.merchant_id, o.id`

/** By plate: how many cars there are. */
const IMPORTED = `select plate as id, count(*)::int as n from vehicle where plate = any ($1) group by 1`

/** By its number there: how many orders a platform has sold. */
const SALES = `select channel_order_no as id, count(*)::int as n from "order" where channel_order_no like $1 || '%' group by 1`

/** By number of the order: how many lines of a statement there are. */
const LINES = `select channel_order_no as id, count(*)::int as n from channel_statement_line where channel_order_no like $1 || '%' group by 1`

/** By device and second: its key allows one row, so that this finds what is missing. */
const POSITIONS = `select device_id || ' ' || (extract(epoch from at) * 1000)::bigint as id, count(*)::int as n from position
  where device_id = any ($1::bigint[]) and at >= $2 group by 1`

interface Verified extends Outcome {
  /** Acknowledged. */
  readonly counts: Readonly<Record<Kind, number>>
}

/** @param run what the names of this run's customers begin with */
async function verify(client: pg.Client, journal: Journal, run: string, begun: number): Promise<Verified> {
  const seen = async (text: string, values: unknown[]) =>
    new Map<string, number>((await client.query(text, values)).rows.map(({ id, n }) => [id, n]))
  const positions = journal.ids('position')
  const devices = [...new Set(positions.map((id) => id.split(' ')[0]))]
  const outcomes = [
    compareAcknowledged(journal.ids('booking'), await seen(ORDERS, [run])),
    compareAcknowledged(journal.ids('payment'), await seen(PAYMENTS, [run])),
    compareAcknowledged([], await seen(PAID, [run])),
    compareAcknowledged(journal.ids('handover'), await seen(HANDOVERS, [run])),
    compareAcknowledged(journal.ids('return'), await seen(RETURNS, [run])),
    compareAcknowledged(journal.ids('refund'), await seen(REFUNDS, [run])),
    compareAcknowledged(journal.ids('import'), await seen(IMPORTED, [journal.ids('import')])),
    compareAcknowledged(journal.ids('sale'), await seen(SALES, [saleNumbers(run)])),
    compareAcknowledged(journal.ids('statement'), await seen(LINES, [run])),
    compareAcknowledged(positions, await seen(POSITIONS, [devices, new Date(begun - 60_000)])),
  ]
  return {
    counts: journal.counts(),
    lost: outcomes.flatMap(({ lost }) => lost),
    doubled: outcomes.flatMap(({ doubled }) => doubled),
  }
}
