import { listen, type Sent, waitedFlights } from '../../src/testing/flights.ts'
import { clockOf, type Prepared } from '../data/prepare.ts'
import { type App, localApp, sendForBody } from '../local-app.ts'
import { RIGHT } from '../request.ts'
import { type Asked, askedOn } from './asked.ts'
import type { Counted } from './judge.ts'
import { CHECK, withoutCommits } from './repeated.ts'
import { openStatements, type Spent } from './statements.ts'

/** How PostgreSQL plans a statement: for its values, or once for whatever values, as it may from the sixth run on. */
type Plans = 'custom' | 'generic'

/** Of a connection, until its caches know the tables of a call. */
const WARM_UP = 2
/** What a statement of the call meets by chance, as a cache that is to be loaded anew, only ever adds. */
const COUNT_LIMIT = 2

/** Counts every call that has bounds and is named so. The database changes: accounts and the orders of one are made. */
export async function countedOn(
  { cluster, hot, folder }: Prepared,
  database: string,
  named: RegExp,
): Promise<Readonly<Record<string, Counted>>> {
  const rootUrl = cluster.rootUrl(database)
  await using app = await localApp(cluster.addresses(database), folder, clockOf(hot))
  const asked = await askedOn(app, hot, rootUrl)
  const statements = await openStatements(rootUrl)
  const all: Record<string, Counted> = {}
  try {
    for (const [name, one] of Object.entries(asked)) {
      if (!named.test(name)) continue
      const ask = () => answered(app, name, one)
      await onConnections(app, planned('custom'))
      await ask()
      const custom = await statements.spent(ask)
      await onConnections(app, planned('generic'))
      for (let n = 0; n < WARM_UP; n++) await ask()
      const counts: Counted[] = []
      for (let n = 0; n < COUNT_LIMIT; n++) {
        const { answer, spent } = await statements.spent(ask)
        counts.push(countedOf(answer, spent, custom.spent))
      }
      all[name] = counts.reduce((least, one) => (one.counts.buffers < least.counts.buffers ? one : least))
    }
    return all
  } finally {
    await statements.close()
  }
}

/** What a call sent and was answered. */
interface Answered {
  readonly sent: readonly Sent[]
  readonly flights: number
  readonly body: string
  /** Of the statements that PostgreSQL ran for it. */
  readonly texts: readonly string[]
}

async function answered(app: App, name: string, one: Asked): Promise<Answered> {
  // A write is made again and again.
  const isWrite = one.call.effect === 'write'
  const repeatedly = isWrite ? withoutCommits : <T>(work: () => Promise<T>) => work()
  let body = ''
  const sent = await repeatedly(() =>
    listen(async () => {
      body = await askedFor(app, name, one)
    }),
  )
  // What had not been answered when the call was is looked at now: it was not waited for.
  const flights = waitedFlights(sent.map((statement) => ({ ...statement })))
  // A finished read ends its transaction a moment later, and PostgreSQL counts its last statement then.
  await onConnections(app, 'select')
  return { sent, flights, body, texts: [...sent.map(({ text }) => text), ...(isWrite ? [CHECK] : [])] }
}

const countedOf = ({ sent, flights, body }: Answered, spent: readonly Spent[], custom: readonly Spent[]): Counted => ({
  counts: {
    statements: sent.length,
    flights,
    buffers: spent.reduce((sum, { buffers }) => sum + buffers, 0),
    rows: sent.reduce((sum, { rows }) => sum + rows.length, 0),
    json: Buffer.byteLength(body),
  },
  statements: spent.map(({ text, buffers }) => ({
    text,
    buffers,
    custom: custom.find((one) => one.text === text)?.buffers ?? buffers,
  })),
})

/** @returns the answer, which is a good one */
async function askedFor(app: App, name: string, { call, input, token, headers }: Asked): Promise<string> {
  const body = await sendForBody(app, call, token, input as never, crypto.randomUUID(), headers)
  if (!body.startsWith(RIGHT)) throw new Error(`${name}: ${body}`)
  return body
}

/** How every statement is planned from now on. */
const planned = (plans: Plans): string => `set plan_cache_mode = force_${plans}_plan`

/** Runs a statement on every connection of the product, behind what each of them is at. */
export async function onConnections({ kernel, jobs }: App, text: string): Promise<void> {
  for (const pool of [kernel, jobs].flatMap(({ pools }) => [pools.main, pools.side])) {
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    for (const client of clients) {
      await client.query(text)
      client.release()
    }
  }
}
