import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contract } from '@cheyi/contract/index'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatewayDatabase } from '../../fleet/vehicle-control/gateway/database.ts'
import { Gateway } from '../../fleet/vehicle-control/gateway/gateway.ts'
import { jobs } from '../../jobs.ts'
import { freshKeys, replaceKeys } from '../../kernel/keys.ts'
import { loadConfig } from '../../kernel/process/config.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { cloneDatabase } from '../../testing/database.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { openTab } from '../../testing/stream.ts'
import { enterDevices, logIn, reportBody, terminalAt } from '../../testing/terminal.ts'
import { photo } from '../../testing/upload.ts'
import { book, formOf, quote } from '../../testing/world/booking.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * A merchant that another cluster serves: `here` has its rows from before the move, `there` serves it. `there` is a copy of the whole
 * database, as the move leaves it for this merchant (command/move).
 */

let folder: string
let here: TestApp
let there: TestApp
let w: World
let url: string
let own: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-elsewhere-'))
  const [first, second] = [await cloneDatabase(), await cloneDatabase()]
  await second.drop()
  const keys = { ...freshKeys(), gate: first.gate }
  const installation = async (name: string, database: typeof first) => {
    const dataDir = join(folder, name)
    await replaceKeys(loadConfig({ DATA_DIR: dataDir }).keyFile, keys)
    return { database, dataDir }
  }
  const before = await testApp({ on: await installation('here', first) })
  w = await makeWorld(before)
  await before.close()
  const nameOf = (address: string) => new URL(address).pathname.slice(1)
  const administer = new URL(first.migratorUrl)
  administer.pathname = '/postgres'
  const { connect } = await import('../../kernel/postgres/connect.ts')
  await using client = await connect(administer.href)
  await client.query(`create database ${nameOf(second.migratorUrl)} template ${nameOf(first.migratorUrl)}`)
  here = await testApp({ on: await installation('here', first) })
  there = await testApp({
    on: await installation('there', second),
    env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: 'on', DEMO: 'on', SMS: 'outbox' },
  })
  // Each cluster has a range of row ids of its own.
  await there.root.query("select setval('row_id', 1000000000000)")
  url = await there.app.listen({ host: '127.0.0.1', port: 0 })
  own = await here.app.listen({ host: '127.0.0.1', port: 0 })
}, 120_000)
afterAll(async () => {
  for (const t of [here, there]) {
    await t.close()
    await t.database.drop()
  }
  await rm(folder, { recursive: true, force: true })
})

/** What the move writes here. */
async function place(state: number | null, gateway = ''): Promise<void> {
  await here.root.query('delete from merchant_place')
  if (state === null) return
  const at = state === merchantPlace.elsewhere ? url : ''
  await here.root.query('insert into merchant_place (merchant_id, state, url, gateway) values ($1, $2, $3, $4)', [
    w.merchantId,
    state,
    at,
    gateway,
  ])
  await here.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
}

it('answers 503 while the merchant moves, and writes once afterwards', async () => {
  const form = formOf(await quote(here, w))
  const token = w.tokens.owner
  await place(merchantPlace.leaving)
  const during = await here.send(contract.order.create, form, { token, key: 'moving-merchant' })
  expect([during.httpStatus, during.headers['retry-after']]).toEqual([503, '1'])
  await place(null)
  await here.call(contract.order.create, form, { token, key: 'moving-merchant' })
  const { rows } = await here.root.query('select count(*)::int as n from "order"')
  expect(rows).toEqual([{ n: 1 }])
})

it('passes calls of a session on to the other cluster, and serves other merchants here', async () => {
  const other = await makeWorld(here, { name: '留下的商家' })
  await place(merchantPlace.elsewhere)
  const { orderId } = await book(here, w)
  expect(await there.call(contract.order.detail, { orderId }, { token: w.tokens.owner })).toMatchObject({ orderId })
  const { rows } = await here.root.query('select count(*)::int as n from "order" where id = $1', [orderId])
  expect(rows).toEqual([{ n: 0 }])
  await book(here, other)
})

it('passes an upload on, and shows the file by the address that the page knows', async () => {
  await place(merchantPlace.elsewhere)
  const { bytes } = await photo()
  const body = new FormData()
  body.set('biz', 'pickup')
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const answer = await fetch(`${own}${contract.media.upload.path}`, {
    method: 'POST',
    headers: { token: w.tokens.owner, 'idempotency-key': 'upload-elsewhere' },
    body,
  })
  const { data } = (await answer.json()) as { data: { url: string } }
  const file = await fetch(own + data.url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

it('passes a request on to that cluster alone, whatever host it names', async () => {
  await place(merchantPlace.elsewhere)
  const asked: string[] = []
  const trap = createServer((request, response) => {
    asked.push(`${request.headers.token}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(trap, 'listening')
  const path = `http://127.0.0.1:${(trap.address() as AddressInfo).port}${contract.order.list.path}`
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { token: w.tokens.owner, 'content-type': 'application/json' }
    const sent = request({ port: new URL(own).port, method: 'POST', path, headers }, (answer) => resolve(text(answer)))
    sent.on('error', reject).end('{}')
  })
  trap.close()
  expect(asked).toEqual([])
  expect(JSON.parse(answer)).toMatchObject({ success: true })
})

it('signs people in where their merchant lives, and their page hears of it live', async () => {
  await place(merchantPlace.elsewhere)
  const signedIn = await fetch(`${own}/api/login/v1/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: w.ownerMobile, password: 'Cheyi2026', agree: true }),
  })
  const { data } = (await signedIn.json()) as { data: { token: string } }
  const { ticket } = await here.call(contract.stream.ticket, {}, { token: data.token })
  const tab = await openTab(here, data.token, { url: own, ticket })
  const { orderId } = await book(there, w, {
    pickupAt: Date.parse('2026-11-25T10:00:00+08:00'),
    returnAt: Date.parse('2026-11-26T10:00:00+08:00'),
  })
  await tab.until(({ data }) => data.orderId === orderId)
  tab.close()
  expect(await here.send(contract.order.list, {}, { token: 'a token that nobody has' })).toMatchObject({
    errorCode: -9,
  })
})

it('ends an open stream when the merchant moves', async () => {
  await place(null)
  const tab = await openTab(here, w.tokens.owner)
  await place(merchantPlace.leaving)
  await here.root.query(
    `insert into event (merchant_id, type, ref, data, account_ids)
     select $1, 'auth.changed', 'move', '{}', array_agg(id) from account where merchant_id = $1`,
    [w.merchantId],
  )
  await tab.ended
})

it('does no scheduled work for the merchant', async () => {
  await place(merchantPlace.elsewhere)
  for (const { merchants = [] } of jobs) for (const { name } of merchants.slice(0, 1)) await runMerchants(here, name)
})

it('acknowledges no report that it does not store, and hands the terminal on', async () => {
  await place(null)
  const [device] = await enterDevices(here, w.merchantId, [null])
  const open = async (t: TestApp) => {
    const gateway = new Gateway({
      database: gatewayDatabase(t.gateway),
      log: pino({ level: 'silent' }),
      now: () => Date.now(),
      codeKey: Buffer.from('of terminals'),
    })
    await gateway.start()
    return { gateway, port: await gateway.listen(0, '127.0.0.1') }
  }
  const [a, b] = [await open(here), await open(there)]
  // As the move copies them.
  for (const table of ['device', 'terminal']) {
    const { rows } = await here.root.query(`select to_jsonb(t)::text as row from ${table} t`)
    for (const { row } of rows)
      await there.root.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [
        row,
      ])
  }
  const at = Math.floor(Date.now() / 1000) * 1000
  const terminal = await terminalAt(a.port, device!.phone)
  await logIn(terminal, device!.terminalId)
  await place(merchantPlace.leaving)
  terminal.say(up.position, reportBody({ at, lat: 31.2, speed: 40 }))
  await terminal.closed
  expect(terminal.heard.filter(({ id }) => id === 0x8001)).toEqual([])

  await place(merchantPlace.elsewhere, `127.0.0.1:${b.port}`)
  const again = await terminalAt(a.port, device!.phone)
  await logIn(again, device!.terminalId)
  expect(await again.answer(again.say(up.position, reportBody({ at, lat: 31.2, speed: 40 })))).toBe(0)
  const count = async (t: TestApp) => (await t.root.query('select count(*)::int as n from position')).rows[0].n
  expect([await count(here), await count(there)]).toEqual([0, 1])
  again.end()
  await a.gateway.close()
  await b.gateway.close()
})
