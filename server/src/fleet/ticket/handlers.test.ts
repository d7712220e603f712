import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { orderRow, owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

const { ticket, stock, inventory } = contract

worldsOfTests({ poolSize: 8 })

const car = (index = 0) => w.vehicles.lavida[index]!
const plan = { planStart: at('11-24T09:00'), planEnd: at('11-26T18:00') }
/** Over the plan. */
const stay = { pickupAt: at('11-25T10:00'), returnAt: at('11-27T10:00') }
const facts = { type: 1, items: '更换机油机滤' } as const
type Input = Parameters<typeof create>[0]
const create = (more: object = {}, token = w.tokens.owner): Promise<Envelope> =>
  t.send(ticket.maintenanceCreate, { vehicleId: car().id, ...facts, ...plan, ...more } as never, { token })
const made = async (more: Input = {}) => (await create(more)).data as { ticketId: string; no: string }
const shown = (ticketId: string, token = w.tokens.owner) => t.call(ticket.maintenanceDetail, { ticketId }, { token })
async function act(ticketId: string, action: string, more: object = {}, token = w.tokens.owner): Promise<Envelope> {
  const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
  return t.send(ticket.maintenanceHandle, { ticketId, version: rows[0].version, action, ...more } as never, { token })
}
const photos = (token = w.tokens.owner) => uploadPhotos(t, 'ticket', 1, token)
const send = async (ticketId: string, more: object = {}) =>
  act(ticketId, 'send', { odometerKm: 20_000, photoIds: await photos(), ...more })
const freeAt = async (from: number, to: number) => {
  const models = await t.call(stock.free, { storeId: w.stores.hongqiao, from, to }, owner())
  return models.find(({ modelId }) => modelId === w.models.lavida)!.free
}
const held = async (ticketId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and kind = 2 and active order by from_at', [ticketId]))
    .rows

describe('a ticket with a plan', () => {
  beforeEach(() => world(2))

  it('takes its car from the stock, and moves an order that has no claim to it', async () => {
    const { orderId } = await book(t, w, { trip: stay })
    const { vehicleId: chosen } = await orderRow(orderId)
    const preview = await t.call(ticket.preview, { kind: 2, vehicleId: chosen, ...plan }, owner())
    expect(preview).toMatchObject({ moved: [{ orderId }], pinned: [], harmed: [] })
    const { data } = await create({ vehicleId: chosen })
    expect(data).toMatchObject({ no: expect.stringMatching(/^WB/), moved: [{ orderId }] })
    expect((await orderRow(orderId)).vehicleId).not.toBe(chosen)
    expect(await freeAt(stay.pickupAt, stay.returnAt)).toBe(0)
    expect(await freeAt(at('11-26T18:00'), at('11-26T20:00'))).toBe(1)
    expect(await shown((data as { ticketId: string }).ticketId)).toMatchObject({
      status: maintenanceStatus.waiting,
      log: [{ action: '创建工单', note: '1个订单改派其他车' }],
    })
    const asked = { storeId: w.stores.hongqiao, modelId: w.models.lavida, from: '2026-11-24', days: 3 }
    const { vehicles } = await t.call(stock.timeline, asked, owner())
    const bars = vehicles.find(({ vehicleId }) => vehicleId === chosen)!.bars
    expect(bars).toMatchObject([{ kind: 2, from: plan.planStart, to: plan.planEnd, ticketId: expect.any(String) }])
  })

  it('is refused on a car that a customer has, until it is back and clean', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-20T10:00'), returnAt: at('11-25T10:00') } })
    const { vehicleId } = await orderRow(orderId)
    expect(await create({ vehicleId })).toMatchObject({
      errorCode: 7001,
      data: { field: 'vehicleId' },
      message: expect.stringMatching(/^车辆在租至.*25.*10:00，请选还车后的时间$/),
    })
    const cars = await t.call(ticket.vehicles, { vehicleId: vehicleId! }, owner())
    expect(cars[0]).toMatchObject({ vehicleId, rentedUntil: at('11-25T10:00') })
    expect(cars[1]).toMatchObject({ rentedUntil: null })
    // The chosen one stays whatever is searched for; the rented one comes after those that are free.
    const other = cars.at(-1)!
    const found = await t.call(ticket.vehicles, { keyword: other.plate, vehicleId: vehicleId! }, owner())
    expect(found.map((one) => one.vehicleId)).toEqual([vehicleId, other.vehicleId])
    const free = await t.call(ticket.vehicles, { by: 'free' }, owner())
    expect(free.at(-1)).toMatchObject({ vehicleId })
    expect(await create({ vehicleId, planStart: at('11-25T12:00') })).toMatchObject({ success: true })
  })

  it('is refused beside another ticket, by its number', async () => {
    const { no } = await made()
    expect(await create({ planStart: at('11-26T17:00'), planEnd: at('11-28T10:00') })).toMatchObject({
      errorCode: 7002,
      message: `该车辆存在未完结工单 ${no}`,
    })
    expect(await create({ planStart: plan.planEnd, planEnd: at('11-28T10:00') })).toMatchObject({ success: true })
  })

  it('names orders that were put on the car by hand, and moves them once that is confirmed', async () => {
    const { orderId } = await book(t, w, { trip: stay, form: { vehicleId: car().id } })
    expect(await create()).toMatchObject({ errorCode: 7003, data: { n: 1, pinned: [{ orderId }], harmed: [] } })
    expect(await create({ confirm: true })).toMatchObject({ success: true, data: { pinned: [{ orderId }] } })
    expect(await orderRow(orderId)).toMatchObject({ vehicleId: car(1).id, pinned: false })
  })

  it('takes the car from an order that has no other only by force, with a reason, and that is a conflict', async () => {
    await book(t, w, { trip: stay, form: { vehicleId: car(1).id } })
    const { orderId } = await book(t, w, { trip: stay, form: { vehicleId: car().id } })
    expect(await create({ confirm: true })).toMatchObject({ errorCode: 7003, data: { n: 1, harmed: [{ orderId }] } })
    const force = { confirm: true, force: true }
    expect(await create(force)).toMatchObject({ errorCode: -2, data: { field: 'forceReason' } })
    expect(await create({ ...force, forceReason: '事故' }, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    expect(await create({ ...force, forceReason: '刹车失灵' })).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, vehicleId: null, pinned: false })
    const { rows } = await t.root.query(`select kind, detail from task where order_id = $1 and done_at is null`, [
      orderId,
    ])
    expect(rows).toMatchObject([{ kind: 'planConflict', detail: { plate: car().plate } }])
  })

  it('without a plan takes nothing and stands in nobody’s way', async () => {
    const { ticketId } = await made({ planStart: undefined, planEnd: undefined })
    expect(await freeAt(stay.pickupAt, stay.returnAt)).toBe(2)
    expect(await held(ticketId)).toEqual([])
    expect(await create()).toMatchObject({ success: true })
  })

  it('keeps its car from being taken off or disposed of, with a plan and without', async () => {
    await made({ planStart: undefined, planEnd: undefined })
    const { version } = await t.call(inventory.detail, { vehicleId: car().id }, owner())
    const off = { vehicleId: car().id, version, lifecycle: 2 } as const
    expect(await t.send(inventory.setLifecycle, off, owner())).toMatchObject({ errorCode: 6014 })
  })

  it('moves an order whose customer is late onto a car that was at the garage until now', async () => {
    const { orderId } = await book(t, w, { trip: { pickupAt: at('11-21T10:00'), returnAt: at('11-24T10:00') } })
    const { vehicleId: chosen } = await orderRow(orderId)
    const other = w.vehicles.lavida.find(({ id }) => id !== chosen)!.id
    const { ticketId } = await made({ vehicleId: other, planStart: at('11-20T11:00'), planEnd: at('11-21T12:00') })
    t.clock.set(at('11-20T11:00'))
    await send(ticketId)
    t.clock.set(at('11-21T11:30'))
    await act(ticketId, 'finish')
    await act(ticketId, 'accept', { odometerKm: 20_010, photoIds: await photos() })
    t.clock.set(at('11-21T11:45'))
    const now = { vehicleId: chosen, planStart: at('11-21T11:45'), planEnd: at('11-21T18:00'), confirm: true }
    expect(await create(now)).toMatchObject({ success: true, data: { moved: [{ orderId }] } })
    expect((await orderRow(orderId)).vehicleId).toBe(other)
  })

  it('is planned anew, and gives the car back when it is cancelled', async () => {
    const { ticketId } = await made()
    const later = { planStart: at('11-27T09:00'), planEnd: at('11-28T09:00') }
    const edit = { ticketId, version: 1, ...facts, ...later }
    expect(await t.send(ticket.maintenanceEdit, edit, owner())).toMatchObject({ success: true, data: { version: 2 } })
    expect(await t.send(ticket.maintenanceEdit, edit, owner())).toMatchObject({ errorCode: -5 })
    expect(await freeAt(at('11-25T10:00'), at('11-26T10:00'))).toBe(2)
    expect(await freeAt(later.planStart, later.planEnd)).toBe(1)
    expect(await act(ticketId, 'cancel')).toMatchObject({ success: true })
    expect(await freeAt(later.planStart, later.planEnd)).toBe(2)
    expect(await act(ticketId, 'cancel')).toMatchObject({ errorCode: 7004 })
  })

  it('refuses what no plan can be, by its field', async () => {
    const field = async (more: object) => ((await create(more)).data as { field: string } | null)?.field
    expect(await field({ planStart: at('11-20T09:00') })).toBe('planStart')
    expect(await field({ planEnd: plan.planStart })).toBe('planEnd')
    expect(await field({ planEnd: plan.planStart + 91 * DAY })).toBe('planEnd')
    expect(await field({ planEnd: undefined })).toBe('planEnd')
    expect(await field({ quote: 10 ** 12 })).toBe('quote')
    expect(await field({ items: '' })).toBe('items')
  })
})

describe('the way of a ticket', () => {
  beforeEach(() => world(2))

  it('cuts the time of the car to when it really went and came back', async () => {
    const { ticketId } = await made()
    t.clock.set(at('11-24T13:00'))
    expect(await send(ticketId, { odometerKm: 1 })).toMatchObject({ errorCode: -2, data: { field: 'odometerKm' } })
    expect(await act(ticketId, 'send', { odometerKm: 20_000 })).toMatchObject({ data: { field: 'photoIds' } })
    expect(await send(ticketId)).toMatchObject({ data: { status: maintenanceStatus.repairing } })
    expect(await held(ticketId)).toMatchObject([{ fromAt: new Date(at('11-24T13:00')) }])
    expect(await act(ticketId, 'accept')).toMatchObject({ errorCode: 7004 })
    await act(ticketId, 'finish')
    expect(await act(ticketId, 'reject')).toMatchObject({ data: { field: 'note' } })
    expect(await act(ticketId, 'reject', { note: '异响还在' })).toMatchObject({ data: { status: 2 } })
    await act(ticketId, 'finish')
    t.clock.set(at('11-25T11:00'))
    expect(await act(ticketId, 'cost', { costs: [{ item: '工时', amount: 38_000, payer: 1 }] })).toMatchObject({
      success: true,
    })
    const back = { odometerKm: 20_010, photoIds: await photos() }
    expect(await act(ticketId, 'accept', back)).toMatchObject({ data: { status: maintenanceStatus.done } })
    expect(await held(ticketId)).toMatchObject([
      { fromAt: new Date(at('11-24T13:00')), toAt: new Date(at('11-25T11:00')) },
    ])
    expect(await freeAt(at('11-25T11:00'), at('11-26T10:00'))).toBe(2)
    expect(await shown(ticketId)).toMatchObject({
      actualStart: at('11-24T13:00'),
      actualEnd: at('11-25T11:00'),
      endKm: 20_010,
      odometerKm: 20_010,
      cost: { total: 38_000 },
    })
  })

  it('sends a car before its plan, if it is free then', async () => {
    const { ticketId } = await made()
    await send(ticketId)
    expect(await freeAt(at('11-20T11:00'), at('11-24T09:00'))).toBe(1)
    expect((await t.call(inventory.detail, { vehicleId: car().id }, owner())).runState).toBe(60)
  })

  it('that was sent before its plan may end before it was to begin', async () => {
    const { ticketId } = await made()
    await send(ticketId, { planEnd: plan.planStart + HOUR })
    const early = { planEnd: plan.planStart - DAY, note: '提前修好' }
    expect(await act(ticketId, 'extend', early)).toMatchObject({ success: true })
    expect(await shown(ticketId)).toMatchObject({ planStart: at('11-20T10:00'), planEnd: early.planEnd })
  })

  it('is longer by the same rule as it began', async () => {
    const { ticketId } = await made()
    t.clock.set(at('11-24T10:00'))
    await send(ticketId)
    const next = { pickupAt: at('11-26T20:00'), returnAt: at('11-28T10:00') }
    await book(t, w, { trip: next, form: { vehicleId: car(1).id } })
    const { orderId } = await book(t, w, { trip: next, form: { vehicleId: car().id } })
    const later = { planEnd: at('11-27T12:00'), note: '等配件' }
    expect(await act(ticketId, 'extend', later)).toMatchObject({ errorCode: 7003, data: { harmed: [{ orderId }] } })
    expect((await held(ticketId))[0].toAt).toEqual(new Date(plan.planEnd))
    const forced = { ...later, confirm: true, force: true, forceReason: '配件缺货' }
    expect(await act(ticketId, 'extend', forced)).toMatchObject({ success: true })
    expect((await held(ticketId))[0].toAt).toEqual(new Date(later.planEnd))
  })

  it('keeps a car that is not back ahead of now, as far as the next order', async () => {
    const { ticketId } = await made()
    t.clock.set(at('11-24T10:00'))
    await send(ticketId)
    const next = { pickupAt: at('11-26T22:00'), returnAt: at('11-28T10:00') }
    await book(t, w, { trip: next, form: { vehicleId: car(1).id } })
    const { orderId } = await book(t, w, { trip: next, form: { vehicleId: car().id } })
    t.clock.set(plan.planEnd + HOUR)
    await runDue(t, 'ticket')
    expect((await held(ticketId))[0].toAt).toEqual(new Date(plan.planEnd + 3 * HOUR))
    t.clock.set(plan.planEnd + 3 * HOUR)
    await runDue(t, 'ticket')
    expect((await held(ticketId))[0].toAt).toEqual(new Date(next.pickupAt))
    const { rows } = await t.root.query('select kind from task where order_id = $1 and done_at is null', [orderId])
    expect(rows).toMatchObject([{ kind: 'planConflict' }])
  })
})

describe('many at once', () => {
  it('50 tickets on one car: one has it, the others are told its number', async () => {
    await world(2)
    const answers = await Promise.all(Array.from({ length: 50 }, () => create()))
    const won = answers.filter(({ success }) => success)
    expect(won).toHaveLength(1)
    const { no } = won[0]!.data as { no: string }
    for (const answer of answers.filter(({ success }) => !success))
      expect(answer).toMatchObject({ errorCode: 7002, message: expect.stringContaining(no) })
  })

  it('a ticket against a booking of the last car: never both', async () => {
    for (let round = 0; round < 12; round++) {
      await world(1)
      const [taken, booked] = await Promise.all([
        create(),
        book(t, w, { trip: stay }).then(
          () => true,
          () => false,
        ),
      ])
      if (taken.success) expect(booked).toBe(false)
      else expect(taken).toMatchObject({ errorCode: 7003 })
    }
  })
})

describe('who sees a ticket', () => {
  it('people of its store alone', async () => {
    await world(2)
    const { ticketId } = await made()
    const { rows } = await t.root.query('select id from account where merchant_id = $1 and name = $2', [
      w.merchantId,
      '测试clerk',
    ])
    await t.root.query('update account set store_scope = 1, store_ids = $2 where id = $1', [
      rows[0].id,
      [w.stores.pudong],
    ])
    expect(await t.send(ticket.maintenanceDetail, { ticketId }, { token: w.tokens.clerk })).toMatchObject({
      errorCode: -4,
    })
    expect((await t.call(ticket.maintenancePage, {}, { token: w.tokens.clerk })).list).toEqual([])
    expect(await create({}, w.tokens.clerk)).toMatchObject({ errorCode: -4 })
    const hub = await t.call(ticket.hub, {}, { token: w.tokens.clerk })
    expect(hub.kinds).toMatchObject([
      { todo: 0, running: 0 },
      { todo: 0, running: 0 },
    ])
  })

  it('are told how many of each group there are, of the filter', async () => {
    await world(3)
    await made()
    const second = await made({ vehicleId: car(1).id })
    await act(second.ticketId, 'cancel')
    const page = await t.call(ticket.maintenancePage, { group: 'todo' }, owner())
    expect(page).toMatchObject({ total: 1, counts: { todo: 1, running: 0, done: 0, cancelled: 1 } })
    const byPlate = await t.call(ticket.maintenancePage, { keyword: car(1).plate.slice(1) }, owner())
    expect(byPlate.list).toMatchObject([{ ticketId: second.ticketId }])
  })
})
