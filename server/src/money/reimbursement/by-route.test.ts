import { contract } from '@cheyi/contract/index'
import { reimbursementKind as kind, payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons, reimbursementStatus as status } from '@cheyi/domain/money/reimbursement/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books } from '../../testing/world/bookings.ts'
import { manager, owner, t, w } from '../../testing/world/merchant.ts'
import { payLink, tradeOf } from '../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../testing/world/online-merchant.ts'

/* Reimbursements that go back by the way the customer paid. */

onlineMerchant({ cars: 40, poolSize: 8 })

const { save, approve, pay, list } = contract.reimbursement

/** An order that its customer paid for online. */
async function paidOnline() {
  const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
  const asked = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay }
  const { paymentId } = await t.call(contract.payment.collect, asked, owner())
  await payLink(t, paymentId)
  return { orderId, total, paymentId }
}
const ask = (orderId: string, amount: number, more = {}) =>
  t.send(
    save,
    {
      orderId,
      kind: kind.refund,
      reasonCode: reimbursementReasons.code.overcharged,
      payMode: payMode.onlineOut,
      items: [{ code: 'rent', amount }],
      ...more,
    },
    owner(),
  )
const idOf = ({ data }: { data: unknown }) => (data as { id: string }).id
const row = async (orderId: string) => (await t.call(list, { orderId }, owner())).list[0]!
const refunded = async (paymentId: string) => (await tradeOf(t, paymentId))!.refunded

it('goes back by its receipt, and is in the books once the provider says that it went', async () => {
  const { orderId, total, paymentId } = await paidOnline()
  const asked = await ask(orderId, 10_000)
  expect(asked).toMatchObject({ data: { status: status.paying, byRoute: true } })
  const before = await books(t, orderId)
  expect(before).toEqual({ online_clearing: total, unearned: -total })
  // What is on its way is asked for once, by nobody else and by no other way.
  expect(await row(orderId)).toMatchObject({ byRoute: true, mayDecide: false })
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const byHand = { id: idOf(asked), payWay: payWay.cash, voucherIds }
  expect(await t.send(pay, byHand, owner())).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('支付平台'),
  })
  expect(await t.send(approve, { id: idOf(asked), pass: false, note: '重复' }, manager())).toMatchObject({
    errorCode: -2,
  })
  expect(await ask(orderId, total - 9_999)).toMatchObject({ errorCode: 4010 })
  expect(
    await t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner()),
  ).toMatchObject({
    success: false,
  })

  await runDue(t, 'moneyOut')
  expect(await refunded(paymentId)).toBe(10_000)
  expect(await row(orderId)).toMatchObject({ status: status.done, paid: 10_000, byRoute: false })
  expect(await books(t, orderId)).toEqual({ online_clearing: total - 10_000, unearned: 10_000 - total })
  await runDue(t, 'moneyOut')
  expect(await refunded(paymentId)).toBe(10_000)
})

it('above the limit is sent once another has agreed, however often they say so', async () => {
  const { orderId, paymentId } = await paidOnline()
  const asked = await ask(orderId, 60_000)
  expect(asked).toMatchObject({ data: { status: status.waiting, byRoute: false } })
  await runDue(t, 'moneyOut')
  expect(await refunded(paymentId)).toBe(0)
  const answers = await Promise.all([1, 2].map(() => t.send(approve, { id: idOf(asked), pass: true }, manager())))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  await runDue(t, 'moneyOut')
  expect(await refunded(paymentId)).toBe(60_000)
})

it('without an answer is asked about under its own number and goes once', async () => {
  const { orderId, paymentId } = await paidOnline()
  await ask(orderId, 10_000)
  await simulator.fail('timeOutAfterSuccess')
  await runDue(t, 'moneyOut')
  expect(await row(orderId)).toMatchObject({ status: status.paying, byRoute: true })
  // For good: it is a to-do, and nobody pays it a second time.
  await simulator.fail('down')
  for (let n = 0; n < 8; n++) {
    t.clock.advance(HOUR)
    await runDue(t, 'payQuery')
  }
  expect((await t.call(contract.payment.toCheck, { orderId }, owner())).list).toMatchObject([
    { incoming: false, amount: 10_000, mayGiveUp: false },
  ])
  const out = (await t.call(contract.payment.toCheck, { orderId }, owner())).list[0]!.paymentId
  expect(await t.send(contract.payment.giveUp, { paymentId: out, reason: '查无此单' }, owner())).toMatchObject({
    errorCode: 4005,
  })
  await simulator.fail('none')
  t.clock.advance(MINUTE)
  expect(await t.call(contract.payment.checkAgain, { paymentId: out }, owner())).toEqual({
    status: paymentStatus.succeeded,
  })
  expect(await refunded(paymentId)).toBe(10_000)
  expect(await row(orderId)).toMatchObject({ status: status.done })
})

it('that its provider refuses time and again failed: it is approved anew, or paid by hand', async () => {
  const { orderId, total, paymentId } = await paidOnline()
  const id = idOf(await ask(orderId, 10_000))
  await simulator.fail('refuseRefund')
  for (let n = 0; n < 6; n++) {
    t.clock.advance(DAY / 4)
    await runDue(t, 'moneyOut')
  }
  expect(await row(orderId)).toMatchObject({ status: status.failed, byRoute: false })
  expect((await t.call(list, { orderId }, owner())).refundable).toBe(total - 10_000)
  await simulator.fail('none')
  await t.call(approve, { id, pass: true }, manager())
  await runDue(t, 'moneyOut')
  expect(await refunded(paymentId)).toBe(10_000)
  expect(await row(orderId)).toMatchObject({ status: status.done, paid: 10_000 })
})

it('stays for a hand where no receipt holds all of it, and where it only meets a debt', async () => {
  const { orderId, total } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  expect(await ask(orderId, 10_000)).toMatchObject({ data: { byRoute: false } })
  const online = await paidOnline()
  const goodwill = { kind: kind.goodwill, reasonCode: reimbursementReasons.code.service, items: [{ amount: 500 }] }
  const supplement = { orderId: online.orderId, reasonCode: 4, amount: 1_000, payMode: 1 } as const
  await t.call(contract.supplement.save, supplement, owner())
  expect(await ask(online.orderId, 500, goodwill)).toMatchObject({ data: { byRoute: false } })
  expect(await ask(online.orderId, 1_500, { ...goodwill, items: [{ amount: 1_500 }] })).toMatchObject({
    data: { byRoute: true },
  })
  await runDue(t, 'moneyOut')
  // The debt was met first.
  expect(await refunded(online.paymentId)).toBe(500)
})
