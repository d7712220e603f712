import { contract } from '@cheyi/contract/index'
import { paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { describe, expect, it } from 'vitest'
import { runDue } from '../../../testing/jobs.ts'
import { books } from '../../../testing/world/bookings.ts'
import { t, w } from '../../../testing/world/merchant.ts'
import { payLink, tell, tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'
import { onlineOrders } from '../../../testing/world/online-orders.ts'

/* Refunds that somebody made in the provider's own back office. */

onlineMerchant({ cars: 80 })

const { token, awaiting, link, orderRow, outgoing, titles } = onlineOrders(() => ({ t, w }))
const owner = () => ({ token: w.tokens.owner })

/** An order that its customer paid online. */
async function paid(way: 1 | 2) {
  const { orderId, total } = await awaiting()
  const { paymentId } = await link(orderId, total, { payWay: way })
  await payLink(t, paymentId)
  return { orderId, total, paymentId }
}
/** The shop refunds in the back office; what the server answered to the notification. */
async function refundThere(paymentId: string, fen?: number): Promise<string> {
  const answers: string[] = []
  simulator.deliverBy(async (url, arrived) => {
    const answer = await tell(t, [url, arrived])
    // The provider tells the same again.
    expect(await tell(t, [url, arrived])).toBe(answer)
    answers.push(answer)
    return { status: Number(answer.slice(0, 3)), type: '', body: answer.slice(4) }
  })
  await simulator.act((await tradeOf(t, paymentId))!.no, 'refundThere', fen)
  expect(answers).toHaveLength(1)
  return answers[0]!
}
const moneyOf = async (orderId: string) => {
  const { paidFen, refundedFen, owedFen } = await orderRow(orderId)
  return { paid: Number(paidFen), refunded: Number(refundedFen), owed: Number(owedFen) }
}
const toCheck = async (orderId: string) =>
  (await t.call(contract.payment.toCheck, { orderId }, { token: token() })).list
const counted = async () =>
  (await t.call(contract.todo.counts, {}, owner()))
    .filter(({ code }) => code === 'payCheck')
    .reduce((n, { count }) => n + count, 0)
const giveUp = (paymentId: string, book: boolean) =>
  t.send(contract.payment.giveUp, { paymentId, reason: '店员在后台退款', book }, { token: token() })

describe.each([
  ['Alipay', payWay.alipay, '200 success'],
  ['WeChat', payWay.wechat, '200 {"code":"SUCCESS","message":"成功"}'],
] as const)('a refund made in the back office of %s', (_, way, taken) => {
  it('is answered as taken, waits at its order once, and is booked by a person', async () => {
    const { orderId, total, paymentId } = await paid(way)
    const before = await counted()
    expect(await refundThere(paymentId, 1_000)).toBe(taken)
    const [row, ...more] = await toCheck(orderId)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      incoming: false,
      refundedThere: true,
      reported: 1_000,
      payWay: way,
      providerNo: expect.stringMatching(/^console/),
    })
    expect(await counted()).toBe(before + 1)
    const { orderNo } = await orderRow(orderId)
    expect((await titles()).filter((title) => title === `平台后台已退款 ${orderNo}`)).toHaveLength(1)
    expect(await moneyOf(orderId)).toEqual({ paid: total, refunded: 0, owed: 0 })
    expect(await giveUp(row!.paymentId, true)).toMatchObject({
      success: true,
      data: { status: paymentStatus.succeeded },
    })
    // What went back is owed again, and is in the books as the provider's bill has it.
    expect(await moneyOf(orderId)).toEqual({ paid: total, refunded: 1_000, owed: 1_000 })
    expect(await counted()).toBe(before)
    expect(await toCheck(orderId)).toEqual([])
    // The rest goes back there too: it is counted beside the first.
    await refundThere(paymentId)
    expect(await toCheck(orderId)).toMatchObject([{ reported: total - 1_000 }])
  })

  it('of all, is only explained where it is none of the order’s', async () => {
    const { orderId, total, paymentId } = await paid(way)
    const was = await books(t, orderId)
    await refundThere(paymentId)
    const [row] = await toCheck(orderId)
    expect(row).toMatchObject({ reported: total })
    expect(await giveUp(row!.paymentId, false)).toMatchObject({ success: true })
    expect(await toCheck(orderId)).toEqual([])
    expect(await moneyOf(orderId)).toEqual({ paid: total, refunded: 0, owed: 0 })
    expect(await books(t, orderId)).toEqual(was)
  })

  it('that was to go out from here settles the refund that waits', async () => {
    const { orderId, total, paymentId } = await paid(way)
    const cancel = { orderId, reason: 1, responsibility: 1, expectPenalty: 0 } as const
    await t.call(contract.order.cancel, cancel, owner())
    await refundThere(paymentId)
    const [row] = await toCheck(orderId)
    expect(await giveUp(row!.paymentId, true)).toMatchObject({ success: true })
    expect((await outgoing(orderId)).map(({ status }) => status)).toEqual([
      paymentStatus.succeeded,
      paymentStatus.closed,
    ])
    expect(await moneyOf(orderId)).toMatchObject({ refunded: total })
    expect(await books(t, orderId)).toEqual({})
  })

  it('is none that was asked for here', async () => {
    const { orderId, paymentId } = await paid(way)
    await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())
    await runDue(t, 'moneyOut')
    await runDue(t, 'payQuery')
    expect(await outgoing(orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: expect.any(Number) })
    expect(await toCheck(orderId)).toEqual([])
  })
})
