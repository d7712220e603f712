import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, books } from '../../../testing/world/bookings.ts'
import { t, w } from '../../../testing/world/merchant.ts'
import { payLink, tellManyTimes, tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'
import { onlineOrders } from '../../../testing/world/online-orders.ts'

onlineMerchant({ cars: 80 })

const { collect } = contract.payment
const { token, awaiting, link, orderRow, outgoing, titles } = onlineOrders(() => ({ t, w }))

describe('a refund', () => {
  const toPayBack = async (way: 1 | 2 = payWay.alipay) => {
    const { orderId, total } = await awaiting()
    const { paymentId } = await link(orderId, total, { payWay: way })
    await payLink(t, paymentId)
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    return { orderId, total, paymentId }
  }

  it('without an answer is asked about under its own number and paid once', async () => {
    const { orderId, total, paymentId } = await toPayBack()
    await simulator.fail('timeOutAfterSuccess')
    await runDue(t, 'moneyOut')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.processing }])
    await simulator.fail('none')
    await runDue(t, 'moneyOut')
    t.clock.set(TEST_NOW + 10_000)
    await runDue(t, 'payQuery')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
    expect(await books(t, orderId)).toEqual({})
  })

  it('whose number the provider knows for another payment is sent under a number of its own', async () => {
    const first = await toPayBack(payWay.wechat)
    await runDue(t, 'moneyOut')
    expect(await outgoing(first.orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
    const second = await toPayBack(payWay.wechat)
    expect(second.total).toBe(first.total)
    // As after a restore: the rows of the first refund are gone, and its number was given again.
    const numberOf = async (orderId: string): Promise<string> =>
      (await t.root.query(`select out_trade_no from payment where order_id = $1 and direction = 'out'`, [orderId]))
        .rows[0].outTradeNo
    const [used, own] = [await numberOf(first.orderId), await numberOf(second.orderId)]
    const rename = (orderId: string, no: string) =>
      t.root.query(`update payment set out_trade_no = $2 where order_id = $1 and direction = 'out'`, [orderId, no])
    await rename(first.orderId, `${used}-gone`)
    await rename(second.orderId, used)
    // The first send has no answer, so it is asked about.
    await simulator.fail('down')
    await runDue(t, 'moneyOut')
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 10_000)
    await runDue(t, 'payQuery')
    expect(await outgoing(second.orderId)).not.toMatchObject([{ status: paymentStatus.succeeded }])
    t.clock.set(TEST_NOW + 40 * MINUTE)
    await runDue(t, 'moneyOut')
    expect(await outgoing(second.orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
    expect(await tradeOf(t, second.paymentId)).toMatchObject({ refunded: second.total })
    expect(await books(t, second.orderId)).toEqual({})
    expect([used, own]).not.toContain(await numberOf(second.orderId))
  })

  it('has a number that an id that is given again does not give again', async () => {
    const { orderId } = await toPayBack()
    const { rows } = await t.root.query(
      `select id, out_trade_no from payment where order_id = $1 and direction = 'out'`,
      [orderId],
    )
    expect(rows[0].outTradeNo).toBe(`R261120100000${String(rows[0].id).padStart(8, '0')}`)
    await runDue(t, 'moneyOut')
  })

  it('that stays undecided is told to staff once, and asked about on', async () => {
    const { orderId } = await toPayBack()
    await simulator.fail('timeOutAfterSuccess')
    await runDue(t, 'moneyOut')
    await simulator.fail('down')
    for (const minutes of [1, 2, 3, 10, 30, 100, 200, 300]) {
      t.clock.set(TEST_NOW + minutes * MINUTE)
      await runDue(t, 'payQuery')
    }
    expect((await titles()).filter((title) => title.startsWith('退款结果未定'))).toHaveLength(1)
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 400 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
  })

  it.each([
    ['微信', payWay.wechat],
    ['支付宝', payWay.alipay],
  ] as const)(
    'that %s takes its time over is done once, told fifty times at once, forged not at all',
    async (_, way) => {
      const { orderId, total, paymentId } = await toPayBack(way)
      const { no } = (await tradeOf(t, paymentId))!
      await simulator.fail('pendingRefunds', no)
      await runDue(t, 'moneyOut')
      t.clock.set(TEST_NOW + 10_000)
      await runDue(t, 'payQuery')
      const believed = async () =>
        (await t.root.query(`select count(*) from pay_notice where verdict <> 'unsigned'`)).rows
      const before = await believed()
      await simulator.fail('forge', no)
      await simulator.act(no, 'approve')
      expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.processing }])
      expect(await believed()).toEqual(before)

      await simulator.fail('delay', no)
      await simulator.act(no, 'approve')
      const [answer, ...others] = await tellManyTimes(t, simulator)
      expect([answer, others]).toEqual([expect.stringMatching(/^200 .*success/i), []])
      // Alipay's names the payment, and what went back of it in all: its answer to a question decides.
      if (way === payWay.alipay) {
        expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.processing }])
        t.clock.set(TEST_NOW + MINUTE)
        await runDue(t, 'payQuery')
      }
      expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
      expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled, refundedFen: String(total) })
      expect(await books(t, orderId)).toEqual({})
      expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
    },
  )

  it('that never arrived there is sent again under the same number', async () => {
    const { orderId, total, paymentId } = await toPayBack()
    await simulator.fail('down')
    await runDue(t, 'moneyOut')
    const [before] = await outgoing(orderId)
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 10_000)
    await runDue(t, 'payQuery')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded, outTradeNo: before.outTradeNo }])
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
  })

  it('that is refused is tried ever later under new numbers, then waits for a person, who may have it tried again', async () => {
    const { orderId } = await toPayBack()
    await simulator.fail('refuseRefund')
    const numbers = new Set<string>()
    for (const minutes of [0, 5, 20, 80, 440]) {
      t.clock.set(TEST_NOW + minutes * MINUTE)
      await runDue(t, 'moneyOut')
      numbers.add((await outgoing(orderId))[0].outTradeNo)
    }
    expect(numbers.size).toBe(5)
    expect(await outgoing(orderId)).toMatchObject([
      { status: paymentStatus.failed, failCount: 5, failReason: '卖家余额不足' },
    ])
    expect(await orderRow(orderId)).toMatchObject({ pendingRefund: 'failed', status: orderStatus.cancelling })
    t.clock.set(TEST_NOW + 9000 * MINUTE)
    await runDue(t, 'moneyOut')
    expect(await outgoing(orderId)).toMatchObject([{ failCount: 5 }])

    await simulator.fail('none')
    const { version } = await orderRow(orderId)
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', version }, { token: w.tokens.owner })
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled, pendingRefund: null })
  })

  it('whose route is closed by time is to be paid by hand', async () => {
    const { orderId } = await toPayBack()
    await t.root.query(
      `update payment set paid_at = paid_at - interval '366 days' where order_id = $1 and direction = 'in'`,
      [orderId],
    )
    await runDue(t, 'moneyOut')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.waiting, payMode: payMode.offlineOut }])
    const { rows } = await t.root.query(`select kind from task where order_id = $1 and done_at is null`, [orderId])
    expect(rows).toEqual([{ kind: 'offlineRefund' }])
    await t.root.query(
      `update payment set paid_at = paid_at + interval '366 days' where order_id = $1 and direction = 'in'`,
      [orderId],
    )
  })
})

it('an order paid half by a code and half in cash is paid back each by its own way', async () => {
  const { orderId, total } = await book(t, w)
  const half = Math.floor(total / 2)
  const cash = { orderId, payKind: payKind.rent, payWay: payWay.cash, amount: total - half }
  await t.call(collect, cash, { token: token() })
  expect(await t.send(collect, { ...cash, amount: half + 1 }, { token: token() })).toMatchObject({ errorCode: 4002 })
  const { paymentId } = await link(orderId, half, { payWay: payWay.wechat })
  await payLink(t, paymentId)
  expect(await orderRow(orderId)).toMatchObject({ paidFen: String(total), owedFen: '0' })
  await t.call(
    contract.order.cancel,
    { orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
    { token: w.tokens.owner },
  )
  await runDue(t, 'moneyOut')
  const out = (await outgoing(orderId)).map(({ payMode: mode, status, amountFen }) => [mode, status, Number(amountFen)])
  expect(out.toSorted()).toEqual(
    [
      [payMode.onlineOut, paymentStatus.succeeded, half],
      [payMode.offlineOut, paymentStatus.waiting, total - half],
    ].toSorted(),
  )
  expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: half })
  expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelling, refundedFen: String(half) })
})
