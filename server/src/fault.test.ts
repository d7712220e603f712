import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newClient } from './kernel/db/pools.ts'
import { watchPostgres } from './kernel/postgres/watch-postgres.ts'
import { type Envelope, type TestApp, testApp } from './testing/app.ts'
import { startTestCluster } from './testing/cluster.ts'
import { endBusyBackend } from './testing/hostile/faults.ts'
import { type Server, startServer, stopServers } from './testing/servers.ts'
import { openTab } from './testing/stream.ts'
import { formOf, local, tripOf } from './testing/world/booking.ts'
import { booksAgree } from './testing/world/bookings.ts'
import { makeWorld, type World } from './testing/world/world.ts'

/*
 * A server goes on while its connections are ended and its PostgreSQL, one of this test's own, restarts or dies: nothing
 * that was acknowledged is lost, nothing is done twice, and it serves as soon as the database does.
 */

const CLIENTS = 8
const ENDED = 20
/** Each model has as many cars at the store; every booking has a day of its own on one of them. */
const CARS = 20
const DAY = 86_400_000

let cluster: Awaited<ReturnType<typeof startTestCluster>>
let t: TestApp
let w: World
let server: Server

beforeAll(async () => {
  cluster = await startTestCluster(pino({ level: 'silent' }), { durable: true })
  t = await testApp({ now: Date.now(), cluster })
  // Lost with the first restart.
  t.root.on('error', () => {})
  w = await makeWorld(t, { cars: CARS })
  server = await startServer({
    DATA_DIR: t.kernel.config.dataDir,
    DATABASE_URL: t.database.migratorUrl,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  })
}, 120_000)
afterAll(async () => {
  await stopServers([server])
  await t.close()
  await cluster.stop()
}, 120_000)

/** A connection of the superuser, for as long as the database lives. */
async function asRoot<T>(work: (root: pg.Client) => Promise<T>): Promise<T> {
  const root = newClient({ connectionString: t.database.migratorUrl })
  await root.connect()
  try {
    return await work(root)
  } finally {
    await root.end()
  }
}

/** The process that every backend of the cluster comes from. */
const postmaster = async (root: pg.Client): Promise<number> =>
  Number((await root.query(`select pg_read_file('postmaster.pid') as text`)).rows[0].text.split('\n')[0])

type Answer = Pick<Envelope, 'success' | 'data' | 'errorCode' | 'message'> & { readonly status: number }

/** Sends a call until it is decided, as a client does: the same action, with the same key. */
async function until(path: string, input: unknown, key: string): Promise<Answer> {
  for (;;) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: w.tokens.owner, 'idempotency-key': key },
      body: JSON.stringify(input),
    })
    const answer = { ...((await response.json()) as Answer), status: response.status }
    if (answer.status !== 503) return answer
    await sleep(50)
  }
}

const statusOf = async (path: string) => (await fetch(server.url + path)).status
/** The web application may not be built here, which would make it unready as well. */
const seesDatabase = async () =>
  ((await (await fetch(`${server.url}/readyz`)).json()) as { database: boolean }).database

it('books on while backends are ended, and PostgreSQL restarts, crashes and is killed', {
  timeout: 240_000,
}, async () => {
  const first = local('2027-01-01 10:00') + Math.max(0, Math.ceil((Date.now() - local('2026-12-30 10:00')) / DAY)) * DAY
  const acknowledged: string[] = []
  const odd: Answer[] = []
  let slot = 0
  let done = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!done && server.process.exitCode === null) {
      const pickupAt = first + Math.floor(slot++ / CARS) * 2 * DAY
      const quoted = await until(contract.quote.quote.path, tripOf(w, { pickupAt, returnAt: pickupAt + DAY }), '')
      const form = formOf(quoted.data as { quoteId: string; total: number })
      const created = await until(contract.order.create.path, form, randomUUID())
      if (created.success) acknowledged.push((created.data as { orderId: string }).orderId)
      else odd.push(created)
    }
  })
  const booked = async (more: number) => {
    for (const goal = acknowledged.length + more; acknowledged.length < goal && odd.length === 0; ) {
      if (server.process.exitCode !== null) throw new Error(`the server ended: ${server.output()}`)
      await sleep(5)
    }
  }

  // A tab that comes again when its stream ends, to the place that it knows.
  const told = new Set<unknown>()
  const tabs = (async () => {
    for (let place: string | undefined; !done; ) {
      const tab = await openTab(t, w.tokens.owner, { url: server.url, after: place }).catch(() => undefined)
      if (tab === undefined) {
        await sleep(50)
        continue
      }
      while (!done) {
        const seen = tab.told.length
        const over = await Promise.race([tab.ended.then(() => true), sleep(50).then(() => false)])
        for (const { event, data } of tab.told.slice(0, seen)) if (event === 'order.changed') told.add(data.orderId)
        if (over) break
      }
      for (const { event, data } of tab.told) if (event === 'order.changed') told.add(data.orderId)
      place = tab.place ?? place
      tab.close()
    }
  })()

  await booked(1)
  await asRoot(async (root) => {
    for (let ended = 0; ended < ENDED; ) {
      if (await endBusyBackend(root)) ended++
      else await sleep(1)
      if (ended % 4 === 0) await booked(1)
    }
  })

  const { postgres } = cluster
  const isAway = async () =>
    expect([await seesDatabase(), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([false, 503, 200])
  const restarts = (mode?: 'immediate') => async () => {
    await postgres.stop(mode)
    await isAway()
    await postgres.start()
  }
  const isKilled = async () => {
    const leaveOff = watchPostgres(postgres, pino({ level: 'silent' }))
    const pid = await asRoot(postmaster)
    process.kill(pid, 'SIGKILL')
    while ((await asRoot(postmaster).catch(() => pid)) === pid) await sleep(20)
    await leaveOff()
  }
  const pauses: number[] = []
  for (const outage of [restarts(), restarts('immediate'), isKilled]) {
    await booked(3)
    await outage()
    const back = performance.now()
    expect(await until(contract.store.list.path, {}, '')).toMatchObject({ success: true })
    pauses.push(performance.now() - back)
    expect(await seesDatabase()).toBe(true)
  }
  await booked(10)
  // What was acknowledged last is told too, to whoever is there by then.
  const last = [...acknowledged]
  for (const orderId of last) while (!told.has(orderId)) await sleep(20)
  done = true
  await Promise.all([...clients, tabs])

  expect(odd).toEqual([])
  expect(server.process.exitCode).toBeNull()
  expect(Math.max(...pauses)).toBeLessThan(2000)
  await asRoot(async (root) => {
    const count = async (text: string) => Number((await root.query(`select count(*) as n from ${text}`)).rows[0].n)
    const { rows } = await root.query('select id from "order" where id = any ($1::bigint[])', [acknowledged])
    expect(rows).toHaveLength(acknowledged.length)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    // Every action was decided in the end: one order for each, no more.
    expect(await count('"order"')).toBe(acknowledged.length)
    expect(await count(`audit where action = 'order.create'`)).toBe(acknowledged.length)
    expect(
      await count(`"order" o where not exists (
        select from occupancy c where c.ref_id = o.id and c.kind = 0 and c.active)`),
    ).toBe(0)
    await booksAgree({ root })
  })
  console.info(`${acknowledged.length} bookings, served again after ${pauses.map(Math.round).join(', ')} ms`)
})
