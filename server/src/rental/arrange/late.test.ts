import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { book, placeUnpinned } from '../../testing/world/bookings.ts'
import { bringBack, handOut, swapOf } from '../../testing/world/handover.ts'
import { car, orderRow, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * A car that is late with one customer, and those who wait for it.
 */

const arrange = (orderId: string, vehicleId: string, pinned = true) =>
  t.send(contract.arrange.plan, { orderId, vehicleId, pinned }, owner())
const booked = async (pickup: string, back: string, contactName: string) =>
  (await book(t, w, { trip: { pickupAt: at(pickup), returnAt: at(back) }, form: { contactName } })).orderId
const detail = (orderId: string) => t.call(contract.order.detail, { orderId }, owner())

let lateId: string
let nextId: string

/** At 14:25 of the 24th 陈泽宇 is 4 h 25 min late with car 0, on which 谢春梅 is arranged for 15:00. */
beforeEach(async () => {
  await world(2)
  const late = await handOut(t, w, {
    trip: { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') },
    form: { contactName: '陈泽宇' },
  })
  lateId = late.orderId
  nextId = await booked('11-24T15:00', '11-25T10:00', '谢春梅')
  expect(await arrange(nextId, car(0).id)).toMatchObject({ success: true })
  t.clock.set(at('11-24T14:25'))
})

const late = () => ({ orderId: lateId, contactName: '陈泽宇', returnAt: at('11-24T10:00') })

describe('whoever waits for a car that is late', () => {
  it('is told by its page, with another car as the thing to do', async () => {
    const { carOut, nextStep, actions } = await detail(nextId)
    expect(carOut).toEqual(late())
    expect(nextStep).toBe('上一单还没还车，请改派或联系客户')
    expect(actions[0]).toMatchObject({ code: 'arrange', label: '改派', primary: true, enabled: true })
  })

  it('is told by the list and by home, where the button gives another car', async () => {
    const { list } = await t.call(contract.order.list, { status: [4] }, owner())
    expect(list.find(({ orderId }) => orderId === nextId)).toMatchObject({ carOut: late() })
    const { todos } = await t.call(contract.overview.home, {}, owner())
    expect(todos.find(({ orderId }) => orderId === nextId)).toMatchObject({
      carOut: late(),
      action: 'arrange',
      actionLabel: '改派',
    })
  })

  it('is told nothing any more once the car is back, nor while its pickup is days away', async () => {
    const far = await booked('11-27T10:00', '11-28T10:00', '何婷婷')
    expect(await arrange(far, car(0).id)).toMatchObject({ success: true })
    expect((await detail(far)).carOut).toBeNull()
    await bringBack(t, w, lateId, { at: at('11-24T14:30') })
    const { carOut, actions } = await detail(nextId)
    expect(carOut).toBeNull()
    expect(actions[0]).toMatchObject({ code: 'pickUp', primary: true })
  })

  it('is told nothing within the minutes of grace', async () => {
    t.clock.set(at('11-24T10:00') + 10 * MINUTE)
    expect((await detail(nextId)).carOut).toBeNull()
  })
})

describe('another car', () => {
  const candidates = async (orderId: string) =>
    (await t.call(contract.arrange.available, { orderId }, owner())).list.map(({ plate, group, why, moves }) => ({
      plate,
      group,
      why,
      moves: moves.map(({ contactName, from, to }) => `${contactName} ${from} → ${to}`),
    }))

  it('is never the one that is late, for the order itself', async () => {
    expect(await candidates(nextId)).toMatchObject([
      { plate: car(1).plate, group: 'recommended', why: null, moves: [] },
      { plate: car(0).plate, group: 'conflict', why: '上一单超时未还' },
    ])
    expect(await arrange(nextId, car(0).id)).toMatchObject({ success: false, errorCode: 3104 })
  })

  it('is not freed by sending somebody else to the late one', async () => {
    const other = await booked('11-24T20:00', '11-26T10:00', '何婷婷')
    await placeUnpinned(t, other, car(1).id)
    // 何婷婷 could only go to the car that is late.
    expect((await candidates(nextId)).map(({ group }) => group)).toEqual(['conflict', 'conflict'])
    expect(await arrange(nextId, car(1).id)).toMatchObject({ success: false })
    expect((await orderRow(other)).vehicleId).toBe(car(1).id)
    expect((await t.call(contract.stock.repairs, { orderId: nextId }, owner())).repack).toBeNull()
  })

  it('names whom it would move before anybody is moved', async () => {
    await world(3)
    const first = await booked('11-24T15:00', '11-26T10:00', '谢春梅')
    const second = await booked('11-24T18:00', '11-25T10:00', '何婷婷')
    await placeUnpinned(t, first, car(2).id)
    await placeUnpinned(t, second, car(0).id)
    t.clock.set(at('11-23T09:00'))
    const { list } = await t.call(contract.arrange.available, { orderId: first }, owner())
    expect(list.find(({ plate }) => plate === car(0).plate)!.moves).toMatchObject([
      {
        orderId: second,
        contactName: '何婷婷',
        pickupAt: at('11-24T18:00'),
        from: car(0).plate,
        to: expect.any(String),
      },
    ])
    expect((await orderRow(second)).vehicleId).toBe(car(0).id)
  })
})

it('an order says what it is on: of a swapped car its own model, and higher only where it is', async () => {
  const passat = w.vehicles.gl8[0]!
  const whole = await swapOf(t, w, { old: 10_050, new: 10_000 })
  await t.call(contract.arrange.plan, { orderId: nextId, vehicleId: car(1).id }, owner())
  t.clock.set(at('11-24T14:25') + HOUR)
  const done = await t.send(
    contract.arrange.plan,
    { orderId: lateId, vehicleId: passat.id, upgrade: true, swap: { ...whole, dueAt: at('11-24T20:00') } as never },
    owner(),
  )
  expect(done).toMatchObject({ success: true })
  const { vehicle, model } = await detail(lateId)
  expect(vehicle).toMatchObject({ modelId: w.models.gl8, higher: true, seats: expect.any(Number) })
  expect(vehicle!.modelName).not.toBe(model.name)
  const { list } = await t.call(contract.order.list, { status: [5] }, owner())
  expect(list.find(({ orderId }) => orderId === lateId)!.modelName).toBe(vehicle!.modelName)
})
