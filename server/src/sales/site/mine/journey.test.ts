import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeAll, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { openSite, visitor } from '../../../testing/site-visitor.ts'
import { codeTo } from '../../../testing/sms.ts'
import { renter, sendConfirm, signPaper } from '../../../testing/world/handover.ts'
import { orderRow, owner, t, w } from '../../../testing/world/merchant.ts'
import { payLink } from '../../../testing/world/online.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { by, type Phone, shoot } from '../../../testing/world/self.ts'

onlineMerchant({ cars: 6 })

/*
 * One rental on one phone: a stranger books, pays, sends documents, pays the deposits, signs, takes the car and brings it back. Staff act from
 * afar: they approve the documents, look at pictures of the car before it goes and when it is back, settle it, and release a deposit.
 */

const { selfService, agreement } = contract
const MOBILE = '13773001234'
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]

let site: string
beforeAll(async () => {
  site = await openSite(t, w)
  const { name, about, phone, colour, payNow, payAtStore, version } = await t.call(contract.site.detail, {}, owner())
  const settings = { name, about, phone, colour, payNow, payAtStore, version }
  await t.call(contract.site.save, { ...settings, selfService: true }, owner())
})

/** The customer pays what the page of a link asks for, and the provider tells the server. */
async function pay(url: string, orderId: string): Promise<void> {
  const link = new URL(url).searchParams.get('t')!
  await t.call(contract.payment.payByLink, { t: link, payWay: payWay.wechat }, {})
  const { rows } = await t.root.query('select id from payment where order_id = $1 order by id desc limit 1', [orderId])
  await payLink(t, rows[0].id)
}

it('a stranger rents a car by one page from the booking to the deposit that comes back', async () => {
  const browser = visitor(t, site)
  const wanted = { storeId: w.stores.hongqiao, ...trip }
  const { models } = await browser.ask('search', wanted)
  const offered = models.find(({ modelId }) => modelId === w.models.lavida)!
  const offer = await browser.ask('offer', { ...wanted, modelId: offered.modelId })
  await browser.enter(MOBILE)
  const booking = { quoteId: offer.quoteId, total: offer.total, name: '林初见', payNow: true, selfService: true }
  const { orderId, payUrl } = await browser.ask('book', booking)
  const shown = () => browser.ask('rental', { orderId })
  const enter = async (room: string, refId = orderId) =>
    (await browser.ask('room', { orderId, room: room as 'pay', refId })).url

  expect(await shown()).toMatchObject({ next: 'pay' })
  await pay(payUrl!, orderId)
  expect(await shown()).toMatchObject({ owed: 0, next: 'deposit' })

  for (const { slot } of (await shown()).documents!.pages) {
    const fields = { orderId, slot, identityType: String(identityType.idCard), consent: 'true' }
    expect(await browser.sendPicture('document', fields)).toMatchObject({ success: true })
  }
  for (const { refId } of (await shown()).rooms.filter(({ room }) => room === 'deposit'))
    await pay(await enter('deposit', refId), orderId)
  expect(await shown()).toMatchObject({ next: 'come', rooms: [], deposits: [{ state: 'held' }, { state: 'held' }] })

  // The store enters and approves the documents.
  const { renterId } = (await orderRow(orderId)) as unknown as { renterId: string }
  const { version } = await t.call(contract.driver.personDetail, { personId: renterId }, owner())
  await renter(t, w, { personId: renterId, name: '林初见', phone: MOBILE, version } as never)
  expect((await shown()).documents).toMatchObject({ status: 1, pages: [] })

  // An hour before the pickup a car is assigned without anybody, and the page opens for it.
  t.clock.set(trip.pickupAt - HOUR)
  await runDue(t, 'autoArrange')
  t.clock.set(trip.pickupAt - 30 * MINUTE)
  expect(await shown()).toMatchObject({ status: orderStatus.arranged, next: 'selfPickup' })
  await browser.enter(MOBILE)
  const phoneOf = (url: string): Phone => ({
    link: new URL(url).searchParams.get('t')!,
    pass: new URL(url).hash.replace('#pass=', ''),
  })
  const phone = phoneOf(await enter('pickup'))
  const type = handoverType.pickup
  await shoot(t, phone, type)
  const { odometerKm } = (await t.call(contract.pickupReturn.task, { orderId, type }, owner())).vehicle!
  const readings = { mileageKm: odometerKm, fuelEighths: 8 }
  await t.call(selfService.save, { t: phone.link, type, agreed: true, ...readings }, by(phone))
  const { t: paper } = await t.call(selfService.paper, { t: phone.link, type }, by(phone))
  t.clock.advance(61_000)
  await t.call(agreement.signCode, { t: paper }, {})
  await t.call(agreement.sign, { t: paper, smsCode: await codeTo(t, MOBILE), agree: true, hand }, {})
  await t.call(selfService.submitPickup, { t: phone.link }, by(phone))
  const verify = async (of: 0 | 1) => {
    const { version: seen } = await t.call(selfService.check, { orderId, type: of }, owner())
    await t.call(selfService.verify, { orderId, type: of, version: seen, pass: true }, owner())
  }
  await verify(type)
  expect(await shown()).toMatchObject({ status: orderStatus.pickedUp, next: 'selfReturn' })

  // Back at the store the same page takes the car.
  t.clock.set(trip.returnAt - HOUR)
  await browser.enter(MOBILE)
  const back = phoneOf(await enter('return'))
  await shoot(t, back, handoverType.return)
  const left = { mileageKm: odometerKm + 80, fuelEighths: 8, keyNote: '还车箱3号格', parkingNote: 'B2-042' }
  await t.call(selfService.save, { t: back.link, type: handoverType.return, ...left }, by(back))
  const position = { lng: 121.3363, lat: 31.1979 + 0.001, accuracyM: 20 }
  await t.call(selfService.place, { t: back.link, position } as never, by(back))
  await t.call(selfService.submitReturn, { t: back.link }, by(back))
  await verify(handoverType.return)
  const { record } = await t.call(contract.pickupReturn.task, { orderId, type: handoverType.return }, owner())
  await signPaper(t, w, orderId, handoverType.return, record!.recordId)
  const settled = await sendConfirm(t, w, { orderId, type: handoverType.return, actualAt: record!.at! })
  expect(settled).toMatchObject({ success: true, data: { settlement: { items: [], balance: 0 } } })
  expect(await shown()).toMatchObject({ status: orderStatus.returned, next: 'depositBack', owed: 0 })

  // The rental deposit came back with the return. That for violations waits for its day, and for a person where no office was asked.
  const { rows: days } = await t.root.query('select violation_free_at as at from "order" where id = $1', [orderId])
  t.clock.set(days[0].at.getTime() + DAY)
  await runDue(t, 'violationRelease')
  await t.call(contract.deposit.release, { orderId, kind: depositKind.violation }, owner())
  await runDue(t, 'moneyOut')
  await browser.enter(MOBILE)
  expect(await shown()).toMatchObject({
    next: 'thanks',
    paid: offer.total,
    owed: 0,
    deposits: [{ state: 'back' }, { state: 'back' }],
  })
})
