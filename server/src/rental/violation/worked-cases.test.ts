import { contract } from '@cheyi/contract/index'
import { pickupType } from '@cheyi/domain/booking/order/codes'
import { plateKind } from '@cheyi/domain/fleet/inventory/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import {
  bookArranged,
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
  swapOf,
} from '../../testing/world/handover.ts'
import { car, clerk, fleet, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { put } from '../../testing/world/own-fleet.ts'
import {
  violationFacts as facts,
  violationShown as shown,
  violationStep as step,
} from '../../testing/world/violations.ts'

/*
 * The worked cases of who held a car at a minute, by cars that really went out and came back. The numbers are those of the table in
 * the design; the pure function's own stand in domain/violation/match.test.ts.
 */

ownMerchant({ cars: 3, other: true, now: at('12-01T10:00') })

const { violation, ticket, inventory } = contract

async function go(time: string) {
  t.clock.set(at(time))
}
const made = (occurAt: number, plate = car(0).plate) =>
  t.call(violation.create, { plate, occurAt, ...facts, actCode: String(occurAt % 10_000_019) }, owner())

/** Whom a violation of that minute is of, said as the table says it. */
async function who(time: string | number, plate = car(0).plate) {
  return whose((await made(typeof time === 'number' ? time : at(time), plate)).violationId)
}
async function whose(violationId: string) {
  const { status, matchType: by, orderId, driverName, holder } = await shown(violationId)
  if (status !== violationStatus.unmatched)
    return by === matchType.automatic ? orderId : by === matchType.staff ? `员工 ${driverName}` : '商家'
  const candidates = holder?.by === 'nobody' ? holder.candidates : []
  return candidates.map((one) => [one.orderId, one.minutes, one.side])
}

/** Out at a minute that need not be the agreed one. */
async function outAt(time: string, trip: { pickupAt: number; returnAt: number; returnStoreId?: string }) {
  const { orderId, total } = await bookArranged(t, w, { trip, form: { vehicleId: undefined as never } })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  await go(time)
  await t.call(contract.arrange.plan, { orderId, vehicleId: car(0).id, pinned: true }, owner())
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  return orderId
}
/** Back, its clock where it was: kilometres are nothing here. */
const back = async (orderId: string, time: string, now = time) => {
  await go(now)
  await bringBack(t, w, orderId, { at: at(time), now: at(now), mileageKm: 10_000 })
}
const outFor = async (pickup: string, end: string) =>
  (await handOut(t, w, { trip: { pickupAt: at(pickup), returnAt: at(end) } })).orderId

it('1 to 5, 7 and 10: two customers half an hour apart, a swap, and a return to the other store', async () => {
  const A = await outFor('12-01T10:00', '12-03T10:00')
  await back(A, '12-03T10:05')
  const B = await outAt('12-03T10:40', { pickupAt: at('12-03T12:00'), returnAt: at('12-05T07:00') })
  expect(await who('12-02T08:00')).toBe(A)
  expect(await who(at('12-03T10:04') + 59_000)).toBe(A)
  const gap = [
    [A, 0, 'before'],
    [B, 35, 'after'],
  ]
  expect(await who('12-03T10:05')).toEqual(gap)
  expect(await who('12-03T10:20')).toEqual([
    [A, 15, 'before'],
    [B, 20, 'after'],
  ])
  expect(await who('12-03T10:40')).toBe(B)

  await go('12-04T15:00')
  const swap = await swapOf(t, w, { old: 10_000, new: 10_000 })
  await t.call(contract.arrange.plan, { orderId: B, vehicleId: car(1).id, swap }, owner())
  expect(await who('12-04T14:59')).toBe(B)
  expect(await who('12-04T15:00')).toEqual([[B, 0, 'before']])
  expect(await who('12-04T15:00', car(1).plate)).toBe(B)

  const oneWay = { pickupAt: at('12-05T09:00'), returnAt: at('12-06T09:00'), returnStoreId: w.stores.pudong }
  const C = await outAt('12-05T09:00', oneWay)
  await back(C, '12-06T09:00')
  expect(await who('12-05T20:00')).toBe(C)
  expect(await who('12-06T09:00')).toEqual([[C, 0, 'before']])
  const { rows } = await t.root.query('select current_store_id as at from vehicle where id = $1', [car(0).id])
  expect(rows[0].at).toBe(w.stores.pudong)
})

it('6: in the minute in which one gives it back and the next drives off, it is the next one’s', async () => {
  const D = await outFor('12-09T10:00', '12-10T10:00')
  await back(D, '12-10T10:05')
  const E = await outAt('12-10T10:05', { pickupAt: at('12-10T12:00'), returnAt: at('12-11T12:00') })
  expect(await who('12-10T10:04')).toBe(D)
  expect(await who('12-10T10:05')).toBe(E)
})

it('8 and 9: longer by a renewal, or by being late, it is still theirs', async () => {
  const F = await outFor('12-12T10:00', '12-14T10:00')
  await go('12-13T10:00')
  const early = await made(at('12-12T18:00'))
  const { quoteId } = await t.call(contract.renewal.price, { orderId: F, newReturnAt: at('12-18T10:00') }, owner())
  await t.call(contract.renewal.create, { orderId: F, quoteId }, owner())
  await go('12-17T10:00')
  expect(await who('12-16T12:00')).toBe(F)
  expect(await whose(early.violationId)).toBe(F)
  expect((await shown(early.violationId)).version).toBe(early.version)
  await back(F, '12-18T10:00')

  const G = await outFor('12-19T10:00', '12-20T10:00')
  await go('12-21T09:30')
  const late = await made(at('12-21T09:00'))
  expect(await whose(late.violationId)).toBe(G)
  await back(G, '12-21T18:00')
  expect(await whose(late.violationId)).toBe(G)
  expect(await who('12-21T09:01')).toBe(G)
})

it('11: more than two hours away nobody is proposed; by hand a day is near enough, and not a minute more', async () => {
  const A = await outFor('12-02T10:00', '12-03T10:00')
  await back(A, '12-03T10:05')
  await go('12-05T10:00')
  const [far, farther] = [await made(at('12-04T10:05')), await made(at('12-04T10:06'))]
  for (const { violationId } of [far, farther]) expect(await whose(violationId)).toEqual([])
  expect(await step('match', far.violationId, { orderId: A })).toMatchObject({ success: true })
  expect(await step('match', farther.violationId, { orderId: A })).toMatchObject({ errorCode: 8003 })
  expect((await made(at('12-03T12:06'))).status).toBe(violationStatus.unmatched)
})

it('12 and 14: on its way to another store it is its driver’s, in the garage the merchant’s, planned nobody’s', async () => {
  const [driver] = await t.call(violation.people, {}, owner())
  const photoIds = () => uploadPhotos(t, 'ticket', 4, w.tokens.owner)
  const version = async (ticketId: string) =>
    (await t.root.query('select version from ticket where id = $1', [ticketId])).rows[0].version
  const act = async (kind: 'relocationHandle' | 'maintenanceHandle', ticketId: string, action: string, more = {}) =>
    t.call(ticket[kind], { ticketId, version: await version(ticketId), action, ...more } as never, owner())
  const reading = async (odometerKm: number) => ({ odometerKm, fuelPct: 60, photoIds: await photoIds() })

  const plan = { planStart: at('12-07T09:20'), planEnd: at('12-07T10:30'), assigneeId: driver!.accountId }
  const move = { vehicleId: car(0).id, toStoreId: w.stores.pudong, reason: 1, ...plan }
  const moved = await t.call(ticket.relocationCreate, move as never, owner())
  await go('12-07T09:20')
  await act('relocationHandle', moved.ticketId, 'depart', await reading(20_000))
  await go('12-07T10:30')
  await act('relocationHandle', moved.ticketId, 'arrive', await reading(20_030))
  expect(await who('12-07T10:00')).toBe(`员工 ${driver!.name}`)
  expect(await who('12-07T10:30')).toEqual([])

  const repair = { vehicleId: car(0).id, type: 1, items: '更换机油机滤' }
  const garage = { planStart: at('12-09T09:00'), planEnd: at('12-09T17:00') }
  const { ticketId } = await t.call(ticket.maintenanceCreate, { ...repair, ...garage } as never, owner())
  await go('12-09T09:00')
  await act('maintenanceHandle', ticketId, 'send', { odometerKm: 20_040, photoIds: await photoIds() })
  await go('12-09T17:00')
  await act('maintenanceHandle', ticketId, 'finish')
  await act('maintenanceHandle', ticketId, 'accept', { odometerKm: 20_050, photoIds: await photoIds() })
  expect(await who('12-09T12:00')).toBe('商家')
  expect(await who('12-09T17:00')).toEqual([])
  const later = { planStart: at('12-10T09:00'), planEnd: at('12-10T17:00') }
  await t.call(ticket.maintenanceCreate, { ...repair, ...later } as never, owner())
  await go('12-10T13:00')
  expect(await who('12-10T12:00')).toEqual([])
})

it('13: a car that is being brought to its customer is the driver’s who brings it', async () => {
  const trip = { pickupAt: at('12-08T10:00'), returnAt: at('12-10T10:00') }
  const { orderId, total } = await bookArranged(t, w, { trip })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  await t.root.query(`update "order" set pickup_type = $2, pickup_address = '延安西路100号' where id = $1`, [
    orderId,
    pickupType.delivery,
  ])
  const [driver] = await t.call(contract.driver.box, {}, owner())
  await t.call(contract.driver.arrange, { orderId, type: 0, accountId: driver!.id }, owner())
  await go('12-08T08:30')
  const draft = { orderId, draft: true, mileageKm: 10_000, fuelEighths: 8 }
  const { record } = await t.call(contract.pickupReturn.pickUp, draft, clerk())
  await go('12-08T09:20')
  const before = await made(at('12-08T09:15'))
  expect(await whose(before.violationId)).toBe(`员工 ${driver!.name}`)
  await go('12-08T10:00')
  await prepare(t, w, orderId, { version: record.version })
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  expect(await whose(before.violationId)).toBe(`员工 ${driver!.name}`)
  expect(await who('12-08T09:16')).toBe(`员工 ${driver!.name}`)
  expect(await who('12-08T10:00')).toBe(orderId)
  expect(await who('12-08T08:29')).toEqual([[orderId, 91, 'after']])
})

it('15: of two who are as near, neither is taken by itself', async () => {
  const H = await outFor('12-21T10:00', '12-22T10:00')
  await back(H, '12-22T10:00')
  const I = await outAt('12-22T11:00', { pickupAt: at('12-22T12:00'), returnAt: at('12-23T12:00') })
  expect(await who('12-22T10:30')).toEqual([
    [H, 30, 'before'],
    [I, 30, 'after'],
  ])
})

it('16 and 19: a pickup that is undone, and a return that is dated back, leave it to nobody in their transaction', async () => {
  const undo = (orderId: string, action: 'undoPickup' | 'undoReturn') =>
    t.call(contract.order.updateStatus, { orderId, action, reason: '误操作' }, owner())
  const gone = await outFor('12-01T10:00', '12-03T10:00')
  await go('12-01T10:20')
  const { violationId: first } = await made(at('12-01T10:10'))
  expect(await whose(first)).toBe(gone)
  await undo(gone, 'undoPickup')
  expect(await whose(first)).toEqual([])
  await prepare(t, w, gone)
  await confirmed(sendConfirm(t, w, { orderId: gone, type: handoverType.pickup }))

  await back(gone, '12-03T10:05')
  const { violationId } = await made(at('12-03T09:55'))
  expect(await whose(violationId)).toBe(gone)
  await undo(gone, 'undoReturn')
  expect(await whose(violationId)).toBe(gone)
  await back(gone, '12-03T09:50', '12-03T10:06')
  expect(await whose(violationId)).toEqual([[gone, 5, 'before']])
  const B = await outAt('12-03T10:40', { pickupAt: at('12-03T12:00'), returnAt: at('12-04T12:00') })
  expect(await whose(violationId)).toEqual([
    [gone, 5, 'before'],
    [B, 45, 'after'],
  ])
})

it('17 and 18: a plate is the car’s that carried it then, one that was sold or got its final plate since too', async () => {
  const to = (vehicleId: string, lifecycle: number) =>
    t.call(inventory.setLifecycle, { vehicleId, lifecycle } as never, fleet())
  const [sold, plate] = [car(0).id, car(0).plate]
  const A = await outFor('12-01T10:00', '12-02T10:00')
  await back(A, '12-02T10:00')
  await go('12-03T10:00')
  for (const lifecycle of [2, 3]) await to(sold, lifecycle)
  await go('12-05T10:00')
  const fresh = (await put({ plate })).vehicleId
  await to(fresh, 1)
  await go('12-06T10:00')
  const then = await made(at('12-01T12:00'), plate)
  expect(await shown(then.violationId)).toMatchObject({ vehicleId: sold, orderId: A })
  const now = await made(at('12-05T12:00'), plate)
  expect(await shown(now.violationId)).toMatchObject({ vehicleId: fresh, orderId: null })
  const between = await made(at('12-04T12:00'), plate)
  expect(await shown(between.violationId)).toMatchObject({ vehicleId: null, status: violationStatus.unmatched })

  const first = (
    await put({
      plate: '沪A临1234',
      plateKind: plateKind.temporary,
      plateExpireOn: '2026-12-20',
      vin: 'LSVAB000000000888',
    })
  ).vehicleId
  await to(first, 1)
  const { version } = await t.call(inventory.detail, { vehicleId: first }, owner())
  await put({
    vehicleId: first,
    version,
    plate: '沪AD77777',
    plateKind: plateKind.smallNewEnergy,
    vin: 'LSVAB000000000888',
  })
  const november = await made(at('11-20T10:00'), '沪A临1234')
  expect(await shown(november.violationId)).toMatchObject({ vehicleId: first })
})

it('20: another merchant’s order on a car of the same plate is none', async () => {
  const mine = await outFor('12-01T10:00', '12-03T10:00')
  const theirs = await handOut(t, other, { trip: { pickupAt: at('12-01T10:00'), returnAt: at('12-03T10:00') } })
  const { rows } = await t.root.query(
    'select v.plate from vehicle v join "order" o on o.vehicle_id = v.id where o.id = $1',
    [theirs.orderId],
  )
  expect(rows[0].plate).toBe(car(0).plate)
  await go('12-02T10:00')
  const at12 = { plate: car(0).plate, occurAt: at('12-01T12:00'), ...facts }
  const [one, two] = await Promise.all([
    t.call(violation.create, at12, owner()),
    t.call(violation.create, at12, { token: other.tokens.owner }),
  ])
  expect(await whose(one.violationId)).toBe(mine)
  const seen = await t.call(violation.detail, { violationId: two.violationId }, { token: other.tokens.owner })
  expect(seen.orderId).toBe(theirs.orderId)
  expect(await t.send(violation.detail, { violationId: two.violationId }, owner())).toMatchObject({ errorCode: -4 })
})

it('seconds are none: a minute is asked about as a whole', async () => {
  const A = await outFor('12-01T10:00', '12-03T10:00')
  await go('12-01T10:30')
  expect((await shown((await made(at('12-01T10:10') + 59_999)).violationId)).occurAt).toBe(at('12-01T10:10'))
  expect(await who(at('12-01T10:00') - MINUTE)).toEqual([[A, 1, 'after']])
  expect(await who(at('12-01T10:00') - 2 * HOUR - MINUTE)).toEqual([])
})
