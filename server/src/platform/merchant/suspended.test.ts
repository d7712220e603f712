import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { refusals } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, prepare, sendConfirm } from '../../testing/world/handover.ts'
import { makeWorld, setMerchantStatus, type World } from '../../testing/world/world.ts'

/*
 * What a suspended merchant may still do with its orders. Which calls stay open at all is a law (laws.test.ts).
 */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  w = await makeWorld(t)
})
afterEach(() => t.clock.set(TEST_NOW))
afterAll(() => t.close())

const suspend = () => setMerchantStatus(t, w.merchantId, merchantStatus.suspended)
const owner = () => ({ token: w.tokens.owner })
const refused = { errorCode: refusals.merchantSuspended.code, message: '商家已停用' }
const trip = {
  pickupAt: Date.parse('2026-11-23T10:00:00+08:00'),
  returnAt: Date.parse('2026-11-25T10:00:00+08:00'),
}
const charge = { code: expenseCode.cleaning, amount: 5000 }

it('takes a running order back and settles it', async () => {
  const { orderId } = await handOut(t, w, { trip })
  await suspend()
  await t.call(contract.expense.saveAll, { orderId, type: handoverType.return, items: [charge] }, owner())
  // Left owed by whoever may, and collected afterwards.
  const { answer } = await bringBack(t, w, orderId, {
    at: trip.returnAt,
    confirm: { settle: undefined, payWay: undefined, overrideReason: '稍后收款' },
  })
  expect(answer.status).toBe(orderStatus.returned)
  const money = { payKind: payKind.settlement, amount: charge.amount, payWay: payWay.cash } as const
  await t.call(contract.payment.collect, { orderId, ...money }, owner())
})

it('hands nothing out, and charges nothing for it', async () => {
  const { orderId } = await bookArranged(t, w, { trip })
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId)
  await suspend()
  expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject(refused)
  const items = { orderId, type: handoverType.pickup, items: [charge] }
  expect(await t.send(contract.expense.saveAll, items, owner())).toMatchObject(refused)
})

it('neither accepts nor refuses an order, and takes no money for a stay that is still ahead', async () => {
  const { orderId, total } = await book(t, w, { trip, form: { autoConfirm: false } })
  await suspend()
  for (const answer of [{ status: orderStatus.confirmed }, { status: orderStatus.cancelled, reason: '无车' }])
    expect(await t.send(contract.order.updateStatus, { orderId, ...answer }, owner())).toMatchObject(refused)
  const collect = (kind: number, amount: number) =>
    t.send(contract.payment.collect, { orderId, payKind: kind, amount, payWay: payWay.cash }, owner())
  expect(await collect(payKind.rent, total)).toMatchObject(refused)
  expect(await collect(payKind.rentalDeposit, 300_000)).toMatchObject(refused)
  await setMerchantStatus(t, w.merchantId, merchantStatus.normal)
  expect(await collect(payKind.rent, total)).toMatchObject({ success: true })
})
