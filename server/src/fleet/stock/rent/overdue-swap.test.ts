import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, placeUnpinned } from '../../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, swapOf } from '../../../testing/world/handover.ts'
import { car, orderRow, owner, ownMerchant, t, w, world } from '../../../testing/world/merchant.ts'

ownMerchant()

/*
 * A car that is overdue is swapped on the road: the old one's time ends, the other is held until a time that is asked for.
 */

beforeEach(() => world(5))

const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const dueAt = at('11-26T18:00')
const swapUntil = async (orderId: string, vehicleId: string, until?: number) => {
  const swap = { ...(await swapOf(t, w, { old: 10_400, new: 10_000 })), dueAt: until }
  return t.send(contract.arrange.plan, { orderId, vehicleId, upgrade: true, swap }, owner())
}
const candidates = async (orderId: string, returnAt?: number) =>
  (await t.call(contract.arrange.available, { orderId, upgrade: true, returnAt }, owner())).list

it.each([30, 61, 300, 3000])('%i minutes late asks until when, and holds the other until then', async (minutes) => {
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(trip.returnAt + minutes * 60_000)
  const until = t.clock.now() + 6 * HOUR
  expect(await swapUntil(orderId, car(1).id)).toMatchObject({
    errorCode: -2,
    message: '参数错误：订单已超时，请填写预计还车时间',
    data: { field: 'swap.dueAt' },
  })
  expect(await swapUntil(orderId, car(1).id, t.clock.now())).toMatchObject({
    errorCode: -2,
    message: '参数错误：预计还车时间须晚于现在',
  })
  expect(await swapUntil(orderId, car(1).id, until)).toMatchObject({ success: true })
  expect(await held(orderId)).toMatchObject({
    vehicleId: car(1).id,
    onRent: true,
    fromAt: new Date(t.clock.now()),
    toAt: new Date(until + HOUR),
  })
  // What was agreed stays, and what is late is still charged.
  expect((await orderRow(orderId)).returnAt).toEqual(new Date(trip.returnAt))
  const late = await t.root.query('select to_at, active from occupancy where ref_id = $1 and not active', [orderId])
  expect(late.rows).toEqual([{ toAt: new Date(t.clock.now()), active: false }])
  await runDue(t, 'overdueRoll')
  expect((await held(orderId)).toAt).toEqual(new Date(until + HOUR))
  const { preview } = await bringBack(t, w, orderId, { at: until, mileageKm: 10_100 })
  expect(preview.lateMinutes).toBe((until - trip.returnAt) / 60_000)
})

it('can be had with every car that is offered, and with no other', async () => {
  const { orderId } = await handOut(t, w, { trip })
  const out = await handOut(t, w, { trip, form: { vehicleId: car(1).id } })
  const pinned = await bookArranged(t, w, {
    trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') },
    form: { vehicleId: car(2).id },
  })
  const soon = await book(t, w, { trip: { pickupAt: at('11-26T12:00'), returnAt: at('11-27T12:00') } })
  await placeUnpinned(t, soon.orderId, car(3).id)
  t.clock.set(trip.returnAt + 5 * HOUR)
  const list = await candidates(orderId, dueAt)
  expect(list.map((one) => one.vehicleId)).not.toContain(car(0).id)
  const offered = list.filter((one) => one.group !== 'conflict')
  expect(offered.length).toBeGreaterThan(5)
  for (const one of list) {
    const answer = await swapUntil(orderId, one.vehicleId, dueAt)
    const errorCode = one.group !== 'conflict' ? 0 : one.vehicleId === car(1).id ? 5004 : 3104
    expect({ plate: one.plate, errorCode: answer.errorCode }).toEqual({ plate: one.plate, errorCode })
    // The one after is swapped for this one, once the one before it has been cleaned.
    if (answer.success) t.clock.set(t.clock.now() + 61 * 60_000)
  }
  expect((await orderRow(out.orderId)).vehicleId).toBe(car(1).id)
  expect((await orderRow(pinned.orderId)).vehicleId).toBe(car(2).id)
})
