import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, books } from '../../../testing/world/bookings.ts'
import { t, w } from '../../../testing/world/merchant.ts'
import { payLink, tellManyTimes, tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'
import { onlineOrders } from '../../../testing/world/online-orders.ts'
import { makeWorld } from '../../../testing/world/world.ts'

onlineMerchant({ cars: 80 })

const { collect, query, cancel } = contract.payment
const { token, awaiting, link, paymentRow, orderRow, outgoing, titles } = onlineOrders(() => ({ t, w }))
const notices = async (paymentId: string) =>
  (
    await t.root.query(
      'select n.verdict from pay_notice n join payment p on p.out_trade_no = n.out_no where p.id = $1 order by n.id',
      [paymentId],
    )
  ).rows.map((row) => row.verdict)

describe.each([
  ['支付宝', payWay.alipay],
  ['微信', payWay.wechat],
] as const)('an order is paid by %s', (_, way) => {
  it('from the code on the screen to 已确认, and the books say so', async () => {
    const { orderId, total } = await awaiting()
    const made = await link(orderId, total, { payWay: way })
    expect(made).toMatchObject({ status: paymentStatus.processing, url: null, expiresAt: TEST_NOW + 30 * MINUTE })
    expect(made.qr).toMatch(/^\/simulated-pay\?no=/)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted, paidFen: '0' })

    await payLink(t, made.paymentId)
    expect(await t.call(query, { paymentId: made.paymentId }, { token: token() })).toMatchObject({
      status: paymentStatus.succeeded,
      paidAt: TEST_NOW,
      qr: null,
    })
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.confirmed,
      paidFen: String(total),
      owedFen: '0',
    })
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    expect(await notices(made.paymentId)).toEqual(['taken'])
  })

  it('and is paid back by the same way when it is cancelled', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total, { payWay: way })
    await payLink(t, paymentId)
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelling })
    await runDue(t, 'moneyOut')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded, payMode: payMode.onlineOut }])
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled, refundedFen: String(total) })
    expect(await books(t, orderId)).toEqual({})
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
  })
})

describe('a link', () => {
  it('is given again while it is good, and is another for another way or purpose', async () => {
    const { orderId, total } = await awaiting()
    const first = await link(orderId, total)
    expect(await link(orderId, total)).toMatchObject({ paymentId: first.paymentId, qr: first.qr })
    expect((await link(orderId, total, { payWay: payWay.wechat })).paymentId).not.toBe(first.paymentId)
    expect((await link(orderId, total, { client: 'h5' })).url).toMatch(/gateway\.do/)
  })

  it('is the business of who may see its order and holds the key', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    for (const call of [query, cancel])
      expect(await t.send(call, { paymentId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 4004 })
    expect(await t.send(cancel, { paymentId }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
    expect(await t.send(query, { paymentId: '99' }, { token: token() })).toMatchObject({ errorCode: 4004 })
  })

  it('is of what is owed, no more and, of an order that waits for it, no less', async () => {
    const { orderId, total } = await awaiting()
    const ask = { orderId, payKind: payKind.rent, payWay: payWay.alipay }
    for (const amount of [total + 1, total - 1])
      expect(await t.send(collect, { ...ask, amount }, { token: token() })).toMatchObject({ errorCode: 4002 })
  })

  it('is not made where nobody has a contract, and its reason is told when the provider will not', async () => {
    const other = await makeWorld(t, { name: '无合同租车' })
    const { orderId, total } = await book(t, other)
    const ask = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay }
    expect(await t.send(collect, ask, { token: other.tokens.clerk })).toMatchObject({ errorCode: 4008 })

    const mine = await awaiting()
    await simulator.fail('refuse')
    const refused = await t.send(collect, { ...ask, orderId: mine.orderId, amount: mine.total }, { token: token() })
    expect(refused).toMatchObject({ errorCode: 9001, message: '渠道拒绝：商户未开通当面付' })
  })

  it('that got no answer is asked for again under its number by whoever looks', async () => {
    const { orderId, total } = await awaiting()
    await simulator.fail('timeOutAfterSuccess')
    const made = await link(orderId, total)
    expect(made).toMatchObject({ status: paymentStatus.waiting, qr: null })
    await simulator.fail('none')
    const looked = await t.call(query, { paymentId: made.paymentId }, { token: token() })
    expect(looked).toMatchObject({ status: paymentStatus.processing, qr: expect.stringMatching(/^\/simulated-pay/) })
  })

  it('is closed at the provider, whose answer decides', async () => {
    const open = await awaiting()
    const first = await link(open.orderId, open.total)
    expect(await t.call(cancel, { paymentId: first.paymentId }, { token: token() })).toMatchObject({
      status: paymentStatus.closed,
    })
    expect(await tradeOf(t, first.paymentId)).toMatchObject({ state: 'closed' })

    const second = await link(open.orderId, open.total)
    await simulator.fail('lose', (await tradeOf(t, second.paymentId))!.no)
    await payLink(t, second.paymentId)
    expect(await t.call(cancel, { paymentId: second.paymentId }, { token: token() })).toMatchObject({
      status: paymentStatus.succeeded,
    })
    expect(await orderRow(open.orderId)).toMatchObject({ status: orderStatus.confirmed })
    expect(await t.send(cancel, { paymentId: second.paymentId }, { token: token() })).toMatchObject({ errorCode: 4005 })
  })

  it('whose time runs out is closed, then its order; not while the provider is away', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    t.clock.set(TEST_NOW + 31 * MINUTE)
    await simulator.fail('down')
    await runDue(t, 'payQuery')
    await runDue(t, 'payTimeout')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted })
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 40 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await paymentRow(paymentId)).toMatchObject({ status: paymentStatus.closed, askAt: null })
    await runDue(t, 'payTimeout')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled })
  })
})

describe('a notification', () => {
  it('that is lost is made good by asking', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    await simulator.fail('lose', (await tradeOf(t, paymentId))!.no)
    await payLink(t, paymentId)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted })
    t.clock.set(TEST_NOW + 10_000)
    await runDue(t, 'payQuery')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed })
  })

  it('that dies with its connection before the commit is made good by asking, and counts once when told again', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    await t.root.query('begin')
    await t.root.query('select from "order" where id = $1 for update', [orderId])
    const paying = payLink(t, paymentId)
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const { pid } = await inTheEnd(async () => {
      const [first] = (await t.root.query(waiting)).rows
      expect(first).toBeDefined()
      return first
    })
    await t.root.query('select pg_terminate_backend($1)', [pid])
    await t.root.query('rollback')
    await paying
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted, paidFen: '0' })
    t.clock.set(TEST_NOW + 10_000)
    await runDue(t, 'payQuery')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed })
    await simulator.flush()
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
  })

  it('that is quicker than the answer that made its link counts, and the answer changes nothing', async () => {
    const { pay } = t.kernel.outside
    const real = pay.provider.bind(pay)
    const quick = vi.spyOn(pay, 'provider').mockImplementation((account) => {
      const provider = real(account)
      return {
        ...provider,
        async create(ask) {
          const made = await provider.create(ask)
          const trade = (await simulator.trades()).find(({ outTradeNo }) => outTradeNo === ask.outTradeNo)
          await simulator.act(trade!.no, 'approve')
          return made
        },
      }
    })
    const { orderId, total } = await awaiting()
    const made = await link(orderId, total)
    quick.mockRestore()
    expect(made).toMatchObject({ status: paymentStatus.succeeded, qr: null })
    expect(await notices(made.paymentId)).toEqual(['taken'])
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed })
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
  })

  it('of WeChat whose clock is more than five minutes off is not believed, and asking makes it good', async () => {
    for (const [off, taken] of [
      [4 * MINUTE, true],
      [6 * MINUTE, false],
    ] as const) {
      t.clock.set(TEST_NOW)
      const { orderId, total } = await awaiting()
      const { paymentId } = await link(orderId, total, { payWay: payWay.wechat })
      await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
      await payLink(t, paymentId)
      t.clock.set(TEST_NOW + off)
      await simulator.flush()
      expect(await notices(paymentId)).toEqual(taken ? ['taken'] : [])
      expect(await orderRow(orderId)).toMatchObject({ paidFen: taken ? String(total) : '0' })
      await runDue(t, 'payQuery')
      expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, paidFen: String(total) })
    }
  })

  it('counts once, told three times or fifty at once', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    const { no } = (await tradeOf(t, paymentId))!
    await simulator.fail('delay', no)
    await payLink(t, paymentId)
    expect(await tellManyTimes(t, simulator)).toEqual(['200 success'])
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    expect(await notices(paymentId)).toEqual(['taken'])
  })

  it('that nobody signed, or that names another sum, pays nothing and is kept', async () => {
    for (const [fault, verdict] of [
      ['forge', 'unsigned'],
      ['wrongAmount', 'wrongAmount'],
    ] as const) {
      const { orderId, total } = await awaiting()
      const { paymentId } = await link(orderId, total, { payWay: payWay.wechat })
      await simulator.fail(fault, (await tradeOf(t, paymentId))!.no)
      await payLink(t, paymentId)
      expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.submitted, paidFen: '0' })
      const { rows } = await t.root.query('select verdict from pay_notice order by id desc limit 1')
      expect(rows[0]).toEqual({ verdict })
    }
    expect(await titles()).toEqual([expect.stringMatching(/^收款金额不符 O2611/)])
  })

  it('that nobody signed is kept a hundred times a day, whoever sends how many', async () => {
    const { rows } = await t.root.query('select id from pay_channel where merchant_id = $1 and pay_way = 1', [
      w.merchantId,
    ])
    const url = `/callback/v1/pay/alipay/${rows[0].id}`
    const send = (payload: string) => t.app.inject({ method: 'POST', url, payload })
    for (let n = 0; n < 120; n++) expect((await send(`out_trade_no=${n}`)).body).toBe('failure')
    const kept = async () =>
      Number(
        (
          await t.root.query(`select count(*) from pay_notice where verdict = 'unsigned' and channel_id = $1`, [
            rows[0].id,
          ])
        ).rows[0].count,
      )
    expect(await kept()).toBe(100)
    t.clock.advance(DAY)
    await send('out_trade_no=x')
    expect(await kept()).toBe(101)
  })

  it('to an address that is no channel finds nothing, and to another provider neither', async () => {
    for (const url of ['/callback/v1/pay/alipay/999999', '/callback/v1/pay/alipay/x', '/callback/v1/pay/wechat/0'])
      expect((await t.app.inject({ method: 'POST', url, payload: 'a=1' })).statusCode).toBe(404)
  })

  it('of a success after the end is taken to the books and sent back, and revives nothing', async () => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total)
    await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
    await payLink(t, paymentId)
    // The provider itself had not heard of the payment when it was asked to close it.
    await t.root.query('update payment set status = $2, ask_at = null where id = $1', [paymentId, paymentStatus.closed])
    t.clock.set(TEST_NOW + 31 * MINUTE)
    await runDue(t, 'payTimeout')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled })
    await simulator.flush()
    expect(await books(t, orderId)).toEqual({ online_clearing: total, customer_receivable: -total })
    await runDue(t, 'moneyOut')
    expect(await books(t, orderId)).toEqual({})
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.cancelled,
      paidFen: String(total),
      refundedFen: String(total),
    })
  })

  it('of a second payment for the same is sent back at once', async () => {
    const { orderId, total } = await awaiting()
    const [first, second] = [await link(orderId, total), await link(orderId, total, { payWay: payWay.wechat })]
    await payLink(t, first.paymentId)
    await payLink(t, second.paymentId)
    await runDue(t, 'moneyOut')
    expect(await tradeOf(t, first.paymentId)).toMatchObject({ refunded: 0 })
    expect(await tradeOf(t, second.paymentId)).toMatchObject({ refunded: total })
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, owedFen: '0' })
  })
})

describe('a deposit', () => {
  const payDeposit = async (way: 1 | 2 = payWay.alipay) => {
    const { orderId } = await book(t, w)
    const row = async () =>
      (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]
    const amount = Number((await row()).amountFen)
    const { paymentId } = await link(orderId, amount, { payKind: payKind.rentalDeposit, payWay: way })
    return { orderId, amount, paymentId, row }
  }

  it('is paid in by a code and goes back the same way', async () => {
    const { orderId, amount, paymentId, row } = await payDeposit(payWay.wechat)
    await payLink(t, paymentId)
    expect(await row()).toMatchObject({ payStatus: 2, holdStatus: 1, heldFen: String(amount) })
    expect(await books(t, orderId)).toMatchObject({ online_clearing: amount, deposit_liability_rental: -amount })
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    await runDue(t, 'moneyOut')
    expect(await row()).toMatchObject({ holdStatus: 4, releasedFen: String(amount), inFlightFen: '0' })
    expect(await books(t, orderId)).toEqual({})
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled })
  })

  it('that was waived while its code was open is sent back', async () => {
    const { orderId, amount, paymentId, row } = await payDeposit()
    await t.call(
      contract.deposit.pay,
      { orderId, kind: 1, mode: 3, waiveType: 4, amount: 0 },
      { token: w.tokens.owner },
    )
    await payLink(t, paymentId)
    expect(await row()).toMatchObject({ payStatus: 1, heldFen: '0' })
    await runDue(t, 'moneyOut')
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: amount })
  })
})
