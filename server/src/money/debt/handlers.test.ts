import { contract } from '@cheyi/contract/index'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 40, other: true })

const { writeOff } = contract.debt
const pay = (orderId: string, amount: number, kind: 1 | 6 = payKind.settlement) =>
  t.send(contract.payment.collect, { orderId, payKind: kind, amount, payWay: payWay.cash }, owner())
const inBalance = () => booksAgree(t)
const asked = async (orderId: string, amount: number) => ({
  orderId,
  amount,
  reason: '客户失联',
  voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.owner),
})

const cardOf = async (orderId: string) => {
  const { orderNo } = await t.call(contract.order.detail, { orderId }, owner())
  return (await t.call(contract.order.list, { keyword: orderNo }, owner())).list[0]
}

/** A rental that is over and owes for what was found afterwards. */
async function indebted(amount: number) {
  const { orderId, total } = await book(t, w)
  await pay(orderId, total, payKind.rent)
  await pickUp(t, w, orderId)
  await giveBack(t, w, orderId)
  const claim = { orderId, reasonCode: supplementReason.damage, amount, payMode: payMode.onlineIn } as const
  await t.call(contract.supplement.save, claim, owner())
  return orderId
}

describe('a debt that cannot be collected', () => {
  it('is owed no more, on the bill and in the books, and offers to be paid after all', async () => {
    const orderId = await indebted(20_000)
    const before = await t.call(contract.order.detail, { orderId }, owner())
    expect(before.actions.map(({ label }) => label)).toContain('坏账核销')
    expect(await t.call(writeOff, await asked(orderId, 20_000), owner())).toEqual({
      owed: 0,
      settleStatus: settleStatus.settled,
    })
    expect(await books(t, orderId)).toMatchObject({ bad_debt_expense: 20_000 })
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill.writeOffs).toMatchObject([{ name: '坏账核销', amount: 20_000 }])
    expect(bill.groups.map(({ group }) => group)).not.toContain('reduction')
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    expect(detail.fees).toMatchObject({ owed: 0, writtenOff: 20_000, total: 106_900 })
    // A debt that was given up was charged all the same: card, detail and bill say one sum.
    expect(bill).toMatchObject({ receivable: 106_900, received: 86_900, owed: 0 })
    expect(await cardOf(orderId)).toMatchObject({ total: 106_900, owed: 0 })

    expect(detail.actions.map(({ label }) => label)).toContain('收款')
    await inBalance()

    expect(await pay(orderId, 20_001)).toMatchObject({ errorCode: 4002 })
    expect(await pay(orderId, 5_000)).toMatchObject({ success: true })
    expect(await books(t, orderId)).toMatchObject({ bad_debt_expense: 15_000 })
    expect(await pay(orderId, 15_000)).toMatchObject({ success: true })
    expect((await books(t, orderId)).bad_debt_expense).toBeUndefined()
    expect(await pay(orderId, 1)).toMatchObject({ errorCode: 4001 })
    await inBalance()
  })

  it('in part leaves the rest owed', async () => {
    const orderId = await indebted(20_000)
    expect(await t.call(writeOff, await asked(orderId, 8_000), owner())).toMatchObject({ owed: 12_000 })
    expect(await pay(orderId, 15_000)).toMatchObject({ success: true })
    expect(await books(t, orderId)).toMatchObject({ bad_debt_expense: 5_000 })
    await inBalance()
  })

  it('above the limit needs two, however it is cut', async () => {
    const orderId = await indebted(90_000)
    await t.call(writeOff, await asked(orderId, 50_000), owner())
    const input = await asked(orderId, 1)
    const refused = await t.send(writeOff, input, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { approvalId } = refused.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
    const headers = { 'x-approval-id': approvalId }
    expect(await t.call(writeOff, input, { ...owner(), headers })).toMatchObject({ owed: 39_999 })
    await inBalance()
  })
})

it.each([
  ['more than is owed', { amount: 20_001 }, 4002],
  ['nothing', { amount: 0 }, -2],
  ['without proof', { voucherIds: [] }, -2],
  ['an order of nobody', { orderId: '1' }, 2002],
])('refuses %s', async (_, wrong, errorCode) => {
  const orderId = await indebted(20_000)
  expect(await t.send(writeOff, { ...(await asked(orderId, 100)), ...wrong }, owner())).toMatchObject({ errorCode })
})

it('refuses a rental that runs, another merchant, a role without the key', async () => {
  const { orderId } = await book(t, w)
  await pickUp(t, w, orderId)
  expect(await t.send(writeOff, await asked(orderId, 100), owner())).toMatchObject({ errorCode: 2001 })
  const debt = await indebted(100)
  expect(await t.send(writeOff, await asked(debt, 1), { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
  expect(await t.send(writeOff, await asked(debt, 1), { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})
