import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { formOf, quote } from '../../testing/world/booking.ts'
import { other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

const { free } = contract.stock

interface Stay {
  readonly from: number
  readonly to: number
  readonly source?: 1 | 2 | 6
  readonly returnStoreId?: string
}
const ask = async (stay: Stay, more: object = {}) => {
  const [row] = await t.call(
    free,
    { storeId: w.stores.hongqiao, modelIds: [w.models.lavida], ...stay, ...more },
    owner(),
  )
  return row!
}
let serial = 0
/** Quotes and books, answering the envelope. */
async function tryBook({ from, to, source = 1, returnStoreId }: Stay, form: object = {}): Promise<Envelope> {
  const trip = { pickupAt: from, returnAt: to, source, returnStoreId }
  const quoted = await t.send(
    contract.quote.quote,
    { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip },
    owner(),
  )
  if (!quoted.success) return quoted
  const channel = source === 1 ? {} : { channelOrderNo: `CH-${++serial}` }
  return t.send(contract.order.create, formOf(quoted.data as never, { ...channel, ...form }), owner())
}
const idOf = (envelope: Envelope) => (envelope.data as { orderId: string }).orderId
const stopSale = (from: string, to: string, quantity: number | null, channels: number[] = []) =>
  t.root.query(
    `insert into stop_sale (merchant_id, store_id, model_id, from_at, to_at, quantity, channels, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, 0)`,
    [w.merchantId, w.stores.hongqiao, w.models.lavida, new Date(at(from)), new Date(at(to)), quantity, channels],
  )
const stay = { from: at('11-23T10:00'), to: at('11-25T10:00') }

describe('free cars', () => {
  it('are told for the stay and for each of its dates, with the rent when asked for', async () => {
    await tryBook({ from: at('11-24T10:00'), to: at('11-24T20:00') })
    const row = await ask(stay, { priced: true })
    expect(row).toMatchObject({
      modelId: w.models.lavida,
      name: '大众朗逸',
      free: 1,
      sellable: 1,
      days: [
        { date: '2026-11-23', free: 2 },
        { date: '2026-11-24', free: 1 },
        { date: '2026-11-25', free: 2 },
      ],
      dayPrice: 20000,
      rent: 40000,
      why: null,
    })
    expect((await ask(stay)).rent).toBeNull()
    const all = await t.call(free, { storeId: w.stores.hongqiao, from: stay.from, to: stay.to }, owner())
    expect(all.map((one) => [one.name, one.free])).toEqual([
      ['大众朗逸', 1],
      ['比亚迪秦PLUS', 2],
      ['别克GL8', 2],
    ])
  })

  it('count the turnaround, and the way to a customer', async () => {
    await world(1)
    await tryBook({ from: at('11-23T10:00'), to: at('11-23T20:00') })
    expect((await ask({ from: at('11-23T20:59'), to: at('11-24T10:00') })).free).toBe(0)
    expect((await ask({ from: at('11-23T21:00'), to: at('11-24T10:00') })).free).toBe(1)
    // A car that is driven to its customer leaves an hour before.
    expect((await ask({ from: at('11-23T21:00'), to: at('11-24T10:00') }, { pickupType: 2 })).free).toBe(0)
    expect((await ask({ from: at('11-23T22:00'), to: at('11-24T10:00') }, { pickupType: 2 })).free).toBe(1)
  })

  it('leave out the order that is being changed', async () => {
    await world(1)
    const orderId = idOf(await tryBook(stay))
    expect((await ask(stay)).sellable).toBe(0)
    expect((await ask(stay)).why).toBe('已满')
    expect((await ask(stay, { exceptOrderId: orderId })).sellable).toBe(1)
  })

  it('are asked for with a fixed number of statements', async () => {
    await ask(stay)
    const few = t.calls.at(-1)!.queries
    for (let i = 0; i < 6; i++) await tryBook({ from: stay.from + i * 24 * HOUR, to: stay.to + i * 24 * HOUR })
    await t.call(free, { storeId: w.stores.hongqiao, from: stay.from, to: stay.to, priced: true }, owner())
    expect(t.calls.at(-1)!.queries).toBe(few)
    expect(few).toBeLessThanOrEqual(14)
  })

  it('are nobody else’s', async () => {
    const input = { storeId: w.stores.hongqiao, from: stay.from, to: stay.to }
    expect(await t.send(free, input, { token: other.tokens.owner })).not.toMatchObject({ data: [{ free: 2 }] })
    expect(await t.send(free, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.send(free, { ...input, to: stay.from }, owner())).toMatchObject({ errorCode: 3007 })
    const foreign = await t.send(free, { ...input, modelIds: [other.models.lavida] }, owner())
    expect(foreign).toMatchObject({ success: true, data: [] })
  })
})

describe('a stop of sales', () => {
  it('by quantity keeps that many from sale and nothing from those who booked', async () => {
    await world(3)
    const before = idOf(await tryBook(stay))
    await stopSale('11-24T00:00', '11-25T00:00', 1)
    expect(await ask(stay)).toMatchObject({ free: 1, sellable: 1 })
    expect((await tryBook(stay)).success).toBe(true)
    expect(await tryBook(stay)).toMatchObject({ errorCode: 3101 })
    const { rows } = await t.root.query('select vehicle_id from "order" where id = $1', [before])
    expect(rows[0].vehicleId).not.toBeNull()
    // An order that stands may still be put on any car.
    const vehicleId = w.vehicles.lavida[2]!.id
    expect(await t.send(contract.arrange.plan, { orderId: before, vehicleId }, owner())).toMatchObject({
      success: true,
    })
  })

  it('of all closes the dates that it meets, and no others', async () => {
    await stopSale('11-24T00:00', '11-25T00:00', null)
    expect(await ask(stay)).toMatchObject({ sellable: 0, why: '所选日期已停售' })
    expect(await tryBook(stay)).toMatchObject({ errorCode: 3002 })
    expect((await tryBook({ from: at('11-25T00:00'), to: at('11-25T20:00') })).success).toBe(true)
    expect((await tryBook({ from: at('11-23T10:00'), to: at('11-23T22:00') })).success).toBe(true)
    // Its turnaround reaches into the closed day: that is nobody's sale.
    expect(await ask({ from: at('11-23T10:00'), to: at('11-23T23:00') })).toMatchObject({ sellable: 1 })
  })

  it('that names channels lowers only theirs', async () => {
    await stopSale('11-24T00:00', '11-25T00:00', null, [2])
    await stopSale('11-24T00:00', '11-25T00:00', 1, [6])
    expect(await ask({ ...stay, source: 2 })).toMatchObject({ free: 2, sellable: 0, why: '所选日期已停售' })
    expect(await ask({ ...stay, source: 6 })).toMatchObject({ free: 2, sellable: 1 })
    expect(await ask({ ...stay, source: 1 })).toMatchObject({ free: 2, sellable: 2 })
    expect(await tryBook({ ...stay, source: 2 })).toMatchObject({ errorCode: 3002 })
    expect((await tryBook({ ...stay, source: 6 })).success).toBe(true)
    expect(await tryBook({ ...stay, source: 6 })).toMatchObject({ errorCode: 3101 })
    expect((await tryBook(stay)).success).toBe(true)
  })

  it('far ahead does not close a one-way rental of today', async () => {
    await stopSale('12-20T00:00', '12-21T00:00', null)
    const oneWay = { ...stay, returnStoreId: w.stores.pudong }
    expect(await ask(oneWay)).toMatchObject({ sellable: 2, why: null })
    expect((await tryBook(oneWay)).success).toBe(true)
    expect(await ask({ from: at('12-01T10:00'), to: at('12-02T10:00') })).toMatchObject({ free: 1 })
  })

  it('removed is none', async () => {
    await stopSale('11-24T00:00', '11-25T00:00', null)
    await t.root.query('update stop_sale set removed_at = now() where merchant_id = $1', [w.merchantId])
    expect((await tryBook(stay)).success).toBe(true)
  })
})

/*
 * Whatever a small fleet has been through, the number shown is the number sold: exactly so many orders are accepted.
 */
const slots = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  hour: fc.integer({ min: 8, max: 20 }),
  length: fc.integer({ min: 2, max: 90 }),
})
const events = fc.array(
  fc.record({
    what: fc.constantFrom('book', 'book', 'book', 'oneWay', 'pin', 'cancel', 'ticket', 'stop', 'stopAll'),
    slot: slots,
    pick: fc.nat(20),
  }),
  { minLength: 2, maxLength: 9 },
)
const DAY_ONE = at('11-23T00:00')
const stayOf = ({ day, hour, length }: { day: number; hour: number; length: number }): Stay => {
  const from = DAY_ONE + (day * 24 + hour) * HOUR
  return { from, to: from + length * HOUR }
}

it('shows exactly what it accepts, on fleets of every kind', { timeout: 240_000 }, async () => {
  const outcomes = { sold: 0, full: 0, oneWay: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      events,
      slots,
      fc.boolean(),
      async (cars, history, last, oneWay) => {
        await world(cars)
        const orders: string[] = []
        for (const { what, slot, pick } of history) {
          const wanted = stayOf(slot)
          const car = w.vehicles.lavida[pick % cars]!
          const orderId = orders[pick % Math.max(1, orders.length)]
          if (what === 'book' || what === 'oneWay') {
            const booked = await tryBook({ ...wanted, returnStoreId: what === 'oneWay' ? w.stores.pudong : undefined })
            expect([0, 3101, 3002]).toContain(booked.errorCode)
            if (booked.success) orders.push(idOf(booked))
          }
          if (what === 'pin' && orderId !== undefined)
            await t.send(contract.arrange.plan, { orderId, vehicleId: car.id }, owner())
          if (what === 'cancel' && orderId !== undefined)
            await t.send(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, owner())
          if (what === 'ticket') await ticket(car.id, wanted)
          if (what === 'stop' || what === 'stopAll')
            await stopFor(wanted, what === 'stop' ? 1 : null, pick % 2 === 0 ? [] : [2])
        }
        const asked = { ...stayOf(last), returnStoreId: oneWay ? w.stores.pudong : undefined }
        const shown = (await ask(asked)).sellable
        expect(shown).toBeLessThanOrEqual(cars)
        for (let i = 0; i < shown; i++) expect(await tryBook(asked)).toMatchObject({ success: true })
        const refused = await tryBook(asked)
        expect([3101, 3002]).toContain(refused.errorCode)
        expect((await ask(asked)).sellable).toBe(0)
        outcomes[shown > 0 ? 'sold' : 'full']++
        if (oneWay && shown > 0) outcomes.oneWay++
        // Nobody lost a car by it.
        const { rows } = await t.root.query(
          `select 1 from "order" where merchant_id = $1 and status in (3, 4) and vehicle_id is null`,
          [w.merchantId],
        )
        expect(rows).toEqual([])
      },
    ),
    { numRuns: 40, seed: 20261120 },
  )
  expect(Math.min(outcomes.sold, outcomes.full, outcomes.oneWay)).toBeGreaterThan(5)
})

/** A block of one car where nothing stands in its way. */
async function ticket(vehicleId: string, { from, to }: Stay): Promise<void> {
  await t.root
    .query(
      `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
       select merchant_id, home_store_id, model_id, id, $2, $3, 2, 1 from vehicle where id = $1`,
      [vehicleId, new Date(from), new Date(to)],
    )
    .catch((error: { code?: string }) => {
      if (error.code !== '23P01') throw error
    })
}

const stopFor = (wanted: Stay, quantity: number | null, channels: number[]) =>
  t.root.query(
    `insert into stop_sale (merchant_id, store_id, model_id, from_at, to_at, quantity, channels, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, 0)`,
    [w.merchantId, w.stores.hongqiao, w.models.lavida, new Date(wanted.from), new Date(wanted.to), quantity, channels],
  )

it('quotes the same number', async () => {
  await tryBook(stay)
  const quoted = await quote(t, w, { pickupAt: stay.from, returnAt: stay.to })
  expect(quoted.freeCapacity).toBe((await ask(stay)).sellable)
})
