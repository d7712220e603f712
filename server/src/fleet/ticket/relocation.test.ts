import { contract } from '@cheyi/contract/index'
import { relocationStatus } from '@cheyi/domain/fleet/ticket/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { orderRow, owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

const { ticket, stock } = contract

worldsOfTests({ poolSize: 8 })

const car = (index = 0) => w.vehicles.lavida[index]!
const plan = { planStart: at('11-24T09:00'), planEnd: at('11-24T15:00') }
const create = (more: object = {}, token = w.tokens.owner): Promise<Envelope> =>
  t.send(
    ticket.relocationCreate,
    { vehicleId: car().id, toStoreId: w.stores.pudong, reason: 1, ...plan, ...more } as never,
    { token },
  )
async function made(more: object = {}): Promise<string> {
  const { data, ...rest } = await create(more)
  expect(rest).toMatchObject({ success: true })
  return (data as { ticketId: string }).ticketId
}
async function act(ticketId: string, action: string, more: object = {}, token = w.tokens.owner): Promise<Envelope> {
  const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
  return t.send(ticket.relocationHandle, { ticketId, version: rows[0].version, action, ...more } as never, { token })
}
const reading = async (km = 20_000) => ({
  odometerKm: km,
  fuelPct: 60,
  photoIds: await uploadPhotos(t, 'ticket', 4, w.tokens.owner),
})
const free = async (storeId: string, from: number, to: number) => {
  const models = await t.call(stock.free, { storeId, from, to }, owner())
  return models.find(({ modelId }) => modelId === w.models.lavida)?.free ?? 0
}
const here = (from: number, to: number) => free(w.stores.hongqiao, from, to)
const there = (from: number, to: number) => free(w.stores.pudong, from, to)
const deltas = async (ticketId: string) =>
  (await t.root.query('select delta, at, consumed from pool_delta where ref_id = $1 order by delta', [ticketId])).rows
const placeOf = async () =>
  (await t.root.query('select home_store_id, current_store_id, odometer_km from vehicle where id = $1', [car().id]))
    .rows[0]

describe('a car that is moved to another store', () => {
  beforeEach(() => world(2))

  it('leaves the stock of the one at its departure and joins the other at its arrival', async () => {
    const before = {
      here: await here(plan.planEnd, plan.planEnd + HOUR),
      there: await there(plan.planEnd, plan.planEnd + HOUR),
    }
    await made()
    expect(await here(plan.planStart - 3 * HOUR, plan.planStart - HOUR)).toBe(before.here)
    expect(await here(plan.planStart, plan.planStart + HOUR)).toBe(before.here - 1)
    expect(await here(plan.planEnd + DAY, plan.planEnd + 2 * DAY)).toBe(before.here - 1)
    expect(await there(plan.planStart, plan.planEnd - HOUR)).toBe(before.there)
    expect(await there(plan.planEnd + DAY, plan.planEnd + 2 * DAY)).toBe(before.there + 1)
    const seen = { storeId: w.stores.pudong, modelId: w.models.lavida, from: '2026-11-24', days: 2 }
    const { vehicles } = await t.call(stock.timeline, seen, owner())
    const bars = vehicles.find(({ vehicleId }) => vehicleId === car().id)!.bars
    expect(bars).toMatchObject([{ kind: 1, from: plan.planStart, ticketId: expect.any(String) }])
  })

  it('goes only where it is said with readings and four pictures at both ends', async () => {
    const ticketId = await made()
    t.clock.set(plan.planStart)
    const read = await reading()
    expect(await act(ticketId, 'depart', { ...read, photoIds: read.photoIds.slice(1) })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('请上传至少4张车辆照片'),
    })
    expect(await act(ticketId, 'depart', { ...read, fuelPct: undefined })).toMatchObject({ data: { field: 'fuelPct' } })
    expect(await act(ticketId, 'depart', read)).toMatchObject({
      success: true,
      data: { status: relocationStatus.onTheWay },
    })
    expect(await act(ticketId, 'arrive', await reading(19_000))).toMatchObject({
      message: expect.stringContaining('到达里程不能小于出发里程'),
    })
    t.clock.set(plan.planStart + 2 * HOUR)
    const arrival = await reading(20_080)
    const [row] = (await t.root.query('select version from ticket where id = $1', [ticketId])).rows
    const input = { ticketId, version: row.version, action: 'arrive', ...arrival } as const
    const twice = await Promise.all([
      t.send(ticket.relocationHandle, input, owner()),
      t.send(ticket.relocationHandle, input, owner()),
    ])
    expect(twice.filter(({ success }) => success)).toHaveLength(1)
    expect(await act(ticketId, 'arrive', arrival)).toMatchObject({ errorCode: 7004 })
    expect(await placeOf()).toMatchObject({
      homeStoreId: w.stores.pudong,
      currentStoreId: w.stores.pudong,
      odometerKm: 20_080,
    })
    // The store that it comes to is told, from where and to where.
    const told = (await t.call(contract.notify.page, {}, { token: w.tokens.fleet })).list
    expect(told.filter(({ title }) => title.startsWith('调车'))).toMatchObject([
      { title: expect.stringContaining('调车到达'), body: expect.stringMatching(/店→.+店，.+到达/) },
      { title: expect.stringContaining('调车出发'), body: expect.stringMatching(/店→.+店，.+出发，.+到/) },
    ])
    expect(await deltas(ticketId)).toMatchObject([{ consumed: true }, { consumed: true }])
    // It is sold there from now on, two hours before it was planned, and here no more.
    const [from, to] = [t.clock.now() + 2 * HOUR, t.clock.now() + 3 * HOUR]
    expect([await here(from, to), await there(from, to)]).toEqual([1, 1])
    const shown = await t.call(ticket.relocationDetail, { ticketId }, owner())
    expect(shown).toMatchObject({
      start: { km: 20_000, fuelPct: 60 },
      end: { km: 20_080 },
      status: relocationStatus.done,
    })
  })

  it('takes along what is to be done for it: its store inspects and repairs it, and sells it again', async () => {
    const limit = (name: string, storeId: string) =>
      t.root.query(
        `update account set store_scope = 1, store_ids = array[$2::bigint], role_ids = array(select id from role r where r.merchant_id = account.merchant_id and r.letter = 'B')
          where merchant_id = $1 and name = $3`,
        [w.merchantId, storeId, name],
      )
    await limit('测试manager', w.stores.pudong)
    await limit('测试fleet', w.stores.hongqiao)
    const [there, left] = [{ token: w.tokens.manager }, { token: w.tokens.fleet }]
    const vehicleId = car().id
    await t.root.query(`update vehicle set inspection_expire_on = '2026-12-20' where id = $1`, [vehicleId])
    const inspection = await t.call(ticket.yearlyCreate, { vehicleId }, owner())
    const repair = await t.call(ticket.maintenanceCreate, { vehicleId, type: 2, items: '更换雨刮' }, owner())
    const { id: stopId } = await t.call(
      stock.stopSave,
      {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        vehicleId,
        start: plan.planEnd + DAY,
        end: plan.planEnd + 2 * DAY,
        quantity: 1,
        reason: 1,
      },
      owner(),
    )
    const moved = await made({ changeHome: true })
    t.clock.set(plan.planStart)
    expect(await act(moved, 'depart', await reading())).toMatchObject({ success: true })
    expect(await act(moved, 'arrive', await reading(20_010))).toMatchObject({ success: true })
    expect(await t.call(ticket.yearlyDetail, { ticketId: inspection.ticketId }, there)).toMatchObject({
      storeId: w.stores.pudong,
    })
    expect(await t.send(ticket.yearlyDetail, { ticketId: inspection.ticketId }, left)).toMatchObject({ errorCode: -4 })
    expect(await t.send(ticket.yearlyCreate, { vehicleId }, there)).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('该车本次年检已有工单'),
    })
    expect(await t.call(ticket.maintenanceDetail, { ticketId: repair.ticketId }, there)).toMatchObject({
      storeId: w.stores.pudong,
    })
    expect(await t.send(stock.stopRemove, { id: stopId }, left)).toMatchObject({ errorCode: -4 })
    expect(await t.send(stock.stopRemove, { id: stopId }, there)).toMatchObject({ success: true })
    const { rows } = await t.root.query(
      `select distinct store_id, return_store_id from pending_work where merchant_id = $1 and subject = 'ticket'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ storeId: w.stores.pudong, returnStoreId: w.stores.pudong }])
  })

  it('that is late is late when it is read, with no timer having run', async () => {
    const ticketId = await made()
    t.clock.set(plan.planStart)
    expect(await act(ticketId, 'depart', await reading())).toMatchObject({ success: true })
    const soon = () => there(t.clock.now() + HOUR, t.clock.now() + 90 * MINUTE)
    const later = () => there(t.clock.now() + 5 * HOUR, t.clock.now() + 6 * HOUR)
    t.clock.set(plan.planEnd + 4 * HOUR)
    expect([await soon(), await later()]).toEqual([0, 1])
    // It has left all the same.
    expect(await here(t.clock.now() + HOUR, t.clock.now() + 2 * HOUR)).toBe(1)
    await runDue(t, 'ticket')
    expect([await soon(), await later()]).toEqual([0, 1])
    expect(await act(ticketId, 'arrive', await reading(20_050))).toMatchObject({ success: true })
    expect(await soon()).toBe(1)
  })

  it('that never left counts for nothing once it should have arrived', async () => {
    await made()
    t.clock.set(plan.planEnd + HOUR)
    const [from, to] = [t.clock.now() + 2 * HOUR, t.clock.now() + 4 * HOUR]
    expect([await here(from, to), await there(from, to)]).toEqual([2, 0])
    await book(t, w, { trip: { pickupAt: from, returnAt: to } })
    await book(t, w, { trip: { pickupAt: from, returnAt: to } })
    expect(await here(from, to)).toBe(0)
  })

  it('moves orders that come after it, and those of the other store when it is called off', async () => {
    const after = { pickupAt: at('11-27T10:00'), returnAt: at('11-28T10:00') }
    const { orderId } = await book(t, w, { trip: after })
    const { vehicleId: chosen } = await orderRow(orderId)
    const { data } = await create({ vehicleId: chosen })
    expect(data).toMatchObject({ moved: [{ orderId }] })
    const { ticketId } = data as { ticketId: string }
    // It is the only car that the other store will have.
    const trip = { ...after, storeId: w.stores.pudong, returnStoreId: w.stores.pudong }
    const coming = await book(t, w, { trip })
    expect(await there(after.pickupAt, after.returnAt)).toBe(0)
    expect(await act(ticketId, 'cancel', { note: '改期' })).toMatchObject({ success: true })
    expect(await orderRow(coming.orderId)).toMatchObject({ vehicleId: null })
    const { rows } = await t.root.query(`select kind from task where done_at is null and kind = 'planConflict'`)
    expect(rows).toHaveLength(1)
    expect(await deltas(ticketId)).toEqual([])
    expect(await here(after.pickupAt, after.returnAt)).toBe(1)
  })

  it('only for a time stays in its own stock, away as long as that', async () => {
    const ticketId = await made({ changeHome: false })
    expect(await here(plan.planStart, plan.planEnd)).toBe(1)
    expect(await here(plan.planEnd + HOUR, plan.planEnd + 2 * HOUR)).toBe(2)
    expect(await there(plan.planEnd + HOUR, plan.planEnd + 2 * HOUR)).toBe(0)
    t.clock.set(plan.planStart)
    await act(ticketId, 'depart', await reading())
    await act(ticketId, 'arrive', await reading(20_010))
    expect(await placeOf()).toMatchObject({ homeStoreId: w.stores.hongqiao, currentStoreId: w.stores.pudong })
  })

  it('is asked where it stands when it is called off on the way', async () => {
    const ticketId = await made()
    t.clock.set(plan.planStart)
    await act(ticketId, 'depart', await reading())
    expect(await act(ticketId, 'cancel', { note: '抛锚' })).toMatchObject({ data: { field: 'standsAt' } })
    expect(await act(ticketId, 'cancel', { note: '抛锚', standsAt: w.stores.hangzhou })).toMatchObject({
      data: { field: 'standsAt' },
    })
    expect(await act(ticketId, 'cancel', { note: '抛锚', standsAt: w.stores.pudong })).toMatchObject({ success: true })
    expect(await placeOf()).toMatchObject({ homeStoreId: w.stores.hongqiao, currentStoreId: w.stores.pudong })
    const [from, to] = [t.clock.now() + 2 * HOUR, t.clock.now() + 3 * HOUR]
    expect([await here(from, to), await there(from, to)]).toEqual([2, 0])
  })

  it('goes to another store than its own, which is open', async () => {
    expect(await create({ toStoreId: w.stores.hongqiao })).toMatchObject({
      message: expect.stringContaining('调出与调入门店不能相同'),
    })
    expect(await create({ toStoreId: '999999' })).toMatchObject({ errorCode: -2, data: { field: 'toStoreId' } })
  })

  it('departs or is late at the minute of the timer, never both', async () => {
    const ticketId = await made()
    t.clock.set(plan.planEnd)
    const read = { ...(await reading()), planEnd: plan.planEnd + 3 * HOUR }
    await Promise.all([act(ticketId, 'depart', read), runDue(t, 'ticket')])
    expect(await deltas(ticketId)).toMatchObject([
      { at: new Date(plan.planEnd) },
      { at: new Date(plan.planEnd + 3 * HOUR) },
    ])
  })
})

describe('people of one store', () => {
  beforeEach(() => world(2))

  it('let cars of their own go, and receive those that come', async () => {
    const ticketId = await made()
    await t.root.query('update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = $3', [
      w.merchantId,
      [w.stores.pudong],
      '测试clerk',
    ])
    t.clock.set(plan.planStart)
    const { clerk } = w.tokens
    const seen = await t.call(ticket.relocationDetail, { ticketId }, { token: clerk })
    expect(seen.ends).toEqual({ from: false, to: true })
    const photoIds = await uploadPhotos(t, 'ticket', 4, clerk)
    expect(await act(ticketId, 'depart', { odometerKm: 20_000, fuelPct: 60, photoIds }, clerk)).toMatchObject({
      errorCode: -4,
    })
    expect(await act(ticketId, 'cancel', {}, clerk)).toMatchObject({ errorCode: -4 })
    expect(await act(ticketId, 'depart', await reading())).toMatchObject({ success: true })
    const arrival = { odometerKm: 20_030, fuelPct: 50, photoIds }
    expect(await act(ticketId, 'arrive', arrival, clerk)).toMatchObject({ success: true })
    expect(await placeOf()).toMatchObject({ homeStoreId: w.stores.pudong })
  })
})
