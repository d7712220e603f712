import pg from 'pg'
import { Flight, Statement } from '../../src/kernel/db/flight.ts'
import { statementNames } from '../../src/kernel/db/names.ts'
import { listen, type Sent, waitedFlights } from '../../src/testing/flights.ts'
import { clockOf, type Prepared } from '../data/prepare.ts'
import { type App, localApp, sendForBody } from '../local-app.ts'
import { RIGHT } from '../request.ts'
import { type Asked, askedOn } from './bounded-calls.ts'
import type { Counted } from './judge.ts'
import { openStatements, type Spent } from './statements.ts'

/** How PostgreSQL plans a statement: for its values, or once for whatever values, as it may from the sixth run on. */
type Plans = 'custom' | 'generic'

/** Of a connection, until its caches know the tables of a call. */
const WARM_UP = 2
/** What a statement of the call meets by chance, as a cache that is to be loaded anew, only ever adds. */
const COUNT_LIMIT = 2

/**
 * Counts every call that has bounds and is named so. The database changes: accounts and the orders of one are made.
 * @param compared whether with what its statements cost when they are planned for their values
 */
export async function countedOn(
  { cluster, hot, folder }: Prepared,
  database: string,
  { named, compared }: { named: RegExp; compared: boolean },
): Promise<Readonly<Record<string, Counted>>> {
  const rootUrl = cluster.rootUrl(database)
  await using app = await localApp(cluster.addresses(database), folder, clockOf(hot))
  const asked = Object.entries(await askedOn(app, hot, rootUrl)).filter(([name]) => named.test(name))
  // The application is closed at the end of this function.
  return await countCalls(app, rootUrl, Object.fromEntries(asked), { compared })
}

/** Counts these calls one after the other, each on connections that know its tables. */
export async function countCalls(
  app: App,
  rootUrl: string,
  asked: Readonly<Record<string, Asked>>,
  { compared }: { compared: boolean },
): Promise<Readonly<Record<string, Counted>>> {
  const statements = await openStatements(rootUrl)
  const all: Record<string, Counted> = {}
  try {
    for (const [name, one] of Object.entries(asked)) {
      const ask = () => callForCounts(app, name, one)
      let custom: readonly Spent[] = []
      if (compared) {
        await onConnections(app, planModeSql('custom'))
        await ask()
        custom = (await statements.spent(ask)).spent
      }
      await onConnections(app, planModeSql('generic'))
      for (let n = 0; n < WARM_UP; n++) await ask()
      const counts: Counted[] = []
      for (let n = 0; n < COUNT_LIMIT; n++) {
        const { answer, spent } = await statements.spent(ask)
        counts.push(countedOf(answer, spent, custom))
      }
      all[name] = counts.reduce((least, one) => (one.counts.buffers < least.counts.buffers ? one : least))
    }
    // Connections tell which indexes they used late, unless they are asked for it.
    await onConnections(app, 'select pg_stat_force_next_flush()')
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

async function callForCounts(app: App, name: string, one: Asked): Promise<Answered> {
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
const planModeSql = (plans: Plans): string => `set plan_cache_mode = force_${plans}_plan`

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

/** Is asked in place of a commit, and does what the commit would. */
const CHECK = 'set constraints all immediate'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

/**
 * Runs work whose transactions roll back where they would commit, after the constraints that wait for the commit are checked: a
 * write can be made again and again, and each time finds the data that the first one found. The product is told of a commit.
 */
async function withoutCommits<T>(work: () => Promise<T>): Promise<T> {
  const original = pg.Client.prototype.query as Query
  const undoing: Query = function (config, ...rest) {
    if (config instanceof Flight) undo(config.statements as Statement[])
    return original.call(this, config, ...rest)
  }
  pg.Client.prototype.query = undoing as typeof pg.Client.prototype.query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
}

function undo(statements: Statement[]): void {
  const at = statements.findIndex(({ text }) => text === 'commit')
  if (at === -1) return
  const { resolve, reject } = statements[at]!
  // Parsed each time: PostgreSQL counts a prepared one that is no query only once.
  const check = new Statement('', CHECK, [])
  const back = statementOf('rollback')
  check.answer.catch(() => undefined)
  back.resolve = (answer) => resolve({ ...answer, command: 'COMMIT' })
  back.reject = reject
  statements.splice(at, 1, check, back)
}

const statementOf = (text: string) => new Statement(statementNames.of(text), text, [])
