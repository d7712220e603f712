import { contract } from '@cheyi/contract/index'
import { Caller } from './caller.ts'
import { type Approve, CLIENTS, Client, type Shop, shops, type Work } from './clients.ts'
import { Journal, longestGap } from './journal.ts'
import { Page } from './page.ts'
import { type Platform, sell } from './platform.ts'
import { importTables } from './tables.ts'
import { type Device, enterDevices, report } from './terminals.ts'
import { until } from './until.ts'
import { type Verified, verify } from './verify.ts'
import { withClient } from './with-client.ts'

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
  #end = 0

  constructor(
    product: Works,
    { token, shops, devices }: Field,
    { clients = CLIENTS, turns, sells = false, imports = false }: Load = {},
  ) {
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
    const isAnswered = async () => this.journal.count(false) > calls + CLIENTS && this.journal.count(true) > positions
    await until('calls are answered again', isAnswered, MOST_MS)
  }

  /** Lets everybody finish what they have begun. */
  async stop(): Promise<void> {
    this.#end = Date.now()
    this.#stop.abort()
    await Promise.all(this.#workers)
    const isHeard = async () => this.#unheard() === 0
    await until('open pages hear of it', isHeard, TELL_MS).catch(() => undefined)
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
