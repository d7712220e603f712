import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { localDate, parseDateTime } from '@cheyi/domain/time'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClient } from './kernel/db/pools.ts'
import { migrationsDir } from './kernel/postgres/migrate.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import { ensurePasswords } from './kernel/postgres/sign-in.ts'
import { signInRoles } from './kernel/postgres/sign-in-roles.ts'
import { firstBreak } from './platform/audit/check.ts'
import { hashPassword } from './platform/session/password/password.ts'
import { type Envelope, type TestApp, testApp } from './testing/app.ts'
import { inContext } from './testing/context.ts'
import { inTheEnd } from './testing/in-the-end.ts'
import { type PlainProxy, type Server, startProxy, startServer, stopServers } from './testing/servers.ts'
import { openTab } from './testing/stream.ts'
import { multipart } from './testing/upload.ts'
import { formOf, quote } from './testing/world/booking.ts'
import { booksAgree } from './testing/world/bookings.ts'
import { copyQuote } from './testing/world/prices.ts'
import { makeWorld, type World } from './testing/world/world.ts'

/*
 * Several servers on one database: folders of their own, one key file, one media folder (docs/operations.md). What must
 * hold does so whichever of them is asked.
 */

const DAY = 86_400_000
const CARS = 3
const ORDERS = 78
/** Mobile of the first owner that `makeWorld` makes. */
const state = deliveryStates.code

let t: TestApp
let w: World
let folder: string
/** Of the test's own two processes; a test that kills one starts it again. */
let servers: Server[]
let proxy: PlainProxy

const environment = (name: string): Record<string, string> => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: t.database.migratorUrl,
  KEY_FILE: t.kernel.config.keyFile,
  MEDIA_DIR: join(folder, 'media'),
  // A brake that each server keeps for itself; the loads below come from one address and one token.
  RATE_LIMIT: 'off',
})

beforeAll(async () => {
  t = await testApp({ now: Date.now(), poolSize: 4 })
  w = await makeWorld(t, { cars: CARS })
  folder = await mkdtemp(join(tmpdir(), 'cheyi-servers-'))
  servers = await Promise.all(['a', 'b'].map((name) => startServer(environment(name))))
  proxy = await startProxy(() => servers.map(({ url }) => url))
})
afterAll(async () => {
  await proxy?.close()
  await stopServers(servers ?? [])
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

let serial = 0
/** Calls by the contract over the network; null when no answer came. */
async function send(
  url: string,
  call: Call,
  input: unknown,
  { token = w.tokens.owner, key = `many-${++serial}-key` } = {},
) {
  const response = await fetch(url + call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, 'idempotency-key': key },
    body: JSON.stringify(input),
  }).catch(() => null)
  // Who cannot be served now asks again, as who got no answer does.
  if (response?.status === 503) return null
  return ((await response?.json().catch(() => null)) ?? null) as Envelope | null
}

async function ask<C extends Call>(url: string, call: C, input: InputOf<C>, token?: string): Promise<OutputOf<C>> {
  const answer = await send(url, call, input, token === undefined ? {} : { token })
  expect(answer).toMatchObject({ success: true })
  return answer!.data as OutputOf<C>
}

/** Ten in the morning so many days from today: the servers go by the real clock. */
const morning = (days: number): number => parseDateTime(`${localDate(Date.now() + days * DAY)} 10:00`)!
const trip = (days: number) => ({ pickupAt: morning(days), returnAt: morning(days + 1) })
const [a, b] = [() => servers[0]!.url, () => servers[1]!.url]

const whole = async () => {
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await t.root.query(text, [...values])).rows as Row[]
  await booksAgree(t)
  const clashes = await query(
    `select a.id from occupancy a join occupancy b on a.vehicle_id = b.vehicle_id and a.id < b.id and a.period && b.period
      where a.active and b.active and a.kind = 0 and b.kind = 0`,
  )
  expect(clashes).toEqual([])
}

it('signs in at one and books at the other', async () => {
  // The password of test users is the demo's, which opens nothing at servers in earnest.
  const password = 'two servers, one user'
  await t.root.query('update app_user set password_hash = $1', [await hashPassword(t.kernel.vaults.pepper, password)])
  const { token } = await ask(a(), contract.session.login, { mobile: w.ownerMobile, password, agree: true })
  const stay = { storeId: w.stores.hongqiao, modelId: w.models.qin, ...trip(1) }
  const quoted = await ask(b(), contract.quote.quote, stay, token)
  const { orderId } = await ask(a(), contract.order.create, formOf(quoted), token)
  expect(await ask(b(), contract.order.detail, { orderId }, token)).toMatchObject({ orderId })
})

it('refuses a picture that breaks off, by the server that ships too', async () => {
  // Its head says TIFF, and the list that it leads to is not there.
  const { body, type } = multipart({ biz: 'pickup' }, { name: 'a.tiff', bytes: Buffer.from('49492a0008000000', 'hex') })
  const answer = await fetch(a() + contract.media.upload.path, {
    method: 'POST',
    headers: { 'content-type': type, token: w.tokens.owner, 'idempotency-key': 'broken-picture' },
    body: new Uint8Array(body),
  })
  expect(await answer.json()).toMatchObject({ errorCode: 11003 })
})

it('gives the last car to exactly one of 64 who ask both at once', async () => {
  for (let trial = 0; trial < 5; trial++) {
    const quoted = await quote(t, w, { modelId: w.models.gl8, ...trip(3 + 3 * trial) })
    const quotes = await copyQuote(t, quoted.quoteId, CARS - 1 + 64)
    const forms = quotes.map((quoteId) => formOf({ quoteId, total: quoted.total }))
    for (const form of forms.splice(64)) await ask(a(), contract.order.create, form)
    const answers = await Promise.all(forms.map((form) => send(proxy.url, contract.order.create, form)))
    expect(answers.map((answer) => answer?.errorCode).sort()).toEqual([0, ...Array(63).fill(3101)])
  }
  await whole()
}, 120_000)

it('answers a repeated request as the other did', async () => {
  const form = formOf(await quote(t, w, trip(2)))
  const key = 'repeated-at-the-other'
  const first = await send(a(), contract.order.create, form, { key })
  expect(first).toMatchObject({ success: true })
  expect((await send(b(), contract.order.create, form, { key }))?.data).toEqual(first?.data)
})

it('tells the clients of one what happened at the other', async () => {
  const { ticket } = await ask(b(), contract.stream.ticket, {})
  const tab = await openTab(t, w.tokens.owner, { url: b(), ticket })
  const { orderId } = await ask(a(), contract.order.create, formOf(await quote(t, w, trip(25))))
  await tab.until(({ data }) => data.orderId === orderId)
  tab.close()
})

it('counts wrong passwords wherever they were tried', async () => {
  const guess = (url: string) =>
    send(
      url,
      contract.session.changePassword,
      { old: 'NotMyPassword1', password: 'Another2026' },
      { token: w.tokens.fleet },
    )
  const codes: unknown[] = []
  for (let i = 0; i < 11; i++) codes.push((await guess(i % 2 === 0 ? a() : b()))?.errorCode)
  expect(codes).toEqual([...Array(10).fill(1001), 1002])
})

it('takes rights and sessions away at both at once', async () => {
  const asService = { token: w.tokens.service }
  for (const url of [a(), b()])
    expect(await send(url, contract.order.list, {}, asService)).toMatchObject({ success: true })
  const { rows } = await t.root.query(`select id from account where merchant_id = $1 and name = '测试service'`, [
    w.merchantId,
  ])
  await t.call(contract.account.setStatus, { id: rows[0].id, status: 0 }, { token: w.tokens.owner })
  for (const url of [b(), a()])
    expect(await send(url, contract.order.list, {}, asService)).toMatchObject({ errorCode: -9 })
})

it('loses and doubles nothing when one is killed in mid-load, and takes it back', async () => {
  const forms: object[] = []
  for (let i = 0; i < ORDERS; i++) forms.push(formOf(await quote(t, w, trip(30 + 2 * Math.floor(i / CARS)))))
  let answered = 0
  const book = async (form: object, i: number): Promise<string> => {
    for (;;) {
      // A phone that got no answer asks again, with the same key.
      const answer = await send(proxy.url, contract.order.create, form, { key: `killed-in-between-${i}` })
      if (answer?.data === undefined) continue
      expect(answer).toMatchObject({ success: true })
      if (++answered === ORDERS / 3) servers[1]!.process.kill('SIGKILL')
      return (answer.data as { orderId: string }).orderId
    }
  }
  const booked = await Promise.all(forms.map(book))
  await servers[1]!.ended()
  const { rows } = await t.root.query(
    `select count(distinct id)::int as orders, count(*)::int as rows from "order" where id = any ($1::bigint[])`,
    [booked],
  )
  expect(rows).toEqual([{ orders: ORDERS, rows: ORDERS }])
  const all = await t.root.query('select count(*)::int as n from "order" where pickup_at >= $1', [
    new Date(morning(30)),
  ])
  expect(all.rows).toEqual([{ n: ORDERS }])
  await whole()

  servers[1] = await startServer(environment('b'))
  expect(await send(b(), contract.order.detail, { orderId: booked[0] })).toMatchObject({ success: true })
}, 180_000)

it('serves on while it is drained, and says that it takes nobody new', async () => {
  const leaving = await startServer({ ...environment('leaving'), DRAIN_SECONDS: '60' })
  leaving.process.kill('SIGTERM')
  const closing = async () => ((await (await fetch(`${leaving.url}/readyz`)).json()) as { closing: boolean }).closing
  await inTheEnd(async () => expect(await closing()).toBe(true))
  expect((await fetch(`${leaving.url}/readyz`)).status).toBe(503)
  expect(await send(leaving.url, contract.order.list, {})).toMatchObject({ success: true })
  leaving.process.kill('SIGKILL')
  await leaving.ended()
}, 60_000)

it('sends each message once, and links each row of the log once', async () => {
  // What the killed one had in hand, ten at most, is due again after two minutes, and may have been sent.
  const inHand = await t.root.query<{ id: string }>(
    `update outbox set due_at = now() where state < ${state.delivered} and tries > 0 returning id`,
  )
  expect(inHand.rows.length).toBeLessThanOrEqual(10)
  await inTheEnd(async () => {
    const { rows } = await t.root.query(
      `select (select count(*)::int from outbox where state < ${state.delivered}) as waiting,
         (select count(*)::int from audit a where not exists (select from audit_chain l where l.audit_id = a.id)) as loose`,
    )
    expect(rows[0]).toEqual({ waiting: 0, loose: 0 })
  })
  const texts = await t.root.query(
    `select state, tries - (id = any ($1))::int as tries, count(*)::int as n from outbox group by 1, 2`,
    [inHand.rows.map(({ id }) => id)],
  )
  expect(texts.rows).toEqual([{ state: state.delivered, tries: 1, n: expect.any(Number) }])
  expect(texts.rows[0].n).toBeGreaterThanOrEqual(ORDERS)
  const { value } = await inContext(t, w, 'owner', (ctx) => firstBreak(ctx.query, undefined, 0))
  expect(value).toBeNull()
}, 90_000)

describe('on an empty database', () => {
  let own: string
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let keyFile: string
  beforeAll(async () => {
    // Its path is too long for a socket, so that its PostgreSQL listens on a port.
    own = await mkdtemp(join(tmpdir(), `cheyi-${'empty-'.repeat(20)}`))
    keyFile = join(own, 'keys.json')
    postgres = await startPostgres(own, { info() {}, warn() {} }, { durable: false })
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(own, { recursive: true, force: true })
  })

  async function connected(url: string): Promise<pg.Client> {
    const client = newClient({ connectionString: url })
    await client.connect()
    return client
  }

  it('starts three at once as one installation, which migrate once', async () => {
    const three = await Promise.all(
      ['c', 'd', 'e'].map((name) =>
        startServer({ ...environment(name), DATABASE_URL: postgres.url, KEY_FILE: keyFile }),
      ),
    )
    for (const { url } of three)
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ database: true, migrated: true })
    const client = await connected(postgres.url)
    const { rows } = await client.query('select count(*)::int as n from schema_migration')
    expect(rows[0].n).toBe((await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).length)
    await client.end()
    await stopServers(three)
  }, 120_000)

  it('gives each role one password, whoever is already in by then', async () => {
    const client = await connected(postgres.url)
    for (const role of Object.values(signInRoles)) await client.query(`alter role ${role} password null`)
    await client.end()
    const place = { dataDir: own, keyFile }
    const inside = await Promise.all(
      Array.from({ length: 8 }, async () => connected((await ensurePasswords(postgres.url, place)).web)),
    )
    await Promise.all(inside.map((one) => one.end()))
  })
})
