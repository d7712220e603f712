import { contract } from '@cheyi/contract/index'
import { payKind, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { beforeEach, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { orderRow, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { onlineOrders } from '../../testing/world/online-orders.ts'

/* What is on its way back pays nothing: what an order owes besides is owed in every list, counter and deposit at once. */

ownMerchant()
const { link } = onlineOrders(() => ({ t, w }))

beforeEach(async () => {
  await openOnlinePay(t, w)
})

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const CHARGE = 80_000
const RENTAL = 300_000
const owner = () => ({ token: w.tokens.owner })

/** A rental that was paid twice, the second on its way back, and owes a charge since. */
async function paidTwice() {
  const { orderId, total } = await handOut(t, w, { trip, paid: false })
  await bringBack(t, w, orderId, { at: trip.returnAt, confirm: { settle: undefined, overrideReason: '月结客户' } })
  const { paymentId } = await link(orderId, total, { payKind: payKind.settlement })
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.settlement, amount: total, payWay: payWay.cash },
    owner(),
  )
  await payLink(t, paymentId)
  const asked = { orderId, reasonCode: supplementReason.cleaning, amount: CHARGE, payMode: 1 as const, photoIds: [] }
  await t.call(contract.supplement.save, asked, owner())
  expect(await orderRow(orderId)).toMatchObject({ owedFen: String(CHARGE - total), refundingFen: String(total) })
  return { orderId, total }
}

it('is what the list, the order, the bill and the counter show, before and after the refund has left', async () => {
  const { orderId, total } = await paidTwice()
  const shown = async () => {
    const [card] = (await t.call(contract.order.list, { waits: 'debt' }, owner())).list
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    const debts = (await t.call(contract.todo.counts, {}, owner())).find(({ name }) => name === '待收欠款')
    expect(bill.receivable - bill.received + bill.refunded + bill.refunding).toBe(CHARGE)
    return {
      card: [card?.orderId, card?.owed],
      detail: detail.fees.owed,
      step: detail.nextStep,
      acts: detail.actions.map(({ label }) => label).filter((label) => label === '收款'),
      bill: bill.owed,
      counter: [debts?.count, debts?.fen],
      ages: (await t.call(contract.debt.ages, {}, owner())).sums?.owed,
    }
  }
  const expected = {
    card: [orderId, CHARGE],
    detail: CHARGE,
    step: '待收 ¥800.00',
    acts: ['收款'],
    bill: CHARGE,
    counter: [1, CHARGE],
    ages: CHARGE,
  }
  expect(await shown()).toEqual(expected)
  await booksAgree(t)
  await runDue(t, 'moneyOut')
  expect(await orderRow(orderId)).toMatchObject({
    owedFen: String(CHARGE),
    refundingFen: '0',
    refundedFen: String(total),
  })
  expect(await shown()).toEqual(expected)
  await booksAgree(t)
})

it('keeps the deposit that answers for it', async () => {
  const { orderId } = await paidTwice()
  const free = async () => Number((await orderRow(orderId)).rentalFreeFen)
  const { version } = (await t.call(contract.order.detail, { orderId }, owner())).deposits[0]!
  expect(version).toBeGreaterThan(0)
  const { rows } = await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])
  // The return has put it on its way; taken back, only what no debt needs goes again.
  await t.call(contract.deposit.withdraw, { depositId: rows[0].id, reason: '仍有欠款' }, owner())
  expect(await free()).toBe(RENTAL - CHARGE)
  const release = (amount: number) => t.send(contract.deposit.release, { orderId, kind: 1, amount }, owner())
  expect(await release(RENTAL)).toMatchObject({ success: false })
  expect(await release(RENTAL - CHARGE)).toMatchObject({ success: true })
  await booksAgree(t)
})
