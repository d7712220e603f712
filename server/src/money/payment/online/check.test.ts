import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeAll, expect, it } from 'vitest'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { clerk, owner, t, w } from '../../../testing/world/merchant.ts'
import { payLink, tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

let other: World

onlineMerchant({ cars: 40 })
beforeAll(async () => {
  other = await makeWorld(t, { name: '别家租车' })
})

const { collect, toCheck, checkAgain, giveUp } = contract.payment

/** An order that waits for its customer, with the link that they were given. */
async function linked() {
  const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
  const asked = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay }
  const { paymentId } = await t.call(collect, asked, clerk())
  return { orderId, total, paymentId, asked }
}
/** It was paid, and its provider answers nothing until every time to ask has passed. */
async function undecided({ told }: { readonly told: 'lose' | 'delay' }) {
  const made = await linked()
  await simulator.fail(told, (await tradeOf(t, made.paymentId))!.no)
  await payLink(t, made.paymentId)
  await simulator.fail('down')
  for (let n = 0; n < 8; n++) {
    t.clock.advance(HOUR)
    await runDue(t, 'payQuery')
  }
  return made
}
const todo = async (orderId: string, who = clerk()) =>
  (await t.call(contract.overview.home, { limit: 50 }, who)).todos.find((one) => one.orderId === orderId)
const counter = async (who = clerk()) =>
  (await t.call(contract.todo.counts, {}, who)).reduce(
    (sum, { code, count }) => sum + (code === 'payCheck' ? count : 0),
    0,
  )
const statusOf = async (orderId: string) =>
  (await t.root.query('select status from "order" where id = $1', [orderId])).rows[0].status

it('a payment that its provider leaves undecided is a to-do until it is given up, and what is paid then goes back', async () => {
  const before = await counter()
  const { orderId, total, paymentId } = await undecided({ told: 'delay' })
  expect(await todo(orderId)).toMatchObject({ kind: 'payCheck', amountFen: total, actionLabel: '核对收付' })
  expect(await counter()).toBe(before + 1)
  expect((await t.call(contract.order.list, { waits: 'payCheck' }, owner())).list.map((one) => one.orderId)).toEqual([
    orderId,
  ])
  expect((await t.call(contract.order.detail, { orderId }, clerk())).actions.map(({ code }) => code)).toContain(
    'checkPay',
  )
  expect((await t.call(toCheck, { orderId }, clerk())).list).toMatchObject([
    { paymentId, incoming: true, amount: total, reported: null, mayGiveUp: true },
  ])
  // Its car stays held until somebody decides.
  await runDue(t, 'payTimeout')
  expect(await statusOf(orderId)).toBe(orderStatus.submitted)

  const reason = '平台查无此单'
  expect(await t.send(giveUp, { paymentId, reason }, { token: other.tokens.owner })).toMatchObject({ errorCode: 4004 })
  expect(await t.send(giveUp, { paymentId, reason }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
  expect(await t.send(giveUp, { paymentId, reason: '' }, clerk())).toMatchObject({ errorCode: -2 })
  const both = await Promise.all([1, 2].map(() => t.send(giveUp, { paymentId, reason }, clerk())))
  expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 4004])
  expect(await todo(orderId)).toBeUndefined()
  expect(await counter()).toBe(before)
  await runDue(t, 'payTimeout')
  expect(await statusOf(orderId)).toBe(orderStatus.cancelled)

  // The provider tells of it after all, as paid before.
  await simulator.fail('none')
  await simulator.flush()
  await runDue(t, 'moneyOut')
  expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: total })
  expect(await books(t, orderId)).toEqual({})
})

it('it is asked about again at once, and is no to-do once its provider has said what became of it', async () => {
  const { orderId, paymentId, total } = await undecided({ told: 'lose' })
  expect(await t.call(checkAgain, { paymentId }, clerk())).toEqual({ status: paymentStatus.processing })
  expect(await todo(orderId)).toMatchObject({ kind: 'payCheck' })
  await simulator.fail('none')
  t.clock.advance(MINUTE)
  expect(await t.send(checkAgain, { paymentId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 4004 })
  expect(await t.call(checkAgain, { paymentId }, clerk())).toEqual({ status: paymentStatus.succeeded })
  expect(await todo(orderId)).toBeUndefined()
  expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
  expect(await t.send(giveUp, { paymentId, reason: '查无此单' }, clerk())).toMatchObject({ errorCode: 4004 })
})

it('one of another sum counts for nothing and is a to-do until it was looked after, also when it is told again', async () => {
  const { orderId, paymentId, total } = await linked()
  const { no } = (await tradeOf(t, paymentId))!
  await simulator.fail('wrongAmount', no)
  await payLink(t, paymentId)
  expect(await todo(orderId)).toMatchObject({ kind: 'payCheck', amountFen: total })
  expect((await t.call(toCheck, { orderId }, clerk())).list).toMatchObject([{ paymentId, reported: total + 1 }])
  await t.call(giveUp, { paymentId, reason: '金额不符已原路退回' }, clerk())
  expect(await todo(orderId)).toBeUndefined()
  await simulator.flush()
  expect(await todo(orderId)).toBeUndefined()
  expect(await books(t, orderId)).toEqual({ customer_receivable: total, unearned: -total })
})

it('a refund that failed for good is a to-do of its order whatever its status, and is sent again from there', async () => {
  const { orderId, total, asked, paymentId } = await linked()
  const second = await t.call(collect, { ...asked, payWay: payWay.wechat }, clerk())
  await payLink(t, paymentId)
  await simulator.fail('refuseRefund')
  await payLink(t, second.paymentId)
  for (let n = 0; n < 6; n++) {
    t.clock.advance(DAY / 4)
    await runDue(t, 'moneyOut')
  }
  expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
  const failed = (await t.call(contract.overview.home, { limit: 50 }, owner())).todos.filter(
    (one) => one.orderId === orderId && one.kind === 'refund',
  )
  expect(failed).toMatchObject([{ amountFen: total, action: 'retryRefund', actionLabel: '退款重试' }])
  await simulator.fail('none')
  await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund' }, owner())
  await runDue(t, 'moneyOut')
  expect(await tradeOf(t, second.paymentId)).toMatchObject({ refunded: total })
  expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
})

it.each([
  ['支付宝', payWay.alipay],
  ['微信', payWay.wechat],
] as const)('a refund by %s that went back in another sum counts for nothing, and stays a to-do', async (_, way) => {
  const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
  const { paymentId } = await t.call(collect, { orderId, payKind: payKind.rent, amount: total, payWay: way }, clerk())
  await payLink(t, paymentId)
  await simulator.fail('wrongAmount', (await tradeOf(t, paymentId))!.no)
  await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())
  // Its answer or, where that names no sum of its own, the question after it.
  await simulator.fail('timeOutAfterSuccess')
  await runDue(t, 'moneyOut')
  await simulator.fail('none')
  for (let n = 0; n < 2; n++) {
    t.clock.advance(MINUTE)
    await runDue(t, 'payQuery')
  }
  expect((await t.call(toCheck, { orderId }, clerk())).list).toMatchObject([
    { incoming: false, paymentId: expect.any(String), amount: total, reported: total - 1, mayGiveUp: true },
  ])
  expect(await todo(orderId)).toMatchObject({ kind: 'payCheck' })
  expect(await statusOf(orderId)).toBe(orderStatus.cancelling)
  expect(await books(t, orderId)).toMatchObject({ online_clearing: total, customer_receivable: -total })

  // What went is booked once somebody has looked; the fen that did not go back is sent again, or paid by hand.
  const [wrong] = (await t.call(toCheck, { orderId }, clerk())).list
  await t.call(giveUp, { paymentId: wrong!.paymentId, reason: '平台实际少退' }, clerk())
  expect(await todo(orderId, owner())).toMatchObject({ kind: 'refund', amountFen: 1 })
  expect(await books(t, orderId)).toEqual({ online_clearing: 1, customer_receivable: -1 })
  await booksAgree(t)
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  await t.call(
    contract.order.updateStatus,
    { orderId, action: 'retryRefund', voucherIds, expectAmount: 1, payWay: payWay.cash },
    owner(),
  )
  expect(await statusOf(orderId)).toBe(orderStatus.cancelled)
  expect(await books(t, orderId)).toEqual({ online_clearing: 1, cash_on_hand: -1 })
  await booksAgree(t)
})

it.each([
  [
    'more than was asked for leaves the provider’s bill with the rest',
    1,
    { online_clearing: 0 },
    orderStatus.cancelled,
  ],
  ['nothing at all failed, and waits to be sent again', -1, { online_clearing: 1 }, orderStatus.cancelling],
] as const)('a refund of which its provider reports %s', async (_, more, expected, status) => {
  const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
  const asked = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay }
  await payLink(t, (await t.call(collect, asked, clerk())).paymentId)
  await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())
  await t.root.query(`update payment set status = $2, wrong_fen = $3 where order_id = $1 and direction = 'out'`, [
    orderId,
    paymentStatus.processing,
    more < 0 ? 0 : total + more,
  ])
  const [wrong] = (await t.call(toCheck, { orderId }, clerk())).list
  await t.call(giveUp, { paymentId: wrong!.paymentId, reason: '平台查实' }, clerk())
  expect((await books(t, orderId)).online_clearing ?? 0).toBe(expected.online_clearing * total)
  expect(await statusOf(orderId)).toBe(status)
  await booksAgree(t)
})
