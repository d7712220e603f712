import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { type Account, account } from '@cheyi/domain/money/payment/ledger'
import { refusals } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { couponKind } from '@cheyi/domain/sales/coupon/codes'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { book as bookOrder, books, booksAgree, giveBack, moneyFaults, pickUp } from '../../testing/world/bookings.ts'
import {
  bringBack,
  confirmed,
  payDeposits,
  payRent,
  prepare,
  renter,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { other, owner, t, w } from '../../testing/world/merchant.ts'
import { onlineMerchant } from '../../testing/world/online-merchant.ts'
import { createLimits } from '../site/door.ts'

onlineMerchant({ cars: 6, other: true })

let name: string
let people = 0
let codes = 0
beforeAll(async () => {
  name = await openSite(t, w)
})

const someone = async (mobile = `139${String(30_000_000 + ++people)}`): Promise<Visitor> => {
  const browser = visitor(t, name)
  await browser.enter(mobile)
  return browser
}
const tripOn = (day: string, modelId = w.models.lavida) => ({
  storeId: w.stores.hongqiao,
  pickupAt: at(`${day}T10:00`),
  returnAt: at(`${day}T10:00`) + DAY,
  modelId,
})

type Form = InputOf<typeof contract.coupon.add>

/** A new coupon, a sum of 50 yuan unless told. @returns its code */
async function issue(form: Partial<Form> = {}, by = owner()): Promise<{ code: string; couponId: string }> {
  const code = `TEST${++codes}`
  const usual = { code, name: '测试', kind: couponKind.sum, fen: 5000, oncePerCustomer: false } as const
  return { code, ...(await t.call(contract.coupon.add, { ...usual, ...form }, by)) }
}
const listed = async (couponId: string) =>
  (await t.call(contract.coupon.list, {}, owner())).list.find((one) => one.couponId === couponId)!

async function book(browser: Visitor, trip: ReturnType<typeof tripOn>, coupon?: string, payNow = false) {
  const offer = await browser.ask('offer', { ...trip, ...(coupon !== undefined && { coupon }) })
  const form = { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow }
  return { offer, form, answer: await browser.send('book', form) }
}

describe('a coupon', () => {
  it('lowers the price before the booking, is a line of the bill, and is counted', async () => {
    const { code, couponId } = await issue({ leastFen: 10_000 })
    const browser = await someone()
    const full = await browser.ask('offer', tripOn('12-01'))
    const { offer, answer } = await book(browser, tripOn('12-01'), code.toLowerCase())
    expect(offer).toMatchObject({ total: full.total - 5000, coupon: { code, amount: 5000 } })
    expect(offer.lines.at(-1)).toMatchObject({ name: '优惠券', amount: -5000 })
    const { orderId } = answer.data as { orderId: string }
    const order = await t.call(contract.order.detail, { orderId }, owner())
    expect(order.fees.total).toBe(full.total - 5000)
    expect(await listed(couponId)).toMatchObject({ used: 1, givenFen: 5000 })
    const { list } = await t.call(contract.coupon.uses, { couponId }, owner())
    expect(list).toMatchObject([{ orderId, fen: 5000, givenBack: false }])
  })

  it('of a share takes its share, up to its maximum', async () => {
    const browser = visitor(t, name)
    const full = await browser.ask('offer', tripOn('12-01'))
    const share = await issue({ kind: couponKind.percent, rateBp: 1000, fen: 0 })
    const least = await issue({ kind: couponKind.percent, rateBp: 1000, fen: 100 })
    expect((await browser.ask('offer', { ...tripOn('12-01'), coupon: share.code })).coupon?.amount).toBe(
      Math.round(full.total / 10),
    )
    expect((await browser.ask('offer', { ...tripOn('12-01'), coupon: least.code })).coupon?.amount).toBe(100)
  })

  it('counts by the same rule with services, and a repeated booking is counted once', async () => {
    const { code, couponId } = await issue({ mostUses: 1 })
    const browser = await someone()
    const { answer, form } = await book(browser, tripOn('12-02'), code)
    expect(answer.success).toBe(true)
    expect(await browser.ask('book', form)).toEqual(answer.data)
    expect(await listed(couponId)).toMatchObject({ used: 1 })
  })

  it('is given back when its booking is cancelled; the refund and the fee are of the lowered price', async () => {
    const { code, couponId } = await issue({ mostUses: 1, oncePerCustomer: true })
    const browser = await someone()
    const { answer } = await book(browser, tripOn('12-03'), code)
    const { orderId } = answer.data as { orderId: string }
    expect(await browser.send('offer', { ...tripOn('12-03'), coupon: code })).toMatchObject({
      errorCode: refusals.couponOnce.code,
    })
    const { penalty, total } = await browser.ask('rental', { orderId })
    expect(penalty!).toBeLessThanOrEqual(total)
    await browser.ask('cancel', { orderId, penalty: penalty! })
    expect(await listed(couponId)).toMatchObject({ used: 0, givenFen: 0 })
    expect((await t.call(contract.coupon.uses, { couponId }, owner())).list).toMatchObject([{ givenBack: true }])
    expect((await book(browser, tripOn('12-03'), code)).answer.success).toBe(true)
  })

  it('is given back when its booking lapses unpaid', async () => {
    const { code, couponId } = await issue({ mostUses: 1 })
    const browser = await someone()
    const { answer } = await book(browser, tripOn('12-04'), code, true)
    const { orderId } = answer.data as { orderId: string }
    expect(await listed(couponId)).toMatchObject({ used: 1 })
    const { payUntil } = await browser.ask('rental', { orderId })
    t.clock.set(payUntil!)
    await runDue(t, 'payTimeout')
    t.clock.set(TEST_NOW)
    expect(await browser.ask('rental', { orderId })).toMatchObject({ status: orderStatus.cancelled })
    expect(await listed(couponId)).toMatchObject({ used: 0 })
  })
})

describe('the last use', () => {
  it('is given once to ten customers at the same moment; the others book nothing', async () => {
    const { code, couponId } = await issue({ mostUses: 1 })
    const crowd = await Promise.all(Array.from({ length: 10 }, () => someone()))
    const days = ['01-05', '01-08', '01-11', '01-14', '01-17']
    const answers = await Promise.all(
      crowd.map(async (browser, i) => {
        const pickupAt = Date.parse(`2027-${days[i % days.length]}T10:00:00+08:00`)
        const trip = { ...tripOn('12-01'), pickupAt, returnAt: pickupAt + DAY }
        const offer = await browser.ask('offer', { ...trip, coupon: code })
        return { browser, form: { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false } }
      }),
    ).then((asked) =>
      Promise.all(
        asked.map(async ({ browser, form }) => {
          let answer = await browser.send('book', form)
          while (answer.errorCode === refusals.planPending.code) answer = await browser.send('book', form)
          return { answer, rentals: (await browser.ask('rentals', {})).rentals.length }
        }),
      ),
    )
    expect(answers.filter(({ answer }) => answer.success)).toHaveLength(1)
    for (const { answer, rentals } of answers) {
      expect(rentals).toBe(answer.success ? 1 : 0)
      if (!answer.success) expect(answer.errorCode).toBe(refusals.couponUsedUp.code)
    }
    expect(await listed(couponId)).toMatchObject({ used: 1 })
  })

  it('of one customer is given once, also with two prices that were shown before', async () => {
    const { code } = await issue({ oncePerCustomer: true })
    const browser = await someone()
    const [one, two] = await Promise.all(
      ['12-06', '12-08'].map((day) => browser.ask('offer', { ...tripOn(day), coupon: code })),
    )
    const answers = await Promise.all(
      [one!, two!].map(({ quoteId, total }) => browser.send('book', { quoteId, total, name: '张三', payNow: false })),
    )
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, refusals.couponOnce.code].toSorted())
  })
})

describe('a code', () => {
  it('of another merchant, of one that is off, and one that nobody issued are the same to a customer', async () => {
    await openSite(t, other)
    const foreign = await issue({ code: 'FOREIGN1' }, { token: other.tokens.owner })
    const off = await issue()
    const { version } = await listed(off.couponId)
    await t.call(contract.coupon.turn, { couponId: off.couponId, on: false, version }, owner())
    const browser = visitor(t, name)
    const answers = await Promise.all(
      ['FOREIGN1', foreign.code, off.code, 'NOBODY99', '春天', "' or 1=1"].map((coupon) =>
        browser.send('offer', { ...tripOn('12-10'), coupon }),
      ),
    )
    for (const { errorCode, message, data } of answers)
      expect({ errorCode, message, data }).toEqual({
        errorCode: refusals.couponUnknown.code,
        message: refusals.couponUnknown.message,
        data: null,
      })
  })

  it('that is turned off after the price was shown books nothing', async () => {
    const { code, couponId } = await issue()
    const browser = await someone()
    const offer = await browser.ask('offer', { ...tripOn('12-11'), coupon: code })
    await t.call(contract.coupon.turn, { couponId, on: false, version: 1 }, owner())
    const form = { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false }
    expect(await browser.send('book', form)).toMatchObject({ errorCode: refusals.couponUnknown.code })
    expect((await browser.ask('rentals', {})).rentals).toEqual([])
  })

  it('cannot be found by trying: sixty prices with a code an hour of an address', async () => {
    const limits = createLimits(true)
    let passed = 0
    for (let i = 0; i < 100; i++) {
      const was = await limits.pass('203.0.113.7', 'demo', 'coupon').then(
        () => 1,
        () => 0,
      )
      passed += was
    }
    expect(passed).toBeLessThanOrEqual(60)
    await expect(limits.pass('203.0.113.8', 'demo', 'coupon')).resolves.toBeUndefined()
  })
})

describe('the price with a coupon', () => {
  it('is booked by the page alone, and the page books no price of staff', async () => {
    const { code } = await issue()
    const browser = await someone()
    const offer = await browser.ask('offer', { ...tripOn('12-12'), coupon: code })
    const staff = {
      ...{ submit: true, orderKind: 1, quoteId: offer.quoteId, expectTotal: offer.total, payMode: 2 },
      ...{ contactName: '李四', contactPhone: '13900000001', channelOrderNo: 'X-1' },
    } as const
    expect(await t.send(contract.order.create, staff, owner())).toMatchObject({
      errorCode: refusals.quoteExpired.code,
    })
    const given = await t.call(
      contract.quote.quote,
      { ...tripOn('12-12'), source: 12, reduces: [{ reduceType: 5, amount: 20_000 }] },
      owner(),
    )
    const form = { quoteId: given.quoteId, total: given.total, name: '张三', payNow: false }
    expect(await browser.send('book', form)).toMatchObject({ errorCode: refusals.quoteExpired.code })
  })

  it('is not calculated again after its end', async () => {
    const { code } = await issue()
    const browser = await someone()
    const offer = await browser.ask('offer', { ...tripOn('12-13'), coupon: code })
    await t.root.query('update quote set expires_at = to_timestamp($2) where id = $1', [
      offer.quoteId,
      TEST_NOW / 1000 - 60,
    ])
    const form = { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false }
    expect(await browser.send('book', form)).toMatchObject({ errorCode: refusals.quoteExpired.code })
  })
})

describe('the books', () => {
  it('agree with the coupons, and a planted difference is found', async () => {
    const { code } = await issue()
    const { answer } = await book(await someone(), tripOn('12-14', w.models.qin), code)
    const { orderId, orderNo } = answer.data as { orderId: string; orderNo: string }
    const ours = async () => (await moneyFaults(t)).filter(({ what }) => what.startsWith('优惠券'))
    expect(await ours()).toEqual([])
    await t.root.query('update coupon_use set fen = fen + 1 where order_id = $1', [orderId])
    expect(await ours()).toMatchObject([{ orderNo, stored: 5001, rebuilt: 5000 }])
    await t.root.query('update coupon_use set fen = fen - 1, void = true where order_id = $1', [orderId])
    expect(await ours()).toMatchObject([{ orderNo, stored: 1, rebuilt: 0 }])
    await t.root.query('update coupon_use set void = false where order_id = $1', [orderId])
  })

  describe('of a rental', () => {
    const november = { month: '2026-11' }
    const days = { from: '2026-11-01', to: '2026-11-30' }
    /** What the trial balance and the overview have of rent, fen. */
    async function shown() {
      const { list } = await t.call(contract.closing.balance, november, owner())
      const { figures } = await t.call(contract.data.overview, days, owner())
      const balanceOf = (of: Account) => 0 - (list.find((row) => row.account === of)?.closing ?? 0)
      return {
        gross: balanceOf(account.rentIncome),
        coupons: balanceOf(account.couponDiscount),
        figure: figures.find(({ key }) => key === 'rent')!.value!,
      }
    }

    it('show its coupon as an account of its own once it is settled, and its rent as before', async () => {
      const [{ code }, mobile, day] = [await issue(), '13861000001', '11-23']
      await renter(t, w, { name: '张三', phone: mobile })
      const before = await shown()
      const { offer, answer } = await book(await someone(mobile), tripOn(day), code)
      const { orderId, orderNo } = answer.data as { orderId: string; orderNo: string }
      await payRent(t, w, orderId, offer.total)
      await payDeposits(t, w, orderId)
      await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
      t.clock.set(at(`${day}T10:00`))
      await prepare(t, w, orderId)
      await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
      expect((await books(t, orderId)).coupon_discount).toBeUndefined()

      const giveBack = () => bringBack(t, w, orderId, { at: at(`${day}T10:00`) + DAY })
      await giveBack()
      const { rent_income, service_income, coupon_discount } = await books(t, orderId)
      expect([rent_income! + service_income! + coupon_discount!, coupon_discount]).toEqual([-offer.total, 5000])
      const rentFen = -rent_income! - 5000
      expect(await shown()).toEqual({
        gross: before.gross + rentFen + 5000,
        coupons: before.coupons - 5000,
        figure: before.figure + rentFen,
      })
      await booksAgree(t)

      // Whoever takes the return back has nothing of it in the books.
      await t.call(contract.order.updateStatus, { orderId, action: 'undoReturn', reason: '误点还车' }, owner())
      expect((await books(t, orderId)).coupon_discount).toBeUndefined()
      expect(await shown()).toMatchObject({ gross: before.gross, coupons: before.coupons })
      await booksAgree(t)
      await giveBack()
      expect((await books(t, orderId)).coupon_discount).toBe(5000)

      const line = 'update order_item set amount_fen = amount_fen + $2 where order_id = $1 and reduce_type = 1'
      const ours = async () => (await moneyFaults(t)).filter(({ what }) => what.startsWith('优惠券折扣账簿余额'))
      await t.root.query(line, [orderId, 1])
      expect(await ours()).toMatchObject([{ orderNo, stored: 5000, rebuilt: 4999 }])
      await t.root.query(line, [orderId, -1])
    })

    it('that an earlier release settled have no such account, and are not compared', async () => {
      const reduces = [{ reduceType: reduceType.coupon, amount: 700 }]
      const trip = { modelId: w.models.qin, pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00'), reduces }
      const { orderId, orderNo } = await bookOrder(t, w, { trip })
      await pickUp(t, w, orderId)
      await giveBack(t, w, orderId)
      expect(await moneyFaults(t)).toEqual([])
      // Two days after the account began, this release has settled it.
      const settle = 'update "order" set settled_at = settled_at + $2::interval where id = $1'
      await t.root.query(settle, [orderId, '7 days'])
      expect(await moneyFaults(t)).toMatchObject([{ orderNo, stored: 0, rebuilt: 700 }])
      await t.root.query(settle, [orderId, '-7 days'])
    })
  })
})

describe('whoever is not the merchant', () => {
  it('issues and turns no coupon', async () => {
    const { couponId } = await issue()
    expect(
      await t.send(contract.coupon.turn, { couponId, on: false, version: 1 }, { token: other.tokens.owner }),
    ).toMatchObject({ errorCode: refusals.notFound.code })
    expect(await t.send(contract.coupon.uses, { couponId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: refusals.notFound.code,
    })
    expect(
      await t.send(
        contract.coupon.add,
        { code: 'CLERK1', name: '店员', kind: 1, fen: 100, oncePerCustomer: false },
        { token: w.tokens.clerk },
      ),
    ).toMatchObject({ errorCode: refusals.forbidden.code })
  })

  it('a code exists once', async () => {
    const { code } = await issue()
    expect(
      await t.send(contract.coupon.add, { code, name: '又一张', kind: 1, fen: 1, oncePerCustomer: false }, owner()),
    ).toMatchObject({ errorCode: refusals.badInput.code })
  })
})
