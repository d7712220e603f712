import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { rounds } from '../../testing/rounds.ts'
import { book } from '../../testing/world/bookings.ts'
import { handOut, saveRecord, sendConfirm, signPaper, swapOf } from '../../testing/world/handover.ts'
import { orderRow, owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

/*
 * A car is taken from an order while somebody cancels, accepts or pays that very order: whoever was told yes stays right.
 * RACE_ROUNDS=500 runs the long proof.
 */
const ROUNDS = rounds('RACE_ROUNDS', 6, 100)

worldsOfTests({ poolSize: 8 })

/** What somebody does with an order that has a car in prospect, and what stands afterwards when they were told yes. */
interface Act {
  /** Booked so that the act is possible. */
  readonly form: object
  readonly act: (booked: { orderId: string; total: number }) => Promise<Envelope>
  readonly stands: readonly number[]
}

const acts: Readonly<Record<string, Act>> = {
  cancel: {
    form: {},
    act: ({ orderId }) =>
      t.send(
        contract.order.cancel,
        {
          orderId,
          reason: cancelReason.tripOff,
          responsibility: responsibility.merchant,
          expectPenalty: 0,
          note: '改期',
        },
        owner(),
      ),
    stands: [orderStatus.cancelling, orderStatus.cancelled],
  },
  accept: {
    form: { autoConfirm: false },
    act: ({ orderId }) => t.send(contract.order.updateStatus, { orderId, status: orderStatus.confirmed }, owner()),
    stands: [orderStatus.confirmed],
  },
  pay: {
    form: { payMode: payMode.onlineIn },
    act: ({ orderId, total }) =>
      t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }, owner()),
    stands: [orderStatus.confirmed],
  },
}

/** Cheap questions, so that the two begin at another distance in each round. */
const wait = async (turns: number) => {
  for (let i = 0; i < turns; i++) await t.root.query('select 1')
}

/** Both at once, the one or the other a little later. */
async function race(round: number, one: () => Promise<Envelope>, other: () => Promise<Envelope>) {
  const distance = (round * 7) % 24
  const answers = await Promise.all([
    wait(Math.max(0, distance - 12)).then(one),
    wait(Math.max(0, 12 - distance)).then(other),
  ])
  for (const { success, errorCode, message } of answers)
    expect({ success, errorCode, message }).toMatchObject({ success: true })
  return answers
}

/** Nobody is told yes and finds no; who stands has one place in the stock, and it says the same as the order. */
async function judge(orderId: string, stands: readonly number[]): Promise<void> {
  const row = await orderRow(orderId)
  expect(stands).toContain(row.status)
  const { rows } = await t.root.query('select vehicle_id from occupancy where ref_id = $1 and kind = 0 and active', [
    orderId,
  ])
  if (isCancelled(row.status)) {
    expect(rows).toEqual([])
    expect(row.vehicleId).toBeNull()
    return
  }
  expect(rows).toEqual([{ vehicleId: row.vehicleId }])
  const open = await t.root.query(
    `select 1 from task where order_id = $1 and kind = 'planConflict' and done_at is null`,
    [orderId],
  )
  expect(open.rowCount).toBe(row.vehicleId === null ? 1 : 0)
}

/** The order gives way to the next round. */
async function drop(orderId: string): Promise<void> {
  if (!isCancelled((await orderRow(orderId)).status))
    expect(await acts.cancel!.act({ orderId, total: 0 })).toMatchObject({ success: true })
}

async function judgeAll(): Promise<void> {
  const clashes = await t.root.query(
    `select 1 from occupancy a join occupancy b on a.vehicle_id = b.vehicle_id and a.id < b.id and a.period && b.period
      where a.active and b.active and a.kind = 0 and b.kind = 0`,
  )
  expect(clashes.rowCount).toBe(0)
  // Two transactions that wait for each other cost a second and a repetition.
  const { rows } = await t.root.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: 0 }])
}

describe.each(Object.entries(acts))('%s', (_, { form, act, stands }) => {
  it('holds beside a vehicle that goes off the shelf', { timeout: 600_000 }, async () => {
    await world(2)
    const shelf = (vehicleId: string, to: number) =>
      t.send(contract.inventory.setLifecycle, { vehicleId, lifecycle: to }, { token: w.tokens.fleet })
    for (let round = 0; round < ROUNDS; round++) {
      const booked = await book(t, w, { form })
      const { vehicleId } = await orderRow(booked.orderId)
      await race(
        round,
        () => act(booked),
        () => shelf(vehicleId, lifecycle.off),
      )
      await judge(booked.orderId, stands)
      await drop(booked.orderId)
      expect(await shelf(vehicleId, lifecycle.inService)).toMatchObject({ success: true })
    }
    await judgeAll()
  })

  it('holds beside a swap that needs its car', { timeout: 600_000 }, async () => {
    await world(3)
    const trip = { pickupAt: at('11-21T10:00'), returnAt: at('11-21T10:00') + 60 * DAY }
    const out = await handOut(t, w, { trip })
    for (let round = 0; round < ROUNDS; round++) {
      // The car that was swapped away is cleaned by then.
      t.clock.set(trip.pickupAt + (round + 1) * 2 * HOUR)
      const booked = await book(t, w, {
        trip: { pickupAt: trip.returnAt - 2 * DAY, returnAt: trip.returnAt - DAY },
        form,
      })
      const { vehicleId } = await orderRow(booked.orderId)
      const swap = await swapOf(t, w, { old: 10_000, new: 10_000 })
      await race(
        round,
        () => act(booked),
        () => t.send(contract.arrange.plan, { orderId: out.orderId, vehicleId, swap }, owner()),
      )
      await judge(booked.orderId, stands)
      await judge(out.orderId, [orderStatus.pickedUp])
      await drop(booked.orderId)
    }
    await judgeAll()
  })

  it('holds beside a one-way car that comes back where it began', { timeout: 1_200_000 }, async () => {
    await world(1)
    for (let round = 0; round < ROUNDS; round++) {
      const pickupAt = at('11-21T10:00') + 3 * round * DAY
      const returnAt = pickupAt + DAY
      t.clock.set(pickupAt - HOUR)
      const out = await handOut(t, w, { trip: { pickupAt, returnAt, returnStoreId: w.stores.pudong } })
      const booked = await book(t, w, {
        trip: { storeId: w.stores.pudong, pickupAt: returnAt + 3 * HOUR, returnAt: returnAt + 9 * HOUR },
        form,
      })
      t.clock.set(returnAt)
      const type = handoverType.return
      const { record } = await saveRecord(t, w, out.orderId, type, { returnStoreId: w.stores.hongqiao })
      await signPaper(t, w, out.orderId, type, record.recordId)
      const readings = { mileageKm: 10_000, fuelEighths: 8 }
      const { balance } = await t.call(
        contract.pickupReturn.settlement,
        { orderId: out.orderId, actualReturnAt: returnAt, ...readings },
        owner(),
      )
      await race(
        round,
        () => act(booked),
        () => sendConfirm(t, w, { orderId: out.orderId, type, expectAmount: balance }),
      )
      await judge(booked.orderId, stands)
      await drop(booked.orderId)
    }
    await judgeAll()
  })
})
