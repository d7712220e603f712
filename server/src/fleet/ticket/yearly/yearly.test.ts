import { contract } from '@cheyi/contract/index'
import { maintenanceStatus, yearlyResults, yearlyStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runForMerchants } from '../../../kernel/process/jobs.ts'
import { type Envelope, type TestApp, testApp } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book } from '../../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { makeDueTickets } from './yearly-due.ts'

const { ticket, stock, inventory } = contract
const status = yearlyStatuses.code

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
afterAll(() => t.close())

const NOW = at('11-20T10:00')

beforeEach(async () => {
  t.clock.set(NOW)
  w = await makeWorld(t, { cars: 2 })
  await papersEnd(car().id, '2026-12-31')
})

const owner = () => ({ token: w.tokens.owner })
const car = (index = 0) => w.vehicles.lavida[index]!
const plan = { planStart: at('11-24T09:00'), planEnd: at('11-24T18:00') }
const create = (more: object = {}, token = w.tokens.owner): Promise<Envelope> =>
  t.send(ticket.yearlyCreate, { vehicleId: car().id, ...plan, ...more } as never, { token })
const made = async (more: object = {}) => (await create(more)).data as { ticketId: string; no: string }
const shown = (ticketId: string, token = w.tokens.owner) => t.call(ticket.yearlyDetail, { ticketId }, { token })
async function act(ticketId: string, action: string, more: object = {}, token = w.tokens.owner): Promise<Envelope> {
  const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
  return t.send(ticket.yearlyHandle, { ticketId, version: rows[0].version, action, ...more } as never, { token })
}
const pictures = (token = w.tokens.owner) => uploadPhotos(t, 'vehicle', 1, token)
const passes = async (ticketId: string, more: object = {}, token = w.tokens.owner) =>
  act(ticketId, 'pass', { newEndOn: '2027-11-30', photoIds: await pictures(token), ...more }, token)
const started = async (more: object = {}) => {
  const one = await made(more)
  await act(one.ticketId, 'start')
  return one
}
/** Its paper ends on a day; the stock knows it. */
async function papersEnd(vehicleId: string, endOn: string): Promise<void> {
  await t.call(inventory.saveDocument, { vehicleId, kind: 4, endOn }, owner())
}
const freeAt = async (from: number, to: number) => {
  const models = await t.call(stock.free, { storeId: w.stores.hongqiao, from, to }, owner())
  return models.find(({ modelId }) => modelId === w.models.lavida)!.free
}

describe('an inspection', () => {
  it('takes its car while it has a plan, and moves an order to another car', async () => {
    const { orderId } = await book(t, w, { trip: { pickupAt: at('11-24T10:00'), returnAt: at('11-25T10:00') } })
    const { vehicleId } = (await t.root.query('select vehicle_id as "vehicleId" from "order" where id = $1', [orderId]))
      .rows[0]
    expect((await create({ vehicleId })).data).toMatchObject({ no: expect.stringMatching(/^NJ/), moved: [{ orderId }] })
    expect(await freeAt(at('11-24T09:00'), at('11-24T12:00'))).toBe(0)
  })

  it('that passes writes the paper, and the car can be booked in the same answer', async () => {
    await papersEnd(car().id, '2026-11-18')
    // The other car is away for long.
    await book(t, w, {
      trip: { pickupAt: at('11-20T11:00'), returnAt: at('12-20T10:00') },
      form: { vehicleId: car(1).id },
    })
    const { ticketId } = await started()
    expect(await freeAt(at('11-26T10:00'), at('11-27T10:00'))).toBe(0)
    t.clock.set(NOW + HOUR)
    expect(await passes(ticketId, { fee: 32_000, inspectedOn: '2026-11-20' })).toMatchObject({
      data: { status: status.done },
    })
    expect(await freeAt(at('11-26T10:00'), at('11-27T10:00'))).toBe(1)
    expect(await shown(ticketId)).toMatchObject({
      dueOn: '2026-11-18',
      newEndOn: '2027-11-30',
      result: yearlyResults.code.passed,
      fee: 32_000,
      certificates: [expect.anything()],
      paperEndOn: '2027-11-30',
    })
    const { documents } = await t.call(inventory.detail, { vehicleId: car().id }, owner())
    expect(documents.find(({ kind }) => kind === 4)).toMatchObject({
      startOn: '2026-11-20',
      endOn: '2027-11-30',
      media: [expect.anything()],
    })
  })

  it('that was over for a while stays in the car’s history, until it passed', async () => {
    await papersEnd(car().id, '2026-11-17')
    const { ticketId } = await started()
    t.clock.set(NOW + HOUR)
    await passes(ticketId)
    const { list } = await t.call(inventory.timeline, { vehicleId: car().id }, owner())
    expect(list.filter(({ kind }) => kind === 6)).toMatchObject([{ from: at('11-18T00:00'), to: NOW + HOUR }])
  })

  it('ends for good: nothing is done with it afterwards', async () => {
    const { ticketId } = await started()
    expect(await passes(ticketId)).toMatchObject({ success: true })
    for (const action of ['start', 'extend', 'pass', 'fail', 'recheck', 'repair', 'assign', 'cancel'])
      expect(await act(ticketId, action), action).toMatchObject({ errorCode: 7004 })
  })

  it('keeps what it cost from who has no key of costs', async () => {
    const { ticketId } = await started()
    await t.root.query(
      `update role set menu_ids = array_remove(menu_ids, 505) where merchant_id = $1 and letter = 'V'`,
      [w.merchantId],
    )
    expect(await passes(ticketId, { fee: 32_000 }, w.tokens.fleet)).toMatchObject({ errorCode: -3 })
    expect(await passes(ticketId, { fee: 32_000 })).toMatchObject({ success: true })
    expect((await shown(ticketId, w.tokens.fleet)).fee).toBeNull()
    expect((await shown(ticketId)).fee).toBe(32_000)
  })
})

describe('a certificate that is not one', () => {
  it.each([
    [{ newEndOn: '2026-12-31' }, 'newEndOn', '新有效期须晚于原有效期'],
    [{ newEndOn: '2026-06-30' }, 'newEndOn', '新有效期须晚于原有效期'],
    [{ newEndOn: '2056-12-31' }, 'newEndOn', '新有效期不能晚于2028-12-31'],
    [{ newEndOn: undefined }, 'newEndOn', '请选择新有效期'],
    [{ photoIds: [] }, 'photoIds', '请上传年检证明'],
    [{ photoIds: ['999999'] }, 'photoIds', '年检证明不存在，或属于其他车辆'],
    [{ inspectedOn: '2026-11-21' }, 'inspectedOn', '检验日期不能晚于今天'],
    [{ fee: -1 }, 'fee', '年检费不能为负'],
    [{ fee: 10 ** 12 }, 'fee', '年检费超出范围'],
  ])('is refused by its field, and changes nothing: %o', async (wrong, field, message) => {
    const { ticketId } = await started()
    expect(await passes(ticketId, wrong)).toMatchObject({
      errorCode: -2,
      data: { field },
      message: `参数错误：${message}`,
    })
    expect(await shown(ticketId)).toMatchObject({ status: status.running, paperEndOn: '2026-12-31', certificates: [] })
  })

  it('of another car, or the one of last year, is refused', async () => {
    const [theirs] = await pictures()
    const [old] = await pictures()
    const paper = { kind: 4 as const, endOn: '2026-12-31' }
    await t.call(inventory.saveDocument, { vehicleId: car(1).id, ...paper, mediaIds: [theirs!] }, owner())
    await t.call(inventory.saveDocument, { vehicleId: car().id, ...paper, mediaIds: [old!] }, owner())
    const { ticketId } = await started()
    expect(await passes(ticketId, { photoIds: [theirs] })).toMatchObject({
      data: { field: 'photoIds' },
      message: '参数错误：年检证明不存在，或属于其他车辆',
    })
    expect(await passes(ticketId, { photoIds: [old] })).toMatchObject({
      data: { field: 'photoIds' },
      message: '参数错误：请上传本次年检的证明',
    })
    expect(await passes(ticketId)).toMatchObject({ success: true })
  })
})

describe('an inspection that fails', () => {
  it('is shown again', async () => {
    const { ticketId } = await started()
    expect(await act(ticketId, 'fail')).toMatchObject({ data: { field: 'note' } })
    expect(await act(ticketId, 'fail', { note: '灯光不合格' })).toMatchObject({ data: { status: status.again } })
    expect(await passes(ticketId)).toMatchObject({ errorCode: 7004 })
    t.clock.set(NOW + 2 * HOUR)
    expect(await act(ticketId, 'recheck', { planEnd: NOW + 6 * HOUR })).toMatchObject({
      data: { status: status.running },
    })
    expect(await passes(ticketId)).toMatchObject({ data: { status: status.done } })
  })

  it('goes to a garage, which has the car until it is back, by one ticket at a time', async () => {
    const { ticketId, no } = await started()
    await act(ticketId, 'fail', { note: '刹车不平衡' })
    t.clock.set(NOW + 2 * HOUR)
    const repair = { items: '更换前刹车片', planEnd: NOW + 2 * DAY }
    expect(await act(ticketId, 'repair', { planEnd: repair.planEnd })).toMatchObject({ data: { field: 'items' } })
    expect(await act(ticketId, 'repair', repair)).toMatchObject({ data: { status: status.again } })
    const { repair: garage, planStart } = await shown(ticketId)
    expect(garage).toMatchObject({ no: expect.stringMatching(/^WB/), status: maintenanceStatus.waiting, open: true })
    expect(planStart).toBeNull()
    expect(await t.call(ticket.maintenanceDetail, { ticketId: garage!.ticketId }, owner())).toMatchObject({
      origin: { ticketId, no },
      items: '更换前刹车片',
      planStart: NOW + 2 * HOUR,
      planEnd: NOW + 2 * DAY,
    })
    expect(await act(ticketId, 'repair', repair)).toMatchObject({ errorCode: 7002, data: { no: garage!.no } })
    // Its car is at the garage.
    expect(await act(ticketId, 'recheck', { planEnd: NOW + DAY })).toMatchObject({ errorCode: 7002 })
    expect(await act(ticketId, 'extend', { planEnd: NOW + DAY, note: '排队' })).toMatchObject({ errorCode: 7004 })
    const { rows } = await t.root.query('select version from ticket where id = $1', [garage!.ticketId])
    const cancel = { ticketId: garage!.ticketId, version: rows[0].version, action: 'cancel' as const }
    await t.call(ticket.maintenanceHandle, cancel, owner())
    expect(await act(ticketId, 'recheck', { planEnd: NOW + DAY })).toMatchObject({ success: true })
  })
})

describe('one ticket stands for a car and the end of its paper', () => {
  it('a second by hand is refused by the number of the first, until that is cancelled', async () => {
    const { ticketId, no } = await made()
    const again = { planStart: at('11-28T09:00'), planEnd: at('11-28T18:00') }
    expect(await create(again)).toMatchObject({
      errorCode: -2,
      data: { field: 'vehicleId' },
      message: `参数错误：该车本次年检已有工单 ${no}`,
    })
    await act(ticketId, 'cancel')
    expect(await create(again)).toMatchObject({ success: true })
  })

  it('of fifty at once one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create({ planStart: undefined, planEnd: undefined })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, errorCode } of answers) if (!success) expect([-2, -5]).toContain(errorCode)
    const { rows } = await t.root.query('select count(*)::int as n from ticket where vehicle_id = $1', [car().id])
    expect(rows[0].n).toBe(1)
  })

  it('that is open is listed by the day it is due, page after page', async () => {
    await papersEnd(car().id, '2026-12-31')
    await papersEnd(car(1).id, '2026-12-01')
    const later = await made({ planStart: undefined, planEnd: undefined })
    const sooner = await made({ vehicleId: car(1).id, planStart: undefined, planEnd: undefined })
    // A car whose paper nobody knows comes after all that have a day.
    await t.root.query('update ticket set due_on = null where id = $1', [later.ticketId])
    const first = await t.call(ticket.yearlyPage, { group: 'todo', pageSize: 1 }, owner())
    expect(first).toMatchObject({ list: [{ ticketId: sooner.ticketId, dueOn: '2026-12-01' }], total: 2 })
    const next = { group: 'todo', pageSize: 1, cursor: first.nextCursor! } as const
    const second = await t.call(ticket.yearlyPage, next, owner())
    expect(second).toMatchObject({ list: [{ ticketId: later.ticketId, dueOn: null }], nextCursor: null })
    // Made first, due last: the order of making would be the other one here.
    await t.root.query(`update ticket set due_on = '2026-11-25' where id = $1`, [later.ticketId])
    const { list } = await t.call(ticket.yearlyPage, { group: 'todo' }, owner())
    expect(list.map(({ ticketId }) => ticketId)).toEqual([later.ticketId, sooner.ticketId])
    const gone = await t.send(ticket.yearlyPage, { group: 'todo', cursor: '5' } as never, owner())
    expect(gone).toMatchObject({ errorCode: -2, data: { field: 'cursor' } })
  })

  it('is made 45 days ahead, exactly once on any number of servers, and not again when it was cancelled', async () => {
    await papersEnd(car().id, '2027-01-05')
    await papersEnd(car(1).id, '2027-01-04')
    const run = () => runForMerchants(t.jobs, 'yearlyTickets', makeDueTickets)
    const mine = async () => {
      const { list } = await t.call(ticket.yearlyPage, {}, owner())
      return list.filter(({ vehicleId }) => [car().id, car(1).id].includes(vehicleId))
    }
    await Promise.all([run(), run(), run()])
    const [only, ...others] = await mine()
    expect(others).toEqual([])
    expect(only).toMatchObject({ vehicleId: car(1).id, dueOn: '2027-01-04', status: status.waiting, planStart: null })
    await act(only!.ticketId, 'cancel')
    t.clock.set(NOW + DAY)
    await run()
    expect((await mine()).map(({ dueOn, status }) => [dueOn, status])).toEqual([
      ['2027-01-05', status.waiting],
      ['2027-01-04', status.cancelled],
    ])
    // It takes nothing of the car until it is planned, and is in nobody's way.
    expect(await freeAt(at('11-24T09:00'), at('11-24T12:00'))).toBe(2)
    expect(
      await t.send(
        ticket.maintenanceCreate,
        { vehicleId: car().id, type: 1, items: '保养', ...plan } as never,
        owner(),
      ),
    ).toMatchObject({ success: true })
  })
})

describe('who may do with it', () => {
  it('nobody without its key, of another merchant or of another store', async () => {
    const { ticketId } = await started()
    const other = await makeWorld(t, { cars: 1 })
    expect(await t.send(ticket.yearlyDetail, { ticketId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
    expect(await passes(ticketId, {}, other.tokens.owner)).toMatchObject({ errorCode: -4 })
    expect(await create({}, w.tokens.finance)).toMatchObject({ errorCode: -3 })
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.pudong]],
    )
    expect(await passes(ticketId, {}, w.tokens.fleet)).toMatchObject({ errorCode: -4 })
    expect(await create({}, w.tokens.fleet)).toMatchObject({ errorCode: -4 })
  })
})
