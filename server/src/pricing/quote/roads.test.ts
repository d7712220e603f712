import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { formOf, local, quote } from '../../testing/world/booking.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World
const logged: string[] = []
beforeAll(async () => {
  t = await testApp({ poolSize: 1, log: pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }) })
})
beforeEach(async () => {
  // What was heard in the test before is forgotten.
  t.clock.set(t.clock.now() + 15 * MINUTE)
  map().tell('roads')
  w = await makeWorld(t, { cars: 2 })
})
afterAll(() => t.close())

const map = () => t.kernel.outside.map!.simulator!
const owner = () => ({ token: w.tokens.owner })

/** By roads that run along the grid 11.9 km, by the straight line × 1.3 10.9 km. */
const square = { pickupType: 2 as const, pickupAddress: '人民大道200号', pickupLng: 121.4, pickupLat: 31.25 }
const BY_ROAD = 11_872
const BY_LINE = 10_896
const delivery = ({ lines }: { lines: readonly { code: string; formula: string }[] }) =>
  lines.find((line) => line.code === 'delivery')
const trip = { pickupAt: local('2026-11-24 10:00'), returnAt: local('2026-11-26 10:00') }

describe('a delivery', () => {
  it('is priced by road, and asked about once for all who point at the same house', async () => {
    const before = map().asked()
    const first = await quote(t, w, { ...trip, ...square })
    expect(first).toMatchObject({ pickupDistanceM: BY_ROAD, pickupEstimated: false, returnDistanceM: null })
    expect(delivery(first)).toMatchObject({ amount: 5700, formula: '¥30.00 + 9 km × ¥3.00' })
    expect(map().asked()).toBe(before + 1)
    // What the process had heard is forgotten by then.
    t.clock.set(t.clock.now() + 60 * MINUTE)
    map().tell('noRoad')
    const beside = { ...square, pickupLng: 121.40001, returnType: 2 as const, returnAddress: '人民大道200号' }
    const again = await quote(t, w, { ...trip, ...beside, returnLng: 121.4, returnLat: 31.25 })
    expect(again).toMatchObject({ pickupDistanceM: BY_ROAD, returnDistanceM: BY_ROAD, returnEstimated: false })
    expect(map().asked()).toBe(before + 1)
  })

  it('is priced by an estimate where the day’s questions are used up, which nobody waits for twice a minute', async () => {
    map().tell('quota')
    const before = map().asked()
    const estimated = await quote(t, w, { ...trip, ...square })
    expect(estimated).toMatchObject({ pickupDistanceM: BY_LINE, pickupEstimated: true })
    expect(delivery(estimated)).toMatchObject({ amount: 5400, formula: '¥30.00 + 8 km × ¥3.00（距离为预估）' })
    map().tell('roads')
    expect(await quote(t, w, { ...trip, ...square })).toMatchObject({ pickupEstimated: true })
    expect(map().asked()).toBe(before + 1)
    // The log says why, and not where.
    const told = logged.filter((line) => line.includes('told no distance'))
    expect(told).toEqual([expect.stringContaining('"why":"10044"')])
    expect(told[0]).not.toMatch(/121\.|31\.|人民大道|simulated/)
    t.clock.set(t.clock.now() + 2 * MINUTE)
    expect(await quote(t, w, { ...trip, ...square })).toMatchObject({
      pickupDistanceM: BY_ROAD,
      pickupEstimated: false,
    })
  })

  it('is priced by an estimate where no road leads; the other end is not one', async () => {
    map().tell('noRoad')
    await quote(t, w, { ...trip, ...square })
    map().tell('roads')
    const back = { returnType: 2 as const, returnAddress: '申虹路1号', returnLng: 121.34, returnLat: 31.2 }
    const quoted = await quote(t, w, { ...trip, ...square, ...back })
    expect(quoted).toMatchObject({ pickupEstimated: true, returnDistanceM: 587, returnEstimated: false })
  })

  it('waits for a map that never answers no longer than two seconds, and meanwhile others have the database', async () => {
    map().tell('slow')
    const before = map().asked()
    const ended: string[] = []
    const quoted = quote(t, w, { ...trip, ...square }).finally(() => ended.push('quote'))
    await inTheEnd(() => expect(map().asked()).toBe(before + 1))
    // There is one connection.
    await t.call(contract.quote.services, {}, owner()).finally(() => ended.push('services'))
    expect(await quoted).toMatchObject({ pickupDistanceM: BY_LINE, pickupEstimated: true })
    expect(ended).toEqual(['services', 'quote'])
  })
})

describe('what a quote said', () => {
  const distance = async (orderId: string) =>
    (await t.root.query(`select pickup_distance_m from "order" where id = $1`, [orderId])).rows[0].pickupDistanceM

  it('is what is booked, also once it is priced anew', async () => {
    map().tell('quota')
    const quoted = await quote(t, w, { ...trip, ...square })
    map().tell('roads')
    t.clock.set(t.clock.now() + 20 * MINUTE)
    const before = map().asked()
    const { orderId } = await t.call(contract.order.create, formOf(quoted), owner())
    expect(await distance(orderId)).toBe(BY_LINE)
    expect(map().asked()).toBe(before)
  })

  it('stays with the order when other things of it change', async () => {
    map().tell('quota')
    const quoted = await quote(t, w, { ...trip, ...square })
    const { orderId } = await t.call(contract.order.create, formOf(quoted), owner())
    map().tell('roads')
    t.clock.set(t.clock.now() + 2 * MINUTE)
    const before = map().asked()
    const change = { ...trip, storeId: w.stores.hongqiao, modelId: w.models.qin, orderId }
    const { quoteId } = await t.call(contract.quote.quote, change, owner())
    await t.call(contract.order.updateStatus, { orderId, action: 'modify', quoteId }, owner())
    expect(await distance(orderId)).toBe(BY_LINE)
    expect(map().asked()).toBe(before)
  })
})

it('two stores lie as far apart as the road is long, where that is charged', async () => {
  const hangzhou = { ...trip, returnStoreId: w.stores.hangzhou }
  const before = map().asked()
  expect((await quote(t, w, hangzhou)).lines.find((line) => line.code === 'oneWay')).toMatchObject({ amount: 30000 })
  expect(map().asked()).toBe(before)
  await t.root.query(`update fee_config set per_km_fen = 100 where kind = 'oneWay' and merchant_id = $1`, [
    w.merchantId,
  ])
  // Which models are free for it asks nobody.
  const stay = { storeId: w.stores.hongqiao, returnStoreId: w.stores.hangzhou, from: trip.pickupAt, to: trip.returnAt }
  await t.call(contract.stock.free, { ...stay, priced: true }, owner())
  expect(map().asked()).toBe(before)
  const oneWay = async () => (await quote(t, w, hangzhou)).lines.find((line) => line.code === 'oneWay')
  map().tell('quota')
  expect(await oneWay()).toMatchObject({ formula: '¥300.00 + 192 km × ¥1.00（距离为预估）' })
  map().tell('roads')
  t.clock.set(t.clock.now() + 2 * MINUTE)
  expect(await oneWay()).toMatchObject({ formula: '¥300.00 + 208 km × ¥1.00' })
  expect(map().asked()).toBe(before + 2)
})

it('a merchant’s ways go after a month', async () => {
  await quote(t, w, { ...trip, ...square })
  const kept = async () =>
    (await t.root.query('select * from road_distance where merchant_id = $1', [w.merchantId])).rows.length
  expect(await kept()).toBe(1)
  await t.root.query('select purge_aged($1)', [new Date(t.clock.now() + 29 * 24 * 60 * MINUTE)])
  expect(await kept()).toBe(1)
  await t.root.query('select purge_aged($1)', [new Date(t.clock.now() + 31 * 24 * 60 * MINUTE)])
  expect(await kept()).toBe(0)
})
