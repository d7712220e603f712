import { contract } from '@cheyi/contract/index'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Envelope, type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

const { violation, order, inventory } = contract

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars: 3 })
})

const OUT = at('11-20T10:00')
const trip = { pickupAt: OUT, returnAt: at('11-25T10:00') }
const owner = () => ({ token: w.tokens.owner })
const facts = { place: '延安高架虹许路匝道', act: '违反禁令标志', actCode: '1344', points: 3, fine: 20_000 }
const create = (plate: string, occurAt: number, more: object = {}, token = w.tokens.owner): Promise<Envelope> =>
  t.send(violation.create, { plate, occurAt, ...facts, ...more } as never, { token })
const made = async (plate: string, occurAt: number, more: object = {}) =>
  (await create(plate, occurAt, more)).data as {
    violationId: string
    status: number
    version: number
    matchType: number
  }
const shown = (violationId: string, token = w.tokens.owner) => t.call(violation.detail, { violationId }, { token })
const openOf = async (orderId: string) =>
  (await t.root.query('select open_violations from "order" where id = $1', [orderId])).rows[0].openViolations as number
async function later(time: string) {
  t.clock.set(at(time))
}
async function rented() {
  const { orderId } = await handOut(t, w, { trip })
  const { rows } = await t.root.query('select plate, vehicle_id from "order" where id = $1', [orderId])
  return { orderId, plate: rows[0].plate as string, vehicleId: rows[0].vehicleId as string }
}
async function decide(call: typeof violation.match | typeof violation.cancel, violationId: string, more: object) {
  const { version } = await shown(violationId)
  return t.send(call, { violationId, version, ...more } as never, owner())
}

describe('a violation that is entered', () => {
  it('is told by one notice together with others that nobody has read yet', async () => {
    const { plate } = await rented()
    await later('11-21T10:00')
    const told = async () =>
      (await t.call(contract.notify.page, { type: notifyType.violationNew }, { token: w.tokens.service })).list
    await made(plate, OUT + HOUR)
    expect(await told()).toMatchObject([
      { title: expect.stringContaining('违章 沪'), link: expect.stringContaining('violationId') },
    ])
    // Another notice comes in between: the gathered one moves before it with the next addition.
    await t.root.query(
      `insert into notification (merchant_id, account_id, type, ref, title)
       select $1, id, 1, 'between', '其他消息' from account where merchant_id = $1 and name = '测试service'`,
      [w.merchantId],
    )
    await made(plate, OUT + 2 * HOUR)
    await made(plate, OUT + 3 * HOUR)
    const all = await t.call(contract.notify.page, {}, { token: w.tokens.service })
    expect(all.list.slice(0, 2).map(({ title }) => title)).toEqual(['3条新违章', '其他消息'])
    const [one, ...others] = await told()
    expect(one).toMatchObject({ title: '3条新违章', read: false })
    expect(others).toEqual([])
    await t.call(contract.notify.read, { ids: [one!.id] }, { token: w.tokens.service })
    await made(plate, OUT + 4 * HOUR)
    expect(await told()).toMatchObject([{ title: expect.stringContaining('违章 沪') }, { id: one!.id }])
  })

  it('finds the order that had the car, by plate and minute', async () => {
    const { orderId, plate } = await rented()
    await later('11-21T10:00')
    const typed = `${plate.slice(0, 2)}·${plate.slice(2).toLowerCase()}`
    expect(await create(typed, OUT + 2 * HOUR + 20_000)).toMatchObject({
      success: true,
      data: { status: violationStatus.open, matchType: matchType.automatic },
    })
    const [row] = await t.call(violation.list, { orderId }, owner())
    expect(row).toMatchObject({ plate, occurAt: OUT + 2 * HOUR, orderId, points: 3, fine: 20_000 })
    expect(row!.no).toMatch(/^WZ/)
    expect(await openOf(orderId)).toBe(1)
    expect((await t.call(order.detail, { orderId }, owner())).counts).toMatchObject({ violation: 1, openViolation: 1 })
  })

  it('is kept without a driver, and names who had the car shortly after', async () => {
    const { orderId, plate } = await rented()
    const { violationId, status } = await made(plate, OUT - 30 * MINUTE)
    expect(status).toBe(violationStatus.unmatched)
    const { holder } = await shown(violationId)
    expect(holder).toMatchObject({ by: 'nobody', candidates: [{ orderId, minutes: 30, side: 'after' }] })
    expect(await made('沪B00001', OUT - HOUR)).toMatchObject({ status: violationStatus.unmatched })
    expect(await openOf(orderId)).toBe(0)
  })

  it('is one row whoever brings it, and however often at once', async () => {
    const { plate } = await rented()
    await later('11-21T10:00')
    const both = await Promise.all([create(plate, OUT + HOUR), create(plate, OUT + HOUR + 30_000)])
    expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 8001])
    const [good, bad] = both[0].success ? both : both.toReversed()
    expect((bad!.data as { violationId: string }).violationId).toBe((good!.data as { violationId: string }).violationId)
    // Without a code the fine tells; the number of the paper tells whatever else is said.
    expect(await create(plate, OUT + HOUR, { actCode: undefined })).toMatchObject({ errorCode: 8001 })
    expect(await create(plate, OUT + HOUR, { actCode: undefined, fine: 5000 })).toMatchObject({ success: true })
    expect(await create(plate, OUT + 2 * HOUR, { docNo: '3101151234' })).toMatchObject({ success: true })
    expect(await create(plate, OUT + 3 * HOUR, { docNo: '3101151234' })).toMatchObject({ errorCode: 8001 })
  })

  it('refuses what none can be, by its field', async () => {
    const field = async (more: object) =>
      ((await create('沪A10001', OUT - HOUR, more)).data as { field: string } | null)?.field
    expect(await create('沪A10001', OUT + MINUTE)).toMatchObject({ errorCode: 8002, data: { field: 'occurAt' } })
    expect(await field({ points: 13 })).toBe('points')
    expect(await field({ points: -1 })).toBe('points')
    expect(await field({ fine: -1 })).toBe('fine')
    expect(await field({ act: '' })).toBe('act')
    expect((await create('沪A10001沪A10001', OUT - HOUR)).data).toMatchObject({ field: 'plate' })
  })

  it('is of the car that carried the plate then', async () => {
    const { orderId, plate, vehicleId } = await rented()
    await later('11-22T10:00')
    await t.root.query(`update vehicle set plate = '沪A99999' where id = $1`, [vehicleId])
    await t.root.query(`update vehicle set plate = $2 where id = $1`, [w.vehicles.qin[0]!.id, plate])
    const { rows } = await t.root.query('select former_plates from vehicle where id = $1', [vehicleId])
    expect(rows[0].formerPlates).toMatchObject([{ plate }])
    const until = JSON.stringify([{ plate, until: at('11-22T10:00') }])
    await t.root.query('update vehicle set former_plates = $2 where id = $1', [vehicleId, until])
    const given = JSON.stringify([{ plate: '沪A00001', until: at('11-22T10:00') }])
    await t.root.query('update vehicle set former_plates = $2 where id = $1', [w.vehicles.qin[0]!.id, given])
    expect(await made(plate, OUT + HOUR)).toMatchObject({ status: violationStatus.open })
    const [row] = await t.call(violation.list, { orderId }, owner())
    expect(row).toMatchObject({ vehicleId })
    await later('11-24T10:00')
    const onOther = await made(plate, at('11-23T10:00'))
    expect(await shown(onOther.violationId)).toMatchObject({ vehicleId: w.vehicles.qin[0]!.id, orderId: null })
  })
})

describe('of an order', () => {
  it('must lie in the time that it had a car, and takes that car', async () => {
    const { orderId, plate, vehicleId } = await rented()
    await later('11-21T10:00')
    const save = (occurAt: number, more: object = {}) =>
      t.send(violation.save, { orderId, occurAt, ...facts, ...more } as never, owner())
    expect(await save(OUT - MINUTE)).toMatchObject({
      errorCode: 8003,
      message: expect.stringMatching(/用车时间为 11-20 \d\d:\d\d 起$/),
    })
    expect(await save(OUT, { vehicleId: w.vehicles.qin[0]!.id })).toMatchObject({ errorCode: 8003 })
    const first = await save(OUT)
    expect(first).toMatchObject({ success: true, data: { status: violationStatus.open } })
    const { id, version } = first.data as { id: string; version: number }
    expect(await shown(id)).toMatchObject({ plate, vehicleId, matchType: matchType.byHand, orderId })
    const photoIds = await uploadPhotos(t, 'violation', 2, w.tokens.owner)
    const edited = await save(OUT + HOUR, { id, version, fine: 15_000, photoIds })
    expect(edited).toMatchObject({ success: true, data: { version: version + 1 } })
    expect(await save(OUT + HOUR, { id, version })).toMatchObject({ errorCode: -5 })
    expect(await shown(id)).toMatchObject({ fine: 15_000, occurAt: OUT + HOUR, evidence: [{}, {}] })
    expect(await openOf(orderId)).toBe(1)
  })
})

describe('the time of a car', () => {
  it('moves violations with it: a return at an earlier minute leaves nobody, and names who had it before', async () => {
    const { orderId, plate } = await rented()
    await later('11-21T10:30')
    const { violationId } = await made(plate, at('11-21T10:20'))
    expect(await openOf(orderId)).toBe(1)
    await bringBack(t, w, orderId, { at: at('11-21T10:10') })
    expect(await shown(violationId)).toMatchObject({
      status: violationStatus.unmatched,
      orderId: null,
      holder: { candidates: [{ orderId, minutes: 10, side: 'before' }] },
    })
    expect(await openOf(orderId)).toBe(0)
  })

  it('leaves what somebody decided', async () => {
    const { orderId, plate } = await rented()
    const { violationId } = await made(plate, OUT - 30 * MINUTE)
    expect(await decide(violation.match, violationId, { orderId })).toMatchObject({
      data: { status: violationStatus.open },
    })
    expect(await openOf(orderId)).toBe(1)
    await later('11-20T10:20')
    await undoPickup(orderId)
    expect(await shown(violationId)).toMatchObject({ orderId, matchType: matchType.byHand })
  })

  it('takes back a match in the transaction that undoes the pickup', async () => {
    const { orderId, plate } = await rented()
    await later('11-20T10:20')
    const { violationId } = await made(plate, at('11-20T10:10'))
    expect(await openOf(orderId)).toBe(1)
    await undoPickup(orderId)
    expect(await shown(violationId)).toMatchObject({ status: violationStatus.unmatched, orderId: null })
    expect(await openOf(orderId)).toBe(0)
    expect((await shown(violationId)).log.map(({ action }) => action)).toEqual(['取消匹配', '登记违章'])
  })
})

const undoPickup = (orderId: string) =>
  t.call(order.updateStatus, { orderId, action: 'undoPickup', reason: '误操作' }, owner())

describe('who knows better', () => {
  it('names an order within a day of it, an employee, or the merchant', async () => {
    const { orderId, plate } = await rented()
    const near = await made(plate, OUT - 23 * HOUR)
    const far = await made(plate, OUT - 25 * HOUR)
    expect(await t.call(violation.around, { violationId: near.violationId }, owner())).toMatchObject([
      { orderId, minutes: 23 * 60 },
    ])
    expect(await t.call(violation.around, { violationId: far.violationId }, owner())).toEqual([])
    expect(await decide(violation.match, far.violationId, { orderId })).toMatchObject({ errorCode: 8003 })
    expect(await decide(violation.match, near.violationId, { orderId })).toMatchObject({ success: true })
    expect(await openOf(orderId)).toBe(1)
    const [someone] = await t.call(violation.people, {}, owner())
    const staff = { matchType: matchType.staff, accountId: someone!.accountId }
    expect(await decide(violation.match, near.violationId, { matchType: matchType.staff })).toMatchObject({
      data: { field: 'accountId' },
    })
    expect(await decide(violation.match, near.violationId, staff)).toMatchObject({ success: true })
    expect(await shown(near.violationId)).toMatchObject({ orderId: null, driverName: someone!.name })
    expect(await openOf(orderId)).toBe(0)
    expect(await decide(violation.match, far.violationId, { matchType: matchType.merchant })).toMatchObject({
      data: { status: violationStatus.open },
    })
  })

  it('voids what was none, and the same may be entered again', async () => {
    const { orderId, plate } = await rented()
    await later('11-21T10:00')
    const { violationId } = await made(plate, OUT + HOUR)
    expect(await decide(violation.cancel, violationId, { reason: '登记有误' })).toMatchObject({
      data: { status: violationStatus.void },
    })
    expect(await openOf(orderId)).toBe(0)
    expect(await decide(violation.cancel, violationId, { reason: '再次' })).toMatchObject({ errorCode: 8004 })
    expect(await create(plate, OUT + HOUR)).toMatchObject({ success: true })
  })
})

describe('the list', () => {
  it('counts by tab, finds by plate and order, and shows a car its own', async () => {
    const { orderId, plate, vehicleId } = await rented()
    await later('11-22T10:00')
    await made(plate, OUT + HOUR)
    await made(plate, OUT + 3 * HOUR)
    const unmatched = await made('沪B00001', OUT)
    await decide(violation.cancel, unmatched.violationId, { reason: '不是本店车辆' })
    const { orderNo } = await t.call(order.detail, { orderId }, owner())
    const page = (more: object = {}) => t.call(violation.page, more, owner())
    expect(await page({ group: 'todo' })).toMatchObject({
      total: 2,
      counts: { todo: 2, running: 0, toClose: 0, ended: 1, late: 0, soon: 0 },
      list: [{ occurAt: OUT + 3 * HOUR }, { occurAt: OUT + HOUR }],
    })
    const until = (of: string, hours: number) =>
      t.root.query('update violation set deadline_at = $2 where id = $1', [of, new Date(t.clock.now() + hours * HOUR)])
    const [urgent, overdue] = (await page({ group: 'todo' })).list
    await until(urgent!.violationId, 47)
    await until(overdue!.violationId, -1)
    expect((await page({ group: 'ended' })).counts).toMatchObject({ late: 1, soon: 1 })
    await t.root.query('update violation set deadline_at = null where merchant_id = $1', [w.merchantId])
    expect((await page({ keyword: orderNo })).total).toBe(2)
    expect((await page({ keyword: plate.slice(2) })).total).toBe(2)
    expect((await page({ keyword: '沪B·00001' })).total).toBe(1)
    expect((await page({ vehicleId })).total).toBe(2)
    const first = await page({ pageSize: 1 })
    const second = await page({ pageSize: 1, cursor: first.nextCursor! })
    const third = await page({ pageSize: 1, cursor: second.nextCursor! })
    expect([first, second, third].map(({ list }) => list[0]!.occurAt)).toEqual([OUT + 3 * HOUR, OUT + HOUR, OUT])
    expect(third.nextCursor).toBeNull()
    expect((await t.call(inventory.detail, { vehicleId }, owner())).vehicleId).toBe(vehicleId)
  })

  it('shows another merchant nothing, and masks names from who may not see customers’ files', async () => {
    const { plate } = await rented()
    await later('11-21T10:00')
    const { violationId } = await made(plate, OUT + HOUR)
    const other = await makeWorld(t)
    expect(await t.send(violation.detail, { violationId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
    expect(await t.call(violation.page, {}, { token: other.tokens.owner })).toMatchObject({ total: 0, list: [] })
    expect(await create(plate, OUT + HOUR, {}, other.tokens.owner)).toMatchObject({
      data: { status: violationStatus.unmatched },
    })
    expect((await shown(violationId)).driverName).toMatch(/^..+$/)
    // Whoever handles it calls the customer; finance does not.
    expect((await shown(violationId, w.tokens.service)).driverName).toMatch(/^[^*]+$/)
    expect((await shown(violationId, w.tokens.finance)).driverName).toMatch(/^.\*$/)
    expect(
      await t.send(violation.cancel, { violationId, version: 1, reason: 'x' }, { token: w.tokens.clerk }),
    ).toMatchObject({ errorCode: -3 })
  })
})
