import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { couponKind } from '@cheyi/domain/sales/coupon/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { books } from '../../testing/world/bookings.ts'
import { orderRow, owner, t, w } from '../../testing/world/merchant.ts'
import { tellManyTimes, tradeOf } from '../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../testing/world/online-merchant.ts'

onlineMerchant({ cars: 2 })

/* Bookings that are paid inside WeChat (JSAPI): with a coupon, too late, twice, and not at all. */

const { payByLink } = contract.payment
const WECHAT = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50'
const headers = { 'user-agent': WECHAT, 'x-device': 'one tab' }

let name: string
let people = 0
beforeAll(async () => {
  name = await openSite(t, w)
})

const someone = async (): Promise<Visitor> => {
  const browser = visitor(t, name)
  await browser.enter(`137${String(41_000_000 + ++people)}`)
  return browser
}

/** A booking of the two cars of a model that waits for its payment, and the page to pay it. */
async function book(browser: Visitor, day: string, coupon?: string) {
  const pickupAt = at(`${day}T10:00`)
  const trip = { storeId: w.stores.hongqiao, pickupAt, returnAt: pickupAt + DAY, modelId: w.models.gl8 }
  const offer = await browser.ask('offer', { ...trip, ...(coupon !== undefined && { coupon }) })
  const form = { quoteId: offer.quoteId, total: offer.total, name: '微信客', payNow: true }
  const { orderId, payUrl } = await browser.ask('book', form)
  return { orderId, total: offer.total, link: new URL(payUrl!).searchParams.get('t')! }
}

/** Opens the page inside WeChat, up to the dialog that asks for the payment. @returns the payment and the number of its trade */
async function startPaying(link: string, payer = 'Customer') {
  const asked = { t: link, payWay: payWay.wechat }
  const { authorize } = await t.call(payByLink, asked, { headers })
  const query = `${new URL(authorize!, 'http://x').search.slice(1)}&payer=${payer}`
  const back = new URL((await simulator.browse('authorize', query))!).searchParams
  const proof = { code: back.get('code')!, state: back.get('state')! }
  const { bridge } = (await t.call(payByLink, { ...asked, ...proof }, { headers })) as OutputOf<typeof payByLink>
  const dialog = await simulator.browse('bridge', String(new URLSearchParams(bridge!.params)))
  return dialog!.split('no=')[1]!
}

const paymentOf = async (orderId: string): Promise<string> =>
  (await t.root.query(`select id from payment where order_id = $1 and direction = 'in' order by id desc`, [orderId]))
    .rows[0].id

describe('a payment inside WeChat', () => {
  it('of a booking with a coupon that arrives after the car was let go is sent back, and the coupon is free again', async () => {
    const coupon = {
      code: 'LATE50',
      name: '迟付',
      kind: couponKind.sum,
      fen: 5000,
      mostUses: 1,
      oncePerCustomer: false,
    }
    const { couponId } = await t.call(contract.coupon.add, coupon as never, owner())
    const browser = await someone()
    const { orderId, total, link } = await book(browser, '12-01', 'LATE50')
    const no = await startPaying(link)
    const { payUntil } = await browser.ask('rental', { orderId })
    t.clock.set(payUntil! - MINUTE)
    await simulator.fail('delay', no)
    await simulator.act(no, 'approve')
    const paymentId = await paymentOf(orderId)
    // WeChat had not heard of the payment yet when it was asked to close it.
    await t.root.query('update payment set status = $2, ask_at = null where id = $1', [paymentId, paymentStatus.closed])
    t.clock.set(payUntil! + MINUTE)
    await runDue(t, 'payTimeout')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled })
    // Somebody else books the car, with the same coupon.
    const next = await book(await someone(), '12-01', 'LATE50')

    await simulator.flush()
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.cancelled,
      paidFen: String(total),
      refundedFen: String(total),
    })
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
    expect(await books(t, orderId)).toEqual({})
    expect(await browser.ask('rental', { orderId })).toMatchObject({ next: 'cancelled', owed: 0 })
    expect(await orderRow(next.orderId)).toMatchObject({ status: orderStatus.submitted })
    const { list } = await t.call(contract.coupon.list, {}, owner())
    expect(list.find((one) => one.couponId === couponId)).toMatchObject({ used: 1 })
    // The link asks for nothing any more, and a dialog that is opened again is refused.
    expect(await t.call(contract.payment.payPage, { t: link }, {})).toMatchObject({ amount: 0, cancelled: true })
    await expect(startPaying(link)).rejects.toThrow()
  })

  it('that is told fifty times counts once', async () => {
    const { orderId, total, link } = await book(await someone(), '12-04')
    const no = await startPaying(link)
    await simulator.fail('delay', no)
    await simulator.act(no, 'approve')
    const answers = await tellManyTimes(t, simulator)
    expect(answers).toHaveLength(1)
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, paidFen: String(total) })
  })

  it('by two people of one link is taken once, and the second goes back', async () => {
    const { orderId, total, link } = await book(await someone(), '12-07')
    const [mine, theirs] = [await startPaying(link, 'Mine'), await startPaying(link, 'Theirs')]
    expect(mine).not.toBe(theirs)
    await simulator.act(mine, 'approve')
    await simulator.act(theirs, 'approve')
    await runDue(t, 'moneyOut')
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    const trades = await simulator.trades()
    const refunded = [mine, theirs].map((no) => trades.find((trade) => trade.no === no)!.refunded)
    expect(refunded).toEqual([0, total])
  })

  it('that the customer leaves costs nothing: the same one goes on, and is found by asking where no notice arrives', async () => {
    const { orderId, link } = await book(await someone(), '12-10')
    const no = await startPaying(link)
    expect(await startPaying(link)).toBe(no)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted, paidFen: '0' })
    await simulator.fail('lose', no)
    await simulator.act(no, 'approve')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted, paidFen: '0' })
    t.clock.advance(10_000)
    await runDue(t, 'payQuery')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed })
  })
})
