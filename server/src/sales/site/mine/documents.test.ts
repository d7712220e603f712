import { contract } from '@cheyi/contract/index'
import { identityType, licenceKind, verifyStatus } from '@cheyi/domain/rental/driver/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { openSite, type Visitor, visitor } from '../../../testing/site-visitor.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { book } from '../../../testing/world/bookings.ts'
import { handOut } from '../../../testing/world/handover.ts'
import { other, owner, t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'

onlineMerchant({ cars: 12, other: true })

let site: string
let serial = 0
let mobile = ''
let browser: Visitor
beforeAll(async () => {
  site = await openSite(t, w)
})
beforeEach(async () => {
  mobile = `1377200${String(1000 + serial++)}`
  browser = visitor(t, site)
  await browser.enter(mobile)
})

const trip = { pickupAt: at('12-10T10:00'), returnAt: at('12-11T10:00') }
const booked = async () => (await book(t, w, { trip, form: { contactPhone: mobile } })).orderId
const shownOf = async (orderId: string) => await browser.ask('rental', { orderId })
const picture = (orderId: string, slot: string, more: Record<string, string> = {}) => ({
  ...{ orderId, slot, identityType: String(identityType.idCard), consent: 'true' },
  ...more,
})
const renterOf = async (orderId: string) => {
  const { rows } = await t.root.query(
    'select p.* from "order" o join person p on p.merchant_id = o.merchant_id and p.id = o.renter_id where o.id = $1',
    [orderId],
  )
  return rows[0]
}

describe('documents before the pickup', () => {
  it('are photographed by the customer with their consent, and staff are told once all are there', async () => {
    const orderId = await booked()
    const { documents } = await shownOf(orderId)
    expect(documents).toMatchObject({ status: verifyStatus.unverified, by: trip.pickupAt })
    expect(documents!.consent).toContain('同意')
    const slots = documents!.pages.map(({ slot }) => slot)
    expect(slots).toContain('imgFront')

    const refused = await browser.sendPicture('document', picture(orderId, slots[0]!, { consent: 'false' }))
    expect(refused).toMatchObject({ success: false, errorCode: -2 })
    for (const slot of slots)
      expect(await browser.sendPicture('document', picture(orderId, slot))).toMatchObject({ success: true })
    // A picture may be taken again.
    expect(await browser.sendPicture('document', picture(orderId, slots[0]!))).toMatchObject({ success: true })

    const after = await shownOf(orderId)
    expect(after.documents!.pages.every(({ taken }) => taken)).toBe(true)
    expect(after.documents!.consent).toBeNull()
    expect(JSON.stringify(after)).not.toContain('/media/')
    const { rows: notices } = await t.root.query(
      `select distinct title, link from notification where merchant_id = $1 and ref like $2`,
      [w.merchantId, `%siteDocuments/${orderId}%`],
    )
    expect(notices).toHaveLength(1)
    // Staff see the pictures of the file, and nothing of it is left without its record.
    const person = await renterOf(orderId)
    const file = await t.call(contract.driver.personDetail, { personId: person.id }, owner())
    expect(file.documents.map(({ slot }) => slot).toSorted()).toEqual(slots.toSorted())
  })

  it('of a visitor with a passport have the pages of a passport, until staff have entered the number', async () => {
    const orderId = await booked()
    const passport = { identityType: String(identityType.passport) }
    await browser.sendPicture('document', picture(orderId, 'imgFront', passport))
    const { documents } = await shownOf(orderId)
    expect(documents).toMatchObject({ identityType: identityType.passport })
    expect(documents!.pages).toContainEqual({ slot: 'imgFront', name: '资料页', taken: true })
    expect(documents!.pages.map(({ slot }) => slot)).not.toContain('imgBack')
  })

  it('have a kind of licence, and one that does not allow to drive is refused before the pickup', async () => {
    const orderId = await booked()
    const passport = { identityType: String(identityType.passport) }
    const licence = (slot: string, kind: number, permitUntil = '') =>
      browser.sendPicture(
        'document',
        picture(orderId, slot, {
          ...passport,
          licenceKind: String(kind),
          ...(permitUntil !== '' && { permitUntil }),
        }),
      )
    // The page of the passport is taken, and the store learns which licence the customer has.
    expect(await licence('imgFront', licenceKind.foreign)).toMatchObject({ success: true })
    expect((await renterOf(orderId)).licenceKind).toBe(licenceKind.foreign)
    expect(await licence('licenceMain', licenceKind.foreign)).toMatchObject({ errorCode: 1108 })
    expect(await licence('licenceMain', licenceKind.hkMacauTaiwan)).toMatchObject({ errorCode: 1108 })
    // A page that does not say the kind changes nothing of it.
    expect(await browser.sendPicture('document', picture(orderId, 'licenceMain', passport))).toMatchObject({
      errorCode: 1108,
    })
    expect(await licence('licenceMain', licenceKind.permit)).toMatchObject({ errorCode: -2 })
    expect(await licence('licenceMain', licenceKind.permit, '2026-12-10')).toMatchObject({ errorCode: 1109 })
    expect((await renterOf(orderId)).licenceMainId).toBeNull()

    expect(await licence('licenceMain', licenceKind.permit, '2026-12-11')).toMatchObject({ success: true })
    const { documents } = await shownOf(orderId)
    expect(documents).toMatchObject({
      licenceKind: licenceKind.permit,
      permitUntil: '2026-12-11',
      returnOn: '2026-12-11',
    })
    expect(documents!.pages.filter(({ slot }) => slot.startsWith('licence'))).toEqual([
      { slot: 'licenceMain', name: '临时驾驶许可', taken: true },
      { slot: 'licenceSub', name: '境外驾驶证及其中文译文', taken: false },
    ])
    const { id: personId } = await renterOf(orderId)
    const file = await t.call(contract.driver.personDetail, { personId }, owner())
    expect(file).toMatchObject({ licenceKind: licenceKind.permit, licenceExpire: '2026-12-11' })
  })

  it('keep the kind of licence that staff have entered, and a foreign one passes for a written reason alone', async () => {
    const orderId = await booked()
    const { id: personId } = await renterOf(orderId)
    const { version } = await t.call(contract.driver.personDetail, { personId }, owner())
    const form = {
      ...{ personId, name: '张三', phone: mobile, identityType: identityType.passport, identityNo: 'E8812345' },
      ...{ licenceKind: licenceKind.foreign, licenceNo: 'D123456', licenceClass: 'C1' },
      ...{ licenceFirstIssue: '2015-01-01', birthday: '1990-01-01', identityExpire: '2030-01-01' },
    }
    const saved = await t.call(contract.driver.savePerson, { ...form, version }, owner())
    expect(
      await browser.sendPicture(
        'document',
        picture(orderId, 'licenceMain', { licenceKind: String(licenceKind.mainland) }),
      ),
    ).toMatchObject({ errorCode: 1108 })
    const pass = { personId, pass: true, waiveReason: '已核对原件' }
    const refused = await t.send(contract.driver.verifyPerson, { ...pass, version: saved.version }, owner())
    expect(refused).toMatchObject({ errorCode: -2, data: { field: 'licenceReason' } })
    const licenceReason = '发证国与中国有驾驶证互认协议'
    const passed = await t.call(
      contract.driver.verifyPerson,
      { ...pass, licenceReason, version: saved.version },
      owner(),
    )
    expect(passed.verifyStatus).toBe(verifyStatus.passed)
  })

  it('are closed to strangers, to other mobiles, without a picture, and after the pickup', async () => {
    const orderId = await booked()
    const stranger = visitor(t, site)
    expect(await stranger.sendPicture('document', picture(orderId, 'imgFront'))).toMatchObject({ errorCode: -9 })
    const neighbour = visitor(t, site)
    await neighbour.enter('13772009999')
    expect(await neighbour.sendPicture('document', picture(orderId, 'imgFront'))).toMatchObject({ errorCode: 2002 })
    expect(await browser.send('document', {})).toMatchObject({ success: false, httpStatus: 200 })
    expect(await browser.sendPicture('document', picture(orderId, 'facePhoto'))).toMatchObject({ errorCode: -4 })
    const text = { name: 'x.jpg', bytes: Buffer.from('no picture') }
    expect(await browser.sendPicture('document', picture(orderId, 'imgFront'), text)).toMatchObject({
      errorCode: 11003,
    })
    expect((await renterOf(orderId)).imgFrontId).toBeNull()

    const rented = await handOut(t, w, { form: { contactPhone: mobile } })
    expect((await shownOf(rented.orderId)).documents).toBeNull()
    expect(await browser.sendPicture('document', picture(rented.orderId, 'imgFront'))).toMatchObject({ errorCode: -4 })
  })

  it('are named in the reminder of the pickup while they are missing', async () => {
    const orders = [await booked(), await booked()]
    const slots = (await shownOf(orders[0]!)).documents!.pages.map(({ slot }) => slot)
    const reminded = async (orderId: string) => {
      t.clock.set(trip.pickupAt - 2 * HOUR)
      await runDue(t, 'reminder')
      const sent = await messagesWhere(t, `order_id = $1 and kind = 'pickupReminder'`, [orderId])
      t.clock.set(TEST_NOW)
      return sent.map(({ body }) => body)
    }
    expect(await reminded(orders[0]!)).toEqual([
      expect.stringMatching(new RegExp(`请提前在此上传证件照片：https?://[^ ]+/s/${site}/mine/${orders[0]} ，请携带`)),
    ])
    await t.root.query(`delete from outbox where order_id = $1 and kind = 'pickupReminder'`, [orders[1]])
    for (const slot of slots) await browser.sendPicture('document', picture(orders[1]!, slot))
    expect(await reminded(orders[1]!)).toEqual([expect.not.stringContaining('上传证件')])
  })

  it('are not asked for by a reminder of a merchant whose page was never opened, because the link would lead nowhere', async () => {
    await t.call(contract.site.placeSave, { name: '酒店大堂' }, { token: other.tokens.owner })
    const { orderId } = await book(t, other, { trip, form: { contactPhone: mobile } })
    t.clock.set(trip.pickupAt - 2 * HOUR)
    await runDue(t, 'reminder')
    const sent = await messagesWhere(t, `order_id = $1 and kind = 'pickupReminder'`, [orderId])
    expect(sent.map(({ body }) => body)).toEqual([expect.not.stringContaining('上传证件')])
  })

  it('are not those of a renter with another mobile, for whom somebody else booked', async () => {
    const orderId = await booked()
    const person = await renterOf(orderId)
    const elsewhere = await t.root.query('select phone_hash from person where merchant_id = $1 and id <> $2 limit 1', [
      w.merchantId,
      person.id,
    ])
    await t.root.query('update person set phone_hash = $2 where id = $1', [person.id, elsewhere.rows[0].phoneHash])
    expect((await shownOf(orderId)).documents).toBeNull()
    expect(await browser.sendPicture('document', picture(orderId, 'imgFront'))).toMatchObject({ errorCode: -4 })
  })
})
