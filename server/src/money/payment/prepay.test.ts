import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, payWay, reimbursementKind } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { prepayKind } from '@cheyi/domain/platform/merchant/prepay'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree } from '../../testing/world/bookings.ts'
import { bookArranged, confirmed, payDeposits, payRent, prepare, sendConfirm } from '../../testing/world/handover.ts'
import { clerk, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'

ownMerchant({ other: true })
afterEach(() => booksAgree(t))

/* 预付款 and 尾款: how much of an order is asked for when it is booked, by where it comes from. */

type Rule = NonNullable<InputOf<typeof contract.merchant.savePay>['prepay']>[number]
const share = (rateBp: number, from = source.offline as Rule['source']): Rule => ({
  source: from,
  kind: prepayKind.share,
  rateBp,
})
const choice: InputOf<typeof contract.merchant.savePay> = {
  payProfile: 1,
  payWays: [1, 2, 3, 4],
  limits: { maxPayment: 10_000_000 },
}
const set = (...prepay: Rule[]) => t.call(contract.merchant.savePay, { ...choice, prepay }, owner())

const fees = async (orderId: string) => (await t.call(contract.order.detail, { orderId }, owner())).fees
const statusOf = async (orderId: string) => (await t.call(contract.order.detail, { orderId }, owner())).status
const pay = (orderId: string, amount: number, way: 1 | 2 | 3 | 4 = payWay.cash) =>
  t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount, payWay: way }, clerk())
const online = { form: { payMode: payMode.onlineIn } }
/** Monday to Wednesday, 400.00 of rent and 135.00 of services, 200.00 of it the first day. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }

describe('a booking asks for', () => {
  it.each<[string, Rule[], number | null]>([
    ['all, unless something is set', [], null],
    ['a share', [share(3_000)], 16_050],
    ['a fixed amount', [{ source: source.offline, kind: prepayKind.fixed, fixedFen: 20_000 }], 20_000],
    ['no more than it costs', [{ source: source.offline, kind: prepayKind.fixed, fixedFen: 60_000 }], null],
    ['the rent of the first day', [{ source: source.offline, kind: prepayKind.firstDay }], 20_000],
    ['all, where another source is asked for less', [share(3_000, source.rail)], null],
  ])('%s', async (_, rules, prepay) => {
    await set(...rules)
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    expect(await t.call(contract.quote.quote, { ...place, ...trip }, clerk())).toMatchObject({ total: 53_500, prepay })
    const { orderId, status } = await book(t, w, { trip })
    expect(status).toBe(orderStatus.confirmed)
    expect(await fees(orderId)).toMatchObject({ total: 53_500, owed: 53_500, prepay, prepayDue: prepay ?? 0 })
    const { list } = await t.call(contract.order.list, {}, owner())
    expect(list.find((card) => card.orderId === orderId)).toMatchObject({ prepayDue: prepay ?? 0 })
  })

  it('less by the source of the order', async () => {
    await set(share(3_000), share(5_000, source.travel))
    const { orderId } = await book(t, w, { trip: { ...trip, source: source.travel }, form: { channelOrderNo: 'C7' } })
    const { total, prepay } = await fees(orderId)
    expect(prepay).toBe(total / 2)
  })

  it('what was shown with the price, though the setting is another since', async () => {
    await set(share(3_000))
    const { quoteId, total } = await t.call(
      contract.quote.quote,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip },
      clerk(),
    )
    await set()
    const form = { submit: true, quoteId, expectTotal: total, contactName: '周明轩', contactPhone: '13900000001' }
    const { orderId } = await t.call(contract.order.create, form, clerk())
    expect(await fees(orderId)).toMatchObject({ prepay: 16_050 })
  })

  it('all, of a merchant whose platform collects', async () => {
    await set(share(3_000))
    await t.call(contract.merchant.savePay, { ...choice, payProfile: 2, prepay: [share(3_000)] }, owner())
    const { orderId } = await book(t, w, { trip })
    expect(await fees(orderId)).toMatchObject({ prepay: null, prepayDue: 0 })
  })
})

describe('an order that waits for its payment', () => {
  it('goes on by its prepayment at the counter, not by less; the rest is taken later', async () => {
    await set(share(3_000))
    const { orderId, status } = await book(t, w, { ...online, trip })
    expect(status).toBe(orderStatus.submitted)
    const [message] = await messagesWhere(t, `order_id = $1 and kind = 'awaitingPayment'`, [orderId])
    expect(message!.body).toContain('待支付预付款¥160.50，尾款¥374.50取车时付')
    expect(await pay(orderId, 16_049)).toMatchObject({ errorCode: 4002 })
    const { list } = await t.call(contract.payment.receiptDebts, { keyword: '周明轩' }, clerk())
    expect(list).toMatchObject([{ orderId, owed: 53_500, least: 16_050 }])

    expect(await pay(orderId, 16_050)).toMatchObject({ success: true })
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
    expect(await fees(orderId)).toMatchObject({ paid: 16_050, owed: 37_450, prepay: 16_050, prepayDue: 0 })
    expect(await pay(orderId, 37_451)).toMatchObject({ errorCode: 4002 })
    expect(await pay(orderId, 37_450)).toMatchObject({ success: true })
    expect(await books(t, orderId)).toEqual({ cash_on_hand: 53_500, unearned: -53_500 })
  })

  it('goes on by more than its prepayment, too', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { ...online, trip })
    expect(await pay(orderId, 20_000)).toMatchObject({ success: true })
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
    expect(await fees(orderId)).toMatchObject({ owed: 33_500, prepayDue: 0 })
  })

  it('asks its customer for the prepayment, then for the rest, on the page of one link', async () => {
    await openOnlinePay(t, w)
    await set(share(3_000))
    const { orderId } = await book(t, w, { ...online, trip })
    const { url } = await t.call(contract.payment.askLink, { orderId, payKind: payKind.rent, way: 2 }, clerk())
    const link = { t: new URL(url, 'http://x').searchParams.get('t')! }
    const page = () => t.call(contract.payment.payPage, link, { token: undefined })
    expect(await page()).toMatchObject({ name: '预付款', amount: 16_050, why: '尾款¥374.50取车时付' })

    const begin = async () => {
      await t.call(contract.payment.payByLink, { ...link, payWay: payWay.wechat }, { token: undefined })
      const { rows } = await t.root.query('select id, amount_fen from payment where order_id = $1 order by id desc', [
        orderId,
      ])
      await payLink(t, rows[0].id)
      return Number(rows[0].amountFen)
    }
    expect(await begin()).toBe(16_050)
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
    expect(await page()).toMatchObject({ name: '尾款', amount: 37_450 })
    expect(await begin()).toBe(37_450)
    expect(await page()).toMatchObject({ amount: 0 })
    expect(await books(t, orderId)).toEqual({ online_clearing: 53_500, unearned: -53_500 })
  })

  it('goes on by a code over the prepayment alone', async () => {
    await openOnlinePay(t, w)
    await set(share(3_000))
    const { orderId } = await book(t, w, { ...online, trip })
    expect(await pay(orderId, 16_049, payWay.alipay)).toMatchObject({ errorCode: 4002 })
    const { data } = await pay(orderId, 16_050, payWay.alipay)
    await payLink(t, (data as { paymentId: string }).paymentId)
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
  })

  it('ends without its prepayment, and owes nothing', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { ...online, trip })
    t.clock.set(t.clock.now() + 30 * MINUTE)
    await runDue(t, 'payTimeout')
    expect(await statusOf(orderId)).toBe(orderStatus.cancelled)
    expect(await fees(orderId)).toMatchObject({ owed: 0, prepayDue: 0 })
  })
})

describe('after the prepayment', () => {
  it('the car goes out with the rest, never without', async () => {
    await set(share(3_000))
    const { orderId } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, 16_050)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    const type = handoverType.pickup
    const task = await t.call(contract.pickupReturn.task, { orderId, type }, owner())
    expect(task.order).toMatchObject({ owed: 37_450, prepay: 16_050, prepayDue: 0 })
    expect(await sendConfirm(t, w, { orderId, type, expectAmount: 37_450 })).toMatchObject({ success: false })
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 37_450, settle: 2, payWay: payWay.cash }))
    expect(await fees(orderId)).toMatchObject({ owed: 0, paid: 53_500 })
  })

  it('a cancel keeps its penalty of what was really paid, and gives the rest of that back', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { trip })
    await pay(orderId, 16_050)
    t.clock.set(at('11-23T03:00'))
    const rule = await t.call(contract.order.cancelRule, { orderId }, owner())
    // Seven hours before: a fifth of 400.00.
    expect(rule).toMatchObject({ paid: 16_050, penalty: 8_000, refund: 8_050, receivable: 0 })
    const ask = { orderId, reason: 1, responsibility: 1, expectPenalty: 8_000 } as const
    expect(await t.call(contract.order.cancel, ask, owner())).toMatchObject({ penalty: 8_000, refund: 8_050 })
    expect(await fees(orderId)).toMatchObject({ owed: -8_050, prepayDue: 0 })
    expect(await books(t, orderId)).toMatchObject({ cash_on_hand: 16_050, penalty_income: -8_000 })
  })

  it('a penalty beyond it stays owed', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { trip })
    await pay(orderId, 16_050)
    t.clock.set(at('11-23T09:00'))
    const rule = await t.call(contract.order.cancelRule, { orderId }, owner())
    expect(rule).toMatchObject({ paid: 16_050, penalty: 40_000, refund: 0, receivable: 23_950 })
  })
})

describe('a change', () => {
  const modify = async (orderId: string, returnAt: number) => {
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip, returnAt }
    const quote = await t.call(contract.quote.quote, { orderId, ...place }, owner())
    await t.call(contract.order.updateStatus, { orderId, action: 'modify', quoteId: quote.quoteId }, owner())
    return quote
  }

  it('of the settings leaves the orders that run as they were booked', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { ...online, trip })
    await set(share(9_000))
    expect(await fees(orderId)).toMatchObject({ prepay: 16_050, prepayDue: 16_050 })
    await set()
    expect(await pay(orderId, 16_050)).toMatchObject({ success: true })
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
  })

  it('of the order asks by the rule of its booking, less what was paid', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { trip })
    await pay(orderId, 16_050)
    await set(share(9_000))
    const { total, prepay } = await modify(orderId, at('11-27T10:00'))
    expect(prepay).toBe(Math.round(total * 0.3))
    expect(await fees(orderId)).toMatchObject({ total, paid: 16_050, prepay, prepayDue: prepay! - 16_050 })

    // Shorter again: what was prepaid is enough, and stays.
    await modify(orderId, at('11-24T10:00'))
    expect(await fees(orderId)).toMatchObject({ paid: 16_050, prepayDue: 0 })
  })

  it('after costs of the customer were paid back asks for no prepayment again: that was of nothing paid', async () => {
    await set(share(3_000))
    const { orderId } = await book(t, w, { trip })
    await pay(orderId, 53_500)
    const photoIds = await uploadPhotos(t, 'expense', 1, w.tokens.owner)
    const { id } = await t.call(
      contract.reimbursement.save,
      {
        orderId,
        kind: reimbursementKind.advance,
        reasonCode: reimbursementReasons.code.tow,
        payMode: payMode.offlineOut,
        payeeName: '周明轩',
        payeeTail: '6222',
        items: [{ name: '拖车费', amount: 45_000, photoIds }],
      },
      owner(),
    )
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, owner())
    expect(await fees(orderId)).toMatchObject({ paid: 53_500, refunded: 45_000, owed: 0 })
    const { total } = await modify(orderId, at('11-27T10:00'))
    expect(await fees(orderId)).toMatchObject({ owed: total - 53_500, prepayDue: 0 })
    expect(await t.call(contract.order.cancelRule, { orderId }, owner())).toMatchObject({ paid: 53_500 })
  })

  it('of an order booked to pay all goes on asking for all', async () => {
    const { orderId } = await book(t, w, { trip })
    await set(share(3_000))
    expect(await modify(orderId, at('11-27T10:00'))).toMatchObject({ prepay: null })
    expect(await fees(orderId)).toMatchObject({ prepay: null, prepayDue: 0 })
  })
})

describe('the setting', () => {
  const setting = () => t.call(contract.merchant.paySetting, {}, owner())

  it('is told as it was set, and kept by whoever saves the rest', async () => {
    await set(share(3_000), { source: source.rail, kind: prepayKind.firstDay }, { source: 2, kind: prepayKind.all })
    const prepay = [
      { source: 1, kind: 2, rateBp: 3_000, fixedFen: null },
      { source: 11, kind: 4, rateBp: null, fixedFen: null },
    ]
    expect(await setting()).toMatchObject({ prepay })
    await t.call(contract.merchant.savePay, choice, owner())
    expect(await setting()).toMatchObject({ prepay })
  })

  it.each<[string, unknown[]]>([
    ['a share of nothing', [{ source: 1, kind: 2 }]],
    ['a share of more than all', [share(10_000)]],
    ['an amount of nothing', [{ source: 1, kind: 3, fixedFen: 0 }]],
    ['a source twice', [share(3_000), share(4_000)]],
    ['a source that there is not', [{ source: 99, kind: 4 }]],
  ])('takes no %s', async (_, prepay) => {
    await set(share(3_000))
    const sent = await t.send(contract.merchant.savePay, { ...choice, prepay } as never, owner())
    expect(sent).toMatchObject({ errorCode: -2 })
    expect(await setting()).toMatchObject({ prepay: [{ source: 1, rateBp: 3_000 }] })
  })

  it('is closed to who may not set how money is taken, and another merchant has its own', async () => {
    const sent = await t.send(contract.merchant.savePay, { ...choice, prepay: [share(3_000)] }, clerk())
    expect(sent).toMatchObject({ errorCode: -3 })
    await set(share(3_000))
    const theirs = await t.call(contract.merchant.paySetting, {}, { token: other.tokens.owner })
    expect(theirs.prepay).toEqual([])
    const { orderId } = await book(t, other, { trip, token: other.tokens.owner })
    const { fees: free } = await t.call(contract.order.detail, { orderId }, { token: other.tokens.owner })
    expect(free).toMatchObject({ prepay: null })
  })
})
