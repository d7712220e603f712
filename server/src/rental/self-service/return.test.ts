import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { photo, sendSelfPhoto } from '../../testing/upload.ts'
import { booksAgree, weekend } from '../../testing/world/bookings.ts'
import { handOut, renter, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { by, type Phone, selfLink, shoot, unlock } from '../../testing/world/self.ts'

ownMerchant({ other: true })

/*
 * A customer brings the car back alone: where it stands, photos, readings, keys; staff look at it from afar and settle it by the
 * minute in which it was handed in.
 */

const { selfService, pickupReturn } = contract
const type = handoverType.return
/** Where the store is. */
const store = { lng: 121.3363, lat: 31.1979 }
const near = { ...store, lat: store.lat + 0.001, accuracyM: 20 }
const far = { ...store, lat: store.lat + 0.02, accuracyM: 20 }
const readings = { mileageKm: 10_100, fuelEighths: 8 }
const filled = { ...readings, keyNote: '还车箱3号格', parkingNote: 'B2-042' }
/** Twenty minutes late, within the grace. */
const LATE = weekend.returnAt + 20 * MINUTE

let serial = 0
let mobile = ''
beforeEach(() => {
  mobile = `1391235${String(1000 + serial++)}`
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

/** A car that is out, an hour before it is due, and a phone with the pass of its return. */
async function out(): Promise<{ orderId: string; phone: Phone }> {
  const { orderId } = await handOut(t, w, { form: { renterId: await renter(t, w, { phone: mobile }) } })
  t.clock.set(weekend.returnAt - HOUR)
  return { orderId, phone: await unlock(t, await selfLink(t, w, orderId, type), type, mobile) }
}

const task = (phone: Phone) => t.call(selfService.task, { t: phone.link, type }, by(phone))
const save = (phone: Phone, more: object) => t.send(selfService.save, { t: phone.link, type, ...more }, by(phone))
const place = (phone: Phone, position?: object) =>
  t.send(selfService.place, { t: phone.link, position } as never, by(phone))
const submit = (phone: Phone) => t.send(selfService.submitReturn, { t: phone.link }, by(phone))
const check = (orderId: string) => t.call(selfService.check, { orderId, type }, owner())
const decide = async (orderId: string, more: object = {}) =>
  t.send(selfService.verify, { orderId, type, version: (await check(orderId)).version, pass: true, ...more }, owner())
const counter = (orderId: string) => t.call(pickupReturn.task, { orderId, type }, owner())

/** What home counts of those who wait to be looked at. */
const waiting = async () =>
  (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'selfCheck')!.count

/** All that is asked for, handed in at a minute. */
async function handedIn(phone: Phone, at = weekend.returnAt): Promise<void> {
  await shoot(t, phone, type)
  await save(phone, filled)
  t.clock.set(at)
  await place(phone, near)
  expect(await submit(phone)).toMatchObject({ success: true, data: { status: selfStatus.waiting } })
}

/** Settles it at the counter, dated as given. */
async function settle(orderId: string, actualAt: number, token = w.tokens.owner) {
  const { record, blocking } = await counter(orderId)
  if (blocking.some(({ code }) => code === 'agreement')) await signPaper(t, w, orderId, type, record!.recordId)
  const asked = { orderId, actualReturnAt: actualAt, ...readings }
  const { balance } = await t.call(pickupReturn.settlement, asked, owner())
  const paying = balance > 0 ? { settle: 2 as const, payWay: payWay.cash } : {}
  return sendConfirm(t, w, { orderId, type, actualAt, expectAmount: balance, ...paying }, { token })
}

describe('a return by the customer alone', () => {
  it('asks for place, photos, readings and keys, and nothing of money or paper', async () => {
    const { orderId, phone } = await out()
    const first = await task(phone)
    expect(first).toMatchObject({ status: selfStatus.open, place: null, money: [], keyNote: null, returnedAt: null })
    expect(new Set(first.gaps.map(({ step }) => step))).toEqual(new Set(['place', 'photos', 'readings', 'keys']))
    expect(await submit(phone)).toMatchObject({ errorCode: 5308 })

    expect(await place(phone, near)).toMatchObject({ success: true, data: { distanceM: 111 } })
    await shoot(t, phone, type)
    await save(phone, filled)
    expect(await task(phone)).toMatchObject({
      gaps: [],
      place: { distanceM: 111 },
      left: { keyNote: '还车箱3号格', parkingNote: 'B2-042' },
    })
    expect(await submit(phone)).toMatchObject({ success: true })
    expect(await check(orderId)).toMatchObject({
      blocking: [],
      place: { distanceM: 111 },
      record: { byCustomer: true, mileageKm: 10_100, keyNote: '还车箱3号格' },
      last: { mileageKm: 10_000 },
    })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp })
    expect(await waiting()).toBe(1)
    const offered = async () => (await t.call(contract.order.detail, { orderId }, owner())).actions[0]
    expect(await offered()).toMatchObject({ code: 'checkReturn', label: '去验车', primary: true })
    await decide(orderId)
    expect(await offered()).toMatchObject({ code: 'return', primary: true })
    expect(await waiting()).toBe(0)
  })

  it('is settled by the minute it was handed in, however long the check takes, by who may not backdate', async () => {
    const { orderId, phone } = await out()
    await handedIn(phone, LATE)
    t.clock.set(LATE + 3 * HOUR)
    expect(await decide(orderId)).toMatchObject({ success: true, data: { orderStatus: orderStatus.pickedUp } })
    const { record, blocking } = await counter(orderId)
    expect(record).toMatchObject({ at: LATE, handedInAt: LATE, verify: 1 })
    expect(blocking.map(({ code }) => code)).toEqual(['agreement'])
    // The pass has ended by then; the code opens the page again.
    const later = await unlock(t, phone.link, type, mobile)
    expect(await task(later)).toMatchObject({ status: selfStatus.passed, submittedAt: LATE, returnedAt: null })

    expect(await settle(orderId, LATE - 15 * MINUTE, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    const settled = await settle(orderId, LATE, w.tokens.clerk)
    expect(settled).toMatchObject({ success: true, data: { settlement: { items: [], balance: 0 } } })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, actualReturnAt: new Date(LATE) })
    expect(await task(later)).toMatchObject({ returnedAt: LATE })
    const texts = await messagesWhere(t, `order_id = $1 and kind = 'selfChecked'`, [orderId])
    expect(texts.map(({ body }) => body)).toEqual([expect.stringContaining('自助还车已通过验车')])
  })

  it('is late no more once it was handed in: it stands on the list of the day, and comes back late where it is refused', async () => {
    const { orderId, phone } = await out()
    const row = async () =>
      (await t.call(contract.overview.home, {}, owner())).todos.find((one) => one.orderId === orderId)
    const detail = () => t.call(contract.order.detail, { orderId }, owner())
    expect(await row()).toMatchObject({ kind: 'return' })
    await handedIn(phone, LATE)
    expect(await row()).toMatchObject({ kind: 'checkReturn', action: 'checkReturn', actionLabel: '去验车' })
    t.clock.set(LATE + 3 * HOUR)
    await runDue(t, 'overdueRoll')
    expect(await detail()).toMatchObject({ overdue: false, nextStep: '客户已自助还车，请验车并结算' })
    expect((await t.call(contract.order.list, { overdue: true }, owner())).list).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({ overdue: false })
    await decide(orderId, { pass: false, reasons: [{ slot: 'dashboard', text: '照片太暗' }] })
    await runDue(t, 'overdueRoll')
    expect(await detail()).toMatchObject({ overdue: true })
    expect(await row()).toMatchObject({ kind: 'overdue' })
  })

  it('by staff from then on would be late', async () => {
    const { orderId, phone } = await out()
    await handedIn(phone, LATE)
    t.clock.set(LATE + 3 * HOUR)
    const asked = { orderId, actualReturnAt: t.clock.now(), ...readings }
    const now = await t.call(pickupReturn.settlement, asked, owner())
    expect(now.balance).toBeGreaterThan(0)
  })

  it.each([
    ['keeps its minute where what was refused comes again soon', 20, false],
    ['counts by the later minute where it does not', 40, true],
  ])('%s', async (_, wait, counts) => {
    const { orderId, phone } = await out()
    await handedIn(phone)
    t.clock.set(weekend.returnAt + 5 * MINUTE)
    await decide(orderId, { pass: false, reasons: [{ slot: 'dashboard', text: '照片太暗' }] })
    expect(await task(phone)).toMatchObject({ toTake: ['dashboard'] })
    t.clock.advance(wait * MINUTE)
    await shoot(t, phone, type, ['dashboard'])
    await place(phone, near)
    expect(await submit(phone)).toMatchObject({ success: true })
    expect((await check(orderId)).submittedAt).toBe(counts ? t.clock.now() : weekend.returnAt)
  })

  it('says to staff what the phone found wrong with a picture that was kept', async () => {
    const { orderId, phone } = await out()
    const fields = { type: String(type), slot: 'rear', fault: 'dark' }
    expect(await sendSelfPhoto(t, phone, fields, await photo(900, 900))).toMatchObject({ success: true })
    expect((await check(orderId)).record?.photos).toMatchObject([{ slot: 'rear', fault: 'dark' }])
    const odd = { ...fields, fault: 'ugly' }
    expect(await sendSelfPhoto(t, phone, odd, await photo(901, 900))).toMatchObject({ errorCode: -2 })
  })

  it('shows what was known of the car, strikes nothing off and charges nothing for what it finds', async () => {
    const { orderId, phone } = await out()
    const known = { markId: 'k1', part: 'roof', kind: 1, x: 0.5, y: 0.5, isNew: true, photoIds: [], reason: '' }
    await t.root.query(`update pickup_return_record set damage_marks = $2 where order_id = $1 and type = 0`, [
      orderId,
      JSON.stringify([known]),
    ])
    expect((await task(phone)).marks).toMatchObject([{ markId: 'k1', isNew: false }])
    const found = { ...known, markId: 'n1', part: 'interior', amount: 50_000 }
    expect(await save(phone, { damageMarks: [found] })).toMatchObject({ success: true })
    const { rows } = await t.root.query(
      `select damage_marks from pickup_return_record where order_id = $1 and type = 1`,
      [orderId],
    )
    expect(rows[0].damageMarks).toMatchObject([
      { markId: 'k1', isNew: false },
      { markId: 'n1', isNew: true },
    ])
    expect(JSON.stringify(rows[0].damageMarks)).not.toContain('amount')
  })
})

describe('where the car stands', () => {
  it('is within the range of the store, and no position of it is kept', async () => {
    const { orderId, phone } = await out()
    expect(await place(phone, far)).toMatchObject({ errorCode: 5302, message: expect.stringContaining('2224米') })
    expect((await task(phone)).place).toBeNull()
    expect(await place(phone, near)).toMatchObject({ success: true })
    // It may have gone on since.
    t.clock.advance(31 * MINUTE)
    expect((await task(phone)).gaps.map(({ step }) => step)).toContain('place')
    const { rows } = await t.root.query('select * from self_visit where order_id = $1', [orderId])
    expect(JSON.stringify(rows)).not.toContain('31.19')
  })

  it('that is refused for its distance is told to staff with the metres, once, and forgotten when the car is there', async () => {
    const { orderId, phone } = await out()
    for (let times = 0; times < 2; times++) expect(await place(phone, far)).toMatchObject({ errorCode: 5302 })
    const { rows: told } = await t.root.query(
      `select n.account_id, n.level, n.body from notification n join "order" o on o.id = $1 and n.merchant_id = o.merchant_id and n.body like o.order_no || '%'
        where n.type = $2`,
      [orderId, notifyType.selfCheck],
    )
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told.map(({ accountId }) => accountId)).size).toBe(told.length)
    // It wakes nobody at night.
    for (const { level, body } of told) {
      expect(level).toBe(notifyLevel.important)
      expect(body).toContain('定位距还车地点2224米')
    }
    // Whoever then gives no position hides nothing by that.
    expect(await place(phone)).toMatchObject({ success: true })
    expect(await check(orderId)).toMatchObject({ place: { distanceM: null }, refusedPlace: { distanceM: 2224 } })
    expect(await place(phone, near)).toMatchObject({ success: true })
    expect(await check(orderId)).toMatchObject({ place: { distanceM: 111 }, refusedPlace: null })
  })

  it.each([
    ['not given', undefined],
    ['too vague to tell', { ...far, accuracyM: 2000 }],
  ])('%s: its surroundings are photographed, and staff say that they saw them', async (_, position) => {
    const { orderId, phone } = await out()
    expect(await place(phone, position)).toMatchObject({ success: true, data: { distanceM: null } })
    await save(phone, filled)
    await shoot(t, phone, type)
    expect(await task(phone)).toMatchObject({ toTake: ['parking'] })
    await shoot(t, phone, type, ['parking'])
    expect(await submit(phone)).toMatchObject({ success: true })
    expect(await check(orderId)).toMatchObject({ place: { distanceM: null } })
    expect(await decide(orderId)).toMatchObject({ errorCode: -2, data: { field: 'placeSeen' } })
    expect(await decide(orderId, { placeSeen: true })).toMatchObject({ success: true })
  })

  it('is where the car is fetched, for one that is fetched', async () => {
    const { orderId, phone } = await out()
    const home = { lng: 121.48, lat: 31.23 }
    await t.root.query(
      `update "order" set return_type = 2, return_address = '南京西路1号', return_lng = $2, return_lat = $3 where id = $1`,
      [orderId, home.lng, home.lat],
    )
    expect(await place(phone, near)).toMatchObject({ errorCode: 5302 })
    expect(await place(phone, { ...home, accuracyM: 10 })).toMatchObject({ success: true, data: { distanceM: 0 } })
  })
})

const contactOf = async (orderId: string): Promise<string> =>
  (await t.root.query('select contact_name from "order" where id = $1', [orderId])).rows[0].contactName

describe('bad luck', () => {
  it('an answer that was lost is asked for again: handed in once, told of once', async () => {
    const { orderId, phone } = await out()
    await shoot(t, phone, type)
    await save(phone, filled)
    await place(phone, near)
    const twice = () => t.send(selfService.submitReturn, { t: phone.link }, { ...by(phone), key: 'submit-again' })
    const answers = await Promise.all([twice(), twice()])
    expect(answers.map(({ success }) => success)).toContain(true)
    t.clock.advance(2 * MINUTE)
    expect(await submit(phone)).toMatchObject({ success: true, data: { status: selfStatus.waiting } })
    const { rows } = await t.root.query(
      `select account_id, level, body from notification where merchant_id = $1 and title like '待自助验车%'`,
      [w.merchantId],
    )
    expect(rows.length).toBeGreaterThan(0)
    // Whoever brings a car back need not stay: the notice waits for the morning, and names the customer.
    for (const { level, body } of rows) {
      expect(level).toBe(notifyLevel.important)
      expect(body).toContain(`${await contactOf(orderId)}已提交自助还车`)
    }
    expect(new Set(rows.map(({ accountId }) => accountId)).size).toBe(rows.length)
    const { rows: handed } = await t.root.query('select handed_in_at from self_visit where order_id = $1', [orderId])
    expect(handed).toHaveLength(1)
    expect((await check(orderId)).handedInAt).toBe(t.clock.now() - 2 * MINUTE)
    // Nobody is told again that a customer waits, since that one has left.
    for (const _ of [10, 20, 30]) {
      t.clock.advance(10 * MINUTE)
      await runDue(t, 'selfCheck')
    }
    const { rows: later } = await t.root.query(
      `select id from notification where merchant_id = $1 and title like '自助验车已等待%'`,
      [w.merchantId],
    )
    expect(later).toEqual([])
  })

  it('staff have taken the car back meanwhile: the link ends, and nobody is told of who waits', async () => {
    const { orderId, phone } = await out()
    await handedIn(phone)
    const { record } = await counter(orderId)
    t.clock.advance(5 * MINUTE)
    await signPaper(t, w, orderId, type, record!.recordId)
    const asked = { orderId, actualReturnAt: t.clock.now(), ...readings }
    const { balance } = await t.call(pickupReturn.settlement, asked, owner())
    const done = await sendConfirm(t, w, { orderId, type, actualAt: t.clock.now(), expectAmount: balance })
    expect(done).toMatchObject({ success: true })
    expect(await waiting()).toBe(0)
    expect(await save(phone, readings)).toMatchObject({ errorCode: 5301 })
    expect(await submit(phone)).toMatchObject({ errorCode: 5301 })
    expect(await decide(orderId)).toMatchObject({ success: false })
    const list = await t.call(contract.order.list, { pickupReturnQueryStatus: 7 }, owner())
    expect(list.list.map((row) => row.orderId)).not.toContain(orderId)
    t.clock.advance(20 * MINUTE)
    const told = async () => {
      const asked = `select id from notification where merchant_id = $1 and title like '自助验车已等待%'`
      return (await t.root.query(asked, [w.merchantId])).rows.length
    }
    const before = await told()
    await runDue(t, 'selfCheck')
    expect(await told()).toBe(before)
    expect(await check(orderId)).toMatchObject({ status: selfStatus.takenOver })
  })

  it('staff take over what waits: dated as it was handed in, nothing is lost, the link ends', async () => {
    const { orderId, phone } = await out()
    await handedIn(phone, LATE)
    t.clock.advance(2 * HOUR)
    await t.call(selfService.takeOver, { orderId, type }, owner())
    expect(await submit(phone)).toMatchObject({ errorCode: 5301 })
    expect((await counter(orderId)).record).toMatchObject({ at: LATE, handedInAt: LATE, keyNote: '还车箱3号格' })
    expect(await settle(orderId, LATE, w.tokens.clerk)).toMatchObject({ success: true })
  })

  it('staff take over what nobody handed in: dated by nothing', async () => {
    const { orderId, phone } = await out()
    await save(phone, filled)
    await t.call(selfService.takeOver, { orderId, type }, owner())
    expect((await counter(orderId)).record).toMatchObject({ at: null, handedInAt: null })
  })

  it('a pass that ended, another phone, a car that is not out, a reading below the pickup', async () => {
    const { orderId, phone } = await out()
    expect(await save(phone, { mileageKm: 9_000 })).toMatchObject({ success: true })
    expect((await task(phone)).gaps.map(({ step }) => step)).toContain('readings')
    const second = await unlock(t, phone.link, type, mobile)
    expect(await place(phone, near)).toMatchObject({ errorCode: 5306 })
    t.clock.advance(2 * HOUR)
    expect(await place(second, near)).toMatchObject({ errorCode: 5305 })
    expect(await sendSelfPhoto(t, second, { type: String(type), slot: 'front' }, await photo(900, 900))).toMatchObject({
      errorCode: 5305,
    })
    // A link of one handover opens no other.
    expect(await t.send(selfService.door, { t: phone.link, type: handoverType.pickup })).toMatchObject({
      errorCode: 5301,
    })
    await t.root.query(`update "order" set status = $2 where id = $1`, [orderId, orderStatus.returned])
    expect(await t.send(selfService.link, { orderId, type, way: 2 }, owner())).toMatchObject({ errorCode: 2001 })
    await t.root.query(`update "order" set status = $2 where id = $1`, [orderId, orderStatus.pickedUp])
  })

  it('a rental that was made longer takes its link along', async () => {
    const { orderId, phone } = await out()
    const returnAt = weekend.returnAt + 2 * DAY
    const { quoteId } = await t.call(contract.renewal.price, { orderId, newReturnAt: returnAt }, owner())
    await t.call(contract.renewal.create, { orderId, quoteId }, owner())
    expect(await t.call(selfService.door, { t: phone.link, type }, {})).toMatchObject({
      at: returnAt,
      expireAt: returnAt + DAY,
    })
  })

  it('whoever has handed in is not told to bring the car back', async () => {
    const { orderId, phone } = await out()
    const told = () => messagesWhere(t, `order_id = $1 and kind = 'overdue'`, [orderId])
    await handedIn(phone)
    t.clock.set(weekend.returnAt + HOUR)
    await runDue(t, 'overdueRoll')
    expect(await told()).toEqual([])
    await decide(orderId, { pass: false, reasons: [{ slot: 'dashboard', text: '照片太暗' }] })
    await runDue(t, 'overdueRoll')
    expect(await told()).toHaveLength(1)
  })

  it("is nobody else's: another merchant, a stranger with the link, a colleague without the key", async () => {
    const { orderId, phone } = await out()
    await handedIn(phone)
    const asked = { orderId, type }
    expect(await t.send(selfService.check, asked, { token: other.tokens.owner })).toMatchObject({ success: false })
    expect(await t.send(selfService.takeOver, asked, { token: other.tokens.owner })).toMatchObject({ success: false })
    expect(await t.send(selfService.check, asked, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    const door = JSON.stringify(await t.call(selfService.door, { t: phone.link, type }, {}))
    const row = await orderRow(orderId)
    for (const secret of ['周明轩', row.plate, row.orderNo, mobile]) expect(door).not.toContain(secret)
    expect(await t.send(selfService.place, { t: phone.link })).toMatchObject({ errorCode: 5305 })
  })
})
