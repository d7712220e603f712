import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { type Cluster, withClient } from '../machines/cluster.ts'
import { until } from '../machines/shell.ts'
import { Caller } from './caller.ts'
import { CLIENTS, Client, type Shop, shops } from './clients.ts'
import { Journal, longestGap } from './journal.ts'
import { Page } from './page.ts'
import { Product } from './product.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'
import { type Device, enterDevices, report } from './terminals.ts'
import { type Verified, verify } from './verify.ts'

/** Undisturbed work before and after. */
const STEADY_MS = 15_000
/** How long no call may be answered before a scenario has failed. */
const MOST_MS = 180_000
/** Open pages have heard of the last booking by then. */
const TELL_MS = 5000

export interface Row extends Verified {
  readonly title: string
  /** Seconds between two acknowledged calls. */
  readonly gap: number
  readonly positionGap: number
  /** Acknowledged bookings that no event of an open page named. */
  readonly unheard: number
  readonly moneyAgrees: boolean
}

/** Runs scenarios one after the other on a cluster. @returns the report's rows */
export async function prove(cluster: Cluster, names: readonly ScenarioName[]): Promise<Row[]> {
  const product = new Product(cluster)
  try {
    console.info('正在启动服务器（首次要写入演示数据）…')
    await product.start()
    const field = await prepare(product)
    const rows: Row[] = []
    for (const name of names) {
      await cluster.whole()
      console.info(`${name}…`)
      const row =
        name === 'point-in-time'
          ? await restored(cluster, product, field)
          : await trial(cluster, product, field, scenarios[name])
      rows.push(row)
      console.info(table([row]))
      await writeFile(join(cluster.folder, 'report.md'), table(rows))
    }
    return rows
  } finally {
    await product.stop()
  }
}

interface Field {
  readonly token: string
  readonly shops: readonly Shop[]
  readonly devices: readonly Device[]
}

async function prepare(product: Product): Promise<Field> {
  const open = new Caller(product.urls, new Journal(), AbortSignal.timeout(60_000))
  const owner = { mobile: '13800000001', password: 'Cheyi2026', agree: true as const }
  const { token } = await open.ask(contract.session.login, owner)
  const caller = open.as(token, 0)
  return { token, shops: await shops(caller), devices: await enterDevices(caller) }
}

/** Everybody who works at once, until they are stopped. */
class Crew {
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

  constructor(product: Product, { token, shops, devices }: Field) {
    const open = new Caller(product.urls, this.journal, this.#stop.signal)
    const clients = Array.from(
      { length: CLIENTS },
      (_, n) => new Client(open.as(token, n), this.journal, shops, this.name, this.#stop.signal),
    )
    this.#workers = [
      ...clients.map((client) => client.work()),
      ...devices.map((device) => report(device, product.gatewayPort, this.journal, this.#stop.signal)),
    ]
    this.#listening = this.#page.listen(open.as(token, 0), () => product.urls()[0]!, this.#closePage.signal)
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
    await after(TELL_MS)
    this.#closePage.abort()
    await this.#listening
    for (const [words, count] of [...this.journal.troubles, ...this.journal.faults])
      console.info(`  ${count} × ${words}`)
  }

  async row(cluster: Cluster, product: Product, title: string): Promise<Row> {
    const verified = await withClient(cluster.url('cheyi'), (client) =>
      verify(client, this.journal, this.name, this.#begun),
    )
    return {
      title,
      ...verified,
      gap: longestGap(this.journal.acknowledged, false, this.#end),
      positionGap: longestGap(this.journal.acknowledged, true, this.#end),
      unheard: this.journal.orders.filter((id) => !this.#page.heard.has(id)).length,
      moneyAgrees: await product.moneyAgrees(),
    }
  }
}

async function trial(cluster: Cluster, product: Product, field: Field, { title, happen }: Scenario): Promise<Row> {
  const crew = new Crew(product, field)
  await after(STEADY_MS)
  const repair = await happen({ cluster, product })
  await crew.answered()
  await after(STEADY_MS)
  await repair()
  await crew.answered()
  await after(STEADY_MS)
  await crew.stop()
  return crew.row(cluster, product, title)
}

/** All orders lose the names of their customers by mistake, and the database goes back to the moment before. */
async function restored(cluster: Cluster, product: Product, field: Field): Promise<Row> {
  await (await cluster.primary())!.asPostgres('pgbackrest', '--stanza=cheyi', '--type=full', 'backup')
  const before = new Crew(product, field)
  await before.answered()
  await after(STEADY_MS)
  await before.stop()
  const moment = await withClient(cluster.url('cheyi'), async (client) => {
    const { rows } = await client.query(
      "select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as now",
    )
    await after(1000)
    await client.query('update "order" set contact_name = \'\'')
    return rows[0].now as string
  })
  const began = Date.now()
  await product.stop()
  await cluster.backTo(moment)
  await product.start()
  const since = new Crew(product, field)
  await since.answered()
  const seconds = Math.round((since.journal.acknowledged[0]!.at - began) / 1000)
  await since.stop()
  const row = await before.row(cluster, product, `back to a point in time by pgBackRest (${seconds} s without service)`)
  const { lost, doubled, unheard } = await since.row(cluster, product, '')
  return { ...row, lost: [...row.lost, ...lost], doubled: [...row.doubled, ...doubled], unheard: row.unheard + unheard }
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
