import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { rounds } from '../../testing/rounds.ts'
import { book, booksAgree, placeUnpinned, pricedSale } from '../../testing/world/bookings.ts'
import { car, orderRow, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'
import { ask, out, owed, send, trip } from '../../testing/world/renewals.ts'

ownMerchant()

afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

/** Cheap questions, so that two begin at another distance in each round. */
const wait = async (turns: number) => {
  for (let i = 0; i < turns; i++) await t.root.query('select 1')
}

describe('at once', () => {
  it('of two renewals of an order one is made', async () => {
    const { orderId } = await out()
    const quotes = [await ask(orderId), await ask(orderId)]
    const answers = await Promise.all(quotes.map(({ quoteId }) => send(orderId, quoteId)))
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 3005])
    expect(await owed(orderId)).toBe(48_000)
  })

  it('renewals and bookings of the last car: one has it each time, never both', async () => {
    await world(1)
    const { orderId } = await out()
    let end = trip.returnAt
    let renewed = 0
    // Each distance between the two once.
    const tried = rounds('RENEWAL_RACES', 24, 480)
    for (let round = 0; round < tried; round++) {
      const to = end + 2 * HOUR
      const stay = { pickupAt: end + HOUR, returnAt: end + 3 * HOUR }
      const longer = await ask(orderId, to)
      const sell = await pricedSale(t, w, stay, round)
      const distance = (round * 7) % 24
      const [mine, theirs] = await Promise.all([
        wait(Math.max(0, distance - 12)).then(() => send(orderId, longer.quoteId)),
        wait(Math.max(0, 12 - distance)).then(sell),
      ])
      const answers = [mine, theirs]
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      if (mine.success) {
        renewed++
        expect([3101, 3104]).toContain(theirs.errorCode)
        end = to
      } else {
        expect(mine.errorCode).toBe(3102)
        const orderOf = (theirs.data as { orderId: string }).orderId
        await t.call(
          contract.order.cancel,
          { orderId: orderOf, reason: 1, responsibility: 2, expectPenalty: 0 },
          owner(),
        )
      }
      const { rows } = await t.root.query(
        `select count(*)::int as doubled from occupancy a join occupancy b on b.vehicle_id = a.vehicle_id and b.id > a.id
           and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
          where a.active and b.active and a.merchant_id = $1 and b.merchant_id = $1`,
        [w.merchantId],
      )
      expect(rows[0].doubled).toBe(0)
    }
    expect(renewed).toBeGreaterThan(0)
    expect(renewed).toBeLessThan(tried)
  }, 600_000)

  /** Somebody is softly planned on the car that is out, after its end; another car is free then. */
  async function planned(pickupAt = at('11-26T10:00')) {
    await world(2)
    const { orderId } = await out()
    const next = await book(t, w, { trip: { pickupAt, returnAt: at('11-27T10:00') } })
    await placeUnpinned(t, next.orderId, car(0).id)
    return { orderId, nextId: next.orderId }
  }
  /** Nobody has a car that another has then, and whoever has none stands among the to-dos. */
  async function whole(orderId: string) {
    const { rows } = await t.root.query(
      `select (select count(*)::int from occupancy a join occupancy b on b.vehicle_id = a.vehicle_id and b.id > a.id
           and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
          where a.active and b.active and a.merchant_id = $1 and b.merchant_id = $1) as doubled,
         (select v.lifecycle from occupancy c join vehicle v on v.id = c.vehicle_id where c.ref_id = $2 and c.active) as lifecycle,
         (select count(*)::int from task where order_id = $2 and done_at is null) as tasks,
         (select o.vehicle_id is not distinct from c.vehicle_id from "order" o join occupancy c on c.ref_id = o.id and c.active
           where o.id = $2) as same`,
      [w.merchantId, orderId],
    )
    expect(rows[0]).toMatchObject({ doubled: 0, same: true })
    if (rows[0].lifecycle !== 1) expect(rows[0].tasks).toBe(1)
  }

  it('a renewal and the job that settles the car of whoever it would move: at that minute they keep it', async () => {
    const pickupAt = at('11-25T11:30')
    for (let round = 0; round < 4; round++) {
      const { orderId, nextId } = await planned(pickupAt)
      t.clock.set(pickupAt - 2 * HOUR - 60_000)
      const { quoteId, moved } = await ask(orderId)
      expect(moved).toMatchObject([{ orderId: nextId, to: car(1).plate }])
      t.clock.set(pickupAt - 2 * HOUR)
      const [answer] = await Promise.all([
        wait(round * 6).then(() => send(orderId, quoteId)),
        wait(9).then(() => runDue(t, 'autoArrange')),
      ])
      expect(answer).toMatchObject({ errorCode: 3102, data: { latestReturnAt: at('11-25T10:30') } })
      expect(await orderRow(nextId)).toMatchObject({ status: orderStatus.arranged, plate: car(0).plate })
      expect(await owed(orderId)).toBe(0)
      await whole(nextId)
      t.clock.set(TEST_NOW)
    }
  }, 120_000)

  it('a renewal and the other car leaving the shelf: nobody is moved onto it', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const { orderId, nextId } = await planned()
      const { quoteId } = await ask(orderId)
      const [answer, left] = await Promise.all([
        wait(round * 4).then(() => send(orderId, quoteId)),
        wait(10).then(() =>
          t.send(contract.inventory.setLifecycle, { vehicleId: car(1).id, lifecycle: lifecycle.off }, owner()),
        ),
      ])
      seen.add(`${answer.errorCode} ${left.errorCode}`)
      await whole(nextId)
      if (answer.success && left.success) {
        // It left after the order had been moved onto it: without a car it is told of, never on one that is off.
        const { rows } = await t.root.query(
          `select 1 from occupancy c join vehicle v on v.id = c.vehicle_id where c.ref_id = $1 and c.active and v.lifecycle <> 1`,
          [nextId],
        )
        expect(rows).toEqual([])
      } else expect([answer.errorCode, left.errorCode]).toContain(0)
      t.clock.set(TEST_NOW)
    }
    expect(seen.size).toBeGreaterThan(0)
  }, 120_000)
})
