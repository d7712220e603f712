import { clockOf, type Prepared } from '../data/prepare.ts'
import { type App, localApp, sendForBody } from '../local-app.ts'
import { type Counts, countNames, openCounter } from '../measure/counts.ts'
import { RIGHT } from '../request.ts'
import { type Asked, askedOn } from './asked.ts'
import type { Counted } from './judge.ts'
import { withoutCommits } from './repeated.ts'
import { openStatements, type Spent } from './statements.ts'

/** How PostgreSQL plans a statement: for its values, or once for whatever values, as it may from the sixth run on. */
type Plans = 'custom' | 'generic'

/** Of a connection, until its caches know the tables of a call. */
const WARM_UP = 2
/** What is the database's own falls on a call here and there, and only ever adds. */
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
  const counter = await openCounter(rootUrl)
  const statements = await openStatements(rootUrl)
  const all: Record<string, Counted> = {}
  try {
    for (const [name, one] of Object.entries(asked)) {
      if (!named.test(name)) continue
      // A write is made again and again.
      const repeatedly = one.call.effect === 'write' ? withoutCommits : <T>(work: () => Promise<T>) => work()
      const ask = async () => {
        await repeatedly(() => askedFor(app, name, one))
        // A finished read ends its transaction a moment later, and PostgreSQL counts its last statement then.
        await onConnections(app, 'select')
      }
      await onConnections(app, planned('custom'))
      await ask()
      const custom = await statements.spent(ask)
      await onConnections(app, planned('generic'))
      for (let n = 0; n < WARM_UP; n++) await ask()
      const generic = await statements.spent(ask)
      const counts: Counts[] = []
      for (let n = 0; n < COUNT_LIMIT; n++)
        counts.push(await repeatedly(() => counter.count(() => askedFor(app, name, one))))
      all[name] = { counts: leastOf(counts), statements: sideBySide(custom, generic) }
    }
    return all
  } finally {
    await counter.close()
    await statements.close()
  }
}

/** @returns the answer, which is a good one */
async function askedFor(app: App, name: string, { call, input, token, headers }: Asked): Promise<string> {
  const body = await sendForBody(app, call, token, input as never, crypto.randomUUID(), headers)
  if (!body.startsWith(RIGHT)) throw new Error(`${name}: ${body}`)
  return body
}

const leastOf = (all: readonly Counts[]): Counts =>
  Object.fromEntries(countNames.map((name) => [name, Math.min(...all.map((one) => one[name]))])) as unknown as Counts

const sideBySide = (custom: readonly Spent[], generic: readonly Spent[]): Counted['statements'] =>
  generic.map(({ text, buffers }) => ({
    text,
    buffers,
    custom: custom.find((one) => one.text === text)?.buffers ?? buffers,
  }))

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
