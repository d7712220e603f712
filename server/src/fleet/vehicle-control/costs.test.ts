import { request } from 'node:http'
import { contract } from '@cheyi/contract/index'
import { expect, it, vi } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { CARS_EVERY_MS } from '../../platform/stream/cars.ts'
import { listen } from '../../testing/flights.ts'
import { listening, openTab, ticketOf } from '../../testing/stream.ts'
import { copyCars } from '../../testing/world/fleet.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

worldsOfTests({ poolSize: 8 })

const { vehicleControl } = contract

/** As many more cars with a terminal that told where it is; every tenth has an alarm, every fourth is with a customer. */
async function fleetOf(cars: number): Promise<void> {
  const like = w.vehicles.lavida[0]!.id
  const ids = await copyCars(t.root, { merchantId: w.merchantId, like, count: cars })
  await t.root.query(
    `with d as (insert into device (merchant_id, phone, vehicle_id, bound_at, created_by)
         select $1, (700000000 + v)::text, v, app_now(), 0 from unnest($2::bigint[]) v returning id, vehicle_id),
       l as (insert into device_live (merchant_id, device_id, node, last_msg_at, at, received_at, lat_e6, lng_e6, speed, acc)
         select $1, id, 'n1', now(), now(), now(), 31200000 + id % 1000, 121330000, id % 3 * 100, true from d)
     insert into alarm (merchant_id, type, level, vehicle_id, device_id, start_at)
       select $1, 8, 2, vehicle_id, id, now() from d where id % 10 = 0`,
    [w.merchantId, ids],
  )
  await t.root.query('vacuum analyze vehicle, device, device_live, alarm, occupancy')
}

/** Statements that ask for what cars say, and pages of 8 kB that they read. */
async function costOf(input: object): Promise<{ statements: number; buffers: number }> {
  const sent = await listen(() => t.call(vehicleControl.page, input, owner()))
  const own = sent.filter(({ text }) => text.includes('device_live'))
  const read = await asMerchant(t.kernel, w.merchantId, async ({ query }) => {
    let all = 0
    for (const { text, values } of own) {
      const rows = await query<Record<string, string>>(
        `explain (analyze, buffers, timing off, summary off) ${text}`,
        values,
      )
      const first = rows.map((row) => Object.values(row)[0]!).find((line) => line.includes('Buffers:'))!
      all += [...first.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
    }
    return all
  })
  return { statements: own.length, buffers: read }
}

it.for([
  [300, 800],
  [3000, 2000],
] as const)(
  'a list of %s cars takes two statements and at most %s pages of the database, whatever narrows it',
  async ([cars, most]) => {
    await world(1)
    await fleetOf(cars)
    for (const input of [{}, { rented: false }, { group: 'alarm' }, { keyword: '00' }]) {
      const { statements, buffers } = await costOf(input)
      expect([input, statements]).toEqual([input, 2])
      expect(buffers, JSON.stringify(input)).toBeLessThanOrEqual(most)
    }
  },
)

it('5,000 cars on a map, 200 of them moving, cost its viewer at most 8 kB a second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await world(1)
  await fleetOf(5000)
  await t.root.query('update device_live set last_msg_at = $2, received_at = $2, at = $2 where merchant_id = $1', [
    w.merchantId,
    at(t.clock.now()),
  ])
  // What the map is drawn from, again every minute, as a browser asks for it.
  const url = await listening(t.app)
  const answer = await new Promise<number>((resolve, reject) => {
    const asked = request(`${url}${contract.vehicleControl.map.path}`, {
      method: 'POST',
      headers: { token: w.tokens.owner, 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const { socket } = response
      response.resume()
      response.on('end', () => resolve(socket.bytesRead))
    })
    asked.end('{}')
  })
  const ticket = await ticketOf(t, w.tokens.owner)
  const tab = await openTab(t, w.tokens.owner, { cars: true, ticket })
  const all = { south: 3, west: 73, north: 54, east: 136 }
  await t.call(contract.vehicleControl.watch, { stream: ticket, boxes: [all] }, owner())
  const tick = async (times: number) => {
    await vi.advanceTimersByTimeAsync(CARS_EVERY_MS)
    await tab.until(() => tab.told.filter(({ event }) => event === 'cars').length >= times)
  }
  await tick(1)
  const begun = tab.bytes
  const TICKS = 20
  for (let n = 1; n <= TICKS; n++) {
    t.clock.set(t.clock.now() + CARS_EVERY_MS)
    // All report, and 200 are elsewhere.
    await t.root.query(
      `update device_live set at = $2, received_at = $2, last_msg_at = $2,
          lat_e6 = lat_e6 + (case when m.n <= 200 then 137 else 0 end), lng_e6 = lng_e6 + (case when m.n <= 200 then 91 else 0 end)
        from (select device_id as id, row_number() over (order by device_id) as n from device_live where merchant_id = $1) m
        where merchant_id = $1 and device_id = m.id`,
      [w.merchantId, at(t.clock.now())],
    )
    await tick(n + 1)
  }
  const seconds = (TICKS * CARS_EVERY_MS) / 1000
  expect((tab.told.at(-1)!.data.cars as unknown[]).length).toBe(200)
  const perSecond = Math.round((tab.bytes - begun) / seconds + answer / 60)
  tab.close()
  vi.useRealTimers()
  expect(perSecond).toBeLessThanOrEqual(8000)
})

it('the facts that 1000 reports are compared with are one statement, which reads at most 24 pages a car', async () => {
  await world(1)
  await fleetOf(1000)
  await t.root.query(
    'insert into terminal (phone, merchant_id, device_id) select phone, merchant_id, id from device on conflict do nothing',
  )
  await t.root.query('vacuum analyze terminal, fence, alarm_rule')
  const began = performance.now()
  const { rows } = await t.root.query(
    `explain (analyze, buffers, timing off, summary off)
       select gateway_watch(array(select device_id from terminal where merchant_id = $1 limit 1000), '{}', now())`,
    [w.merchantId],
  )
  const line = rows.map((row) => String(Object.values(row)[0])).find((text) => text.includes('Buffers:'))!
  const pages = [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  console.info(`1000 reports: ${pages} pages, ${Math.round(performance.now() - began)} ms`)
  expect(pages).toBeLessThanOrEqual(24_000)
})
