import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { codeTo, messagesWhere } from '../../testing/sms.ts'
import { photo, sendSelfPhoto } from '../../testing/upload.ts'
import { bookArranged, payDeposits, payRent } from '../../testing/world/handover.ts'
import { orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { by, type Phone, selfLink, shoot, unlock } from '../../testing/world/self.ts'
import { shop } from '../../testing/world/world.ts'

ownMerchant({ other: true })

/*
 * A customer takes the car alone: by a link and a code, with photos and readings of their own, and staff look at them from afar.
 */

const { selfService, agreement } = contract
const type = handoverType.pickup
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]
const readings = { mileageKm: 10_000, fuelEighths: 8 }
let serial = 0
let mobile = ''
beforeEach(() => {
  mobile = `1391234${String(1000 + serial++)}`
})

/** Paid and with deposits unless told, half an hour before its time. */
async function booked(money = true) {
  const { orderId, total } = await bookArranged(t, w, { trip }, { phone: mobile })
  if (money) {
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
  }
  t.clock.set(trip.pickupAt - 30 * 60_000)
  return orderId
}

const task = (phone: Phone) => t.call(selfService.task, { t: phone.link, type }, by(phone))
const save = (phone: Phone, more: object) => t.send(selfService.save, { t: phone.link, type, ...more }, by(phone))
const submit = (phone: Phone) => t.send(selfService.submitPickup, { t: phone.link }, by(phone))
const check = (orderId: string) => t.call(selfService.check, { orderId, type }, owner())
const decide = async (orderId: string, more: object) =>
  t.send(selfService.verify, { orderId, type, version: (await check(orderId)).version, pass: true, ...more }, owner())

/** Links of an order's pickup that open. */
async function linksOf(orderId: string): Promise<number> {
  const { rows } = await t.root.query(
    `select count(*)::int as n from link_token where order_id = $1 and purpose = 'selfPickup' and revoked_at is null`,
    [orderId],
  )
  return rows[0].n
}

async function signed(phone: Phone) {
  const { t: paper } = await t.call(selfService.paper, { t: phone.link, type }, by(phone))
  t.clock.advance(61_000)
  await t.call(agreement.signCode, { t: paper }, {})
  await t.call(agreement.sign, { t: paper, smsCode: await codeTo(t, mobile), agree: true, hand }, {})
}

/** All that is asked for is there. */
async function ready(orderId: string): Promise<Phone> {
  const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
  await shoot(t, phone, type)
  await save(phone, { agreed: true, ...readings })
  await signed(phone)
  return phone
}

describe('a pickup by the customer alone', () => {
  it('goes from the link to the car handed over, and the keys are told only then', async () => {
    const orderId = await booked()
    await t.root.query(
      `update vehicle set key_note = '钥匙在3号柜' where id = (select vehicle_id from "order" where id = $1)`,
      [orderId],
    )
    const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    const first = await task(phone)
    expect(first).toMatchObject({
      status: selfStatus.open,
      keyNote: null,
      paper: 'none',
      money: [],
      carType: 1,
      image: null,
    })
    expect(first.rules.map(({ title }) => title)).toEqual(['租期', '费用', '押金', '约定'])
    expect(first.gaps.map(({ step }) => step)).toEqual(expect.arrayContaining(['rules', 'photos', 'readings', 'paper']))

    await shoot(t, phone, type)
    expect(await save(phone, { agreed: true, ...readings })).toMatchObject({ success: true })
    await signed(phone)
    expect((await task(phone)).gaps).toEqual([])
    expect(await submit(phone)).toMatchObject({ success: true, data: { status: selfStatus.waiting } })
    expect(await save(phone, readings)).toMatchObject({ errorCode: 5307 })

    const seen = await check(orderId)
    expect(seen).toMatchObject({
      status: selfStatus.waiting,
      blocking: [],
      record: { byCustomer: true, mileageKm: 10_000 },
    })
    const list = await t.call(contract.order.list, { pickupReturnQueryStatus: 7 }, owner())
    expect(list.list.map((row) => row.orderId)).toEqual([orderId])
    expect(await decide(orderId, {})).toMatchObject({ success: true, data: { orderStatus: orderStatus.pickedUp } })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp })
    expect(await task(phone)).toMatchObject({ status: selfStatus.passed, keyNote: '钥匙在3号柜' })
    expect(await decide(orderId, {})).toMatchObject({ errorCode: 5304 })
    const texts = await messagesWhere(t, `order_id = $1 and kind = 'selfChecked'`, [orderId])
    expect(texts.map(({ body }) => body)).toEqual([expect.stringContaining('已通过验车')])
    expect(texts[0].body).not.toContain('3号柜')
  })

  it('asks again for what was refused alone, and a decision about older pictures is none', async () => {
    const orderId = await booked()
    const phone = await ready(orderId)
    await submit(phone)
    const { version } = await check(orderId)
    const refuse = { pass: false, reasons: [{ slot: 'rear', text: '照片太暗' }] }
    expect(await decide(orderId, { pass: false })).toMatchObject({ errorCode: -2, data: { field: 'reasons' } })
    expect(await decide(orderId, refuse)).toMatchObject({ success: true, data: { status: selfStatus.rejected } })
    expect(await task(phone)).toMatchObject({ toTake: ['rear'], reasons: [{ slot: 'rear', text: '照片太暗' }] })
    expect(await submit(phone)).toMatchObject({ errorCode: 5308 })
    t.clock.advance(60_000)
    await shoot(t, phone, type, ['rear'])
    expect(await submit(phone)).toMatchObject({ success: true })
    const stale = { orderId, type, version, pass: true }
    expect(await t.send(selfService.verify, stale, owner())).toMatchObject({ errorCode: -5 })
    expect(await decide(orderId, {})).toMatchObject({ success: true })
  })

  it('photographs papers that nobody has passed, with the consent of whom they are; staff pass them, and the page signs', async () => {
    const orderId = await booked()
    const { renterId } = (await orderRow(orderId)) as unknown as { renterId: string }
    await t.root.query('update person set verify_status = 0 where id = $1', [renterId])
    const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    const slots = ['imgFront', 'imgBack', 'licenceMain', 'facePhoto']
    const first = await task(phone)
    expect(first.documents.map(({ slot, required, mediaId }) => [slot, required, mediaId])).toEqual(
      slots.map((slot) => [slot, slot !== 'facePhoto', null]),
    )
    expect(first.gaps).toContainEqual({ step: 'papers', text: '请拍摄人像面、国徽面、驾驶证正页' })
    expect(first.papers).toEqual([])
    const take = async (slot: string, more: object = { consent: true }) =>
      sendSelfPhoto(t, phone, { type: String(type), slot, ...more }, await photo(910 + slots.indexOf(slot), 900), true)
    expect(await take('imgFront', {})).toMatchObject({ errorCode: -2, message: expect.stringContaining('同意') })
    for (const slot of slots.slice(0, 3)) expect(await take(slot), slot).toMatchObject({ success: true })
    // The face is agreed to by itself.
    expect(await take('facePhoto', {})).toMatchObject({ errorCode: -2 })
    expect(await task(phone)).toMatchObject({ consents: [1] })
    expect((await task(phone)).gaps.map(({ step }) => step)).not.toContain('papers')
    const consents = await t.root.query('select kind, way from person_consent where person_id = $1 and way = 4', [
      renterId,
    ])
    expect(consents.rows).toEqual([{ kind: 1, way: 4 }])
    expect(await check(orderId)).toMatchObject({ papers: { personId: renterId } })
    const told = await t.call(contract.notify.page, {}, owner())
    expect(told.list.map(({ title }) => title)).toContainEqual(expect.stringContaining('待核验证件'))

    const seen = await t.call(contract.driver.personDetail, { personId: renterId }, owner())
    expect(seen.documents.map(({ slot }) => slot)).toEqual(slots.slice(0, 3))
    await t.call(contract.driver.verifyPerson, { personId: renterId, version: seen.version, pass: true }, owner())
    expect(await task(phone)).toMatchObject({ documents: [], papers: [] })
    expect(await check(orderId)).toMatchObject({ papers: null })
    expect(await take('imgFront')).toMatchObject({ errorCode: 5304 })
  })

  it('is asked for a paper again with why, before anything is handed in; the consent stays, and the shop hears of the new one', async () => {
    const orderId = await booked()
    const { renterId } = (await orderRow(orderId)) as unknown as { renterId: string }
    await t.root.query('update person set verify_status = 0 where id = $1', [renterId])
    const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    let n = 0
    const take = async (slot: string, more: object = {}) =>
      sendSelfPhoto(t, phone, { type: String(type), slot, ...more }, await photo(940 + n++, 900), true)
    const refuse = (papers: object[], more: object = {}) =>
      t.send(selfService.verify, { orderId, type, version: 1, pass: false, papers, ...more } as never, owner())
    const blurred = [{ slot: 'imgBack', text: '照片模糊' }]
    expect(await refuse(blurred)).toMatchObject({ errorCode: -2, data: { field: 'papers' } })
    for (const slot of ['imgFront', 'imgBack', 'licenceMain']) await take(slot, { consent: true })
    const told = async () =>
      (await t.call(contract.notify.page, {}, owner())).list.filter(({ title }) => title.includes('待核验证件')).length
    expect(await told()).toBe(1)
    expect(await refuse(blurred)).toMatchObject({ success: true, data: { status: selfStatus.open } })
    const again = await task(phone)
    expect(again.documents.map(({ slot, reason }) => [slot, reason])).toEqual([
      ['imgFront', null],
      ['imgBack', '照片模糊'],
      ['licenceMain', null],
      ['facePhoto', null],
    ])
    expect(again.gaps).toContainEqual({ step: 'papers', text: '请拍摄国徽面' })
    expect((await check(orderId)).papers!.pages.map(({ reason }) => reason)).toEqual([null, '照片模糊', null, null])
    const texts = await messagesWhere(t, `order_id = $1 and kind = 'selfChecked'`, [orderId])
    expect(texts.map(({ body }) => body)).toEqual([expect.stringContaining('的照片需要补拍')])
    // No consent is asked for anew.
    expect(await take('imgBack')).toMatchObject({ success: true })
    expect((await task(phone)).documents.map(({ reason }) => reason)).toEqual([null, null, null, null])
    expect((await task(phone)).gaps.map(({ step }) => step)).not.toContain('papers')
    t.clock.advance(11 * MINUTE)
    expect(await told()).toBe(2)
    const { version } = await t.call(contract.driver.personDetail, { personId: renterId }, owner())
    await t.call(contract.driver.verifyPerson, { personId: renterId, version, pass: true }, owner())
    expect(await refuse(blurred)).toMatchObject({ errorCode: -2 })
  })

  it('takes a paper out of its place while nobody has passed it', async () => {
    const orderId = await booked()
    const { renterId } = (await orderRow(orderId)) as unknown as { renterId: string }
    await t.root.query('update person set verify_status = 0 where id = $1', [renterId])
    const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    await sendSelfPhoto(t, phone, { type: String(type), slot: 'imgFront', consent: true }, await photo(960, 900), true)
    const [front] = (await task(phone)).documents
    const drop = () => t.send(selfService.dropPhoto, { t: phone.link, type, mediaId: front!.mediaId! }, by(phone))
    await t.root.query('update person set verify_status = 1 where id = $1', [renterId])
    expect(await drop()).toMatchObject({ errorCode: 5304 })
    await t.root.query('update person set verify_status = 0 where id = $1', [renterId])
    expect(await drop()).toMatchObject({ success: true })
    expect((await task(phone)).documents[0]).toMatchObject({ mediaId: null })
    expect(await drop()).toMatchObject({ success: false })
  })

  it('rings each colleague once, however long the customer waits, and shows the wait in the app', async () => {
    const orderId = await booked()
    await submit(await ready(orderId))
    for (const _ of [10, 20, 30]) {
      t.clock.advance(10 * MINUTE)
      await runDue(t, 'selfCheck')
    }
    const { rows } = await t.root.query(
      `select account_id, count(*)::int as told, count(ring_at)::int as rings from notification
        where merchant_id = $1 and title similar to '(待自助验车|自助验车已等待)%' group by 1`,
      [w.merchantId],
    )
    expect(Math.max(...rows.map(({ told }) => told))).toBe(4)
    expect(rows.map(({ rings }) => rings)).toEqual(rows.map(() => 1))
  })

  it('gets its link with the reminder where it was booked so, once, and no other order', async () => {
    const orderId = await booked()
    t.clock.set(trip.pickupAt - 110 * MINUTE)
    await runDue(t, 'selfLink')
    expect(await linksOf(orderId)).toBe(0)
    await t.root.query('update "order" set self_service = true where id = $1', [orderId])
    t.clock.set(trip.pickupAt - 150 * MINUTE)
    await runDue(t, 'selfLink')
    expect(await linksOf(orderId)).toBe(0)
    t.clock.set(trip.pickupAt - 110 * MINUTE)
    for (const _ of [1, 2]) await runDue(t, 'selfLink')
    expect(await linksOf(orderId)).toBe(1)
  })

  it('pays and leaves its deposits by the page that is there', async () => {
    const orderId = await booked(false)
    const phone = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    const { money, gaps } = await task(phone)
    expect(money.map(({ name }) => name)).toEqual(['租金', '租车押金', '违章押金'])
    expect(gaps.map(({ step }) => step)).toContain('money')
  })
})

describe('whoever has the link alone', () => {
  it('learns who asks and how to reach them, no name, plate or sum', async () => {
    const orderId = await booked(false)
    const link = await selfLink(t, w, orderId)
    const ring = (phones: string) =>
      t.root.query('update store set phones = $2 where id = $1', [w.stores.hongqiao, phones])
    await ring('{021-52001234}')
    const door = await t.call(selfService.door, { t: link, type }, {})
    await ring('{}')
    const row = await orderRow(orderId)
    const text = JSON.stringify(door)
    expect(door).toMatchObject({ ...shop, storePhone: '021-52001234', phoneTail: mobile.slice(-4) })
    for (const secret of ['周明轩', row.plate, row.orderNo, String(row.totalFen), mobile])
      expect(text).not.toContain(secret)
    expect(await t.send(selfService.task, { t: link, type })).toMatchObject({ errorCode: 5305 })
    expect(await sendSelfPhoto(t, { link, pass: 'x' }, { type: '0', slot: 'front' }, await photo())).toMatchObject({
      errorCode: 5305,
    })
  })

  it('guesses no code: after five wrong ones the right one is none', async () => {
    const link = await selfLink(t, w, await booked())
    t.clock.advance(61_000)
    await t.call(selfService.otp, { t: link, type }, {})
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    const enter = (smsCode: string) => t.send(selfService.enter, { t: link, type, smsCode })
    for (let n = 0; n < 5; n++) expect(await enter(wrong)).toMatchObject({ errorCode: 1006 })
    expect(await enter(code)).toMatchObject({ errorCode: 1006 })
  })

  it('comes too early, or after the order is over', async () => {
    const orderId = await booked()
    const link = await selfLink(t, w, orderId)
    t.clock.set(trip.pickupAt - 3 * 3_600_000)
    const phone = await unlock(t, link, type, mobile)
    expect(await t.call(selfService.door, { t: link, type }, {})).toMatchObject({ opensAt: trip.pickupAt - 3_600_000 })
    expect(await t.send(selfService.task, { t: link, type }, by(phone))).toMatchObject({ errorCode: 5303 })
    await t.root.query(`update "order" set status = $2 where id = $1`, [orderId, orderStatus.cancelled])
    expect(await t.send(selfService.task, { t: link, type }, by(phone))).toMatchObject({ errorCode: 5301 })
    expect(await t.send(selfService.door, { t: link, type })).toMatchObject({ errorCode: 5301 })
  })
})

describe('an order that is given to another customer', () => {
  it('is closed to the links and the pass of the former one, and begins anew for the next', async () => {
    const orderId = await booked(false)
    const former = await unlock(t, await selfLink(t, w, orderId), type, mobile)
    await shoot(t, former, type, ['front'])
    await save(former, { ...readings, agreed: true })
    const next = `1391235${mobile.slice(-4)}`
    await t.call(contract.order.changeCustomer, { orderId, contactName: '乙后客', contactPhone: next }, owner())
    expect(await t.send(selfService.door, { t: former.link, type })).toMatchObject({ errorCode: 5301 })
    expect(await t.send(selfService.task, { t: former.link, type }, by(former))).toMatchObject({ errorCode: 5301 })
    const { rows } = await t.root.query(
      'select count(*)::int as n from link_token where order_id = $1 and revoked_at is null',
      [orderId],
    )
    expect(rows[0].n).toBe(0)

    const own = await unlock(t, await selfLink(t, w, orderId), type, next)
    expect(await task(own)).toMatchObject({
      renterName: '乙后客',
      agreed: false,
      photos: [],
      mileageKm: null,
      fuelEighths: null,
    })
  })
})

describe('bad luck', () => {
  it('two phones: the second ends the first, and both are told', async () => {
    const link = await selfLink(t, w, await booked())
    const first = await unlock(t, link, type, mobile)
    t.clock.advance(61_000)
    await t.call(selfService.otp, { t: link, type }, {})
    const second = await t.call(selfService.enter, { t: link, type, smsCode: await codeTo(t, mobile) }, {})
    expect(second.replaced).toBe(true)
    expect(await t.send(selfService.task, { t: link, type }, by(first))).toMatchObject({ errorCode: 5306 })
    t.clock.advance(2 * 3_600_000)
    expect(await t.send(selfService.task, { t: link, type }, by({ link, pass: second.pass }))).toMatchObject({
      errorCode: 5305,
    })
  })

  it('staff take over: the link ends, and nothing that was sent is lost', async () => {
    const orderId = await booked()
    const phone = await ready(orderId)
    await submit(phone)
    await t.call(selfService.takeOver, { orderId, type }, owner())
    expect(await submit(phone)).toMatchObject({ errorCode: 5301 })
    expect(await decide(orderId, {})).toMatchObject({ errorCode: 5304 })
    const counter = await t.call(contract.pickupReturn.task, { orderId, type }, owner())
    expect(counter.record?.photos).toHaveLength(6)
    expect(counter.blocking).toEqual([])
  })

  it('a car that was swapped meanwhile is photographed anew before it goes', async () => {
    const orderId = await booked()
    const phone = await ready(orderId)
    await submit(phone)
    const car = w.vehicles.lavida[1]!
    await t.root.query('update "order" set vehicle_id = $2, plate = $3 where id = $1', [orderId, car.id, car.plate])
    const seen = await check(orderId)
    expect(seen.blocking.map(({ code }) => code)).toEqual(expect.arrayContaining(['photos']))
    const answer = await t.send(selfService.verify, { orderId, type, version: 9, pass: true }, owner())
    expect(answer.success).toBe(false)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.arranged })
  })

  it('a pass beside a swap: the car that was looked at goes, or none does', async () => {
    const orderId = await booked()
    const phone = await ready(orderId)
    await submit(phone)
    const { vehicleId } = (await orderRow(orderId)) as unknown as { vehicleId: string }
    const { version } = await check(orderId)
    const [passed, swapped] = await Promise.all([
      t.send(selfService.verify, { orderId, type, version, pass: true }, owner()),
      t.send(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[1]!.id }, owner()),
    ])
    expect([passed.success, swapped.success].filter(Boolean)).toHaveLength(1)
    const row = await orderRow(orderId)
    expect([row.status, row.vehicleId === vehicleId]).toEqual(
      passed.success ? [orderStatus.pickedUp, true] : [orderStatus.arranged, false],
    )
  })

  it('a ticket that takes the car while the customer waits: nothing is handed over, whoever passes it', async () => {
    const orderId = await booked()
    const phone = await ready(orderId)
    await submit(phone)
    const { vehicleId } = (await orderRow(orderId)) as unknown as { vehicleId: string }
    const plan = { planStart: t.clock.now(), planEnd: t.clock.now() + 3 * 24 * 3_600_000 }
    const force = { confirm: true, force: true, forceReason: '刹车失灵' }
    const ticket = { vehicleId, type: 1, items: '检查刹车', ...plan, ...force }
    expect(await t.send(contract.ticket.maintenanceCreate, ticket as never, owner())).toMatchObject({ success: true })
    const { version } = await check(orderId)
    const passed = await t.send(
      selfService.verify,
      { orderId, type, version: Math.max(1, version), pass: true },
      owner(),
    )
    expect(passed.success).toBe(false)
    expect((await orderRow(orderId)).status).not.toBe(orderStatus.pickedUp)
    expect((await orderRow(orderId)).vehicleId).not.toBe(vehicleId)
  })

  it('files that are none are refused, and nobody names those of another order', async () => {
    const phone = await unlock(t, await selfLink(t, w, await booked()), type, mobile)
    const svg = { name: 'a.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    expect(await sendSelfPhoto(t, phone, { type: '0', slot: 'front' }, svg)).toMatchObject({ errorCode: 11003 })
    const foreign = { markId: 'm1', part: 'hood', kind: 1, x: 0.5, y: 0.5, isNew: true, photoIds: ['1'] }
    const answer = await save(phone, { damageMarks: [foreign] })
    expect(answer.success).toBe(false)
  })

  it("is nobody else's: another merchant and a colleague without the key", async () => {
    const orderId = await booked()
    await selfLink(t, w, orderId)
    const asked = { orderId, type }
    expect(await t.send(selfService.check, asked, { token: other.tokens.owner })).toMatchObject({ success: false })
    expect(await t.send(selfService.check, asked, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.send(selfService.takeOver, asked, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
  })
})
