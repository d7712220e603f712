import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { LINK_PART_BYTES } from '@cheyi/domain/platform/media/path'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { selfSlots } from '@cheyi/domain/rental/self-service/visit'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { beginSelfPhoto, cutPhoto, photo, sendSelfPart, sendSelfPhoto } from '../../testing/upload.ts'
import { booksAgree, weekend } from '../../testing/world/bookings.ts'
import { bookArranged, handOut, payRent, renter } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay } from '../../testing/world/online.ts'
import { by, type Phone, selfLink, shoot, unlock } from '../../testing/world/self.ts'

ownMerchant()

/* What goes wrong where a customer takes and returns a car alone: files that are none of theirs, and two who decide at once. */

const { selfService, pickupReturn, payment } = contract
const type = handoverType.return

let serial = 0
let mobile = ''
beforeEach(() => {
  mobile = `1391236${String(1000 + serial++)}`
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

/** A car that is out, an hour before it is due, and a phone with the pass of its return. */
async function out(car = 0): Promise<{ orderId: string; phone: Phone }> {
  const { orderId } = await handOut(t, w, {
    form: { renterId: await renter(t, w, { phone: mobile }), vehicleId: w.vehicles.lavida[car]!.id },
  })
  t.clock.set(weekend.returnAt - HOUR)
  return { orderId, phone: await unlock(t, await selfLink(t, w, orderId, type), type, mobile) }
}

const submit = (phone: Phone) => t.send(selfService.submitReturn, { t: phone.link }, by(phone))
const task = (phone: Phone) => t.call(selfService.task, { t: phone.link, type }, by(phone))
const check = (orderId: string) => t.call(selfService.check, { orderId, type }, owner())
const takeOver = (orderId: string) => t.send(selfService.takeOver, { orderId, type }, owner())
const decide = (orderId: string, version: number, pass = true) => {
  const reasons = pass ? {} : { reasons: [{ slot: 'rear' as const, text: '照片太暗' }] }
  return t.send(selfService.verify, { orderId, type, version, pass, ...reasons }, owner())
}

/** All that a return asks for, as far as handing it in. */
async function filled(phone: Phone): Promise<void> {
  await shoot(t, phone, type)
  const given = { mileageKm: 10_100, fuelEighths: 8 as const, keyNote: '还车箱3号格' }
  await t.call(selfService.save, { t: phone.link, type, ...given }, by(phone))
  t.clock.set(weekend.returnAt)
  const position = { lng: 121.3363, lat: 31.1979, accuracyM: 20 }
  await t.call(selfService.place, { t: phone.link, position }, by(phone))
}

/** A picture that takes several parts. */
async function large(): Promise<Buffer> {
  const size = { width: 900, height: 900 }
  const noise = { mean: 128, sigma: 60, type: 'gaussian' as const }
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

describe('a photo in parts', () => {
  const begin = (phone: Phone, size: number, key?: string, name = 'a.jpg') =>
    beginSelfPhoto(t, phone, { type: String(type) }, { name, size, ...(key !== undefined && { key }) })
  const part = (phone: Phone, mediaId: string, no: number, bytes: Buffer) =>
    sendSelfPart(t, phone, { type: String(type), mediaId, no }, bytes)
  const done = (phone: Phone, mediaId: string, sha256: string) =>
    t.send(selfService.photo, { t: phone.link, type, mediaId, sha256, slot: 'extra' }, by(phone))

  it('goes on with what is missing, and stands in its place once', async () => {
    const { phone } = await out()
    const bytes = await large()
    const { parts, sha256 } = cutPhoto(bytes)
    expect(parts.length).toBeGreaterThan(3)
    const first = await begin(phone, bytes.length, 'photo-of-bad-net')
    const { mediaId, partBytes } = first.data as { mediaId: string; partBytes: number }
    expect(partBytes).toBe(LINK_PART_BYTES)
    await part(phone, mediaId, 1, parts[1]!)
    expect(await done(phone, mediaId, sha256)).toMatchObject({ errorCode: -2 })
    // The browser was killed: the same name goes on, by a new pass too.
    const later = await unlock(t, phone.link, type, mobile)
    expect(await part(phone, mediaId, 0, parts[0]!)).toMatchObject({ errorCode: 5306 })
    expect(await begin(later, bytes.length, 'photo-of-bad-net')).toMatchObject({
      data: { mediaId, parts: parts.map((_, no) => no).filter((no) => no !== 1) },
    })
    for (const [no, bytesOf] of parts.entries())
      expect(await part(later, mediaId, no, bytesOf)).toMatchObject({ success: true })
    expect(await done(later, mediaId, sha256)).toMatchObject({ success: true, data: { mediaId, w: 900, h: 900 } })
    expect(await done(later, mediaId, sha256)).toMatchObject({ success: true })
    expect((await task(later)).photos.map(({ media }) => media.mediaId)).toEqual([mediaId])
  })

  it('is refused before its bytes where it is none of ours', async () => {
    const { phone } = await out()
    expect(await begin(phone, 300 * 1024 * 1024)).toMatchObject({ errorCode: -2 })
    for (const name of ['a.mp4', 'a.pdf', 'a.xlsx'])
      expect(await begin(phone, 40_000, undefined, name)).toMatchObject({ errorCode: 11003 })
    const svg = { name: 'a.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    const sent = await sendSelfPhoto(t, phone, { type: String(type), slot: 'front' }, svg)
    expect(sent).toMatchObject({ errorCode: 11003 })
    expect((await task(phone)).photos).toEqual([])
  })

  it('is the 61st of its link: no more, and the one under way goes on', async () => {
    const { phone } = await out()
    for (let n = 0; n < 60; n++) expect(await begin(phone, 1000, `photo-number-${n}`)).toMatchObject({ success: true })
    expect(await begin(phone, 1000, 'photo-number-60')).toMatchObject({
      errorCode: 11002,
      message: '文件数量超出上限：此链接最多上传60张（含已删除的），请联系门店',
    })
    expect(await begin(phone, 1000, 'photo-number-59')).toMatchObject({ success: true })
  })

  it("is one order's: by the link of another it is not gone on with, completed or named", async () => {
    const mine = await out()
    const name = 'photo-of-two-orders'
    const bytes = (await photo(900, 900)).bytes
    const { parts, sha256 } = cutPhoto(bytes)
    const { mediaId } = (await begin(mine.phone, bytes.length, name)).data as { mediaId: string }
    t.clock.set(TEST_NOW)
    mobile = '13912379999'
    const theirs = await out(1)
    expect(await part(theirs.phone, mediaId, 0, parts[0]!)).toMatchObject({ errorCode: -4 })
    expect(await done(theirs.phone, mediaId, sha256)).toMatchObject({ errorCode: -4 })
    const other = (await begin(theirs.phone, bytes.length, name)).data as { mediaId: string }
    expect(other.mediaId).not.toBe(mediaId)
    const drop = { t: theirs.phone.link, type, mediaId }
    expect((await t.send(selfService.dropPhoto, drop, by(theirs.phone))).success).toBe(false)
  })

  it('comes after the link ended: nothing of it is read, and what came stands', async () => {
    const { orderId, phone } = await out()
    const { parts } = cutPhoto((await photo(900, 900)).bytes)
    await shoot(t, phone, type, ['front'])
    const { mediaId } = (await begin(phone, parts[0]!.length)).data as { mediaId: string }
    await takeOver(orderId)
    expect(await part(phone, mediaId, 0, parts[0]!)).toMatchObject({ errorCode: 5301 })
    expect((await t.call(pickupReturn.task, { orderId, type }, owner())).record?.photos).toHaveLength(1)
  })
})

describe('at once', () => {
  it('a refusal of older pictures and a new submission: the newer pictures wait', async () => {
    const { orderId, phone } = await out()
    await filled(phone)
    await submit(phone)
    const old = (await check(orderId)).version
    expect(await decide(orderId, old, false)).toMatchObject({ success: true })
    t.clock.advance(MINUTE)
    await shoot(t, phone, type, ['rear'])
    const [sent, decided] = await Promise.all([submit(phone), decide(orderId, old, false)])
    expect(sent).toMatchObject({ success: true })
    expect([-5, 5304]).toContain(decided.errorCode)
    const seen = await check(orderId)
    expect(seen.status).toBe(selfStatus.waiting)
    expect(seen.version).toBeGreaterThan(old)
    expect(await decide(orderId, old)).toMatchObject({ errorCode: -5 })
    expect(await decide(orderId, seen.version)).toMatchObject({ success: true })
  })

  it('two who pass it: one decision', async () => {
    const { orderId, phone } = await out()
    await filled(phone)
    await submit(phone)
    const { version } = await check(orderId)
    const both = await Promise.all([decide(orderId, version), decide(orderId, version)])
    expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 5304])
  })

  it('staff take over and the customer hands in: one record, the link ends, nothing is lost', async () => {
    const { orderId, phone } = await out()
    await filled(phone)
    const [taken, sent] = await Promise.all([takeOver(orderId), submit(phone)])
    expect(taken).toMatchObject({ success: true })
    expect([0, 5301]).toContain(sent.errorCode)
    expect(await check(orderId)).toMatchObject({ status: selfStatus.takenOver })
    expect(await submit(phone)).toMatchObject({ errorCode: 5301 })
    const { record } = await t.call(pickupReturn.task, { orderId, type }, owner())
    expect(record?.photos).toHaveLength(selfSlots.length)
    // Whoever was first decides what it is dated by.
    expect(record?.handedInAt).toBe(sent.success ? weekend.returnAt : null)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp })
  })
})

describe('of a pickup', () => {
  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
  const pickup = { type: handoverType.pickup }

  it('a deposit that is paid after the link ended counts, and staff see it', async () => {
    const simulator = await openOnlinePay(t, w)
    const { orderId, total } = await bookArranged(t, w, { trip }, { phone: mobile })
    await payRent(t, w, orderId, total)
    t.clock.set(trip.pickupAt - 30 * MINUTE)
    const phone = await unlock(t, await selfLink(t, w, orderId), pickup.type, mobile)
    const { money } = await t.call(selfService.task, { t: phone.link, ...pickup }, by(phone))
    const deposit = money.find((one) => one.payKind === payKind.rentalDeposit)!
    const asked = { t: phone.link, ...pickup, payKind: deposit.payKind, refId: deposit.refId }
    const { t: toPay } = await t.call(selfService.pay, asked, by(phone))
    await t.call(selfService.takeOver, { orderId, ...pickup }, owner())
    expect(await t.send(selfService.pay, asked, by(phone))).toMatchObject({ errorCode: 5301 })

    const { url } = await t.call(payment.payByLink, { t: toPay, payWay: payWay.wechat }, { token: undefined })
    await simulator.act(new URL(url!, 'http://x').searchParams.get('no')!, 'approve')
    const { rows } = await t.root.query('select held_fen from deposit where id = $1', [deposit.refId])
    expect(Number(rows[0].heldFen)).toBe(deposit.amount)
    const { deposits } = await t.call(contract.order.detail, { orderId }, owner())
    expect(JSON.stringify(deposits)).toContain(String(deposit.amount))
  })

  it('a ticket that takes the car before the pass keeps it: the order stays as it was', async () => {
    const { orderId } = await bookArranged(t, w, { trip }, { phone: mobile })
    t.clock.set(trip.pickupAt - 30 * MINUTE)
    const phone = await unlock(t, await selfLink(t, w, orderId), pickup.type, mobile)
    await shoot(t, phone, pickup.type, ['front'])
    const { vehicleId } = await orderRow(orderId)
    const plan = { planStart: t.clock.now(), planEnd: t.clock.now() + 3 * DAY }
    const force = { confirm: true, force: true, forceReason: '刹车失灵' }
    const made = await t.send(
      contract.ticket.maintenanceCreate,
      { vehicleId, type: 1, items: '检查刹车', ...plan, ...force },
      owner(),
    )
    expect(made).toMatchObject({ success: true })
    // Without its car it is nobody's to take: the page ends, and what was sent stands.
    const seen = await t.send(selfService.task, { t: phone.link, ...pickup }, by(phone))
    const row = await orderRow(orderId)
    expect(row.vehicleId).not.toBe(vehicleId)
    const decided = { orderId, ...pickup, version: 1, pass: true }
    expect((await t.send(selfService.verify, decided, owner())).success).toBe(false)
    expect([orderStatus.confirmed, orderStatus.arranged]).toContain(row.status)
    if (row.status === orderStatus.confirmed) expect(seen).toMatchObject({ errorCode: 5301 })
  })
})
