import { contract } from '@cheyi/contract/index'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { modelForm } from '../../testing/hostile/sample-forms.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { codeTo, messagesWhere, messageTo } from '../../testing/sms.ts'
import { other, owner, t, w } from '../../testing/world/merchant.ts'
import { onlineMerchant } from '../../testing/world/online-merchant.ts'

onlineMerchant({ cars: 2, other: true })

let name: string
let people = 0
beforeAll(async () => {
  name = await openSite(t, w)
})

const mobileOf = (n: number) => `138${String(20_000_000 + n)}`
const someone = async (): Promise<{ browser: Visitor; mobile: string }> => {
  const mobile = mobileOf(++people)
  const browser = visitor(t, name)
  await browser.enter(mobile)
  return { browser, mobile }
}
const tripOn = (day: string) => ({
  storeId: w.stores.hongqiao,
  pickupAt: at(`${day}T10:00`),
  returnAt: at(`${day}T10:00`) + DAY,
})

/** Books a model on a day, and pays at the store unless told. */
async function book(browser: Visitor, day: string, modelId = w.models.lavida, payNow = false) {
  const offer = await browser.ask('offer', { ...tripOn(day), modelId })
  return { offer, ...(await browser.ask('book', { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow })) }
}

describe('what a stranger finds', () => {
  it('is the price and the stock that staff see', async () => {
    const trip = tripOn('12-01')
    const found = await visitor(t, name).ask('search', trip)
    const { storeId, pickupAt: from, returnAt: to } = trip
    const free = await t.call(contract.stock.free, { storeId, from, to, source: source.own }, owner())
    expect(found.models.map(({ modelId, left }) => [modelId, left]).toSorted()).toEqual(
      free.map(({ modelId, sellable, why }) => [modelId, why === null ? Math.min(5, sellable) : 0]).toSorted(),
    )
    for (const { modelId, total } of found.models) {
      const quote = await t.call(contract.quote.quote, { ...trip, modelId, source: source.own }, owner())
      expect(total).toBe(quote.total)
    }
  })

  it('is how many cases fit into a model, where the merchant says it', async () => {
    const saved = await t.call(contract.model.detail, { modelId: w.models.lavida }, owner())
    const told = { modelId: w.models.lavida, version: saved.version, largeCases: 2, smallCases: 0 }
    await t.call(contract.model.save, { ...modelForm, ...told }, owner())
    const trip = tripOn('12-01')
    const browser = visitor(t, name)
    const { models } = await browser.ask('search', trip)
    const casesOf = (modelId: string) => {
      const { largeCases, smallCases } = models.find((model) => model.modelId === modelId)!
      return [largeCases, smallCases]
    }
    expect([casesOf(w.models.lavida), casesOf(w.models.qin)]).toEqual([
      [2, 0],
      [null, null],
    ])
    const offer = await browser.ask('offer', { ...trip, modelId: w.models.lavida })
    expect(offer.services.find(({ code }) => code === 'premium')).toMatchObject({
      description: '车损全赔，含轮胎玻璃',
      capDays: 7,
    })
    expect(offer).toMatchObject({ largeCases: 2, smallCases: 0 })
  })

  it('names no plate, and says when the store is closed', async () => {
    const browser = visitor(t, name)
    const text = JSON.stringify([await browser.ask('home', {}), await browser.ask('search', tripOn('12-02'))])
    for (const { plate } of Object.values(w.vehicles).flat()) expect(text).not.toContain(plate)
    await t.root.query(
      `update store set hours = '[{"weekdays":[1,2,3,4,5,6,7],"open":"08:00","close":"20:00"}]' where id = $1`,
      [w.stores.hongqiao],
    )
    const night = { storeId: w.stores.hongqiao, pickupAt: at('12-02T03:00'), returnAt: at('12-03T10:00') }
    const { models } = await browser.ask('search', night)
    expect(new Set(models.map(({ why }) => why))).toEqual(new Set(['取车时间门店未营业']))
  })

  it('is nothing of a store or a model that is not open here', async () => {
    const browser = visitor(t, name)
    const elsewhere = { ...tripOn('12-02'), storeId: other.stores.hongqiao }
    expect(await browser.send('search', elsewhere)).toMatchObject({ errorCode: -4, data: null })
    expect(await browser.send('offer', { ...tripOn('12-02'), modelId: other.models.lavida })).toMatchObject({
      success: false,
    })
  })
})

describe('a model that is sold out', () => {
  it('is offered at the nearest moments at which it can be booked, and is free then', async () => {
    const day = tripOn('12-18')
    const { browser } = await someone()
    await book(browser, '12-18', w.models.gl8)
    const second = await someone()
    await book(second.browser, '12-18', w.models.gl8)
    const { models } = await browser.ask('search', day)
    const sold = models.find(({ modelId }) => modelId === w.models.gl8)!
    expect(sold).toMatchObject({ left: 0, why: '已订满' })
    expect(sold.near).toHaveLength(2)
    expect(models.filter(({ left }) => left > 0).flatMap(({ near }) => near)).toEqual([])
    for (const moments of sold.near) {
      expect(moments.returnAt - moments.pickupAt).toBe(day.returnAt - day.pickupAt)
      const offer = await browser.ask('offer', { ...day, ...moments, modelId: w.models.gl8 })
      expect(offer.left).toBeGreaterThan(0)
    }
  })
})

describe('a way between two stores that is priced by the kilometre', () => {
  it('costs in the list what it costs in the offer and what staff are told', async () => {
    await t.root.query(`update fee_config set per_km_fen = 250 where kind = 'oneWay' and merchant_id = $1`, [
      w.merchantId,
    ])
    const trip = { ...tripOn('12-02'), returnStoreId: w.stores.hangzhou }
    const browser = visitor(t, name)
    const { models } = await browser.ask('search', trip)
    const one = models.find(({ modelId }) => modelId === w.models.lavida)!
    const offer = await browser.ask('offer', { ...trip, modelId: w.models.lavida })
    expect(one.total).toBe(offer.total)
    const quote = await t.call(contract.quote.quote, { ...trip, modelId: w.models.lavida, source: source.own }, owner())
    expect(one.total).toBe(quote.total)
  })
})

describe('a delivery', () => {
  it('goes to a place that is found by name, at the price that staff are told, and is an order with that address', async () => {
    const { browser } = await someone()
    const { stores } = await browser.ask('home', {})
    expect(stores.filter(({ delivers }) => delivers).map(({ storeId }) => storeId)).toEqual([w.stores.hongqiao])
    const { places } = await browser.ask('places', { storeId: w.stores.hongqiao, text: '国家会展中心' })
    const { name: place, address: street, lng, lat } = places[0]!
    const address = `${place} ${street}`
    const trip = { ...tripOn('12-26'), delivery: { address, lng, lat, collect: true } }
    const { models } = await browser.ask('search', trip)
    const one = models.find(({ modelId }) => modelId === w.models.lavida)!
    const offer = await browser.ask('offer', { ...trip, modelId: w.models.lavida })
    const atStore = await browser.ask('offer', { ...tripOn('12-26'), modelId: w.models.lavida })
    expect(one.total).toBe(offer.total)
    expect(offer.lines.slice(atStore.lines.length).map(({ formula }) => formula)).toEqual([
      expect.stringContaining('¥30.00'),
      expect.stringContaining('¥30.00'),
    ])
    const ends = { pickupType: 2, pickupAddress: address, pickupLng: lng, pickupLat: lat } as const
    const back = { returnType: 2, returnAddress: address, returnLng: lng, returnLat: lat } as const
    const asked = { ...tripOn('12-26'), ...ends, ...back, modelId: w.models.lavida, source: source.own }
    expect((await t.call(contract.quote.quote, asked, owner())).total).toBe(offer.total)
    const { orderId } = await browser.ask('book', {
      quoteId: offer.quoteId,
      total: offer.total,
      name: '张三',
      payNow: false,
    })
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({
      pickupType: 2,
      pickupPlace: { address },
    })
  })

  it('is neither offered nor sold by a store to which customers only come', async () => {
    await t.root.query(`update store set pickup_modes = '{1}', return_modes = '{1}' where id = $1`, [w.stores.hongqiao])
    const browser = visitor(t, name)
    const { stores } = await browser.ask('home', {})
    expect(stores.filter(({ delivers, collects }) => delivers || collects)).toEqual([])
    const delivery = { address: '国家会展中心', lng: 121.302, lat: 31.189, collect: true }
    const trip = { ...tripOn('12-26'), delivery }
    const { models } = await browser.ask('search', trip)
    expect(models.map(({ left }) => left)).toEqual(models.map(() => 0))
    await expect(browser.ask('offer', { ...trip, modelId: w.models.lavida })).rejects.toThrow('送车上门')
    await t.root.query(`update store set pickup_modes = '{1,2,3}', return_modes = '{1,2,3}' where id = $1`, [
      w.stores.hongqiao,
    ])
  })

  it('is refused where the store does not go, with the limit', async () => {
    const delivery = { address: '崇明岛', lng: 121.9, lat: 31.6, collect: false }
    const { models } = await visitor(t, name).ask('search', { ...tripOn('12-26'), delivery })
    expect(models.map(({ left, why }) => [left, why])).toEqual(
      models.map(() => [0, expect.stringMatching(/服务范围|公里/)]),
    )
  })
})

describe('a booking', () => {
  it('is an order of the source 自营网站 at the price that was shown; a repeated request gets the same order', async () => {
    const { browser, mobile } = await someone()
    const first = await book(browser, '12-04')
    const again = await browser.ask('book', {
      quoteId: first.offer.quoteId,
      total: first.offer.total,
      name: '张三',
      payNow: false,
    })
    expect(again).toEqual({ orderId: first.orderId, orderNo: first.orderNo, payUrl: first.payUrl })
    const order = await t.call(contract.order.detail, { orderId: first.orderId }, owner())
    expect(order).toMatchObject({ source: source.own, fees: { total: first.offer.total }, contactName: '张三' })
    const { rentals } = await browser.ask('rentals', {})
    expect(rentals).toMatchObject([{ orderId: first.orderId, total: first.offer.total }])
    expect(mobile.slice(0, 3)).toBe('138')
  })

  it.each([
    [
      'en-US,en;q=0.9',
      'en',
      /^【车驿】Code \d{6} for your booking/,
      /^Dear 张三, your booking of .+ is confirmed: pickup 14 Dec/,
    ],
    ['zh-HK', 'zh-Hant', /^【车驿】驗證碼 \d{6}，用於租車/, /^张三您好，您預訂的.+已確認/],
  ])(
    'of somebody who reads %s is kept so, and its messages are in that language',
    async (reads, tag, code, message) => {
      const mobile = mobileOf(++people)
      const browser = visitor(t, name, { language: reads })
      await browser.ask('sendCode', { mobile })
      expect(await messageTo(t, mobile)).toMatch(code)
      await browser.ask('enter', { mobile, smsCode: await codeTo(t, mobile) })
      const { orderId } = await book(browser, '12-14')
      expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({ language: tag })
      const [sent] = await messagesWhere(t, 'order_id = $1', [orderId])
      expect(sent?.body).toMatch(message)
    },
  )

  it('that is paid now waits for its payment under a link, and costs nothing to cancel', async () => {
    const { browser } = await someone()
    const { orderId, payUrl } = await book(browser, '12-06', w.models.qin, true)
    expect(payUrl).toMatch(/\/pay\?t=/)
    const before = await browser.ask('rental', { orderId })
    expect(before).toMatchObject({ status: orderStatus.submitted, penalty: 0 })
    expect(before.payUntil).toBeGreaterThan(t.clock.now())
    await browser.ask('cancel', { orderId, penalty: 0 })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ status: orderStatus.cancelled, due: 0 })
  })

  it('needs the mobile to be proved, and the total that was shown', async () => {
    const browser = visitor(t, name)
    const offer = await browser.ask('offer', { ...tripOn('12-08'), modelId: w.models.lavida })
    const form = { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false }
    expect(await browser.send('book', form)).toMatchObject({ success: false, errorCode: -9 })
    await browser.enter(mobileOf(++people))
    expect(await browser.send('book', { ...form, total: offer.total - 1 })).toMatchObject({
      success: false,
      errorCode: 3005,
    })
    expect(await browser.send('enter', { mobile: mobileOf(people), smsCode: '000000' })).toMatchObject({
      errorCode: 1006,
    })
  })

  it('of a third unpaid stay is refused, so that nobody holds the last cars', async () => {
    const { browser } = await someone()
    await book(browser, '12-10')
    await book(browser, '12-12')
    const { quoteId, total } = await browser.ask('offer', { ...tripOn('12-14'), modelId: w.models.lavida })
    expect(await browser.send('book', { quoteId, total, name: '张三', payNow: true })).toMatchObject({
      errorCode: 9304,
      message: '您有2个订单待付款，请先付款或取消',
    })
  })
})

describe('the last cars', () => {
  it('are sold once each to twenty customers at the same moment, who learn nothing but that they were late', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => someone()))
    const offers = await Promise.all(
      crowd.map(({ browser }) => browser.ask('offer', { ...tripOn('12-16'), modelId: w.models.gl8 })),
    )
    const answers = await Promise.all(
      crowd.map(async ({ browser }, i) => {
        const { quoteId, total } = offers[i]!
        const form = { quoteId, total, name: '张三', payNow: i % 2 === 0 }
        let answer = await browser.send('book', form)
        while (answer.errorCode === 3107) answer = await browser.send('book', form)
        return answer
      }),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(2)
    for (const { success, errorCode, data } of answers)
      if (!success) expect({ errorCode, data }).toEqual({ errorCode: 9303, data: null })
  })
})

describe('a customer of another page', () => {
  it('sees no rental, whatever the cookie and the id', async () => {
    const { browser } = await someone()
    const { orderId } = await book(browser, '12-20', w.models.qin)
    const elsewhere = visitor(t, await openSite(t, other), { cookie: browser.cookie() })
    expect(await elsewhere.send('rental', { orderId })).toMatchObject({ success: false, errorCode: -9 })
    const neighbour = await someone()
    for (const call of ['rental', 'room', 'cancel'] as const)
      expect(await neighbour.browser.send(call, { orderId, penalty: 0, room: 'pay', refId: orderId })).toMatchObject({
        success: false,
        errorCode: 2002,
      })
  })
})

describe('a page', () => {
  it('that is closed sells nothing, and keeps the rentals of its customers within reach', async () => {
    const { browser } = await someone()
    const { orderId } = await book(browser, '12-22', w.models.qin)
    await t.call(contract.site.turn, { on: false }, owner())
    expect(await browser.send('search', tripOn('12-24'))).toMatchObject({ errorCode: 9302 })
    expect(await browser.ask('rental', { orderId })).toMatchObject({ orderId })
    await t.call(contract.site.turn, { on: true }, owner())
    expect((await browser.ask('search', tripOn('12-24'))).models).not.toEqual([])
  })

  it('keeps its former name, and takes none of another merchant', async () => {
    const { url: _, status: __, stores: ___, ...rest } = await t.call(contract.site.detail, {}, owner())
    const settings = {
      about: rest.about,
      phone: rest.phone,
      colour: rest.colour,
      payNow: true,
      payAtStore: true,
      selfService: false,
    }
    await t.call(contract.site.save, { ...settings, name: 'sunrise', version: rest.version }, owner())
    expect(await visitor(t, name).ask('home', {})).toMatchObject({ name: expect.any(String) })
    expect(await visitor(t, 'sunrise').ask('home', {})).toMatchObject({ name: expect.any(String) })
    const taken = { ...settings, name: 'sunrise', version: 1 }
    expect(await t.send(contract.site.save, taken, { token: other.tokens.owner })).toMatchObject({ errorCode: 9301 })
    expect(await visitor(t, 'nobody-here').send('home', {})).toMatchObject({ errorCode: -4 })
  })
})
