import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { formOf } from '../../testing/world/booking.ts'
import { book } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

/*
 * What the stock screens show and do. Opening hours of the test stores: 08:00–22:00, an hour of turnaround.
 */

const { overview, summary, day, timeline, stopSave, stopRemove, conflicts, repairs, repack } = contract.stock

const pool = () => ({ storeId: w.stores.hongqiao, modelId: w.models.lavida })
const matrix = async (days = 7, first?: string) => {
  const answer = await t.call(overview, { storeId: w.stores.hongqiao, days, day: first }, owner())
  return answer.pools.find((one) => one.modelId === w.models.lavida)!.days
}
const dayOf = (date: string) => t.call(day, { ...pool(), date }, owner())
const stop = (more: Partial<InputOf<typeof stopSave>> = {}) =>
  t.send(
    stopSave,
    { ...pool(), start: at('11-24T00:00'), end: at('11-25T00:00'), quantity: 1, reason: 1, ...more },
    owner(),
  )
async function tryBook(from: number, to: number): Promise<Envelope> {
  const quoted = await t.send(contract.quote.quote, { ...pool(), pickupAt: from, returnAt: to, source: 1 }, owner())
  return quoted.success ? t.send(contract.order.create, formOf(quoted.data as never), owner()) : quoted
}
const trip = { pickupAt: at('11-24T10:00'), returnAt: at('11-24T20:00') }

describe('the matrix', () => {
  it('counts each day at its tightest moment', async () => {
    await book(t, w, { trip })
    await stop()
    const days = await matrix(7, '2026-11-23')
    expect(days.map((one) => [one.date.slice(5), one.spare, one.free])).toEqual([
      ['11-23', 2, 2],
      ['11-24', 0, 0],
      ['11-25', 2, 2],
      ['11-26', 2, 2],
      ['11-27', 2, 2],
      ['11-28', 2, 2],
      ['11-29', 2, 2],
    ])
    expect(days[1]).toMatchObject({ total: 2, ordered: 1, ticketed: 0, stopped: 1 })
    const month = await t.call(summary, { ...pool(), from: '2026-11-15' }, owner())
    // Of the past there is nothing to sell.
    expect(month.days[0]!.date).toBe('2026-11-20')
    expect(month.days.find((one) => one.date === '2026-11-24')).toEqual(days[1])
    expect(month.stops).toMatchObject([{ quantity: 1, plate: null, reason: 1 }])
    expect(month.days.at(-1)!.date).toBe('2026-12-26')
    expect((await t.call(summary, { ...pool(), from: '2026-12-06' }, owner())).days).toHaveLength(42)
  })

  it('is read with the same statements for a day or a month, few orders or many', async () => {
    await matrix(1)
    const few = t.calls.at(-1)!.queries
    for (let i = 0; i < 6; i++) await tryBook(trip.pickupAt + i * DAY, trip.returnAt + i * DAY)
    await matrix(31)
    expect(t.calls.at(-1)!.queries).toBe(few)
    await t.call(summary, { ...pool(), from: '2026-12-06' }, owner())
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(few)
    await dayOf('2026-11-24')
    const one = t.calls.at(-1)!.queries
    await dayOf('2026-11-30')
    expect(t.calls.at(-1)!.queries).toBe(one)
  })

  it('is shown of a store in sight to who may look at stock', async () => {
    const input = { storeId: w.stores.hongqiao }
    expect(await t.send(overview, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(overview, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, w.stores.pudong],
    )
    expect(await t.send(overview, input, { token: w.tokens.fleet })).toMatchObject({ errorCode: -4 })
    expect(await t.send(overview, { storeId: w.stores.pudong }, { token: w.tokens.fleet })).toMatchObject({
      success: true,
    })
    expect(
      await t.send(
        stopSave,
        { ...pool(), start: at('11-24T00:00'), end: at('11-25T00:00'), quantity: 1, reason: 1 },
        { token: w.tokens.fleet },
      ),
    ).toMatchObject({ errorCode: -4 })
  })
})

/* Whatever a small fleet has been through, a day accepts exactly as many whole-day bookings as it says are free. */
it('says free what a real booking is accepted for', { timeout: 240_000 }, async () => {
  const outcomes = { sold: 0, full: 0 }
  const events = fc.array(
    fc.record({
      what: fc.constantFrom('book', 'book', 'book', 'pin', 'ticket', 'stop', 'stopCar', 'stopAll', 'close'),
      day: fc.integer({ min: 1, max: 5 }),
      hour: fc.integer({ min: 0, max: 14 }),
      length: fc.integer({ min: 2, max: 60 }),
      pick: fc.nat(20),
    }),
    { minLength: 2, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), events, async (cars, history) => {
      await world(cars)
      const orders: string[] = []
      for (const { what, day, hour, length, pick } of history) {
        const from = at('11-22T08:00') + day * DAY + hour * HOUR
        const to = from + length * HOUR
        const vehicleId = car(pick % cars).id
        if (what === 'book') {
          const booked = await tryBook(from, to)
          expect([0, 3101, 3002]).toContain(booked.errorCode)
          if (booked.success) orders.push((booked.data as { orderId: string }).orderId)
        } else if (what === 'pin' && orders.length > 0)
          await t.send(contract.arrange.plan, { orderId: orders[pick % orders.length]!, vehicleId }, owner())
        else if (what === 'ticket') await ticket(vehicleId, from, to)
        else if (what === 'close') {
          const date = localDate(from)
          const closed = { ...pool(), source: pick % 3 === 0 ? (2 as const) : (0 as const), from: date, to: date }
          expect(await t.send(contract.price.saveCalendar, { ...closed, stop: true }, owner())).toMatchObject({
            success: true,
          })
        } else if (what !== 'pin') {
          const which =
            what === 'stop' ? { quantity: 1 } : what === 'stopCar' ? { vehicleId, quantity: null } : { quantity: null }
          const confirm = {
            confirm: true,
            ...which,
            channels: which.quantity === 1 && pick % 3 === 0 ? [2 as const] : [],
          }
          expect(await stop({ start: from, end: to, ...confirm })).toMatchObject({ success: true })
        }
      }
      const days = await matrix(7, '2026-11-23')
      for (const { date, free } of days.filter((_, i) => i % 3 === history.length % 3)) {
        const open = at(`${date.slice(5)}T08:00`)
        // Until an hour before closing: the turnaround fills the day.
        for (let i = 0; i < free; i++) expect(await tryBook(open, open + 13 * HOUR)).toMatchObject({ success: true })
        expect([3101, 3002]).toContain((await tryBook(open, open + 13 * HOUR)).errorCode)
        const after = await matrix(7, '2026-11-23')
        expect(after.find((one) => one.date === date)!.free).toBe(0)
        outcomes[free > 0 ? 'sold' : 'full']++
      }
    }),
    { numRuns: 24, seed: 20261120 },
  )
  expect(Math.min(outcomes.sold, outcomes.full)).toBeGreaterThan(5)
})

/** A block of one car where nothing stands in its way. */
const ticket = (vehicleId: string, from: number, to: number) =>
  t.root
    .query(
      `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
       select merchant_id, home_store_id, model_id, id, $2, $3, 2, 1 from vehicle where id = $1`,
      [vehicleId, new Date(from), new Date(to)],
    )
    .catch((error: { code?: string }) => {
      if (error.code !== '23P01') throw error
    })

describe('a day', () => {
  it('says what blocks it: orders, tickets, stops, turnaround', async () => {
    await world(3)
    const { orderId, orderNo } = await book(t, w, { trip, form: { vehicleId: car(0).id } })
    await ticket(car(1).id, at('11-24T09:00'), at('11-24T12:00'))
    expect(await stop({ vehicleId: car(2).id, quantity: null })).toMatchObject({ success: true })
    const shown = await dayOf('2026-11-24')
    expect(shown.day).toMatchObject({ total: 3, ordered: 1, ticketed: 1, stopped: 1, spare: 0, free: 0 })
    expect(shown.why).toBe('10:00 3 辆车全部占用：订单 1 · 工单 1 · 停售 1')
    expect(shown.hours.map(({ spare }) => spare)).toEqual([2, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
    const bars = shown.vehicles.map(({ plate, bars: [bar] }) => ({
      plate,
      kind: bar?.kind,
      order: bar?.order?.orderId,
    }))
    expect(bars).toEqual([
      { plate: car(0).plate, kind: 0, order: orderId },
      { plate: car(1).plate, kind: 2, order: undefined },
      { plate: car(2).plate, kind: 4, order: undefined },
    ])
    expect(shown.vehicles[0]!.bars[0]).toMatchObject({
      from: trip.pickupAt,
      cleanFrom: trip.returnAt,
      to: trip.returnAt + HOUR,
      order: { orderNo },
    })
    expect(shown.channels).toEqual([{ source: 1, used: 1, sellable: 0, rule: null }])
    const week = await t.call(timeline, { ...pool(), from: '2026-11-23' }, owner())
    expect(week.vehicles.map((row) => row.bars.length)).toEqual([1, 1, 1])
    expect(week.to - week.from).toBe(7 * DAY)
  })

  it('shows a car that is not back as taken', async () => {
    await handOut(t, w, { trip: { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') } })
    t.clock.set(at('11-25T13:00'))
    const { day: today, vehicles } = await dayOf('2026-11-25')
    expect(today).toMatchObject({ ordered: 1, free: 1 })
    expect(vehicles[0]!.bars).toMatchObject([{ overdue: true, to: at('11-25T14:30') }])
  })

  it('shows both ends of a one-way order, at either store while the car is out', async () => {
    await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    const there = { ...pool(), storeId: w.stores.pudong, date: '2026-11-24' }
    const barsAt = async (asked: typeof there) => {
      const { vehicles } = await t.call(day, asked, owner())
      return vehicles.filter(({ plate }) => plate === car(0).plate).flatMap(({ bars }) => bars)
    }
    const oneWay = { from: '虹桥机场店', to: '浦东机场店' }
    expect(await barsAt({ ...there, ...pool() })).toMatchObject([{ leaves: true, order: { oneWay } }])
    expect(await barsAt(there)).toMatchObject([{ leaves: false, kind: 0, order: { oneWay } }])
    const { day: counts } = await t.call(day, there, owner())
    expect(counts).toMatchObject({ total: 0, ordered: 0, free: 0 })
    expect((await t.call(day, { ...there, date: '2026-11-25' }, owner())).day).toMatchObject({ total: 1, free: 1 })
  })

  it('keeps names from who may not open the order', async () => {
    await book(t, w, { trip })
    const { vehicles } = await t.call(day, { ...pool(), date: '2026-11-24' }, { token: w.tokens.fleet })
    const shown = vehicles.flatMap((row) => row.bars)
    expect(shown).toHaveLength(1)
    const mayOpen = (await t.send(contract.order.list, { orderKind: 1 }, { token: w.tokens.fleet })).success
    expect(shown[0]!.order?.contactName === '').toBe(!mayOpen)
  })
})

describe('a stop of sales', () => {
  it('is asked about before orders would have no car, and lists them', async () => {
    const { orderNo } = await book(t, w, { trip })
    const refused = await stop({ quantity: 2 })
    expect(refused).toMatchObject({ errorCode: 6031, data: { n: 1, affected: [{ orderNo }] } })
    expect(refused.message).toBe('停售后将有 1 个订单无车可用，是否继续？')
    expect((await matrix(1, '2026-11-24'))[0]).toMatchObject({ stopped: 0 })
    expect(await stop({ quantity: 2, confirm: true })).toMatchObject({
      success: true,
      data: { affected: [{ orderNo }] },
    })
    expect((await matrix(1, '2026-11-24'))[0]).toMatchObject({ stopped: 2, spare: -1, free: 0 })
    expect((await dayOf('2026-11-24')).why).toBe('超售 1 辆：10:00 共 2 辆车，订单 1 · 停售 2')
  })

  it('ends when it is restored, and the day is bookable again', async () => {
    const { data } = await stop({ quantity: null })
    expect((await tryBook(trip.pickupAt, trip.returnAt)).errorCode).toBe(3002)
    const { id } = data as { id: string }
    await t.call(stopRemove, { id }, owner())
    await t.call(stopRemove, { id }, owner())
    expect((await tryBook(trip.pickupAt, trip.returnAt)).success).toBe(true)
    expect(await t.send(stopRemove, { id }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  })

  it('of one car moves its orders to others, and asks about those that cannot', async () => {
    const first = await book(t, w, { trip, form: { vehicleId: car(0).id } })
    const vehicleId = car(0).id
    expect(await stop({ vehicleId, quantity: null })).toMatchObject({ errorCode: 6031 })
    await t.call(contract.arrange.plan, { orderId: first.orderId, vehicleId, pinned: false }, owner())
    const saved = await stop({ vehicleId, quantity: null })
    expect(saved).toMatchObject({ success: true, data: { affected: [], moved: 1 } })
    const { rows } = await t.root.query('select vehicle_id from "order" where id = $1', [first.orderId])
    expect(rows[0].vehicleId).toBe(car(1).id)
    expect((await matrix(1, '2026-11-24'))[0]).toMatchObject({ ordered: 1, stopped: 1, free: 0 })
    await t.call(stopRemove, { id: (saved.data as { id: string }).id }, owner())
    expect((await matrix(1, '2026-11-24'))[0]).toMatchObject({ stopped: 0, free: 1 })
  })

  it('is refused where its dates or its number make no sense', async () => {
    expect(await stop({ quantity: 3 })).toMatchObject({ errorCode: 6032 })
    expect(await stop({ start: at('11-25T00:00') })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('结束时间需晚于开始时间'),
    })
    expect(await stop({ start: at('11-19T00:00') })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('开始时间不能早于当前时间'),
    })
    expect(await stop({ end: at('11-24T00:00') + 366 * DAY })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('停售时间最长365天'),
    })
    expect(await stop({ vehicleId: w.vehicles.qin[0]!.id })).toMatchObject({ errorCode: -4 })
  })
})

describe('an order without a car', () => {
  /** Pinned on a car that is then stopped. */
  async function stuck() {
    const { orderId } = await book(t, w, { trip, form: { vehicleId: car(0).id } })
    expect(await stop({ vehicleId: car(0).id, quantity: null, confirm: true })).toMatchObject({ success: true })
    return orderId
  }
  const plateOf = async (orderId: string) =>
    (await t.root.query('select plate, status from "order" where id = $1', [orderId])).rows[0]

  it('is listed with what happened, until re-packing gives it another car', async () => {
    const orderId = await stuck()
    const list = await t.call(conflicts, { storeId: w.stores.hongqiao }, owner())
    expect(list).toMatchObject([{ orderId, why: `${car(0).plate} 停售`, modelName: '大众朗逸' }])
    expect(await t.call(repairs, { orderId }, owner())).toMatchObject({ repack: { plate: car(1).plate, moves: [] } })
    const key = 'repack-once-12345'
    const once = await t.call(repack, { orderId }, { ...owner(), key })
    expect(once).toEqual({ plate: car(1).plate, moved: [] })
    expect(await t.call(repack, { orderId }, { ...owner(), key })).toEqual(once)
    expect(await plateOf(orderId)).toEqual({ plate: car(1).plate, status: 4 })
    expect(await t.call(conflicts, {}, owner())).toEqual([])
  })

  it('is offered cars of higher models and of stores around, and keeps what it has when there is none', async () => {
    await world(1)
    const orderId = await stuck()
    const { repack: same, cars } = await t.call(repairs, { orderId }, owner())
    expect(same).toBeNull()
    expect(cars.map(({ way, modelName }) => [way, modelName])).toEqual([
      ['upgrade', '比亚迪秦PLUS'],
      ['upgrade', '别克GL8'],
    ])
    expect(await t.send(repack, { orderId }, owner())).toMatchObject({ errorCode: 3101 })
    expect((await plateOf(orderId)).plate).toBe(car(0).plate)
    await t.root.query('update vehicle set home_store_id = $2, current_store_id = $2 where id = $1', [
      w.vehicles.qin[0]!.id,
      w.stores.pudong,
    ])
    const near = await t.call(repairs, { orderId }, owner())
    expect(near.cars.map(({ modelName }) => modelName)).toEqual(['别克GL8'])
    await t.call(contract.arrange.plan, { orderId, vehicleId: near.cars[0]!.vehicleId, upgrade: true }, owner())
    expect(await t.call(conflicts, {}, owner())).toEqual([])
  })
})
