import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { book, booksAgree } from '../../../testing/world/bookings.ts'
import {
  bookArranged,
  confirmed,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
  signPaper,
} from '../../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant()

/*
 * Another period for an order that waits for its pickup; one that is over already begins now.
 */

afterEach(() => booksAgree(t))

const type = handoverType.pickup
/** Monday, for a day: 200.00 of rent, 85.00 of services. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]
const preview = (orderId: string, returnAt: number) =>
  t.call(contract.order.periodPreview, { orderId, returnAt }, owner())
const move = (orderId: string, returnAt: number, expectTotal: number, token = w.tokens.owner) =>
  t.send(contract.order.movePeriod, { orderId, returnAt, expectTotal }, { token })

async function signAnew(orderId: string): Promise<void> {
  const { record } = await t.call(contract.pickupReturn.task, { orderId, type }, owner())
  await signPaper(t, w, orderId, type, record!.recordId)
}

/** Paid and prepared, its customer hours after the end of the agreed period. */
async function late(hours = 3, more: object = {}): Promise<{ orderId: string; now: number }> {
  const { orderId, total } = await bookArranged(t, w, { trip: { ...trip, ...more } })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId)
  const now = trip.returnAt + hours * HOUR
  t.clock.set(now)
  return { orderId, now }
}

describe('a pickup after the agreed return', () => {
  it.each([0, 0.5, 3, 9])('%i hours later says that the period is over, and what to do', async (hours) => {
    const { orderId } = await late(hours)
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({
      httpStatus: 200,
      errorCode: 5001,
      message: '取车条件未满足：租期已过，请调整租期后取车',
      data: { blocking: [{ code: 'periodOver', step: 1, overridable: false }] },
    })
    expect(await sendConfirm(t, w, { orderId, type, overrideReason: '客户晚到' })).toMatchObject({ errorCode: 5001 })
    const { blocking } = await t.call(contract.pickupReturn.task, { orderId, type }, owner())
    expect(blocking.map(({ code }) => code)).toEqual(['periodOver'])
    expect((await orderRow(orderId)).status).toBe(orderStatus.arranged)
  })

  it('goes on with a new period, from now and at its price', async () => {
    const { orderId, now } = await late()
    const returnAt = now + 2 * DAY
    const shown = await preview(orderId, returnAt)
    expect(shown).toEqual({
      pickupAt: now,
      returnAt,
      total: 53500,
      difference: 25000,
      changes: [
        { name: '租金', before: 20000, after: 40000 },
        { name: '基础服务费', before: 5000, after: 10000 },
      ],
    })
    expect(await move(orderId, returnAt, shown.total)).toMatchObject({ success: true, data: { owed: 25000 } })
    expect(await held(orderId)).toMatchObject({
      fromAt: new Date(now),
      toAt: new Date(returnAt + HOUR),
      vehicleId: w.vehicles.lavida[0]!.id,
      pinned: true,
    })
    const cash = { settle: 2 as const, payWay: payWay.cash }
    // The paper was signed for the period before.
    expect(await sendConfirm(t, w, { orderId, type, expectAmount: 25000, ...cash })).toMatchObject({ errorCode: 5007 })
    await signAnew(orderId)
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 25000, ...cash }))
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.pickedUp,
      pickupAt: new Date(now),
      returnAt: new Date(returnAt),
      totalFen: '53500',
      owedFen: '0',
    })
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(list.map((row) => row.text)).toContain(
      '修改订单 · 总额 ¥285.00 → ¥535.00 · 调整租期；取车 2026-11-23 10:00 → 2026-11-24 13:00；还车 2026-11-24 10:00 → 2026-11-26 13:00',
    )
  })

  it('of a one-way rental is expected at the other store by the new period', async () => {
    const { orderId, now } = await late(3, { returnStoreId: w.stores.pudong })
    const returnAt = now + DAY
    const { total, difference } = await preview(orderId, returnAt)
    expect(difference).toBe(0)
    expect(await move(orderId, returnAt, total)).toMatchObject({ success: true })
    await signAnew(orderId)
    await confirmed(sendConfirm(t, w, { orderId, type }))
    const { rows } = await t.root.query(
      'select delta, at from pool_delta where ref_id = $1 and not consumed order by delta',
      [orderId],
    )
    expect(rows).toEqual([-1, 1].map((delta) => ({ delta, at: new Date(returnAt + HOUR) })))
  })
})

describe('a new period', () => {
  it('sends away who was only planned on its car', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const next = await book(t, w, { trip: { pickupAt: at('11-24T12:00'), returnAt: at('11-25T12:00') } })
    const car = w.vehicles.lavida[0]!.id
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [next.orderId, car])
    await t.root.query('update "order" set vehicle_id = $2 where id = $1', [next.orderId, car])
    const returnAt = at('11-25T10:00')
    expect(await move(orderId, returnAt, (await preview(orderId, returnAt)).total)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ vehicleId: car, pickupAt: new Date(trip.pickupAt) })
    expect((await orderRow(next.orderId)).vehicleId).toBe(w.vehicles.lavida[1]!.id)
  })

  it('of a car that is collected ends at an hour at which its area is served', async () => {
    const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '09:00', close: '18:00' }]
    const area = { name: '市区', kind: 'both', polygon: [], radiusKm: 30, feeConfigId: null, hours }
    await t.root.query('update store set service_areas = $2 where id = $1', [w.stores.hongqiao, JSON.stringify([area])])
    const collected = { returnType: 2, returnAddress: '世纪大道1号', returnLng: 121.34, returnLat: 31.2 } as const
    const { orderId } = await book(t, w, { trip: { ...trip, ...collected } })
    const answer = await t.send(contract.order.periodPreview, { orderId, returnAt: at('11-24T21:30') }, owner())
    expect(answer).toMatchObject({ errorCode: -2, data: { field: 'returnAt' } })
    expect(answer.message).toContain('市区')
    expect((await preview(orderId, at('11-24T17:00'))).returnAt).toBe(at('11-24T17:00'))
  })

  it('of a customer who is late within the agreed one is paid from the agreed pickup', async () => {
    const long = { pickupAt: trip.pickupAt, returnAt: trip.pickupAt + 3 * DAY }
    const { orderId, total } = await bookArranged(t, w, { trip: long })
    t.clock.set(trip.pickupAt + 30 * HOUR)
    const shown = await preview(orderId, long.returnAt + HOUR)
    expect(shown.pickupAt).toBe(trip.pickupAt)
    expect(shown.total).toBeGreaterThanOrEqual(total)
  })

  it('is no shorter than the store and the price rule sell', async () => {
    const long = { pickupAt: trip.pickupAt, returnAt: trip.pickupAt + 3 * DAY }
    const { orderId } = await bookArranged(t, w, { trip: long })
    await t.root.query('update store set min_rent_hours = 48 where id = $1', [w.stores.hongqiao])
    const asked = (returnAt: number) => t.send(contract.order.periodPreview, { orderId, returnAt }, owner())
    expect(await asked(trip.pickupAt + DAY)).toMatchObject({ errorCode: 3009, data: { field: 'returnAt' } })
    expect(await asked(trip.pickupAt + 2 * DAY)).toMatchObject({ success: true })
  })

  it('is refused where the car is promised, in the past, too long, at another price, and without the key', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    await bookArranged(t, w, { trip: { pickupAt: at('11-24T12:00'), returnAt: at('11-25T12:00') } })
    const returnAt = at('11-25T10:00')
    expect(await move(orderId, returnAt, (await preview(orderId, returnAt)).total)).toMatchObject({ errorCode: 3104 })
    expect(await move(orderId, trip.pickupAt, 0)).toMatchObject({ errorCode: 3007, data: { field: 'returnAt' } })
    expect(await move(orderId, trip.pickupAt + 61 * DAY, 0)).toMatchObject({ errorCode: 3009 })
    expect(await move(orderId, at('11-24T11:00'), 1)).toMatchObject({ errorCode: 3005 })
    expect(await move(orderId, returnAt, 1, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    expect(await orderRow(orderId)).toMatchObject({ returnAt: new Date(trip.returnAt), totalFen: '28500' })
    await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, owner())
    expect(await move(orderId, returnAt, 1)).toMatchObject({ errorCode: 2001 })
  })
})
