import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { reimbursementKind as kind, payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons, reimbursementStatus as status } from '@cheyi/domain/money/reimbursement/codes'
import { describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { manager, other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 60, other: true })

const { list, save, approve, pay } = contract.reimbursement
const reason = reimbursementReasons.code
const proof = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
const receipt = () => uploadPhotos(t, 'expense', 1, w.tokens.owner)
const order = async (orderId: string) =>
  (
    await t.root.query(
      'select owed_fen::int as owed, paid_fen::int as paid, refunded_fen::int as refunded, settle_status from "order" where id = $1',
      [orderId],
    )
  ).rows[0]
const inBalance = () => booksAgree(t)
/** What an order comes to, on its card and in its detail. */
async function orderTotal(orderId: string) {
  const { list: cards } = await t.call(contract.order.list, {}, owner())
  const { fees } = await t.call(contract.order.detail, { orderId }, owner())
  return [cards.find((card) => card.orderId === orderId)?.total, fees.total]
}

/** A rental whose car is with the customer, 869.00, paid unless said otherwise. */
async function onRent(paid = true) {
  const { orderId, total } = await book(t, w)
  const input = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  if (paid) await t.call(contract.payment.collect, input, owner())
  await pickUp(t, w, orderId)
  return orderId
}
type Ask = Omit<InputOf<typeof save>, 'orderId'>
const refundOf = (amount: number): Ask => ({
  kind: kind.refund,
  reasonCode: reason.overcharged,
  payMode: payMode.onlineOut,
  items: [{ code: 'rent', amount }],
})
const advanceOf = async (amount: number): Promise<Ask> => ({
  kind: kind.advance,
  reasonCode: reason.tow,
  payMode: payMode.offlineOut,
  payeeName: '周明轩',
  payeeTail: '6222',
  items: [{ name: '拖车费', amount, photoIds: await receipt() }],
})
const goodwillOf = (amount: number): Ask => ({
  kind: kind.goodwill,
  reasonCode: reason.service,
  payMode: payMode.onlineOut,
  items: [{ amount }],
})

describe('paying back', () => {
  it('a charge: nothing is in the books before the money left, then the bill is less', async () => {
    const orderId = await onRent()
    const { id, ...saved } = await t.call(save, { orderId, ...refundOf(8_400) }, owner())
    expect(saved).toEqual({ status: status.paying, byRoute: false })
    expect(await order(orderId)).toMatchObject({ owed: 0, refunded: 0 })
    const before = await t.call(list, { orderId }, owner())
    expect(before).toMatchObject({ refundable: 86_900 - 8_400, freeLeft: { refund: 50_000 - 8_400 } })
    expect(before.charges[0]).toMatchObject({ code: 'rent', left: 68_400 - 8_400 })

    const paid = await t.call(pay, { id, payWay: payWay.bank, voucherIds: await proof() }, owner())
    expect(paid).toEqual({ status: status.done, paid: 8_400 })
    expect(await order(orderId)).toMatchObject({ owed: 0, refunded: 8_400 })
    expect((await books(t, orderId)).unearned).toBe(-(86_900 - 8_400))
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill).toMatchObject({ receivable: 78_500, received: 86_900, refunded: 8_400, owed: 0 })
    expect(bill.groups.at(-1)!.lines).toMatchObject([{ name: '费用退款：租金', amount: -8_400 }])
    expect(await t.send(pay, { id, payWay: payWay.bank, voucherIds: [] }, owner())).toMatchObject({ errorCode: 4021 })
    await inBalance()
  })

  it('costs the customer advanced are an expense, never less rent; the payee is shown masked', async () => {
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...(await advanceOf(12_000)) }, owner())
    const { list: rows } = await t.call(list, { orderId }, owner())
    expect(rows[0]).toMatchObject({ payeeName: '周*', payeeTail: '6222', items: [{ name: '拖车费', amount: 12_000 }] })
    const { rows: stored } = await t.root.query('select payee_name_enc from reimbursement where id = $1', [id])
    expect(String(stored[0].payeeNameEnc)).not.toContain('周')
    await t.call(pay, { id, payWay: payWay.cash, voucherIds: await proof() }, owner())
    expect(await books(t, orderId)).toMatchObject({ refund_expense: 12_000, unearned: -86_900 })

    // A colleague who reads the bill learns that there is a receipt, and gets no link to it without the right.
    const service = { token: w.tokens.service }
    const bill = await t.call(contract.expense.bill, { orderId }, service)
    const line = bill.offsets.find(({ name }) => name === '客户垫付报销：拖车费')!
    expect(bill).toMatchObject({ receivable: 86_900, received: 86_900, refunded: 12_000, owed: 0 })
    expect((await t.call(contract.order.detail, { orderId }, owner())).fees).toMatchObject({
      total: 86_900,
      offset: 12_000,
    })
    expect(line.voucherIds).toEqual([rows[0]!.items[0]!.photos[0]!.mediaId])
    expect(JSON.stringify(bill)).not.toContain('/media/')
    expect(await t.send(contract.driver.certificates, { orderId }, service)).toMatchObject({ errorCode: -3 })
    const { vouchers } = await t.call(contract.driver.certificates, { orderId }, { token: w.tokens.finance })
    const own = vouchers.find(({ media }) => media.mediaId === line.voucherIds[0])!
    expect(own).toMatchObject({ from: line.name, media: { url: expect.stringContaining('/media/') } })
    expect(vouchers).toHaveLength(2)
    await inBalance()
  })

  it('meets what the customer owes before money leaves', async () => {
    const orderId = await onRent(false)
    const { id } = await t.call(save, { orderId, ...(await advanceOf(12_000)) }, owner())
    expect(await t.call(pay, { id, payWay: payWay.cash, voucherIds: [] }, owner())).toMatchObject({ paid: 0 })
    expect(await order(orderId)).toMatchObject({ owed: 86_900 - 12_000, refunded: 0 })
    // It pays a part of the rental as a receipt would: nothing that was charged is less.
    const owed = 86_900 - 12_000
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill).toMatchObject({ receivable: 86_900, received: 0, refunded: 0, owed })
    expect(bill.offsets).toMatchObject([{ name: '客户垫付抵账：拖车费', amount: 12_000 }])
    expect(bill.groups.map(({ group }) => group)).not.toContain('reduction')
    expect(await orderTotal(orderId)).toEqual([86_900, 86_900])
    const rest = { orderId, payKind: payKind.rent, amount: owed, payWay: payWay.cash }
    await t.call(contract.payment.collect, rest, owner())
    await giveBack(t, w, orderId)
    expect(await orderTotal(orderId)).toEqual([86_900, 86_900])
    const { rent_income, service_income, refund_expense } = await books(t, orderId)
    expect([rent_income! + service_income!, refund_expense]).toEqual([-86_900, 12_000])
    await inBalance()
  })
})

describe('a second person', () => {
  it('agrees above the limit, which counts all reimbursements of the order', async () => {
    const orderId = await onRent()
    await t.call(save, { orderId, ...refundOf(40_000) }, owner())
    const { id, ...saved } = await t.call(save, { orderId, ...goodwillOf(10_001) }, owner())
    expect(saved).toEqual({ status: status.waiting, byRoute: false })
    const mine = await t.call(list, { orderId }, owner())
    expect(mine.list[0]).toMatchObject({ mayDecide: false })
    // It stands on the home of who may agree, and nowhere once that was done.
    const waits = async (who: { token: string }) =>
      (await t.call(contract.todo.counts, {}, who)).find(({ code }) => code === 'reimburse')?.count
    const listed = async () =>
      (await t.call(contract.order.list, { waits: 'reimburse' }, manager())).list.map((card) => card.orderId)
    expect([await waits(owner()), await waits(manager()), await listed()]).toEqual([0, 1, [orderId]])
    expect(await t.send(approve, { id, pass: true }, owner())).toMatchObject({ errorCode: 4015 })
    expect(await t.send(pay, { id, payWay: payWay.cash, voucherIds: [] }, owner())).toMatchObject({ errorCode: 4019 })
    const theirs = await t.call(list, { orderId }, manager())
    expect(theirs.list[0]).toMatchObject({ mayDecide: true })
    expect(await t.call(approve, { id, pass: true }, manager())).toEqual({ status: status.paying })
    // Nobody else changed it: it says what it is.
    expect(await t.send(approve, { id, pass: true }, manager())).toMatchObject({ errorCode: 4020 })
    expect([await waits(manager()), await listed()]).toEqual([0, []])
    // Who asked learns of it, and it stands on the home of who may pay until both are paid.
    const told = await t.root.query(
      `select n.title from notification n join account a on a.id = n.account_id
        where n.ref like $1 and a.merchant_id = $2 and a.name = '测试owner'`,
      [`reimbursement/${id}/%`, w.merchantId],
    )
    expect(told.rows).toEqual([{ title: '报销退款已通过' }])
    const toPay = async () => {
      const { count, fen } = (await t.call(contract.todo.counts, {}, owner())).find(
        ({ code }) => code === 'reimbursePay',
      )!
      return { count, fen }
    }
    expect(await toPay()).toEqual({ count: 1, fen: 50_001 })
    await t.call(pay, { id, payWay: payWay.cash, voucherIds: await proof() }, owner())
    expect(await toPay()).toEqual({ count: 1, fen: 40_000 })
    expect((await order(orderId)).settleStatus).toBe(settleStatus.open)
    await inBalance()
  })

  it('refuses with a reason, and what was asked for is free again', async () => {
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...refundOf(60_000) }, owner())
    expect(await t.send(approve, { id, pass: false }, manager())).toMatchObject({ errorCode: -2 })
    await t.call(approve, { id, pass: false, note: '金额不对' }, manager())
    expect(await t.call(list, { orderId }, owner())).toMatchObject({
      list: [{ status: status.refused, decideNote: '金额不对', approverName: '测试manager' }],
      refundable: 86_900,
    })
  })
})

describe('refused is', () => {
  it.each([
    ['more than the charge', () => refundOf(68_401), 4010],
    ['a charge of another order', () => ({ ...refundOf(1), items: [{ code: 'expense', refId: '1', amount: 1 }] }), -2],
    ['costs without a receipt', async () => ({ ...(await advanceOf(1)), items: [{ name: '拖车', amount: 1 }] }), 4016],
    ['costs beyond the cap', () => advanceOf(500_001), 4010],
    ['a payee without a name', async () => ({ ...(await advanceOf(1)), payeeName: undefined }), -2],
    ['a reason of another kind', () => ({ ...goodwillOf(1), reasonCode: reason.tow }), -2],
    ['an order of nobody', () => ({ ...goodwillOf(1), orderId: '1' }), 2002],
  ])('%s', async (_, wrong, errorCode) => {
    const orderId = await onRent()
    expect(await t.send(save, { orderId, ...(await wrong()) } as never, owner())).toMatchObject({ errorCode })
    expect((await t.call(list, { orderId }, owner())).list).toEqual([])
  })

  it('more than was received, in parts too; of two at once one', async () => {
    const orderId = await onRent()
    const all = [{ code: 'rent' as const, amount: 68_400 }]
    const both = await Promise.all([
      t.send(save, { orderId, ...refundOf(68_400), items: all }, owner()),
      t.send(save, { orderId, ...refundOf(68_400), items: all }, manager()),
    ])
    expect(both.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 4010])
  })

  it('another merchant, and roles without the keys', async () => {
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...refundOf(60_000) }, owner())
    const foreign = { token: other.tokens.owner }
    expect(await t.send(list, { orderId }, foreign)).toMatchObject({ errorCode: 2002 })
    expect(await t.send(approve, { id, pass: true }, foreign)).toMatchObject({ errorCode: -4 })
    expect(await t.send(approve, { id, pass: true }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  })
})
