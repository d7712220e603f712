import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect, it } from 'vitest'
import { at } from './testing/at.ts'
import { listen, waitedFlights } from './testing/flights.ts'
import { book } from './testing/world/bookings.ts'
import {
  bookArranged,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
} from './testing/world/handover.ts'
import { car, owner, ownMerchant, t, w, world } from './testing/world/merchant.ts'
import { ask, out, send } from './testing/world/renewals.ts'

ownMerchant()

/*
 * How often the steps of an order wait for the database, on their usual way. A number that grows is a statement that is
 * waited for though nobody needs its answer, or asked alone though it could have travelled with another. The last one of each
 * asks what waits about the order now.
 */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const waits = async (step: () => Promise<{ readonly success?: boolean } | object>) =>
  waitedFlights(
    await listen(async () => {
      const answer = await step()
      expect(answer).not.toMatchObject({ success: false })
    }),
  )

it('accepts, refuses, arranges and cancels', async () => {
  await world(4)
  const waiting = async () => (await book(t, w, { trip, form: { autoConfirm: false } })).orderId
  const [orderId, other] = [await waiting(), await waiting()]
  const accept = await waits(() =>
    t.call(contract.order.updateStatus, { orderId, status: orderStatus.confirmed }, owner()),
  )
  const arrange = await waits(() => t.call(contract.arrange.plan, { orderId, vehicleId: car(2).id }, owner()))
  const unarrange = await waits(() => t.call(contract.arrange.plan, { orderId, vehicleId: null }, owner()))
  const cancel = await waits(() =>
    t.call(
      contract.order.cancel,
      { orderId, reason: cancelReason.tripOff, responsibility: responsibility.customer, expectPenalty: 0 },
      owner(),
    ),
  )
  const refuse = await waits(() =>
    t.call(contract.order.updateStatus, { orderId: other, status: 8, reason: '无车' }, owner()),
  )
  expect({ accept, arrange, unarrange, cancel, refuse }).toEqual({
    accept: 4,
    arrange: 5,
    unarrange: 5,
    cancel: 5,
    refuse: 5,
  })
})

// Of a handover one asks which violations of the car nobody has decided: they follow its time; of a return which renewal still waits.
it('hands a car out and takes it back', async () => {
  await world(4)
  const { orderId, total } = await bookArranged(t, w, { trip })
  const rent = await waits(() => payRent(t, w, orderId, total))
  const deposits = await waits(() => payDeposits(t, w, orderId))
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId)
  const pickup = await waits(() => sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  t.clock.set(trip.returnAt)
  const readings = { mileageKm: 10_100, fuelEighths: 8 }
  const { record } = await saveRecord(t, w, orderId, handoverType.return, { ...readings, at: trip.returnAt })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  const back = await waits(() =>
    sendConfirm(t, w, { orderId, type: handoverType.return, actualAt: trip.returnAt, expectAmount: 0 }),
  )
  expect({ rent, deposits, pickup, back }).toEqual({ rent: 5, deposits: 5, pickup: 5, back: 5 })
})

it('renews a rental', async () => {
  await world(4)
  const { orderId } = await out()
  const { quoteId } = await ask(orderId)
  expect(await waits(() => send(orderId, quoteId))).toBe(5)
})

it('makes a ticket of each kind, over an order that moves aside', async () => {
  await world(4)
  await book(t, w, { trip })
  const plan = { planStart: at('11-23T09:00'), planEnd: at('11-23T18:00') }
  const { ticket } = contract
  // Numbers are fetched by the block.
  const first = { vehicleId: car(3).id }
  await t.call(ticket.maintenanceCreate, { ...first, type: 1, items: '洗车' }, owner())
  await t.call(ticket.relocationCreate, { ...first, toStoreId: w.stores.pudong, reason: 1 }, owner())
  await t.call(ticket.yearlyCreate, first, owner())
  const repair = await waits(() =>
    t.call(ticket.maintenanceCreate, { vehicleId: car(0).id, type: 1, items: '更换机油', ...plan }, owner()),
  )
  const move = await waits(() =>
    t.call(ticket.relocationCreate, { vehicleId: car(1).id, toStoreId: w.stores.pudong, reason: 1, ...plan }, owner()),
  )
  const inspection = await waits(() => t.call(ticket.yearlyCreate, { vehicleId: car(2).id, ...plan }, owner()))
  expect({ repair, move, inspection }).toEqual({ repair: 6, move: 7, inspection: 7 })
})
