import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

const { ticket } = contract

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('a car that is not back when its ticket is to begin is told of once for each plan, and shown until it is back', async () => {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars: 2 })
  const owner = { token: w.tokens.owner }
  const pickupAt = at('11-21T10:00')
  const returnAt = pickupAt + DAY
  const { orderId } = await handOut(t, w, { trip: { pickupAt, returnAt } })
  const vehicleId = w.vehicles.lavida[0]!.id
  const facts = { type: 1, items: '更换机油', priority: 1 } as const
  const plan = { planStart: returnAt + 3 * HOUR, planEnd: returnAt + 9 * HOUR }
  const { ticketId } = await t.call(ticket.maintenanceCreate, { vehicleId, ...facts, ...plan }, owner)
  const awaits = async () => (await t.call(ticket.maintenanceDetail, { ticketId }, owner)).awaitsReturn
  const told = async () =>
    (
      await t.root.query(
        `select distinct ref, title, body from notification where ref like 'ticketAwaits/%' and merchant_id = $1`,
        [w.merchantId],
      )
    ).rows

  t.clock.set(returnAt - HOUR)
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toBeNull()
  t.clock.set(returnAt + 2 * HOUR)
  await runDue(t, 'overdueRoll')
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toMatchObject({ orderId, returnAt })
  expect((await t.call(ticket.hub, {}, owner)).open).toMatchObject([{ ticketId, awaitsReturn: { orderId } }])
  expect(await told()).toMatchObject([
    { title: expect.stringContaining('冲突'), body: expect.stringContaining('至今未还') },
  ])

  // Planned anew it stands in nobody's way, until the car is late for that too.
  const later = { planStart: returnAt + DAY, planEnd: returnAt + DAY + 6 * HOUR }
  expect(await t.send(ticket.maintenanceEdit, { ticketId, version: 1, ...facts, ...later }, owner)).toMatchObject({
    success: true,
  })
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toBeNull()
  t.clock.set(returnAt + DAY - HOUR)
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toMatchObject({ orderId })
  expect(await told()).toHaveLength(2)
  await bringBack(t, w, orderId, { at: returnAt + DAY - HOUR, confirm: { overrideReason: '客户已付' } })
  expect(await awaits()).toBeNull()
})

describe('a ticket that has not begun', () => {
  const facts = { type: 1, items: '更换机油', priority: 1 } as const
  const owner = () => ({ token: w.tokens.owner })
  const car = (index = 0) => w.vehicles.lavida[index]!.id
  const held = async (refId: string) =>
    (await t.root.query('select from_at, to_at from occupancy where ref_id = $1 and active', [refId])).rows[0]
  const shown = (ticketId: string) => t.call(ticket.maintenanceDetail, { ticketId }, owner())
  const conflicts = async () =>
    (
      await t.root.query(
        `select order_id from task where merchant_id = $1 and kind = 'planConflict' and done_at is null`,
        [w.merchantId],
      )
    ).rows
  const told = async (ref: string) =>
    (
      await t.root.query('select distinct ref, title, body from notification where merchant_id = $1 and ref like $2', [
        w.merchantId,
        `${ref}/%`,
      ])
    ).rows
  async function clock(now: number) {
    t.clock.set(now)
    // In either order, as two timers of the same minutes run.
    await runDue(t, 'overdueRoll')
    await runDue(t, 'ticket')
    await runDue(t, 'overdueRoll')
  }

  /** The first of some cars is out for a day, and is to be looked after three hours after it is back. */
  async function out(cars: number) {
    t.clock.set(at('11-20T10:00'))
    w = await makeWorld(t, { cars })
    const pickupAt = at('11-21T10:00')
    const returnAt = pickupAt + DAY
    const { orderId } = await handOut(t, w, { trip: { pickupAt, returnAt } })
    const plan = { planStart: returnAt + 3 * HOUR, planEnd: returnAt + 9 * HOUR }
    const { ticketId } = await t.call(ticket.maintenanceCreate, { vehicleId: car(), ...facts, ...plan }, owner())
    return { orderId, returnAt, ticketId, plan }
  }

  it('gives way to a customer who is so late that it cannot begin: its plan moves, and the order keeps the car', async () => {
    const { orderId, returnAt, ticketId, plan } = await out(2)
    await clock(returnAt + 2 * HOUR)
    expect(await shown(ticketId)).toMatchObject(plan)
    expect(await conflicts()).toMatchObject([{ orderId }])
    await clock(returnAt + 2 * HOUR + 15 * MINUTE)
    const moved = await shown(ticketId)
    // As late again as it is by now beyond its grace.
    expect(moved).toMatchObject({
      planStart: returnAt + 4 * HOUR,
      planEnd: returnAt + 10 * HOUR,
      awaitsReturn: null,
      log: [{ action: '计划顺延', byName: '系统', note: expect.stringContaining('未还车') }, { action: '创建工单' }],
    })
    expect(await held(ticketId)).toMatchObject({ fromAt: new Date(moved.planStart!), toAt: new Date(moved.planEnd!) })
    expect(await held(orderId)).toMatchObject({ toAt: new Date(returnAt + 3 * HOUR + 45 * MINUTE) })
    expect(await conflicts()).toEqual([])
    expect(await told('ticketGaveWay')).toMatchObject([
      { title: expect.stringContaining('维保顺延'), body: expect.stringContaining('顺延至') },
    ])

    // It goes on as long as the car is not there, in one line of its history, and begins when it is.
    await clock(returnAt + 8 * HOUR)
    const again = await shown(ticketId)
    expect(again.planStart).toBe(returnAt + 15.5 * HOUR)
    expect(again.log).toHaveLength(2)
    await bringBack(t, w, orderId, { at: returnAt + 8 * HOUR, confirm: { overrideReason: '客户已付' } })
    await clock(returnAt + 9 * HOUR)
    expect((await shown(ticketId)).planStart).toBe(again.planStart)
  })

  it('goes behind an order that has no other car, and moves one that has', async () => {
    const { returnAt, ticketId } = await out(2)
    const trip = { pickupAt: returnAt + 12 * HOUR, returnAt: returnAt + 20 * HOUR }
    const fixed = await book(t, w, { trip, form: { vehicleId: car() } })
    const free = await book(t, w, { trip: { pickupAt: returnAt + DAY, returnAt: returnAt + 2 * DAY } })
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [free.orderId, car()])
    await t.root.query('update "order" set vehicle_id = $2 where id = $1', [free.orderId, car()])
    await clock(returnAt + 4 * HOUR)
    // From 8 o'clock on it would reach into the first; it begins once that one's car is clean.
    const { planStart, planEnd } = await shown(ticketId)
    expect([planStart, planEnd]).toEqual([returnAt + 21 * HOUR, returnAt + 27 * HOUR])
    const { rows } = await t.root.query(
      'select id, vehicle_id from "order" where id = any ($1::bigint[]) order by id',
      [[fixed.orderId, free.orderId]],
    )
    expect(rows).toMatchObject([{ vehicleId: car() }, { vehicleId: car(1) }])
  })

  it('stays where others have the car for long, and is a conflict that is told once', async () => {
    const { returnAt, ticketId, plan } = await out(1)
    // The last car is promised, one day after the other.
    for (let day = 0; day < 12; day++) {
      const pickupAt = returnAt + 10 * HOUR + day * DAY
      await book(t, w, { trip: { pickupAt, returnAt: pickupAt + 21 * HOUR }, form: { vehicleId: car() } })
    }
    await clock(returnAt + 5 * HOUR)
    await clock(returnAt + 6 * HOUR)
    expect(await shown(ticketId)).toMatchObject({ ...plan, awaitsReturn: {} })
    expect(await told('ticketAwaits')).toHaveLength(1)
    expect(await told('ticketGaveWay')).toEqual([])
  })

  it('gives way to another ticket that is not over, which keeps the car meanwhile', async () => {
    t.clock.set(at('11-20T10:00'))
    w = await makeWorld(t, { cars: 2 })
    const [begin, end] = [at('11-20T11:00'), at('11-20T15:00')]
    const first = await t.call(
      ticket.maintenanceCreate,
      { vehicleId: car(), ...facts, planStart: begin, planEnd: end },
      owner(),
    )
    const next = { vehicleId: car(), toStoreId: w.stores.pudong, reason: 1 as const }
    const { ticketId } = await t.call(
      ticket.relocationCreate,
      { ...next, planStart: end + HOUR, planEnd: end + 3 * HOUR },
      owner(),
    )
    t.clock.set(begin)
    const read = { odometerKm: 20_000, photoIds: await uploadPhotos(t, 'ticket', 1, w.tokens.owner) }
    const sent = { ticketId: first.ticketId, version: 1, action: 'send' as const, ...read }
    expect(await t.send(ticket.maintenanceHandle, sent, owner())).toMatchObject({ success: true })

    await clock(end + 30 * MINUTE)
    expect(await held(first.ticketId)).toMatchObject({ toAt: new Date(end + HOUR) })
    await clock(end + 75 * MINUTE)
    expect(await held(ticketId)).toMatchObject({
      fromAt: new Date(end + 3.25 * HOUR),
      toAt: new Date(end + 5.25 * HOUR),
    })
    expect(await held(first.ticketId)).toMatchObject({ toAt: new Date(end + 3.25 * HOUR) })
    const { rows } = await t.root.query('select at from pool_delta where ref_id = $1 order by at', [ticketId])
    expect(rows).toEqual([{ at: new Date(end + 3.25 * HOUR) }, { at: new Date(end + 5.25 * HOUR) }])
    expect(await told('ticketGaveWay')).toMatchObject([{ body: expect.stringContaining(`${first.no} 未完成`) }])
  })

  it('is planned anew by a person in the minute in which it gives way: one of the two, and no fault', async () => {
    for (let round = 0; round < 6; round++) {
      const { returnAt, ticketId } = await out(2)
      t.clock.set(returnAt + 3 * HOUR)
      const chosen = { planStart: returnAt + 2 * DAY, planEnd: returnAt + 2 * DAY + 6 * HOUR }
      const [edited] = await Promise.all([
        t.send(ticket.maintenanceEdit, { ticketId, version: 1, ...facts, ...chosen }, owner()),
        runDue(t, 'ticket'),
      ])
      const { planStart } = await shown(ticketId)
      if (edited.success) expect(planStart).toBe(chosen.planStart)
      else expect({ ...edited, planStart }).toMatchObject({ errorCode: -5, planStart: returnAt + 5.5 * HOUR })
      expect(await held(ticketId)).toMatchObject({ fromAt: new Date(planStart!) })
    }
  })

  it('stands in nobody’s way once its plan is over: the car was with its customer all along', async () => {
    const { orderId, returnAt, ticketId, plan } = await out(2)
    // No timer ran meanwhile.
    t.clock.set(plan.planEnd + HOUR)
    await runDue(t, 'overdueRoll')
    expect(await held(orderId)).toMatchObject({ toAt: new Date(plan.planEnd + HOUR + 90 * MINUTE) })
    expect(await held(ticketId)).toBeUndefined()
    expect((await shown(ticketId)).planEnd).toBe(plan.planEnd)
    const at = plan.planEnd + 2 * HOUR
    await bringBack(t, w, orderId, { at, confirm: { overrideReason: '客户已付' } })
    expect(await held(orderId)).toMatchObject({ toAt: new Date(at + HOUR) })
    expect(returnAt).toBeLessThan(at)
  })

  it('that was to bring a car to another store is over with its plan: who waits for it there gets another', async () => {
    t.clock.set(at('11-20T10:00'))
    w = await makeWorld(t, { cars: 2 })
    const [planStart, planEnd] = [at('11-20T12:00'), at('11-20T16:00')]
    const move = { vehicleId: car(), toStoreId: w.stores.pudong, reason: 1 as const, planStart, planEnd }
    const { ticketId } = await t.call(ticket.relocationCreate, move, owner())
    const stay = { pickupAt: at('11-21T10:00'), returnAt: at('11-22T10:00') }
    const trip = { ...stay, storeId: w.stores.pudong, returnStoreId: w.stores.pudong }
    const { orderId } = await book(t, w, { trip })
    await clock(planEnd + 15 * MINUTE)
    expect(await conflicts()).toMatchObject([{ orderId }])
    const { rows } = await t.root.query('select from pool_delta where ref_id = $1', [ticketId])
    expect(rows).toEqual([])
    // It can still leave.
    const read = { odometerKm: 20_000, fuelPct: 60, photoIds: await uploadPhotos(t, 'ticket', 4, w.tokens.owner) }
    const depart = { ticketId, version: 1, action: 'depart' as const, planEnd: planEnd + 4 * HOUR, ...read }
    expect(await t.send(ticket.relocationHandle, depart, owner())).toMatchObject({ success: true })
    expect(await held(ticketId)).toMatchObject({ toAt: new Date(planEnd + 4 * HOUR) })
    expect(await conflicts()).toEqual([])
  })
})
