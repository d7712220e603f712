import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { addDays, HOUR, localDate, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { figuresAgree } from '../../testing/figures.ts'
import { followEvents } from '../../testing/jobs.ts'
import { book } from '../../testing/world/bookings.ts'
import { bringBack, handOut, swapOf } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Today is told from what is kept of it, which follows every change: the figures are those that are reckoned from the orders. Each
 * test goes on from the one before.
 */

const { data } = contract

let t: TestApp
let w: World
let out: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  t.clock.set(at('11-20T09:00'))
  w = await makeWorld(t, { cars: 3 })
})
afterAll(() => t.close())

const owner = () => ({ token: w.tokens.owner })

/** Some time later, when what happened has been followed. */
async function agrees(later = 17 * MINUTE): Promise<void> {
  await followEvents(t)
  // Time goes by with no change: what is out earns.
  t.clock.set(t.clock.now() + later)
  const today = localDate(t.clock.now())
  const slices = [{}, { storeIds: [w.stores.hongqiao], source: 1 as const }]
  await figuresAgree({ t, w }, { from: today, to: today }, slices)
  await figuresAgree({ t, w }, { from: addDays(today, -6), to: today }, slices)
}

/** A statement at the time of the shop. */
const run = (text: string, values: unknown[]) => inContext(t, w, 'owner', (ctx) => ctx.query(text, values))

async function today(): Promise<Record<string, number | null>> {
  const day = localDate(t.clock.now())
  const { figures } = await t.call(data.overview, { from: day, to: day }, owner())
  return Object.fromEntries(figures.map(({ key, value }) => [key, value]))
}

let before: Record<string, number | null>
beforeEach(async () => {
  before = await today()
})

it('is known on the first day of a merchant', async () => {
  await agrees()
  // Nine cars since nine o'clock.
  expect((await today()).fleet).toBe(9 * 17)
})

it('follows a pickup, whose order earns by the minute', async () => {
  const trip = { pickupAt: at('11-20T10:00'), returnAt: at('11-23T10:00') }
  ;({ orderId: out } = await handOut(t, w, { trip }))
  await agrees(HOUR)
  const hour = await today()
  expect([hour.created, hour.pickups, hour.out, hour.rented]).toEqual([1, 1, 1, 60])
  await agrees(HOUR)
  const next = await today()
  expect(next.rented).toBe(120)
  expect(next.rent! - hour.rent!).toBeGreaterThan(0)
})

it('follows a swap of the car', async () => {
  const swap = await swapOf(t, w, { old: 10_050, new: 10_000 })
  await t.call(contract.arrange.plan, { orderId: out, vehicleId: w.vehicles.lavida[1]!.id, swap }, owner())
  await agrees()
  const after = await today()
  expect(after.rented! - before.rented!).toBe(17)
  expect(after.mileage).toBeGreaterThan(0)
})

it('follows a renewal', async () => {
  const until = { orderId: out, newReturnAt: at('12-02T10:00') }
  const { quoteId } = await t.call(contract.renewal.price, until, owner())
  await t.call(contract.renewal.create, { orderId: out, quoteId }, owner())
  await agrees()
  t.clock.set(at('11-24T10:00'))
  await agrees()
  expect((await today()).renewalRent).toBeGreaterThan(0)
})

it('follows a booking that is called off', async () => {
  const { orderId } = await book(t, w, { trip: { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') } })
  await agrees()
  expect((await today()).created).toBe(before.created! + 1)
  await t.call(contract.order.cancel, { orderId, reason: 5, responsibility: 2, expectPenalty: 0 }, owner())
  await agrees()
  expect((await today()).cancelRate).toBe(10_000)
})

it('counts a booking as called off while its refund waits to be paid, and names it', async () => {
  const trip = { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') }
  const { orderId, total } = await book(t, w, { trip })
  const paid = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, paid, owner())
  const shown = async () => {
    const { created, valid } = await today()
    return { created, valid }
  }
  await agrees()
  const { created, valid } = await shown()
  await t.call(contract.order.cancel, { orderId, reason: 5, responsibility: 2, expectPenalty: 0 }, owner())
  const { rows } = await t.root.query('select status from "order" where id = $1', [orderId])
  expect(rows).toEqual([{ status: orderStatus.cancelling }])
  await agrees()
  expect(await shown()).toEqual({ created, valid: valid! - 1 })
  const day = localDate(t.clock.now())
  const { list } = await t.call(data.orders, { from: day, to: day, figure: 'cancelRate' }, owner())
  expect(list.map((one) => one.orderId)).toContain(orderId)
})

it('follows a car that goes to another store, and one that goes to the garage', async () => {
  const [car, broken] = w.vehicles.qin
  const pudong = async () =>
    (await t.call(data.rank, { from: localDate(t.clock.now()), by: 'store' }, owner())).list.find(
      ({ id }) => id === w.stores.pudong,
    )
  expect(await pudong()).toBeUndefined()
  await run('update vehicle set home_store_id = $2 where id = $1', [car!.id, w.stores.pudong])
  await agrees()
  expect(await pudong()).toMatchObject({ utilisation: 0 })
  await run(
    `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, actual_start, maintain_type, created_by)
     select merchant_id, 'WB9', 2, id, home_store_id, 3, $2, 1, 0 from vehicle where id = $1`,
    [broken!.id, new Date(t.clock.now())],
  )
  await agrees()
  const { effective, utilisation } = await today()
  expect(effective).toBeGreaterThan(utilisation!)
})

it('follows damage and a violation, which no order tells of', async () => {
  await run(
    `insert into violation (merchant_id, no, status, plate, occur_at, points, fine_fen, source, match_type, order_id, vehicle_id)
     select merchant_id, 'WZ1', 1, plate, $2, 0, 20000, 1, 1, id, vehicle_id from "order" where id = $1`,
    [out, new Date(t.clock.now())],
  )
  await agrees()
  const { list } = await t.call(data.orders, { figure: 'violationRate' }, owner())
  expect(list.map(({ orderId }) => orderId)).toEqual([out])
})

it('goes over midnight and the end of a month with what is out', async () => {
  for (const moment of ['11-30T23:55', '12-01T00:03', '12-01T00:12', '12-01T09:00']) {
    t.clock.set(at(moment))
    await agrees(MINUTE)
  }
  const { out: cars, pickups, rented } = await today()
  expect([cars, pickups, rented]).toEqual([1, 0, 9 * 60 + 1])
  const month = { from: '2026-12-01', to: '2026-12-01', unit: 'month' as const }
  expect((await t.call(data.overview, month, owner())).figures).toHaveLength(Object.keys(await today()).length)
})

it('follows a return, and one that is put right afterwards', async () => {
  await bringBack(t, w, out, { at: at('12-01T15:00'), mileageKm: 10_900 })
  await agrees()
  const { returns, out: cars, rented, rent } = await today()
  expect([returns, cars, rented]).toEqual([1, 0, 15 * 60])
  expect(rent).toBeGreaterThan(0)
  await run('update "order" set actual_return_at = $2 where id = $1', [out, new Date(at('11-30T20:00'))])
  await run('update vehicle_assignment set to_at = $2 where order_id = $1 and to_at = $3', [
    out,
    new Date(at('11-30T20:00')),
    new Date(at('12-01T15:00')),
  ])
  await agrees()
  expect(await today()).toMatchObject({ returns: 0, rented: 0, rent })
})

it('says until when it has followed, where it is behind', async () => {
  const then = t.clock.now()
  await followEvents(t)
  t.clock.set(then + 2 * HOUR)
  await book(t, w, { trip: { pickupAt: at('12-08T10:00'), returnAt: at('12-09T10:00') } })
  const told = () => t.call(data.overview, { from: '2026-12-01' }, owner())
  t.clock.set(then + 2 * HOUR + MINUTE)
  expect((await told()).at).toBe(then)
  expect((await today()).created).toBe(before.created)
  await followEvents(t)
  expect((await told()).at).toBe(then + 2 * HOUR + MINUTE)
  expect((await today()).created).toBe(before.created! + 1)
})
