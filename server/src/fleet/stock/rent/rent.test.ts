import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, placeUnpinned } from '../../../testing/world/bookings.ts'
import {
  bookArranged,
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
  swapOf,
} from '../../../testing/world/handover.ts'
import { car, orderRow, owner, ownMerchant, t, w, world } from '../../../testing/world/merchant.ts'

ownMerchant()

/*
 * What handing cars out and taking them back does to the stock.
 */

const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]
const conflicts = async (orderId: string) =>
  (
    await t.root.query(`select 1 from task where order_id = $1 and kind = 'planConflict' and done_at is null`, [
      orderId,
    ])
  ).rowCount
/** Where the stock knows until when the papers of a car last. */
const papersIn = async (vehicleId: string) =>
  (
    await t.root.query('select store_id from occupancy where vehicle_id = $1 and kind = 6 and active', [vehicleId])
  ).rows.map((row) => row.storeId)
const free = async (from: string, to: string, storeId = w.stores.hongqiao) => {
  const [row] = await t.call(
    contract.stock.free,
    { storeId, modelIds: [w.models.lavida], from: at(from), to: at(to) },
    owner(),
  )
  return row!.free
}

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }

describe('a car', () => {
  it('of two orders goes out with exactly one', async () => {
    const first = await bookArranged(t, w, { trip: { ...trip, returnAt: at('11-24T10:00') } })
    const second = await bookArranged(t, w, { trip: { pickupAt: at('11-24T11:30'), returnAt: at('11-25T10:00') } })
    for (const { orderId, total } of [first, second]) {
      await payRent(t, w, orderId, total)
      await payDeposits(t, w, orderId)
      await prepare(t, w, orderId)
    }
    // The first customer is a day late, the second comes early: both are at the counter.
    t.clock.set(at('11-24T09:00'))
    const answers = await Promise.all(
      [first, second].map(({ orderId }) => sendConfirm(t, w, { orderId, type: handoverType.pickup })),
    )
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    const [refused] = answers.filter((answer) => !answer.success)
    expect([5004, 3104]).toContain(refused!.errorCode)
    const { rows } = await t.root.query('select 1 from occupancy where vehicle_id = $1 and on_rent and active', [
      car(0).id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('that is still out is not handed to the next customer', async () => {
    const first = await handOut(t, w, { trip: { ...trip, returnAt: at('11-24T10:00') } })
    const second = await bookArranged(t, w, { trip: { pickupAt: at('11-24T11:30'), returnAt: at('11-25T10:00') } })
    await payRent(t, w, second.orderId, second.total)
    await payDeposits(t, w, second.orderId)
    t.clock.set(at('11-24T11:30'))
    await prepare(t, w, second.orderId)
    const type = handoverType.pickup
    expect(await sendConfirm(t, w, { orderId: second.orderId, type })).toMatchObject({
      errorCode: 5004,
      data: { blocking: [{ text: '车辆尚未归还' }] },
    })
    expect((await orderRow(first.orderId)).status).toBe(orderStatus.pickedUp)
  })

  it('just brought back goes out again before its turnaround has passed', async () => {
    const first = await handOut(t, w, { trip: { ...trip, returnAt: at('11-24T10:00') } })
    await bringBack(t, w, first.orderId, { at: at('11-24T09:45') })
    const second = await bookArranged(t, w, { trip: { pickupAt: at('11-24T12:00'), returnAt: at('11-25T10:00') } })
    await payRent(t, w, second.orderId, second.total)
    await payDeposits(t, w, second.orderId)
    t.clock.set(at('11-24T10:00'))
    await prepare(t, w, second.orderId, { mileageKm: 10_100 })
    await confirmed(sendConfirm(t, w, { orderId: second.orderId, type: handoverType.pickup }))
    expect((await held(first.orderId)).toAt).toEqual(new Date(at('11-24T10:00')))
    expect((await held(second.orderId)).fromAt).toEqual(new Date(at('11-24T10:00')))
  })

  it('taken earlier than agreed sends away what was planned on it until then', async () => {
    const early = await bookArranged(t, w, { trip: { pickupAt: at('11-24T12:00'), returnAt: at('11-25T10:00') } })
    await payRent(t, w, early.orderId, early.total)
    await payDeposits(t, w, early.orderId)
    const waits = await book(t, w, { trip: { pickupAt: at('11-24T08:30'), returnAt: at('11-24T10:30') } })
    await placeUnpinned(t, waits.orderId, car(0).id)
    t.clock.set(at('11-24T09:00'))
    await prepare(t, w, early.orderId)
    await confirmed(sendConfirm(t, w, { orderId: early.orderId, type: handoverType.pickup }))
    expect((await orderRow(waits.orderId)).vehicleId).toBe(car(1).id)
  })

  it('pinned for somebody until then is not taken earlier', async () => {
    const early = await bookArranged(t, w, { trip: { pickupAt: at('11-24T12:00'), returnAt: at('11-25T10:00') } })
    await payRent(t, w, early.orderId, early.total)
    await payDeposits(t, w, early.orderId)
    const waits = await bookArranged(t, w, { trip: { pickupAt: at('11-24T08:30'), returnAt: at('11-24T10:30') } })
    t.clock.set(at('11-24T09:00'))
    await prepare(t, w, early.orderId)
    const { orderNo } = waits
    expect(await sendConfirm(t, w, { orderId: early.orderId, type: handoverType.pickup })).toMatchObject({
      errorCode: 3104,
      data: { blockers: [{ orderNo }] },
    })
  })

  it('back early is free again at once, its turnaround aside', async () => {
    await world(1)
    const { orderId } = await handOut(t, w, { trip })
    expect(await free('11-24T12:00', '11-24T20:00')).toBe(0)
    await bringBack(t, w, orderId, { at: at('11-24T10:00') })
    expect(await free('11-24T10:30', '11-24T20:00')).toBe(0)
    expect(await free('11-24T11:00', '11-24T20:00')).toBe(1)
  })

  it('back late ends where the next order begins, and leaves no conflict', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const next = await bookArranged(t, w, { trip: { pickupAt: at('11-25T12:00'), returnAt: at('11-26T12:00') } })
    t.clock.set(at('11-25T11:15'))
    await runDue(t, 'overdueRoll')
    expect(await conflicts(next.orderId)).toBe(1)
    await bringBack(t, w, orderId, { at: at('11-25T11:30') })
    expect((await held(orderId)).toAt).toEqual(new Date(at('11-25T12:00')))
    expect(await conflicts(next.orderId)).toBe(0)
  })
})

describe('a car that is not back', () => {
  /** Overdue for three hours, and no timer has run since it was due. */
  const late = at('11-25T13:00')

  it('is nobody’s for now and the time it takes to get it ready', async () => {
    await handOut(t, w, { trip })
    t.clock.set(late)
    // Half an hour of hold and an hour of turnaround after now.
    expect(await free('11-25T13:30', '11-25T14:00')).toBe(1)
    expect(await free('11-25T14:29', '11-25T20:00')).toBe(1)
    expect(await free('11-25T14:30', '11-25T20:00')).toBe(2)
    const asked = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    const { list } = await t.call(
      contract.arrange.available,
      { ...asked, pickupAt: at('11-25T13:30'), returnAt: at('11-25T20:00') },
      owner(),
    )
    expect(list.find((one) => one.vehicleId === car(0).id)).toMatchObject({
      group: 'conflict',
      runState: runState.overdue,
      why: '上一单超时未还',
    })
    // Only one of two customers at the counter can have a car.
    await book(t, w, { trip: { pickupAt: at('11-25T13:30'), returnAt: at('11-26T10:00') } })
    expect(await free('11-25T13:30', '11-25T20:00')).toBe(0)
  })

  it('keeps those away who were planned on it, and they get another car with the next booking', async () => {
    await world(3)
    await handOut(t, w, { trip })
    const next = await book(t, w, { trip: { pickupAt: at('11-25T14:00'), returnAt: at('11-26T10:00') } })
    await placeUnpinned(t, next.orderId, car(0).id)
    t.clock.set(late)
    expect(await free('11-25T13:30', '11-25T20:00')).toBe(1)
    await book(t, w, { trip: { pickupAt: at('11-25T13:30'), returnAt: at('11-25T20:00') } })
    expect((await orderRow(next.orderId)).vehicleId).not.toBe(car(0).id)
  })

  it('of a one-way rental is in neither pool', async () => {
    await world(1)
    await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    t.clock.set(late)
    expect(await free('11-25T13:30', '11-25T20:00')).toBe(0)
    expect(await free('11-25T14:30', '11-25T20:00')).toBe(0)
    expect(await free('11-25T14:29', '11-25T20:00', w.stores.pudong)).toBe(0)
    expect(await free('11-25T14:30', '11-25T20:00', w.stores.pudong)).toBe(1)
  })
})

describe('a one-way rental', () => {
  const oneWay = () => ({ ...trip, returnStoreId: w.stores.pudong })
  const deltas = async (orderId: string) =>
    (
      await t.root.query(
        'select delta, store_id, at, vehicle_id, consumed from pool_delta where ref_id = $1 order by delta',
        [orderId],
      )
    ).rows

  it('takes its car out of one pool and brings it into the other', async () => {
    await world(1)
    const { orderId } = await bookArranged(t, w, { trip: oneWay() })
    // Nothing is promised at the other store before the car is on its way.
    expect(await deltas(orderId)).toMatchObject([{ delta: -1, storeId: w.stores.hongqiao }])
    expect(await free('11-27T10:00', '11-28T10:00')).toBe(0)
    expect(await free('11-27T10:00', '11-28T10:00', w.stores.pudong)).toBe(0)
    await payRent(t, w, orderId, Number((await orderRow(orderId)).totalFen))
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    expect(await deltas(orderId)).toMatchObject([
      { delta: -1 },
      { delta: 1, storeId: w.stores.pudong, vehicleId: car(0).id, at: new Date(at('11-25T11:00')) },
    ])
    expect(await free('11-25T10:59', '11-26T10:00', w.stores.pudong)).toBe(0)
    expect(await free('11-25T11:00', '11-26T10:00', w.stores.pudong)).toBe(1)

    await bringBack(t, w, orderId, { at: trip.returnAt })
    expect((await deltas(orderId)).every((delta) => delta.consumed)).toBe(true)
    const { rows } = await t.root.query('select home_store_id, current_store_id from vehicle where id = $1', [
      car(0).id,
    ])
    expect(rows[0]).toEqual({ homeStoreId: w.stores.pudong, currentStoreId: w.stores.pudong })
    expect(await free('11-27T10:00', '11-28T10:00')).toBe(0)
    expect(await free('11-27T10:00', '11-28T10:00', w.stores.pudong)).toBe(1)
    expect(
      (
        await t.root.query('select home_store_id, to_at from vehicle_period where vehicle_id = $1', [car(0).id])
      ).rows.at(-1),
    ).toMatchObject({ homeStoreId: w.stores.pudong, toAt: null })
  })

  it('takes its papers along: the other store sells it until they end, and not a day longer', async () => {
    await world(1)
    const { orderId } = await handOut(t, w, { trip: oneWay() })
    // Told while the car is on its way.
    await t.call(contract.inventory.saveDocument, { vehicleId: car(0).id, kind: 4, endOn: '2026-12-04' }, owner())
    expect(await papersIn(car(0).id)).toEqual([w.stores.pudong])
    const there = (from: string, to: string) => free(from, to, w.stores.pudong)
    const seenFrom = async () => {
      expect(await there('11-27T10:00', '12-04T10:00')).toBe(1)
      expect(await there('12-03T10:00', '12-06T10:00')).toBe(0)
      expect(await there('12-06T10:00', '12-07T10:00')).toBe(0)
      expect(await free('12-03T10:00', '12-04T10:00')).toBe(0)
    }
    await seenFrom()
    const trip = { storeId: w.stores.pudong, pickupAt: at('12-03T10:00'), returnAt: at('12-06T10:00') }
    await expect(book(t, w, { trip })).rejects.toMatchObject({ envelope: { errorCode: 3101 } })
    // Late, it is neither here nor there.
    t.clock.set(at('11-25T16:00'))
    expect(await there('11-25T16:30', '11-25T20:00')).toBe(0)
    expect(await free('11-25T16:30', '11-25T20:00')).toBe(0)
    await bringBack(t, w, orderId, { at: at('11-25T16:00') })
    await seenFrom()
    expect(await there('11-25T17:00', '11-25T20:00')).toBe(1)
  })

  it('that is late is not given to a new booking while the next order, one-way too, waits for it', async () => {
    await handOut(t, w, { trip: oneWay() })
    const next = await bookArranged(t, w, {
      trip: {
        storeId: w.stores.pudong,
        returnStoreId: w.stores.hongqiao,
        pickupAt: at('11-25T14:00'),
        returnAt: at('11-29T10:00'),
      },
    })
    expect((await orderRow(next.orderId)).vehicleId).toBe(car(0).id)
    await t.root.query('update vehicle set home_store_id = $1, current_store_id = $1 where id = $2', [
      w.stores.pudong,
      car(1).id,
    ])
    t.clock.set(at('11-25T16:00'))
    expect(await free('11-25T19:00', '11-27T10:00', w.stores.pudong)).toBe(1)
    const wanted = { storeId: w.stores.pudong, pickupAt: at('11-25T19:00'), returnAt: at('11-27T10:00') }
    const { orderId } = await book(t, w, { trip: wanted })
    expect((await orderRow(orderId)).vehicleId).toBe(car(1).id)
  })

  it('that comes back to where it began gives away what was planned on it at the other store', async () => {
    const { orderId } = await handOut(t, w, { trip: oneWay() })
    const there = await book(t, w, {
      trip: { storeId: w.stores.pudong, pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') },
    })
    expect((await orderRow(there.orderId)).vehicleId).toBe(car(0).id)
    expect(await papersIn(car(0).id)).toEqual([w.stores.pudong])
    await returnTo(orderId, w.stores.hongqiao)
    expect(await papersIn(car(0).id)).toEqual([w.stores.hongqiao])
    expect(await orderRow(there.orderId)).toMatchObject({ vehicleId: null, plate: null })
    expect(await conflicts(there.orderId)).toBe(1)
    expect(await free('11-26T10:00', '11-27T10:00')).toBe(2)
  })

  it('that nobody had planned gives its later orders another car, or says so', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const moved = await book(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') } })
    await placeUnpinned(t, moved.orderId, car(0).id)
    const stuck = await book(t, w, { trip: { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') } })
    const other = await book(t, w, { trip: { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') } })
    await t.root.query('update occupancy set vehicle_id = null where ref_id = any ($1)', [
      [stuck.orderId, other.orderId],
    ])
    await placeUnpinned(t, stuck.orderId, car(0).id)
    await placeUnpinned(t, other.orderId, car(1).id)
    await returnTo(orderId, w.stores.pudong)
    expect((await orderRow(moved.orderId)).vehicleId).toBe(car(1).id)
    expect(await conflicts(moved.orderId)).toBe(0)
    // Two orders, one car left here: one of them waits for a person.
    const rows = await Promise.all([stuck, other].map((one) => orderRow(one.orderId)))
    expect(rows.map((row) => row.vehicleId).toSorted()).toEqual([car(1).id, null])
    const without = rows.find((row) => row.vehicleId === null)
    expect(await conflicts(without.id)).toBe(1)
    const home = await t.root.query('select home_store_id from vehicle where id = $1', [car(0).id])
    expect(home.rows[0].homeStoreId).toBe(w.stores.pudong)
    expect(await free('11-28T10:00', '11-29T10:00')).toBe(0)
  })

  /** The car stands at another store than agreed, and the record says so. */
  async function returnTo(orderId: string, returnStoreId: string): Promise<void> {
    t.clock.set(trip.returnAt)
    const type = handoverType.return
    const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100, returnStoreId })
    await signPaper(t, w, orderId, type, record.recordId)
    const { balance } = await t.call(
      contract.pickupReturn.settlement,
      { orderId, actualReturnAt: trip.returnAt, mileageKm: 10_100, fuelEighths: 8 },
      owner(),
    )
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: balance }))
  }
})

describe('a swap on the road', () => {
  const swap = async (orderId: string, vehicleId: string, km = { old: 10_400, new: 10_000 }) =>
    t.send(contract.arrange.plan, { orderId, vehicleId, swap: await swapOf(t, w, km) }, owner())

  it('brings one car back and takes the other until the agreed return', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(at('11-24T10:00'))
    expect(await swap(orderId, car(1).id)).toMatchObject({
      success: true,
      data: { vehicleId: car(1).id, plate: car(1).plate },
    })
    expect(await held(orderId)).toMatchObject({
      vehicleId: car(1).id,
      onRent: true,
      fromAt: new Date(at('11-24T10:00')),
      toAt: new Date(at('11-25T11:00')),
    })
    // The first car is cleaned for an hour, then anybody's.
    expect(await free('11-24T10:30', '11-24T20:00')).toBe(0)
    expect(await free('11-24T11:00', '11-24T20:00')).toBe(1)
    const stretches = await t.root.query(
      'select vehicle_id, start_odo, end_odo from vehicle_assignment where order_id = $1 order by id',
      [orderId],
    )
    expect(stretches.rows).toEqual([
      { vehicleId: car(0).id, startOdo: 10_000, endOdo: 10_400 },
      { vehicleId: car(1).id, startOdo: 10_000, endOdo: null },
    ])
    // 400 km with the one and 400 with the other: 200 beyond the free ones of two days.
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_400 })
    expect(preview).toMatchObject({ drivenKm: 800, freeKm: 600 })
    // The first car came back with 4/8 less than it went out with: 4/8 of 48 litres at 8.50, and the service.
    expect(preview.items.map((item) => item.amount)).toEqual([23_400, 20_000])
    const cars = await t.root.query('select odometer_km from vehicle where id = any ($1) order by id', [
      [car(0).id, car(1).id],
    ])
    expect(cars.rows.map((row) => row.odometerKm)).toEqual([10_400, 10_400])
  })

  it('keeps the time of the car that was out, and frees it for its next order', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const next = await bookArranged(t, w, { trip: { pickupAt: at('11-25T12:00'), returnAt: at('11-26T12:00') } })
    t.clock.set(at('11-24T10:00'))
    await swap(orderId, car(1).id)
    const { rows } = await t.root.query(
      'select kind, ref_id, from_at, to_at, active from occupancy where vehicle_id = $1 and from_at < $2 order by from_at',
      [car(0).id, new Date(at('11-25T00:00'))],
    )
    expect(rows).toEqual([
      { kind: 0, refId: orderId, fromAt: new Date(trip.pickupAt), toAt: new Date(at('11-24T10:00')), active: false },
      {
        kind: 4,
        refId: car(0).id,
        fromAt: new Date(at('11-24T10:00')),
        toAt: new Date(at('11-24T11:00')),
        active: true,
      },
    ])
    expect((await orderRow(next.orderId)).vehicleId).toBe(car(0).id)
  })

  it('of a one-way rental promises the new car to the other store', async () => {
    const { orderId } = await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    t.clock.set(at('11-24T10:00'))
    expect(await swap(orderId, car(1).id)).toMatchObject({ success: true })
    const { rows } = await t.root.query(
      'select delta, store_id, vehicle_id from pool_delta where ref_id = $1 and not consumed order by delta',
      [orderId],
    )
    expect(rows).toEqual([
      { delta: -1, storeId: w.stores.hongqiao, vehicleId: null },
      { delta: 1, storeId: w.stores.pudong, vehicleId: car(1).id },
    ])
    expect(await papersIn(car(0).id)).toEqual([w.stores.hongqiao])
    expect(await papersIn(car(1).id)).toEqual([w.stores.pudong])
    expect(await free('11-24T12:00', '11-30T12:00')).toBe(1)
    await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100 })
    const homes = await t.root.query('select home_store_id from vehicle where id = any ($1) order by id', [
      [car(0).id, car(1).id],
    ])
    expect(homes.rows.map((row) => row.homeStoreId)).toEqual([w.stores.hongqiao, w.stores.pudong])
  })

  it('moves an order that was only planned on the new car, and refuses a pinned one', async () => {
    await world(3)
    const { orderId } = await handOut(t, w, { trip })
    const planned = await book(t, w, { trip: { pickupAt: at('11-24T16:00'), returnAt: at('11-25T16:00') } })
    await placeUnpinned(t, planned.orderId, car(1).id)
    t.clock.set(at('11-24T10:00'))
    expect(await swap(orderId, car(1).id)).toMatchObject({
      success: true,
      data: { moved: [{ orderId: planned.orderId }] },
    })
    const pinned = (await orderRow(planned.orderId)).vehicleId
    await t.call(contract.arrange.plan, { orderId: planned.orderId, vehicleId: pinned }, owner())
    expect(await swap(orderId, pinned)).toMatchObject({ errorCode: 3104 })
    expect((await orderRow(orderId)).vehicleId).toBe(car(1).id)
  })

  it('is refused before the pickup, with readings that go back, and onto the same car', async () => {
    const booked = await bookArranged(t, w, { trip })
    expect(await swap(booked.orderId, car(1).id)).toMatchObject({ errorCode: 2001 })
    await world(2)
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    expect(await swap(orderId, car(1).id, { old: 9_999, new: 10_000 })).toMatchObject({ errorCode: 5002 })
    expect(await swap(orderId, car(1).id, { old: 10_001, new: 9_999 })).toMatchObject({ errorCode: 5002 })
    expect(await swap(orderId, car(0).id)).toMatchObject({ success: false })
    expect(await held(orderId)).toMatchObject({ vehicleId: car(0).id, onRent: true })
  })
})
