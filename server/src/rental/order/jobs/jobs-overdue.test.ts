import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockOrder, updateOrder } from '../../../booking/order/actions.ts'
import { askHandOver, handOver } from '../../../fleet/stock/actions.ts'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import { inContext } from '../../../testing/context.ts'
import { runDue, traces } from '../../../testing/jobs.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { book } from '../../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

/*
 * Cars that do not come back in time: due Wednesday 18 November at 10:00, two cars, an hour of turnaround.
 */

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(() => t.clock.set(TEST_NOW))

const at = (time: string, date = '11-25') => Date.parse(`2026-${date}T${time}:00+08:00`)
const order = async (orderId: string) => (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]
const endOf = async (orderId: string) => (await held(orderId)).toAt.getTime()
const roll = async (time: string) => {
  t.clock.set(at(time))
  await runDue(t, 'overdueRoll')
}
const conflicts = async (orderId: string) =>
  (
    await t.root.query(`select * from task where order_id = $1 and kind = 'planConflict' and done_at is null`, [
      orderId,
    ])
  ).rows

/** A car out since Monday, due Wednesday 10:00; the next order is to begin at noon. */
async function lateCar(options: { cars?: number; next?: boolean } = {}) {
  const w = await makeWorld(t, { cars: options.cars ?? 2, name: `逾期商家${++serial}` })
  const first = w.vehicles.lavida[0]!
  const out = await book(t, w, { trip: { pickupAt: at('10:00', '11-23'), returnAt: at('10:00') } })
  await arrange(w, out.orderId, first.id)
  t.clock.set(at('10:00', '11-23'))
  await leave(w, out.orderId)
  return { w, out: out.orderId, vehicleId: first.id }
}
let serial = 0

const arrange = (w: World, orderId: string, vehicleId: string, pinned = true) =>
  t.call(contract.arrange.plan, { orderId, vehicleId, pinned }, { token: w.tokens.owner })

/** Handed over, as the confirmed pickup leaves order and stock. */
const leave = (w: World, orderId: string) =>
  inContext(t, w, 'owner', async (ctx) => {
    const row = await lockOrder(ctx, orderId)
    const out = updateOrder(ctx, row, { status: 5, actualPickupAt: ctx.now, pinned: true })
    await (await handOver(ctx, out, askHandOver(ctx, out))).checked
  })

describe('a car that is not back', () => {
  it('keeps its place ahead of the clock, however often it is looked at', async () => {
    const { out } = await lateCar()
    expect(await endOf(out)).toBe(at('11:00'))
    t.clock.set(at('10:00') - 1)
    await runDue(t, 'overdueRoll')
    expect(await endOf(out)).toBe(at('11:00'))
    await roll('10:00')
    expect(await endOf(out)).toBe(at('11:30'))
    t.clock.set(at('10:30'))
    await Promise.all([runDue(t, 'overdueRoll'), runDue(t, 'overdueRoll')])
    expect(await endOf(out)).toBe(at('12:00'))
    const before = await traces(t, out)
    await runDue(t, 'overdueRoll')
    expect(await traces(t, out)).toEqual(before)
    // A clock set back takes nothing away.
    await roll('10:15')
    expect(await endOf(out)).toBe(at('12:00'))
  })

  it('is overdue past its grace, once, and the customer is told by day', async () => {
    const { w, out } = await lateCar()
    await roll('10:30')
    expect(await order(out)).toMatchObject({ overdue: false })
    const { version } = await order(out)
    await roll('10:31')
    await roll('10:45')
    expect(await order(out)).toMatchObject({ overdue: true, version: version + 1 })
    const sent = await messagesWhere(t, `order_id = $1 and kind = 'overdue'`, [out])
    expect(sent).toHaveLength(1)
    expect(sent[0]!.body).toContain('已超过11月25日10:00的还车时间')

    const night = await book(t, w, { trip: { pickupAt: at('12:00', '11-26'), returnAt: at('21:45', '11-27') } })
    await arrange(w, night.orderId, w.vehicles.lavida[1]!.id)
    t.clock.set(at('12:00', '11-26'))
    await leave(w, night.orderId)
    const told = async () =>
      (await t.root.query(`select 1 from outbox where order_id = $1 and kind = 'overdue'`, [night.orderId])).rowCount
    t.clock.set(at('22:30', '11-27'))
    await runDue(t, 'overdueRoll')
    expect(await order(night.orderId)).toMatchObject({ overdue: true })
    expect(await told()).toBe(0)
    t.clock.set(at('08:00', '11-28'))
    await runDue(t, 'overdueRoll')
    expect(await told()).toBe(1)
  })

  it('gives the next order another car, even inside its lock window', async () => {
    const { w, out, vehicleId } = await lateCar()
    const next = await book(t, w, { trip: { pickupAt: at('12:00'), returnAt: at('12:00', '11-27') } })
    await t.root.query('update "order" set vehicle_id = $2 where id = $1', [next.orderId, vehicleId])
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [next.orderId, vehicleId])
    await roll('10:00')
    await roll('10:30')
    expect(await endOf(out)).toBe(at('12:00'))
    expect((await order(next.orderId)).vehicleId).toBe(vehicleId)
    await roll('10:45')
    expect(await endOf(out)).toBe(at('12:15'))
    const [, second] = w.vehicles.lavida as [unknown, { id: string; plate: string }]
    expect(await order(next.orderId)).toMatchObject({ vehicleId: second.id, plate: second.plate })
    expect(await conflicts(next.orderId)).toEqual([])
    const { list } = await t.call(contract.order.log, { orderId: next.orderId }, { token: w.tokens.owner })
    expect(list[0]?.text).toContain('系统调整车辆')
  })

  it('is a conflict of the pinned order behind it, until it is back or that order has another car', async () => {
    const { w, out, vehicleId } = await lateCar()
    const next = await book(t, w, { trip: { pickupAt: at('12:00'), returnAt: at('12:00', '11-27') } })
    await arrange(w, next.orderId, vehicleId)
    await roll('10:45')
    await roll('11:00')
    // No further than where the next order begins, and one to-do.
    expect(await endOf(out)).toBe(at('12:00'))
    expect(await conflicts(next.orderId)).toMatchObject([{ detail: { overdueOrderId: out } }])
    expect((await order(next.orderId)).vehicleId).toBe(vehicleId)
    await arrange(w, next.orderId, w.vehicles.lavida[1]!.id)
    expect(await conflicts(next.orderId)).toEqual([])
    await roll('11:15')
    expect(await endOf(out)).toBe(at('12:45'))
  })

  it('names every order it hits', async () => {
    const { w, out } = await lateCar({ cars: 1 })
    const next = await book(t, w, { trip: { pickupAt: at('12:00'), returnAt: at('14:00') } })
    const third = await book(t, w, { trip: { pickupAt: at('16:00'), returnAt: at('20:00') } })
    t.clock.set(at('10:00', '11-26'))
    await runDue(t, 'overdueRoll')
    expect(await endOf(out)).toBe(at('12:00'))
    expect(await conflicts(next.orderId)).toHaveLength(1)
    expect(await conflicts(third.orderId)).toHaveLength(1)
  })

  it('of a one-way rental gives what was planned on it at the other store another car, or says so', async () => {
    const w = await makeWorld(t, { cars: 1, name: '异店等车的商家' })
    const car = w.vehicles.lavida[0]!
    const trip = { pickupAt: at('10:00', '11-23'), returnAt: at('10:00'), returnStoreId: w.stores.pudong }
    const { orderId } = await book(t, w, { trip })
    await arrange(w, orderId, car.id)
    t.clock.set(at('10:00', '11-23'))
    await leave(w, orderId)
    const waits = { storeId: w.stores.pudong, pickupAt: at('12:00'), returnAt: at('12:00', '11-27') }
    const there = await book(t, w, { trip: waits })
    expect(await order(there.orderId)).toMatchObject({ vehicleId: car.id })

    await roll('10:15')
    expect(await endOf(orderId)).toBe(at('11:45'))
    await roll('11:00')
    expect(await endOf(orderId)).toBe(at('12:00'))
    expect(await conflicts(there.orderId)).toMatchObject([{ detail: { overdueOrderId: orderId } }])

    // Another car of the model comes to that store.
    const { rows } = await t.root.query(
      `insert into vehicle (merchant_id, plate, vin, model_id, home_store_id, current_store_id, lifecycle)
       values ($1, '沪A66666', 'LSVAB666666666666', $2, $3, $3, 1) returning id`,
      [w.merchantId, w.models.lavida, w.stores.pudong],
    )
    await roll('11:15')
    expect(await order(there.orderId)).toMatchObject({ vehicleId: rows[0].id, plate: '沪A66666' })
    expect(await conflicts(there.orderId)).toEqual([])
    expect(await endOf(orderId)).toBe(at('12:45'))
  })

  it('of days leaves an order whose whole time has passed where it is, as a conflict', async () => {
    const { w, out, vehicleId } = await lateCar()
    const next = await book(t, w, { trip: { pickupAt: at('10:00', '11-26'), returnAt: at('10:00', '11-27') } })
    await t.root.query('update "order" set vehicle_id = $2 where id = $1', [next.orderId, vehicleId])
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [next.orderId, vehicleId])
    const later = await book(t, w, { trip: { pickupAt: at('10:00', '12-01'), returnAt: at('10:00', '12-02') } })
    t.clock.set(at('10:00', '11-29'))
    await runDue(t, 'overdueRoll')
    expect(await endOf(out)).toBe(at('10:00', '11-26'))
    expect((await order(next.orderId)).vehicleId).toBe(vehicleId)
    expect(await conflicts(next.orderId)).toMatchObject([{ detail: { overdueOrderId: out } }])
    expect(await conflicts(later.orderId)).toEqual([])
  })

  it.each(['an order put on it by hand', 'a ticket'] as const)(
    'of a one-way rental ends where %s begins at the other store',
    async (what) => {
      const w = await makeWorld(t, { cars: 1, name: `异店${what}` })
      const car = w.vehicles.lavida[0]!
      const trip = { pickupAt: at('10:00', '11-23'), returnAt: at('10:00'), returnStoreId: w.stores.pudong }
      const { orderId } = await book(t, w, { trip })
      await arrange(w, orderId, car.id)
      t.clock.set(at('10:00', '11-23'))
      await leave(w, orderId)
      const begin = at('14:00')
      let waits = orderId
      if (what === 'a ticket') {
        // Made before the car left, for when it would be there.
        await t.root.query(
          `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, kind, ref_id, from_at, to_at) values ($1, $2, $3, $4, 2, 990001, $5, $6)`,
          [w.merchantId, w.stores.pudong, w.models.lavida, car.id, new Date(begin), new Date(begin + DAY)],
        )
      } else {
        const there = { storeId: w.stores.pudong, pickupAt: begin, returnAt: at('12:00', '11-27') }
        waits = (await book(t, w, { trip: there })).orderId
        await arrange(w, waits, car.id)
      }
      const start = (
        await t.root.query(`select from_at from occupancy where vehicle_id = $1 and ref_id <> $2 and active`, [
          car.id,
          orderId,
        ])
      ).rows[0].fromAt.getTime()
      t.clock.set(at('10:00', '11-26'))
      await runDue(t, 'overdueRoll')
      expect(await endOf(orderId)).toBe(start)
      expect(await conflicts(waits)).toMatchObject([{ detail: { overdueOrderId: orderId } }])
    },
  )

  it('of a one-way rental moves on like any other', async () => {
    const w = await makeWorld(t, { cars: 1, name: '异店商家' })
    const trip = { pickupAt: at('10:00', '11-23'), returnAt: at('10:00'), returnStoreId: w.stores.pudong }
    const { orderId } = await book(t, w, { trip })
    await arrange(w, orderId, w.vehicles.lavida[0]!.id)
    t.clock.set(at('10:00', '11-23'))
    await leave(w, orderId)
    await roll('11:00')
    expect(await endOf(orderId)).toBe(at('12:30'))
    const deltas = await t.root.query('select delta, at from pool_delta where ref_id = $1 order by delta', [orderId])
    // The return store can count on the car no earlier than it can be there.
    expect(deltas.rows.map((row) => [row.delta, row.at.getTime()])).toEqual([
      [-1, at('12:30')],
      [1, at('12:30')],
    ])
  })
})

it('reminds of the return two hours ahead, once, if the car was out by then', async () => {
  const { out } = await lateCar()
  const told = () => messagesWhere(t, `order_id = $1 and kind = 'returnReminder'`, [out])
  t.clock.set(at('08:00') - 1)
  await runDue(t, 'reminder')
  expect(await told()).toHaveLength(0)
  t.clock.set(at('08:00'))
  await Promise.all([runDue(t, 'reminder'), runDue(t, 'reminder')])
  t.clock.set(at('08:00') + HOUR)
  await runDue(t, 'reminder')
  expect(await told()).toHaveLength(1)
  expect((await told())[0]!.body).toContain('应于11月25日10:00在虹桥机场店还车')
  t.clock.set(at('10:00') + DAY - MINUTE)
  await runDue(t, 'reminder')
  expect(await told()).toHaveLength(1)
})
