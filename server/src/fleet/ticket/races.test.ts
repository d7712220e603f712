import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { exclusiveKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { relocationStatus } from '@cheyi/domain/fleet/ticket/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { rounds } from '../../testing/rounds.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import {
  bookArranged,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { orderRow, owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

/*
 * A ticket wants a car while somebody books it, picks it up, brings it back or lets go of it: one of the two has it, the other is told
 * so. RACE_ROUNDS=200 runs the long proof.
 */
const ROUNDS = rounds('RACE_ROUNDS', 5, 100)

const { ticket } = contract

worldsOfTests({ poolSize: 8 })

const car = (index = 0) => w.vehicles.lavida[index]!.id

/** From now on, for a day. */
const now = () => ({ planStart: t.clock.now(), planEnd: t.clock.now() + DAY })
const repair = (more: object = {}): Promise<Envelope> =>
  t.send(
    ticket.maintenanceCreate,
    { vehicleId: car(), type: 1, items: '更换机油', ...now(), ...more } as never,
    owner(),
  )
const moving = (more: object = {}): Promise<Envelope> => {
  const facts = { vehicleId: car(), toStoreId: w.stores.pudong, reason: 1, changeHome: true }
  return t.send(ticket.relocationCreate, { ...facts, ...now(), ...more } as never, owner())
}
const inspecting = (more: object = {}): Promise<Envelope> =>
  t.send(ticket.yearlyCreate, { vehicleId: car(), ...now(), ...more } as never, owner())
const cancel = (orderId: string) => {
  const why = { reason: cancelReason.tripOff, responsibility: responsibility.merchant, note: '改期' }
  return t.send(contract.order.cancel, { orderId, ...why, expectPenalty: 0 }, owner())
}

/** Cheap questions, so that the two begin at another distance in each round. */
const wait = async (turns: number) => {
  for (let i = 0; i < turns; i++) await t.root.query('select 1')
}

/** Both at once, the one or the other a little later. */
function race<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const distance = (round * 7) % 24
  return Promise.all([wait(Math.max(0, distance - 12)).then(one), wait(Math.max(0, 12 - distance)).then(other)])
}

const taken = async (ticketId: string) =>
  (await t.root.query('select vehicle_id, kind from occupancy where ref_id = $1 and active', [ticketId])).rows

/** Nobody is answered by a fault, and a car has one use at a time. */
const answered = (...answers: readonly Envelope[]) => {
  for (const { success, errorCode, message } of answers)
    if (!success) expect({ errorCode, message }).not.toMatchObject({ errorCode: -1 })
}

afterEach(async () => {
  const clashes = await t.root.query(
    `select a.ref_id, b.ref_id from occupancy a join occupancy b on a.vehicle_id = b.vehicle_id and a.id < b.id and a.period && b.period
      where a.active and b.active and a.kind in (${exclusiveKinds}) and b.kind in (${exclusiveKinds})`,
  )
  expect(clashes.rows).toEqual([])
  // Two transactions that wait for each other cost a second and a repetition.
  const { rows } = await t.root.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: 0 }])
})

/** An order on the first car whose customer stands at the counter: all is done but the last word. */
async function atTheCounter() {
  const trip = { pickupAt: t.clock.now() + HOUR, returnAt: t.clock.now() + 2 * DAY }
  const { orderId, total } = await bookArranged(t, w, { trip })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId)
  return { orderId, pickUp: () => sendConfirm(t, w, { orderId, type: handoverType.pickup }) }
}

describe('a ticket at once with', { timeout: 600_000 }, () => {
  it('the pickup of an order on its car: the customer or the garage has it', async () => {
    const won = { pickup: 0, ticket: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await world(1)
      const { orderId, pickUp } = await atTheCounter()
      const force = { confirm: true, force: true, forceReason: '刹车失灵' }
      const [out, made] = await race(round, pickUp, () => (round % 2 ? repair(force) : moving(force)))
      answered(out, made)
      const row = await orderRow(orderId)
      if (out.success) {
        won.pickup++
        expect(made).toMatchObject({ errorCode: 7001 })
        expect(row).toMatchObject({ status: orderStatus.pickedUp, vehicleId: car() })
      } else {
        won.ticket++
        expect(made).toMatchObject({ success: true, data: { harmed: [{ orderId }] } })
        expect(row).toMatchObject({ status: orderStatus.confirmed, vehicleId: null })
        expect(await taken((made.data as { ticketId: string }).ticketId)).toMatchObject([{ vehicleId: car() }])
      }
    }
    expect(won.pickup + won.ticket).toBe(ROUNDS)
  })

  it('the pickup of an order that has another car to go to: nobody leaves with the car of the ticket', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(2)
      const { orderId, pickUp } = await atTheCounter()
      const [out, made] = await race(round, pickUp, () => repair({ confirm: true }))
      answered(out, made)
      const { status, vehicleId } = await orderRow(orderId)
      if (made.success) expect(vehicleId).toBe(car(1))
      else expect({ made, status }).toMatchObject({ made: { errorCode: 7001 }, status: orderStatus.pickedUp })
      // What was read off and signed for the one car lets nobody leave with the other.
      expect([out.success, made.success].filter(Boolean)).toHaveLength(1)
    }
  })

  it('the cancel of the order on its car: both come to pass, in either order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(1)
      const trip = { pickupAt: t.clock.now() + 2 * HOUR, returnAt: t.clock.now() + DAY }
      const { orderId } = await book(t, w, { trip })
      const [off, made] = await race(
        round,
        () => cancel(orderId),
        () => repair({ confirm: true }),
      )
      expect(off).toMatchObject({ success: true })
      // It is the last car: without force the order keeps it, until it is cancelled.
      if (made.success) expect(await taken((made.data as { ticketId: string }).ticketId)).toHaveLength(1)
      else expect(made).toMatchObject({ errorCode: 7003 })
      expect(isCancelled((await orderRow(orderId)).status)).toBe(true)
      expect(await taken(orderId)).toEqual([])
    }
  })

  it('the cancel of an order that it moves or takes the car from: the order stays cancelled', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(1 + (round % 2))
      const trip = { pickupAt: t.clock.now() + 2 * HOUR, returnAt: t.clock.now() + DAY }
      const { orderId } = await book(t, w, { trip, form: { vehicleId: car() } })
      const force = { confirm: true, force: true, forceReason: '事故' }
      const [off, made] = await race(
        round,
        () => cancel(orderId),
        () => moving(force),
      )
      expect(off).toMatchObject({ success: true })
      expect(made).toMatchObject({ success: true })
      expect(await orderRow(orderId)).toMatchObject({ vehicleId: null })
      expect(isCancelled((await orderRow(orderId)).status)).toBe(true)
      expect(await taken(orderId)).toEqual([])
      const tasks = await t.root.query(
        `select 1 from task where order_id = $1 and kind = 'planConflict' and done_at is null`,
        [orderId],
      )
      expect(tasks.rowCount).toBe(0)
    }
  })

  it('the return of its car: it waits for it, or has it from now on', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(1)
      const pickupAt = t.clock.now() + HOUR
      const out = await handOut(t, w, { trip: { pickupAt, returnAt: pickupAt + DAY } })
      t.clock.set(pickupAt + DAY)
      const type = handoverType.return
      const { record } = await saveRecord(t, w, out.orderId, type)
      await signPaper(t, w, out.orderId, type, record.recordId)
      const [back, made] = await race(
        round,
        () => sendConfirm(t, w, { orderId: out.orderId, type }),
        () => (round % 2 ? repair() : inspecting()),
      )
      expect(back).toMatchObject({ success: true })
      if (made.success) expect(await taken((made.data as { ticketId: string }).ticketId)).toHaveLength(1)
      else expect(made).toMatchObject({ errorCode: 7001 })
      expect(await orderRow(out.orderId)).toMatchObject({ status: orderStatus.returned })
    }
  })

  it('a booking of the last car: never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(1)
      const trip = { pickupAt: t.clock.now() + 3 * HOUR, returnAt: t.clock.now() + DAY }
      const [made, booked] = await race(
        round,
        () => [repair, moving, inspecting][round % 3]!(),
        () =>
          book(t, w, { trip }).then(
            ({ orderId }) => orderId,
            () => null,
          ),
      )
      if (made.success) expect(booked).toBeNull()
      else {
        expect(made).toMatchObject({ errorCode: 7003 })
        expect(await orderRow(booked!)).toMatchObject({ vehicleId: car() })
      }
    }
  })

  it('tickets of the other kinds: one has the car, the others are told its number', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(2)
      const kinds = [repair, moving, inspecting]
      const answers = await Promise.all(
        kinds.map((make, i) => wait(((round + i) * 5) % 12).then(() => make({ confirm: true }))),
      )
      const won = answers.filter(({ success }) => success)
      expect(won).toHaveLength(1)
      const { no } = won[0]!.data as { no: string }
      for (const lost of answers.filter(({ success }) => !success))
        expect(lost).toMatchObject({ errorCode: 7002, message: expect.stringContaining(no) })
    }
  })

  it('a late customer whose time is moved on: the car is one’s', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(1)
      const pickupAt = t.clock.now() + HOUR
      const out = await handOut(t, w, { trip: { pickupAt, returnAt: pickupAt + DAY } })
      // Its turnaround is over, and it is not back.
      t.clock.set(pickupAt + DAY + 5 * HOUR)
      const [, made] = await race(
        round,
        () => runDue(t, 'overdueRoll'),
        () => repair(),
      )
      expect(made).toMatchObject({ errorCode: 7001 })
      expect(await orderRow(out.orderId)).toMatchObject({ status: orderStatus.pickedUp, vehicleId: car() })
    }
  })
})

describe('a move', { timeout: 600_000 }, () => {
  const planned = async () => {
    const { data } = await moving({ planStart: t.clock.now() + HOUR, planEnd: t.clock.now() + 4 * HOUR })
    return { ...(data as { ticketId: string }), planEnd: t.clock.now() + 4 * HOUR }
  }
  const reading = async (odometerKm: number) => ({
    odometerKm,
    fuelPct: 60,
    photoIds: await uploadPhotos(t, 'ticket', 4, w.tokens.owner),
  })
  async function act(ticketId: string, action: string, more: object = {}): Promise<Envelope> {
    const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
    return t.send(ticket.relocationHandle, { ticketId, version: rows[0].version, action, ...more } as never, owner())
  }
  const deltas = async (ticketId: string) =>
    (
      await t.root.query(
        `select at, delta, consumed from pool_delta where ref_type = 'relocation' and ref_id = $1 order by delta`,
        [ticketId],
      )
    ).rows

  it('departs in the minute in which its plan ends and its timer runs: it counts once, as it left', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(2)
      const { ticketId, planEnd } = await planned()
      t.clock.set(planEnd)
      const read = { ...(await reading(20_000)), planEnd: planEnd + 3 * HOUR }
      const [gone] = await race(
        round,
        () => act(ticketId, 'depart', read),
        () => runDue(t, 'ticket'),
      )
      expect(gone).toMatchObject({ success: true, data: { status: relocationStatus.onTheWay } })
      expect(await deltas(ticketId)).toMatchObject([
        { at: new Date(planEnd), delta: -1, consumed: false },
        { at: new Date(planEnd + 3 * HOUR), delta: 1, consumed: false },
      ])
    }
  })

  it('arrives late, or is said to take longer, while its timer runs: whoever did it stays right', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await world(2)
      const { ticketId, planEnd } = await planned()
      t.clock.set(planEnd - 2 * HOUR)
      expect(await act(ticketId, 'depart', await reading(20_000))).toMatchObject({ success: true })
      t.clock.set(planEnd + HOUR)
      const until = t.clock.now() + 5 * HOUR
      const late = round % 2 === 0
      const read = await reading(20_050)
      const [done] = await race(
        round,
        () => (late ? act(ticketId, 'arrive', read) : act(ticketId, 'extend', { planEnd: until, note: '堵车' })),
        () => runDue(t, 'ticket'),
      )
      expect(done).toMatchObject({ success: true })
      const there = (await deltas(ticketId)).find(({ delta }) => delta === 1)
      expect(there).toMatchObject(late ? { consumed: true } : { consumed: false, at: new Date(until) })
      const place = await t.root.query('select home_store_id from vehicle where id = $1', [car()])
      expect(place.rows).toEqual([{ homeStoreId: late ? w.stores.pudong : w.stores.hongqiao }])
    }
  })
})
