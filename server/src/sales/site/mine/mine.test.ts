import { contract } from '@cheyi/contract/index'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { at } from '../../../testing/at.ts'
import { openSite, type Visitor, visitor } from '../../../testing/site-visitor.ts'
import { book } from '../../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, payDeposits, payRent } from '../../../testing/world/handover.ts'
import { other, owner, t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { by, selfLink } from '../../../testing/world/self.ts'
import { enterViolation, violationDone } from '../../../testing/world/violations.ts'

onlineMerchant({ cars: 4, other: true })

let site: string
let serial = 0
let mobile = ''
let browser: Visitor
beforeAll(async () => {
  site = await openSite(t, w)
})
beforeEach(async () => {
  mobile = `1377100${String(1000 + serial++)}`
  browser = visitor(t, site)
  await browser.enter(mobile)
})

/** Each test has days of its own. */
const days = (n: number) => ({
  pickupAt: at(`12-${String(n).padStart(2, '0')}T10:00`),
  returnAt: at(`12-${n + 1}T10:00`),
})
/** In January. */
const next = (text: string) => Date.parse(`2027-${text}:00+08:00`)
const atCounter = async (trip: object, phone = mobile) =>
  (await book(t, w, { trip, form: { contactPhone: phone } })).orderId
const ids = async (who = browser) => (await who.ask('rentals', {})).rentals.map(({ orderId }) => orderId)
const roomsOf = async (orderId: string) => (await browser.ask('rental', { orderId })).rooms
const tokenOf = (url: string) => new URL(url).searchParams.get('t')!
const passOf = (url: string) => new URL(url).hash.replace('#pass=', '')

describe('我的租车', () => {
  it('has the bookings of the counter, also of a store that is not open on the page, and cancels them', async () => {
    const orderId = await atCounter(days(10))
    const open = (code: string | null) =>
      t.root.query(
        `update channel_mapping set their_code = $3 where merchant_id = $1 and source = ${source.own} and store_id = $2`,
        [w.merchantId, w.stores.hongqiao, code],
      )
    await open(null)
    expect(await ids()).toEqual([orderId])
    const shown = await browser.ask('rental', { orderId })
    expect(shown).toMatchObject({ storeId: w.stores.hongqiao, next: 'pay', byPlatform: false })
    expect(shown.penalty).not.toBeNull()
    await browser.ask('cancel', { orderId, penalty: shown.penalty! })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ next: 'cancelled', penalty: null, rooms: [] })
    await open(w.stores.hongqiao)
  })

  it('has the orders of platforms without their price, which are cancelled there', async () => {
    const orderId = await atCounter(days(12))
    await t.root.query(`update "order" set source = ${source.travel} where id = $1`, [orderId])
    const shown = await browser.ask('rental', { orderId })
    expect(shown).toMatchObject({ byPlatform: true, total: 0, lines: [], penalty: null })
    expect(await browser.send('cancel', { orderId, penalty: 0 })).toMatchObject({ errorCode: 9321 })
    expect(await browser.send('askInvoice', { orderId, title: '个人' })).toMatchObject({ errorCode: 9322 })
  })

  it('has nothing of others: other mobiles, drafts of staff, the same mobile at another merchant', async () => {
    const mine = await atCounter(days(14))
    const theirs = await atCounter(days(14), '13900001111')
    const quote = await t.call(
      contract.quote.quote,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...days(14) },
      owner(),
    )
    const draft = { submit: false, quoteId: quote.quoteId, contactName: '周明轩', contactPhone: mobile }
    await t.call(contract.order.create, { ...draft, expectTotal: quote.total }, owner())
    const elsewhere = await book(t, other, { trip: days(14), form: { contactPhone: mobile } })
    expect(await ids()).toEqual([mine])
    for (const orderId of [theirs, elsewhere.orderId])
      for (const [call, more] of [
        ['rental', {}],
        ['cancel', { penalty: 0 }],
        ['room', { room: 'pay', refId: orderId }],
        ['askInvoice', { title: '个人' }],
      ] as const)
        expect(await browser.send(call, { orderId, ...more })).toMatchObject({ success: false, errorCode: 2002 })
    for (const call of ['rentals', 'rental', 'cancel', 'room', 'askInvoice'] as const) {
      const input = { orderId: mine, penalty: 0, room: 'pay', refId: mine, title: '个人' }
      expect(await visitor(t, site).send(call, input)).toMatchObject({ errorCode: -9 })
    }
    // The rows of others are out of sight of the database itself, whatever a query asks.
    await asMerchant(t.kernel, w.merchantId, async (tx) => {
      tx.showOrders([mine])
      const rows = await tx.query<{ id: string }>('select id from "order" union select order_id from order_item')
      expect(rows.map(({ id }) => id)).toEqual([mine])
      expect(await tx.query('select id from "order" where id = $1 for update', [theirs])).toEqual([])
    })
  })

  it('stays within reach while the page is closed', async () => {
    const orderId = await atCounter(days(16))
    await t.call(contract.site.turn, { on: false }, owner())
    expect(await ids()).toEqual([orderId])
    expect((await browser.ask('room', { orderId, room: 'pay', refId: orderId })).url).toMatch(/\/pay\?t=/)
    await t.call(contract.site.turn, { on: true }, owner())
  })
})

describe('a room of a rental', () => {
  it('opens while it is due: the rent and each deposit are paid on their own pages', async () => {
    const { orderId, total } = await bookArranged(
      t,
      w,
      { trip: days(18), form: { contactPhone: mobile } },
      { phone: mobile },
    )
    const rooms = await roomsOf(orderId)
    expect(rooms.map(({ room, amount }) => [room, amount])).toEqual([
      ['pay', total],
      ['deposit', 300_000],
      ['deposit', 200_000],
    ])
    for (const { room, refId, amount } of rooms) {
      const { url } = await browser.ask('room', { orderId, room, refId })
      expect(await t.call(contract.payment.payPage, { t: tokenOf(url) }, {})).toMatchObject({ amount })
    }
    await payRent(t, w, orderId, total)
    expect(await browser.send('room', { orderId, room: 'pay', refId: orderId })).toMatchObject({ errorCode: -4 })
    await payDeposits(t, w, orderId)
    expect(await browser.ask('rental', { orderId })).toMatchObject({
      next: 'come',
      rooms: [],
      owed: 0,
      paid: total,
      deposits: [{ state: 'held' }, { state: 'held' }],
    })
  })

  it('of a pickup without staff opens without a second code, for a mobile that was proved today and is the one of the link', async () => {
    const trip = days(20)
    const form = { contactPhone: mobile }
    const { orderId, total } = await bookArranged(t, w, { trip, form }, { phone: mobile })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt - 30 * 60_000)
    await browser.enter(mobile)
    const pickup = { orderId, room: 'pickup', refId: orderId } as const
    expect(await browser.send('room', pickup)).toMatchObject({ errorCode: -4 })
    const sent = await selfLink(t, w, orderId)
    expect(await browser.ask('rental', { orderId })).toMatchObject({ next: 'selfPickup' })
    const { url } = await browser.ask('room', pickup)
    const phone = { link: tokenOf(url), pass: passOf(url) }
    const type = handoverType.pickup
    expect(await t.call(contract.selfService.task, { t: phone.link, type }, by(phone))).toMatchObject({ orderId })
    expect(await t.call(contract.selfService.door, { t: sent, type }, {})).toMatchObject({
      modelName: expect.any(String),
    })
    t.clock.advance(13 * HOUR)
    expect((await browser.ask('room', pickup)).url).not.toContain('#pass')
  })

  it('asks for the code of the renter, where another person booked', async () => {
    const trip = days(22)
    const form = { contactPhone: mobile }
    const { orderId } = await bookArranged(t, w, { trip, form }, { phone: '13822220000' })
    t.clock.set(trip.pickupAt - 30 * 60_000)
    await browser.enter(mobile)
    await selfLink(t, w, orderId)
    const { url } = await browser.ask('room', { orderId, room: 'pickup', refId: orderId })
    expect(url).not.toContain('#pass')
    const door = await t.call(contract.selfService.door, { t: tokenOf(url), type: handoverType.pickup }, {})
    expect(door.phoneTail).toBe('0000')
  })

  it('of a violation is there once the customer was told, with its proof', async () => {
    const trip = days(24)
    const { orderId } = await handOut(t, w, { trip, form: { contactPhone: mobile } })
    t.clock.advance(2 * HOUR)
    await browser.enter(mobile)
    const violationId = await enterViolation(orderId, trip.pickupAt + HOUR)
    expect(await browser.ask('rental', { orderId })).toMatchObject({ violations: [] })
    await violationDone('notify', violationId)
    const shown = await browser.ask('rental', { orderId })
    expect(shown.violations).toMatchObject([{ act: '违反禁令标志', fine: 20_000 }])
    const { url } = await browser.ask('room', { orderId, room: 'violation', refId: violationId })
    // The renter has another phone than the contact, so the page asks for the code of that one.
    expect(url).not.toContain('#pass')
    expect(await t.call(contract.violation.door, { t: tokenOf(url) }, {})).toMatchObject({ phoneTail: '0937' })
  })
})

describe('after the return', () => {
  it('the customer sees what was paid and asks for its invoice, once', async () => {
    const trip = days(26)
    const { orderId } = await handOut(t, w, {
      trip,
      form: { contactPhone: mobile, vehicleId: w.vehicles.lavida[1]!.id },
    })
    await bringBack(t, w, orderId, { at: trip.returnAt })
    await browser.enter(mobile)
    const shown = await browser.ask('rental', { orderId })
    expect(shown).toMatchObject({ status: orderStatus.returned, next: 'depositBack' })
    expect(shown.payments.map((one) => one.payKind)).toContain(payKind.rent)
    expect(shown.invoiceable).toBe(shown.paid)
    expect(await browser.ask('askInvoice', { orderId, title: '周明轩' })).toEqual({ amount: shown.paid })
    expect(await browser.send('askInvoice', { orderId, title: '周明轩' })).toMatchObject({ errorCode: -2 })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ invoiceable: 0, invoices: [{ title: '周明轩' }] })
  })
})

describe('other times', () => {
  it('before the pickup are priced first as staff price them, and cost the difference', async () => {
    const trip = { pickupAt: next('01-05T10:00'), returnAt: next('01-06T10:00') }
    const orderId = await atCounter(trip)
    const before = await browser.ask('rental', { orderId })
    expect(before.change).toBe('trip')
    const times = { pickupAt: trip.pickupAt + HOUR, returnAt: trip.returnAt + 2 * DAY }
    const priced = await browser.ask('changePrice', { orderId, ...times })
    const staff = await t.call(
      contract.quote.quote,
      { orderId, storeId: w.stores.hongqiao, modelId: w.models.lavida, ...times },
      owner(),
    )
    expect(priced.difference).toBe(staff.total - before.total)
    for (let repeats = 0; repeats < 2; repeats++)
      expect(await browser.ask('change', { orderId, quoteId: priced.quoteId })).toEqual({ url: null })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ ...times, total: staff.total })
    const neighbour = visitor(t, site)
    await neighbour.enter('13755550000')
    for (const [call, input] of [
      ['changePrice', { orderId, ...times }],
      ['change', { orderId, quoteId: priced.quoteId }],
    ] as const)
      expect(await neighbour.send(call, input)).toMatchObject({ errorCode: 2002 })
  })

  it('do not undo what a cancellation would cost', async () => {
    const trip = { pickupAt: at('11-20T14:00'), returnAt: at('11-22T14:00') }
    const orderId = await atCounter(trip)
    const { penalty } = await browser.ask('rental', { orderId })
    expect(penalty).toBeGreaterThan(0)
    const ask = (times: object) => browser.send('changePrice', { orderId, ...trip, ...times })
    for (const times of [{ pickupAt: at('12-20T10:00'), returnAt: at('12-22T10:00') }, { returnAt: at('11-21T14:00') }])
      expect(await ask(times)).toMatchObject({ errorCode: -2 })
    expect(await ask({ returnAt: at('11-23T14:00') })).toMatchObject({ success: true })
  })

  it('of a platform order are not changed here', async () => {
    const orderId = await atCounter({ pickupAt: next('01-12T10:00'), returnAt: next('01-13T10:00') })
    await t.root.query(`update "order" set source = ${source.travel} where id = $1`, [orderId])
    expect(await browser.ask('rental', { orderId })).toMatchObject({ change: null })
    const input = { orderId, returnAt: next('01-14T10:00') }
    expect(await browser.send('changePrice', input)).toMatchObject({ errorCode: 9321 })
  })

  it('of a car in use are a renewal, valid once its link is paid; a repeated request leads to the same payment', async () => {
    const trip = { pickupAt: next('01-15T10:00'), returnAt: next('01-16T10:00') }
    const { orderId } = await handOut(t, w, {
      trip,
      form: { contactPhone: mobile, vehicleId: w.vehicles.lavida[2]!.id },
    })
    await browser.enter(mobile)
    expect(await browser.ask('rental', { orderId })).toMatchObject({ change: 'renewal', next: 'bring' })
    const returnAt = trip.returnAt + DAY
    const { quoteId, difference } = await browser.ask('changePrice', { orderId, returnAt })
    expect(difference).toBeGreaterThan(0)
    const first = await browser.ask('change', { orderId, quoteId })
    const again = await browser.ask('change', { orderId, quoteId })
    for (const { url } of [first, again])
      expect(await t.call(contract.payment.payPage, { t: tokenOf(url!) }, {})).toMatchObject({ amount: difference })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ next: 'renewal', returnAt: trip.returnAt })
    expect(await browser.send('changePrice', { orderId, returnAt })).toMatchObject({ errorCode: 2202 })
  })
})

describe('a rental on its way back from a page of a link', () => {
  it('is found by the link, and written into a calendar file for its customer alone', async () => {
    const orderId = await atCounter({ pickupAt: next('01-20T10:00'), returnAt: next('01-21T10:00') })
    const { url } = await browser.ask('room', { orderId, room: 'pay', refId: orderId })
    const path = `/s/${site}/mine/${orderId}`
    expect(await t.call(contract.site.ofLink, { t: tokenOf(url) }, {})).toMatchObject({
      path,
      site: { home: `/s/${site}`, name: w.merchantName, logo: null, phone: '', colour: '#1557d6' },
    })
    expect(await t.send(contract.site.ofLink, { t: 'x'.repeat(32) }, {})).toMatchObject({ errorCode: 5301 })
    const file = (cookie: string) => t.app.inject({ method: 'GET', url: `${path}/rental.ics`, headers: { cookie } })
    const answer = await file(browser.cookie()!)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.body).toContain('DTSTART:20270120T020000Z')
    const stranger = await file('')
    expect([stranger.statusCode, stranger.headers.location]).toEqual([302, `/s/${site}/mine`])
  })
})
