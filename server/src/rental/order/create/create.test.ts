import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { listen, waitedFlights } from '../../../testing/flights.ts'
import { book, formOf, local, quote, tripOf, tryBook } from '../../../testing/world/booking.ts'
import { bookLong, saveLongPrices } from '../../../testing/world/long.ts'
import { owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { findPendingWork } from '../../../testing/world/orders.ts'
import { makeWorld } from '../../../testing/world/world.ts'

ownMerchant({ cars: 1, poolSize: 8 })

const { create, draft, detail } = contract.order

describe('booking', () => {
  it('prices, reserves a car and bills the customer', async () => {
    const quoted = await quote(t, w)
    expect(quoted).toMatchObject({ days: 2, total: 2 * 26000 + 2 * 5000 + 3500, freeCapacity: 1 })
    const order = await t.call(create, formOf(quoted), owner())
    expect(order).toMatchObject({ status: 3, orderNo: expect.stringMatching(/^O261120\d{6}$/) })

    const { rows } = await t.root.query(
      `select account, sum(debit_fen - credit_fen)::int as balance from ledger_entry where order_id = $1 group by 1 order by 1`,
      [order.orderId],
    )
    expect(rows).toEqual([
      { account: 'customer_receivable', balance: quoted.total },
      { account: 'unearned', balance: -quoted.total },
    ])
    const { rows: held } = await t.root.query(
      'select vehicle_id, pinned, from_at, to_at from occupancy where ref_id = $1 and active',
      [order.orderId],
    )
    expect(held).toEqual([
      {
        vehicleId: w.vehicles.lavida[0]!.id,
        pinned: false,
        fromAt: new Date(local('2026-11-21 10:00')),
        toAt: new Date(local('2026-11-23 11:00')),
      },
    ])
    const seen = await t.call(detail, { orderId: order.orderId }, owner())
    expect(seen).toMatchObject({ status: 3, fees: { total: quoted.total, paid: 0, owed: quoted.total } })
  })

  it('waits for the database twice, and writes the order once with all that hangs on it and what waits', async () => {
    // The first of a merchant reserves a block of numbers, too.
    await book(t, w, { pickupAt: local('2026-12-21 10:00'), returnAt: local('2026-12-23 10:00') })
    const quoted = await quote(t, w)
    const sent = await listen(() => t.call(create, formOf(quoted), owner()))
    expect(waitedFlights(sent)).toBe(2)
    expect(sent.filter(({ text }) => /^(insert into|update) "order" /.test(text))).toHaveLength(1)
    const last = [...Map.groupBy(sent, ({ flight }) => flight).values()].at(-1)!.map(({ text }) => text)
    expect(last[0]).toMatch(/^insert into "order" /)
    expect(last[1]).toMatch(/^insert into pending_work /)
    expect(last.at(-1)).toBe('commit')
    expect(sent.map(({ text }) => text).filter((text) => /^(delete|update "(occupancy|task)")/.test(text))).toEqual([])
  })

  it('does not wait for the online payment of an order that costs nothing', async () => {
    const { total } = await quote(t, w)
    const free = await quote(t, w, { reduces: [{ reduceType: 5, amount: total }] })
    expect(free.total).toBe(0)
    expect(await t.call(create, formOf(free, { payMode: 1 }), owner())).toMatchObject({ status: 3 })
  })

  it('waits no more often for a car that is chosen by hand', async () => {
    await book(t, w, { pickupAt: local('2026-12-21 10:00'), returnAt: local('2026-12-23 10:00') })
    const form = formOf(await quote(t, w), { vehicleId: w.vehicles.lavida[0]!.id })
    const sent = await listen(async () => {
      expect(await t.call(create, form, owner())).toMatchObject({ status: 4 })
    })
    expect(waitedFlights(sent)).toBe(2)
  })

  it('writes what waits as it is found in the books afterwards, whatever is booked', async () => {
    const trip = (day: number) => ({
      pickupAt: local(`2026-12-${day} 10:00`),
      returnAt: local(`2026-12-${day + 1} 10:00`),
    })
    await book(t, w, trip(11))
    await book(t, w, trip(13), { autoConfirm: false })
    await book(t, w, trip(15), { submit: false })
    await book(t, w, trip(17), { payMode: 1 })
    await book(t, w, trip(19), { vehicleId: w.vehicles.lavida[0]!.id })
    await saveLongPrices(t, w, w.models.gl8)
    await bookLong(t, w, { trip: { modelId: w.models.gl8 } })
    const { rows } = await t.root.query('select kind from pending_work where merchant_id = $1', [w.merchantId])
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      'arrange',
      'arrange',
      'confirm',
      'instalmentDue',
      'pickup',
      'pickup',
      'pickup',
    ])
    expect(await findPendingWork(t, w)).toEqual([])
  })

  it('refuses a second order on the last car, and says why', async () => {
    await book(t, w)
    const refused = await tryBook(t, w)
    expect(refused).toMatchObject({ errorCode: 3101, message: '该时段车辆不足' })
    expect(
      await t.root.query('select count(*)::int as n from "order" where merchant_id = $1', [w.merchantId]),
    ).toMatchObject({
      rows: [{ n: 1 }],
    })
  })

  it('books again from the moment the turnaround ends', async () => {
    await book(t, w)
    const touching = { pickupAt: local('2026-11-23 11:00'), returnAt: local('2026-11-24 10:00') }
    expect((await tryBook(t, w, { ...touching, pickupAt: touching.pickupAt - MINUTE })).errorCode).toBe(3101)
    expect((await tryBook(t, w, touching)).success).toBe(true)
  })

  it('makes one order of a repeated submit, and refuses the same key with another form', async () => {
    const quoted = await quote(t, w)
    const options = { ...owner(), key: 'double-tap-1' }
    const first = await t.call(create, formOf(quoted), options)
    const again = await t.send(create, formOf(quoted), options)
    expect(again.data).toEqual(first)
    expect(again.headers['x-idempotent-replay']).toBe('1')
    expect((await t.send(create, formOf(quoted, { contactName: '别人' }), options)).errorCode).toBe(-6)
  })

  it('keeps a quoted price for 15 minutes, then asks again when it changed', async () => {
    const quoted = await quote(t, w)
    await t.root.query('update price_rule set weekend_fen = 30000 where merchant_id = $1', [w.merchantId])
    t.clock.advance(14 * MINUTE)
    const fresh = await t.send(create, formOf(quoted, {}), owner())
    expect(fresh.success).toBe(true)

    const other = await quote(t, w, { modelId: w.models.gl8 })
    await t.root.query('update price_rule set weekend_fen = 60000 where merchant_id = $1', [w.merchantId])
    t.clock.advance(16 * MINUTE)
    const changed = await t.send(create, formOf(other), owner())
    expect(changed).toMatchObject({ errorCode: 3005, data: { total: expect.any(Number) } })
    const { total } = changed.data as { total: number }
    expect((await t.send(create, formOf({ ...other, total }), owner())).success).toBe(true)
  })

  it('spends a quote once', async () => {
    const quoted = await quote(t, w)
    await t.call(create, formOf(quoted), owner())
    expect((await t.send(create, formOf(quoted), owner())).errorCode).toBe(3004)
  })

  it('names what is missing in the form', async () => {
    const quoted = await quote(t, w)
    const bad = await t.send(create, { submit: true, quoteId: quoted.quoteId, contactPhone: '123' }, owner())
    expect(bad.errorCode).toBe(-2)
    expect((bad.data as { issues: { field: string }[] }).issues.map((issue) => issue.field)).toContain('contactPhone')
    const outOfHours = await quote(t, w, { pickupAt: local('2026-11-21 23:30'), returnAt: local('2026-11-23 10:00') })
    expect(outOfHours.warnings).toContain('取车时间不在营业时间内：门店营业 每天 08:00–22:00')
    const clerk = await t.send(create, formOf(outOfHours), { token: w.tokens.clerk })
    expect(clerk).toMatchObject({ errorCode: -2, data: { field: 'pickupAt' } })
  })

  it('arranges a car named in the form at once', async () => {
    const vehicleId = w.vehicles.lavida[0]!.id
    const order = await book(t, w, {}, { vehicleId })
    expect(order.status).toBe(4)
    expect(await t.call(detail, { orderId: order.orderId }, owner())).toMatchObject({ status: 4 })
  })

  it('waits for the store where nobody confirms by itself', async () => {
    expect(await book(t, w, {}, { autoConfirm: false })).toMatchObject({ status: 2 })
  })

  it('takes a one-way car out of its pool for good', async () => {
    await book(t, w, { returnStoreId: w.stores.pudong })
    const later = { pickupAt: local('2026-11-28 10:00'), returnAt: local('2026-11-29 10:00') }
    expect((await tryBook(t, w, later)).errorCode).toBe(3101)
  })

  it('moves an unpinned order to make room', async () => {
    const two = await makeWorld(t, { cars: 2 })
    const [v1, v2] = two.vehicles.lavida
    const day = (from: number, to: number) => ({
      pickupAt: local(`2026-12-0${from} 10:00`),
      returnAt: local(`2026-12-0${to} 09:00`),
    })
    await book(t, two, day(1, 3), { vehicleId: v1!.id })
    await book(t, two, day(6, 8), { vehicleId: v1!.id })
    const b = await book(t, two, day(4, 5))
    // The packing puts it in the tightest gap; the wide stay then needs the other car.
    await book(t, two, day(2, 6))
    const { rows } = await t.root.query('select vehicle_id from occupancy where ref_id = $1 and active', [b.orderId])
    expect([v1!.id, v2!.id]).toContain(rows[0].vehicleId)
  })

  it('asks a fixed number of statements, whatever the fleet', async () => {
    const count = async (cars: number) => {
      const world = await makeWorld(t, { cars })
      const quoted = await quote(t, world)
      t.calls.length = 0
      await t.call(create, formOf(quoted), { token: world.tokens.owner })
      return t.calls.at(-1)!.queries
    }
    const small = await count(1)
    expect(await count(5)).toBe(small)
    expect(small).toBeLessThanOrEqual(40)
  })
})

describe('a draft', () => {
  it('holds no car, comes back as it was left, and becomes an order', async () => {
    const quoted = await quote(t, w, { services: [{ code: 'childSeat', qty: 1 }] })
    const kept = await t.call(
      create,
      { submit: false, quoteId: quoted.quoteId, contactName: '蒋雨桐', contactPhone: '17712342258', tags: ['老客户'] },
      owner(),
    )
    expect(kept.status).toBe(0)
    expect((await quote(t, w)).freeCapacity).toBe(1)
    const back = await t.call(draft, { orderId: kept.orderId }, owner())
    expect(back).toMatchObject({
      contactName: '蒋雨桐',
      contactPhone: '17712342258',
      services: [{ code: 'childSeat', qty: 1 }],
      tags: ['老客户'],
    })
    const order = await t.call(
      create,
      formOf(quoted, { orderId: kept.orderId, version: kept.version, contactName: '蒋雨桐' }),
      owner(),
    )
    expect(order).toMatchObject({ orderId: kept.orderId, orderNo: kept.orderNo, status: 3 })
    expect((await t.send(draft, { orderId: kept.orderId }, owner())).errorCode).toBe(2001)
  })

  it('is saved once under one key, whatever a repeat had begun', async () => {
    const quoted = await quote(t, w)
    const form = { submit: false, quoteId: quoted.quoteId }
    const { orderId, version } = await t.call(create, form, owner())
    const options = { ...owner(), key: 'save-the-draft' }
    const again = { ...form, orderId, version, remark: '要儿童座椅' }
    const saved = await t.call(create, again, options)
    const repeats = await Promise.all([1, 2].map(() => t.send(create, again, options)))
    expect(repeats.map(({ data }) => data)).toEqual([saved, saved])
    expect(saved.version).toBe(version + 1)
    expect((await t.send(create, { ...again, remark: '不要' }, options)).errorCode).toBe(-6)
    expect(await t.call(draft, { orderId }, owner())).toMatchObject({ version: saved.version, remark: '要儿童座椅' })
  })

  it('remembers the car it asks for without assigning or holding it', async () => {
    const quoted = await quote(t, w)
    const vehicleId = w.vehicles.lavida[0]!.id
    const form = { submit: false, quoteId: quoted.quoteId, vehicleId }
    const { orderId, version } = await t.call(create, form, owner())
    expect(await t.call(draft, { orderId }, owner())).toMatchObject({ vehicleId })
    expect(await t.call(detail, { orderId }, owner())).toMatchObject({ vehicle: null })
    const listed = await t.call(contract.order.list, { status: [0] }, owner())
    expect(listed.list).toMatchObject([{ orderId, plate: null }])
    expect((await quote(t, w)).freeCapacity).toBe(1)

    await t.call(create, { ...form, vehicleId: undefined, orderId, version }, owner())
    expect(await t.call(draft, { orderId }, owner())).toMatchObject({ vehicleId: null })
  })

  it('is arranged at once with the car it names, in the steps that the database allows', async () => {
    const quoted = await quote(t, w)
    const vehicleId = w.vehicles.lavida[0]!.id
    const kept = await t.call(create, { submit: false, quoteId: quoted.quoteId, vehicleId }, owner())
    const { orderId, version } = kept
    const order = await t.call(create, formOf(quoted, { orderId, version, vehicleId }), owner())
    expect(order).toEqual({ ...kept, status: 4, version: version + 1 })
    const { rows } = await t.root.query(
      `select o.status, o.pinned, o.plate, c.vehicle_id, c.pinned as held
         from "order" o join occupancy c on c.ref_id = o.id and c.active where o.id = $1`,
      [orderId],
    )
    expect(rows).toEqual([{ status: 4, pinned: true, plate: w.vehicles.lavida[0]!.plate, vehicleId, held: true }])
  })

  it('refuses a car that is unknown, of others or of another model', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const quoted = await quote(t, w)
    const form = { submit: false, quoteId: quoted.quoteId }
    for (const vehicleId of ['99', other.vehicles.lavida[0]!.id])
      expect(await t.send(create, { ...form, vehicleId }, owner())).toMatchObject({
        errorCode: -4,
        data: { field: 'vehicleId' },
      })
    const otherModel = { ...form, vehicleId: w.vehicles.gl8[0]!.id }
    expect(await t.send(create, otherModel, owner())).toMatchObject({ errorCode: -2, data: { field: 'vehicleId' } })
  })

  it('tells the second of two editors that it changed', async () => {
    const quoted = await quote(t, w)
    const kept = await t.call(create, { submit: false, quoteId: quoted.quoteId }, owner())
    const edit = { submit: false, quoteId: quoted.quoteId, orderId: kept.orderId, version: kept.version }
    await t.call(create, { ...edit, remark: '先到' }, owner())
    expect(await t.send(create, { ...edit, remark: '后到' }, owner())).toMatchObject({
      errorCode: -5,
      data: { version: kept.version + 1 },
    })
  })
})

describe('races', () => {
  it.each([2, 8, 32])('%i bookings of the last car at once make exactly one order', async (n) => {
    const quotes = await Promise.all(Array.from({ length: n }, () => quote(t, w)))
    const answers = await Promise.all(quotes.map((quoted) => t.send(create, formOf(quoted), owner())))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(new Set(answers.filter((answer) => !answer.success).map((answer) => answer.errorCode))).toEqual(
      new Set([3101]),
    )
  })

  it('one key in flight twice makes one order', async () => {
    const quoted = await quote(t, w)
    const both = await Promise.all(
      [1, 2].map(() => t.send(create, formOf(quoted), { ...owner(), key: 'in-flight-twice' })),
    )
    expect(both.map((answer) => answer.success)).toEqual([true, true])
    expect(both[0]!.data).toEqual(both[1]!.data)
  })
})

describe('another merchant', () => {
  it('cannot quote with our stores, nor use our quote', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    expect((await t.send(contract.quote.quote, tripOf(w), { token: other.tokens.owner })).errorCode).toBe(-4)
    const quoted = await quote(t, w)
    expect((await t.send(create, formOf(quoted), { token: other.tokens.owner })).errorCode).toBe(3004)
    const { orderId } = await t.call(create, formOf(quoted), owner())
    for (const change of [{ orderId: '99' }, { orderId }])
      expect(
        await t.send(contract.quote.quote, { ...tripOf(other), ...change }, { token: other.tokens.owner }),
      ).toMatchObject({ errorCode: 2002 })
  })
})
