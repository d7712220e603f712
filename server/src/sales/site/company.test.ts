import { contract } from '@cheyi/contract/index'
import { source } from '@cheyi/domain/booking/order/codes'
import { refusals } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { messageTo } from '../../testing/sms.ts'
import { clerk, other, owner, t, w } from '../../testing/world/merchant.ts'
import { onlineMerchant } from '../../testing/world/online-merchant.ts'

/* Bookings of companies on the booking page: who may, at which price, on which credit, and who learns of it. */

onlineMerchant({ cars: 6, other: true })
const { company, order, quote } = contract

let name: string
let companyId: string
let people = 0
beforeAll(async () => {
  name = await openSite(t, w)
})
let companies = 0
beforeEach(async () => {
  companyId = await found(`企业${++companies}有限公司`)
})
async function found(called: string, by = owner()): Promise<string> {
  const made = await t.call(company.create, { name: called }, by)
  await t.call(
    company.saveTerms,
    { companyId: made.companyId, version: 1, payDays: 30, rateBp: 8000, enabled: true },
    by,
  )
  return made.companyId
}
const nextMobile = () => `137${String(40_000_000 + ++people)}`
const invite = (mobile: string, untilOn?: string, of = companyId) =>
  t.call(company.saveBooker, { companyId: of, name: '赵助理', mobile, ...(untilOn && { untilOn }) }, owner())
async function enter(mobile: string): Promise<Visitor> {
  const browser = visitor(t, name)
  await browser.enter(mobile)
  return browser
}
/** Somebody who was invited by the company of this test. */
async function booker() {
  const mobile = nextMobile()
  const { bookerId } = await invite(mobile)
  return { mobile, bookerId, browser: await enter(mobile) }
}
const tripOn = (day: string) => ({
  storeId: w.stores.hongqiao,
  pickupAt: at(`${day}T10:00`),
  returnAt: at(`${day}T10:00`) + 2 * DAY,
})
const offerOn = (browser: Visitor, day: string, of: string | undefined = companyId) =>
  browser.ask('offer', { ...tripOn(day), modelId: w.models.lavida, ...(of !== '' && { companyId: of }) })
const formOf = ({ quoteId, total }: { quoteId: string; total: number }) => ({
  ...{ quoteId, total, name: '周司机', payNow: true },
})
async function book(browser: Visitor, day: string) {
  const offer = await offerOn(browser, day)
  return { offer, ...(await browser.ask('book', formOf(offer))) }
}
async function limitTo(credit: number): Promise<void> {
  const { version } = await t.call(company.detail, { companyId }, owner())
  await t.call(company.saveTerms, { companyId, version, payDays: 30, rateBp: 8000, enabled: true, credit }, owner())
}
const ordersOf = async () => (await t.call(company.detail, { companyId }, owner())).orders

describe('an invitation', () => {
  it('is an SMS with the page, and stands with the company until it is taken back', async () => {
    const mobile = nextMobile()
    const { bookerId } = await invite(mobile, '2027-12-31')
    expect(await messageTo(t, mobile)).toContain(`/s/${name}/mine`)
    const shown = async () => (await t.call(company.detail, { companyId }, clerk())).bookers
    expect(await shown()).toEqual([
      {
        ...{ bookerId, name: '赵助理', mobile: `137****${mobile.slice(-4)}` },
        ...{ untilOn: '2027-12-31', endedAt: null, invitedBy: null },
      },
    ])
    await t.call(company.saveBooker, { companyId, bookerId, name: '赵主任' }, owner())
    expect(await shown()).toMatchObject([{ name: '赵主任', untilOn: null }])
    await t.call(company.endBooker, { bookerId }, owner())
    await t.call(company.endBooker, { bookerId }, owner())
    expect((await shown())[0]!.endedAt).not.toBeNull()
    const edit = { companyId, bookerId, name: '又一人' }
    expect(await t.send(company.saveBooker, edit, owner())).toMatchObject({ errorCode: refusals.notFound.code })
  })

  it('is given once to a mobile, and again after it was taken back', async () => {
    const mobile = nextMobile()
    const { bookerId } = await invite(mobile)
    const again = { companyId, name: '赵助理', mobile }
    const refused = await t.send(company.saveBooker, again, owner())
    expect(refused.message).toContain('已是此企业的预订人')
    await t.call(company.endBooker, { bookerId }, owner())
    expect((await t.send(company.saveBooker, again, owner())).success).toBe(true)
  })

  it('is given by those who set prices, at a page that exists, for a day that is not over', async () => {
    const mobile = nextMobile()
    const asked = { companyId, name: '赵助理', mobile }
    expect(await t.send(company.saveBooker, asked, clerk())).toMatchObject({ errorCode: refusals.forbidden.code })
    expect((await t.send(company.saveBooker, { companyId, name: '赵助理' }, owner())).message).toContain('手机号')
    expect((await t.send(company.saveBooker, { ...asked, untilOn: '2026-01-01' }, owner())).message).toContain('有效期')
    const theirs = { token: other.tokens.owner }
    const foreign = await found('别家有限公司', theirs)
    expect(await t.send(company.saveBooker, { ...asked, companyId: foreign }, theirs)).toMatchObject({
      errorCode: refusals.companyNoPage.code,
    })
    expect(await t.send(company.saveBooker, { ...asked, companyId: foreign }, owner())).toMatchObject({
      errorCode: refusals.notFound.code,
    })
  })
})

describe('the prices of a company', () => {
  it('are those that staff are told, in the list and in the offer', async () => {
    await t.call(company.savePrice, { companyId, modelId: w.models.lavida, dayPrice: 12_300 }, owner())
    const { browser } = await booker()
    const trip = tripOn('12-01')
    const { models } = await browser.ask('search', { ...trip, companyId })
    expect(models.length).toBeGreaterThan(1)
    for (const { modelId, total } of models) {
      const asked = { ...trip, modelId, companyId }
      const staff = await t.call(quote.quote, { ...asked, source: source.own }, owner())
      expect(total).toBe(staff.total)
      expect((await browser.ask('offer', asked)).total).toBe(total)
      // Sold at the prices of the counter, as a page is when it opens.
      expect((await t.call(quote.quote, asked, owner())).total).toBe(total)
    }
    const own = await browser.ask('search', trip)
    const [mine] = own.models.filter(({ modelId }) => modelId === w.models.lavida)
    expect(mine!.total).not.toBe(models.find(({ modelId }) => modelId === w.models.lavida)!.total)
  })

  it('are not lowered by a coupon', async () => {
    const { browser } = await booker()
    const asked = { ...tripOn('12-01'), modelId: w.models.lavida, companyId, coupon: 'ANY99' }
    expect((await browser.send('offer', asked)).message).toContain('协议价')
  })
})

describe('nobody else', () => {
  it('learns that a company exists: one that does not is refused in the same words', async () => {
    const invited = await booker()
    const stranger = await enter(nextMobile())
    const elsewhere = nextMobile()
    await invite(elsewhere, undefined, await found(`另一家${companies}有限公司`))
    const browsers = [visitor(t, name), stranger, await enter(elsewhere)]
    for (const browser of browsers) {
      const { companies: shown } = await browser.ask('home', {})
      expect(shown.map((one) => one.companyId)).not.toContain(companyId)
      for (const call of ['search', 'offer'] as const) {
        const asked = { ...tripOn('12-01'), modelId: w.models.lavida }
        const [real, madeUp] = await Promise.all(
          [companyId, '999999999999'].map((of) => browser.send(call, { ...asked, companyId: of })),
        )
        expect(real).toMatchObject({ errorCode: refusals.siteNotInvited.code, data: null })
        expect(madeUp).toMatchObject({ errorCode: real!.errorCode, message: real!.message, data: null })
      }
    }
    expect((await invited.browser.ask('home', {})).companies).toEqual([{ companyId, name: `企业${companies}有限公司` }])
  })

  it('books at a price that was made for a company', async () => {
    const { browser } = await booker()
    const offer = await offerOn(browser, '12-02')
    const stranger = await enter(nextMobile())
    const refused = await stranger.send('book', formOf(offer))
    expect(refused).toMatchObject({ errorCode: refusals.quoteExpired.code })
    expect(await stranger.send('book', { ...formOf(offer), quoteId: '999999999999' })).toMatchObject({
      errorCode: refused.errorCode,
      message: refused.message,
    })
    expect(await ordersOf()).toEqual([])
  })
})

describe('a booking', () => {
  it('is billed to the company at the agreed price, asks for no payment, and names who booked', async () => {
    const { browser } = await booker()
    const { orderId, offer, payUrl } = await book(browser, '12-03')
    expect(payUrl).toBeNull()
    expect(await browser.ask('book', formOf(offer))).toMatchObject({ orderId })
    const detail = await t.call(order.detail, { orderId }, owner())
    expect(detail).toMatchObject({ fees: { total: offer.total } })
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(JSON.stringify(list)).toContain('企业预订人赵助理在自营网站下单')
    expect(await t.call(company.detail, { companyId }, owner())).toMatchObject({
      owed: offer.total,
      orders: [{ orderId, contactName: '周司机' }],
    })
  })

  it('shows its price to the booker while they may book, and to nobody who only rents', async () => {
    const { browser, bookerId } = await booker()
    const { orderId, offer } = await book(browser, '12-04')
    const own = { total: offer.total, company: `企业${companies}有限公司`, byCompany: true, due: 0, owed: 0 }
    const rental = await browser.ask('rental', { orderId })
    expect(rental).toMatchObject(own)
    // The driver leaves the deposit, and pays no rent.
    expect(new Set(rental.rooms.map(({ room }) => room))).toEqual(new Set(['deposit']))
    expect((await browser.ask('rentals', {})).rentals).toMatchObject([{ orderId, total: offer.total }])
    await t.call(company.endBooker, { bookerId }, owner())
    const hidden = { total: 0, company: '', lines: [], penalty: null }
    expect(await browser.ask('rental', { orderId })).toMatchObject(hidden)
    expect(await browser.send('cancel', { orderId, penalty: 0 })).toMatchObject({
      errorCode: refusals.siteAtStore.code,
    })
  })

  it('is cancelled by the booker, and no longer owed', async () => {
    const { browser } = await booker()
    const { orderId } = await book(browser, '12-20')
    const { penalty } = await browser.ask('rental', { orderId })
    await browser.ask('cancel', { orderId, penalty: penalty! })
    expect((await t.call(company.detail, { companyId }, owner())).owed).toBe(penalty)
  })

  it('beyond the credit is refused, because nobody is there to approve it, and tells no sum', async () => {
    const { browser } = await booker()
    const offer = await offerOn(browser, '12-05')
    await limitTo(offer.total - 1)
    const refused = await browser.send('book', formOf(offer))
    expect(refused).toMatchObject({ errorCode: refusals.siteCompanyLimit.code, data: null })
    expect(await ordersOf()).toEqual([])
    await limitTo(offer.total)
    expect((await browser.send('book', formOf(await offerOn(browser, '12-05')))).success).toBe(true)
  })

  it('of two at the same moment is one, where the credit is enough for one', async () => {
    const two = await Promise.all([booker(), booker()])
    const offers = await Promise.all(
      two.map(async ({ browser }, i) => ({ browser, offer: await offerOn(browser, ['12-06', '12-09'][i]!) })),
    )
    await limitTo(Math.max(...offers.map(({ offer }) => offer.total)))
    const answers = await Promise.all(offers.map(({ browser, offer }) => browser.send('book', formOf(offer))))
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, refusals.siteCompanyLimit.code])
    expect(await ordersOf()).toHaveLength(1)
  })

  it('does not count among the unpaid ones that a customer may have, and has a limit of its own', async () => {
    const { browser } = await booker()
    const days = ['12-01', '12-04', '12-07', '12-10', '12-13', '12-16', '12-19', '12-22', '12-25', '12-28']
    for (const day of days) await book(browser, day)
    const more = await offerOn(browser, '12-11')
    expect(await browser.send('book', formOf(more))).toMatchObject({ errorCode: refusals.siteCompanyLimit.code })
    const own = await offerOn(browser, '12-11', '')
    expect((await browser.send('book', { ...formOf(own), payNow: false })).success).toBe(true)
  })
})

describe('an invitation that ends', () => {
  it.each([
    ['taken back', ({ bookerId }: { bookerId: string }) => t.call(company.endBooker, { bookerId }, owner())],
    [
      'of a company that is turned off',
      async () => {
        const { version } = await t.call(company.detail, { companyId }, owner())
        await t.call(company.saveTerms, { companyId, version, payDays: 30, rateBp: 8000, enabled: false }, owner())
      },
    ],
    [
      'on its last day',
      ({ bookerId }: { bookerId: string }) =>
        t.root.query(`update company_booker set until_on = '2026-01-01' where id = $1`, [bookerId]),
    ],
  ])('%s ends at once, also for a price that was shown before', async (_, end) => {
    const { browser, bookerId } = await booker()
    const offer = await offerOn(browser, '12-13')
    await end({ bookerId })
    expect(await browser.send('book', formOf(offer))).toMatchObject({ errorCode: refusals.quoteExpired.code })
    expect((await browser.ask('home', {})).companies).toEqual([])
    expect(await browser.send('search', { ...tripOn('12-13'), companyId })).toMatchObject({
      errorCode: refusals.siteNotInvited.code,
    })
    expect(await ordersOf()).toEqual([])
  })

  it('at the moment of a booking is before it or after it', async () => {
    const { browser, bookerId } = await booker()
    const offer = await offerOn(browser, '12-14')
    const [booked] = await Promise.all([
      browser.send('book', formOf(offer)),
      t.call(company.endBooker, { bookerId }, owner()),
    ])
    expect([0, refusals.quoteExpired.code]).toContain(booked.errorCode)
    expect(await ordersOf()).toHaveLength(booked.success ? 1 : 0)
  })

  it('books nothing while the merchant is suspended', async () => {
    const { browser } = await booker()
    const offer = await offerOn(browser, '12-15')
    await t.root.query('update merchant set status = 2 where id = $1', [w.merchantId])
    expect(await browser.send('book', formOf(offer))).toMatchObject({ errorCode: refusals.siteClosed.code })
    await t.root.query('update merchant set status = 1 where id = $1', [w.merchantId])
  })

  it('searches nothing and asks no price on the page of a merchant that was closed', async () => {
    await t.root.query('update merchant set status = 3 where id = $1', [w.merchantId])
    const browser = visitor(t, name)
    expect(await browser.send('search', tripOn('12-16'))).toMatchObject({ errorCode: refusals.siteClosed.code })
    await t.root.query('update merchant set status = 1 where id = $1', [w.merchantId])
  })
})
