import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { depositMode, holdStatus, waiveType } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, booksAgree, failPayouts, giveBack, pickUp } from '../../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

/* What a card of the list says of deposits and refunds, after each thing that happens to them. */

sharedMerchant({ cars: 60 })

const voucher = (biz: 'voucher' | 'deposit' = 'voucher') => uploadPhotos(t, biz, 1, w.tokens.owner)

/** What the card says; the detail must say the same, and the books no other. */
async function cardOf({ orderId, orderNo }: { readonly orderId: string; readonly orderNo: string }) {
  const { list } = await t.call(contract.order.list, { keyword: orderNo }, owner())
  const detail = await t.call(contract.order.detail, { orderId }, owner())
  const { status, heldDeposit, pendingRefunds } = list[0]!
  expect(detail).toMatchObject({ status, heldDeposit, pendingRefunds })
  await booksAgree(t)
  return { status, heldDeposit, pendingRefunds }
}

const offered = async (orderId: string) =>
  (await t.call(contract.order.detail, { orderId }, owner())).actions.map(({ label }) => label)

/** What the counter of refunds that failed, and the to-dos about refunds, say of all orders. */
async function asked() {
  const counters = await t.call(contract.todo.counts, {}, owner())
  const { todos } = await t.call(contract.overview.home, { limit: 50 }, owner())
  return {
    failed: counters.filter(({ code }) => code === 'refund').reduce((sum, { count }) => sum + count, 0),
    kinds: todos.map(({ kind }) => kind).filter((kind) => kind === 'refund' || kind === 'refundTask'),
  }
}

const cash = { mode: depositMode.offline, payWay: payWay.cash } as const
const takeDeposit = (orderId: string, kind: 1 | 2 | 3, amount: number) =>
  t.call(contract.deposit.pay, { orderId, kind, ...cash, amount }, owner())
const release = async (orderId: string, kind: 1 | 2, voucherIds?: string[]) =>
  t.call(contract.deposit.release, { orderId, kind, early: true, voucherIds }, owner())
const retryRefund = (orderId: string, voucherIds?: string[]) =>
  t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
const cancel = (orderId: string) => {
  const why = { reason: cancelReason.tripOff, responsibility: responsibility.customer, expectPenalty: 0 }
  return t.call(contract.order.cancel, { orderId, ...why }, owner())
}

async function bookPaid() {
  const order = await book(t, w)
  const rent = { payKind: payKind.rent, payWay: payWay.cash, amount: order.total }
  await t.call(contract.payment.collect, { orderId: order.orderId, ...rent }, owner())
  return order
}

describe('the deposit in hand', () => {
  it('is what was taken, less what was deducted and what is back with the customer', async () => {
    const order = await bookPaid()
    const { orderId } = order
    const held = async () => (await cardOf(order)).heldDeposit
    expect(await held()).toBe(0)
    await takeDeposit(orderId, 1, 300000)
    expect(await held()).toBe(300000)
    await takeDeposit(orderId, 2, 200000)
    expect(await held()).toBe(500000)

    await pickUp(t, w, orderId)
    const [cleaning] = await t.call(
      contract.expense.saveAll,
      { orderId, type: handoverType.return, items: [{ code: expenseCode.cleaning, amount: 30000 }] },
      owner(),
    )
    await giveBack(t, w, orderId)
    const lines = [{ code: 'expense', refId: cleaning!.id, amount: 30000 }]
    const taken = { lines, mode: payMode.offlineDeduct, reason: '车内污渍', photoIds: await voucher('deposit') }
    await t.call(contract.deposit.deduct, { orderId, kind: 1, ...taken }, owner())
    expect(await held()).toBe(470000)
    expect(await offered(orderId)).toEqual(['退押金', '扣款', '补款', '报销退款'])

    // Asked for but still in the cashShift.
    await release(orderId, 1)
    expect(await cardOf(order)).toMatchObject({ heldDeposit: 470000, pendingRefunds: null })
    await release(orderId, 1, await voucher())
    expect(await held()).toBe(200000)
    await release(orderId, 2)
    expect(await held()).toBe(200000)
    expect(await offered(orderId)).toEqual(['退押金', '补款', '报销退款'])
    await release(orderId, 2, await voucher())
    expect(await held()).toBe(0)
    expect(await offered(orderId)).toEqual(['补款', '报销退款'])
  })

  it('is nothing when it was waived', async () => {
    const order = await book(t, w)
    const waiver = { mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 } as const
    await t.call(contract.deposit.pay, { orderId: order.orderId, kind: 3, ...waiver }, owner())
    expect((await cardOf(order)).heldDeposit).toBe(0)
  })
})

describe('a refund', () => {
  const { cancelling, cancelled } = orderStatus

  it('waits for its voucher, fails, is sent again and is paid by hand', async () => {
    const order = await bookPaid()
    const { orderId } = order
    expect((await cardOf(order)).pendingRefunds).toBeNull()
    expect(await asked()).toEqual({ failed: 0, kinds: [] })
    await cancel(orderId)
    expect(await cardOf(order)).toMatchObject({ status: cancelling, pendingRefunds: 'byHand' })
    expect(await asked()).toEqual({ failed: 0, kinds: ['refundTask'] })
    await failPayouts(t, w, orderId)
    expect(await cardOf(order)).toMatchObject({ status: cancelling, pendingRefunds: 'failed' })
    expect(await asked()).toEqual({ failed: 1, kinds: ['refund'] })
    await retryRefund(orderId)
    expect(await cardOf(order)).toMatchObject({ status: cancelling, pendingRefunds: null })
    expect(await asked()).toEqual({ failed: 0, kinds: [] })
    await failPayouts(t, w, orderId)
    await retryRefund(orderId, await voucher())
    expect(await cardOf(order)).toMatchObject({ status: cancelled, pendingRefunds: null })
    expect(await asked()).toEqual({ failed: 0, kinds: [] })
  })

  it('of a deposit fails like any other, and is sent again by the same button', async () => {
    const order = await book(t, w)
    const { orderId } = order
    await takeDeposit(orderId, 3, 500000)
    await cancel(orderId)
    expect(await cardOf(order)).toEqual({ status: cancelling, heldDeposit: 500000, pendingRefunds: null })
    await failPayouts(t, w, orderId)
    expect(await cardOf(order)).toEqual({ status: cancelling, heldDeposit: 500000, pendingRefunds: 'failed' })
    expect(await asked()).toEqual({ failed: 1, kinds: ['refund'] })
    expect(await offered(orderId)).toEqual(['退款重试', '退押金'])
    await retryRefund(orderId)
    expect((await cardOf(order)).pendingRefunds).toBeNull()
    const { deposits } = await t.call(contract.order.detail, { orderId }, owner())
    expect(deposits.map((row) => row.holdStatus)).toEqual([holdStatus.releasing, holdStatus.releasing])

    await failPayouts(t, w, orderId)
    await t.call(contract.deposit.retry, { depositId: deposits[0]!.depositId }, owner())
    expect((await cardOf(order)).pendingRefunds).toBe('failed')
    await t.call(contract.deposit.retry, { depositId: deposits[1]!.depositId }, owner())
    expect((await cardOf(order)).pendingRefunds).toBeNull()
  })
})

it('who may see no 费用明细 and hands over no cars gets the total of an order, without its charges', async () => {
  const { orderId, total } = await book(t, w)
  const detail = (token: string) => t.call(contract.order.detail, { orderId }, { token })
  expect((await detail(w.tokens.clerk)).fees.lines.length).toBeGreaterThan(0)
  const { fees } = await detail(w.tokens.channel)
  expect([fees.lines, fees.total]).toEqual([[], total])
  expect(await t.send(contract.expense.list, { orderId } as never, { token: w.tokens.channel })).toMatchObject({
    errorCode: -3,
  })
})
