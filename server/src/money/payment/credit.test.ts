import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { beforeEach, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { orderRow, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { onlineOrders } from '../../testing/world/online-orders.ts'
import { receive } from './actions.ts'

/* Money that nobody needs any more once an order is over: it goes back by itself, or waits for a person to pay it back. */

ownMerchant()
const { link, outgoing } = onlineOrders(() => ({ t, w }))

beforeEach(async () => {
  await openOnlinePay(t, w)
})

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const owner = () => ({ token: w.tokens.owner })
const seen = (orderId: string) => t.call(contract.order.detail, { orderId }, owner())
const counted = async () => {
  const row = (await t.call(contract.todo.counts, {}, owner())).find(({ name }) => name === '待线下退款')
  return [row?.count ?? 0, row?.fen ?? 0] as const
}

/** A rental that is over and settled, its deposits with the shop still. */
async function over(paid = true) {
  const { orderId, total } = await handOut(t, w, { trip, paid })
  await bringBack(t, w, orderId, {
    at: trip.returnAt,
    ...(paid ? {} : { confirm: { settle: undefined, overrideReason: '月结客户' } }),
  })
  return { orderId, total }
}

/** Money comes in by hand that the order does not owe. */
const comesTwice = (orderId: string, amount: number) =>
  inContext(t, w, 'owner', async (ctx) => {
    await lockOrder(ctx, orderId)
    return receive(ctx, orderId, {
      payKind: payKind.settlement,
      payWay: payWay.cash,
      amount,
      refType: 'settlement',
      voucherIds: [],
    })
  })

it('what is paid by a code beyond what is owed by then goes back at once', async () => {
  const { orderId, total } = await over(false)
  const { paymentId } = await link(orderId, total, { payKind: payKind.settlement })
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.settlement, amount: total - 1_000, payWay: payWay.bank },
    owner(),
  )
  await payLink(t, paymentId)
  const back = (await outgoing(orderId)).filter((row) => row.payKind !== payKind.rentalDeposit)
  expect(back.reduce((sum, row) => sum + Number(row.amountFen), 0)).toBe(total - 1_000)
  expect(await seen(orderId)).toMatchObject({ refundDue: total - 1_000 })
  await booksAgree(t)
})

it('credit of an order that is over is a to-do, and is paid back on its page', async () => {
  const { orderId } = await over()
  const before = await counted()
  await comesTwice(orderId, 5_000)
  expect(await seen(orderId)).toMatchObject({ pendingRefunds: 'byHand', refundDue: 5_000 })
  expect((await seen(orderId)).actions.map(({ label }) => label)).toContain('线下退款')
  const [count, fen] = await counted()
  expect([count - before[0], fen - before[1]]).toEqual([1, 5_000])
  const { todos } = await t.call(contract.overview.home, {}, owner())
  expect(todos).toContainEqual(expect.objectContaining({ kind: 'refundTask', orderId, amountFen: 5_000 }))
  await booksAgree(t)

  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const pay = { orderId, action: 'retryRefund', voucherIds, payWay: payWay.bank } as const
  expect(await t.send(contract.order.updateStatus, { ...pay, expectAmount: 4_999 }, owner())).toMatchObject({
    errorCode: 4002,
  })
  await t.call(contract.order.updateStatus, { ...pay, expectAmount: 5_000 }, owner())
  expect(await seen(orderId)).toMatchObject({ pendingRefunds: null, refundDue: 0 })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  expect((await books(t, orderId)).bank).toBe(-5_000)
  await booksAgree(t)
})

it('credit goes back by the way it came without a voucher, and only once', async () => {
  const { orderId, total } = await over(false)
  const { paymentId } = await link(orderId, total, { payKind: payKind.settlement })
  await payLink(t, paymentId)
  await comesTwice(orderId, 5_000)
  const again = () => t.send(contract.order.updateStatus, { orderId, action: 'retryRefund' }, owner())
  expect(await again()).toMatchObject({ success: true })
  expect(await seen(orderId)).toMatchObject({ refundDue: 5_000 })
  expect(await again()).toMatchObject({ success: false })
  expect(await orderRow(orderId)).toMatchObject({ refundingFen: '5000' })
  await runDue(t, 'moneyOut')
  await booksAgree(t)
})
