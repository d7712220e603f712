import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

sharedMerchant({ cars: 90, poolSize: 8 })

const { receiptSave, receiptDetail, receiptList, receiptDebts } = contract.payment
type Who = 'owner' | 'manager' | 'clerk' | 'finance'
const by = (who: Who) => ({ token: w.tokens[who] })
const orderOf = async (orderId: string) =>
  (
    await t.root.query(
      `select status, order_no as "orderNo", owed_fen::int as owed, paid_fen::int as paid, refunded_fen::int as refunded
         from "order" where id = $1`,
      [orderId],
    )
  ).rows[0]
const inBalance = () => booksAgree(t)

/** So many rentals of one company. */
async function rentals(count: number, company: string) {
  const orders: { orderId: string; total: number }[] = []
  for (let i = 0; i < count; i++) orders.push(await book(t, w, { form: { contactName: company } }))
  return orders
}
type Order = { orderId: string; total: number }
const paying = (orders: readonly Order[], more: Partial<InputOf<typeof receiptSave>> = {}) => ({
  payer: '云途科技',
  payWay: payWay.bank,
  amount: orders.reduce((sum, { total }) => sum + total, 0),
  orders: orders.map(({ orderId, total }) => ({ orderId, amount: total })),
  ...more,
})

describe('a receipt for many orders', () => {
  it('pays 20 of them; one is cancelled, its part goes back by the way it came, and the receipt says so', async () => {
    const orders = await rentals(20, '远航商贸')
    const debts = await t.call(receiptDebts, { keyword: '远航商贸' }, by('clerk'))
    expect(debts.list.map(({ orderId }) => orderId).toSorted()).toEqual(orders.map((one) => one.orderId).toSorted())
    expect(debts.list[0]!.payWays).toEqual([payWay.cash, payWay.bank])
    expect(debts.list.every(({ owed }, i) => owed === orders[i]!.total)).toBe(true)

    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.clerk)
    const input = paying(orders, { payer: '远航商贸', voucherIds, slipNo: 'YH20261121' })
    const { id } = await t.call(receiptSave, input, by('clerk'))
    for (const { orderId, total } of orders) expect(await orderOf(orderId)).toMatchObject({ owed: 0, paid: total })
    // Each order's books have their own entry of the bank.
    expect(await books(t, orders[7]!.orderId)).toEqual({ bank: orders[7]!.total, unearned: -orders[7]!.total })
    expect((await t.call(receiptDebts, { keyword: '远航商贸' }, by('clerk'))).list).toEqual([])
    const bill = await t.call(contract.expense.bill, { orderId: orders[7]!.orderId }, by('clerk'))
    expect(bill.flows).toMatchObject([{ receipt: { id, payer: '远航商贸' }, amount: orders[7]!.total }])
    expect(bill.flows[0]!.voucherIds).toHaveLength(1)

    const [gone] = orders
    await t.call(
      contract.order.cancel,
      {
        orderId: gone!.orderId,
        reason: cancelReason.tripOff,
        responsibility: responsibility.customer,
        expectPenalty: 100_000_000,
      },
      by('manager'),
    )
    const waiting = await t.call(receiptDetail, { id }, by('finance'))
    const part = () => waiting.list.find(({ orderId }) => orderId === gone!.orderId)
    const back = part()!.refunding
    expect(back).toBeGreaterThan(0)
    expect(waiting).toMatchObject({ amount: input.amount, refunded: 0, refunding: back, orders: 20 })
    const proof = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    await t.call(
      contract.order.updateStatus,
      { orderId: gone!.orderId, action: 'retryRefund', voucherIds: proof },
      by('finance'),
    )
    expect(await orderOf(gone!.orderId)).toMatchObject({ status: orderStatus.cancelled, refunded: back })
    const { rows } = await t.root.query(
      `select pay_way from payment where order_id = $1 and direction = 'out' and origin_payment_id is not null`,
      [gone!.orderId],
    )
    expect(rows).toEqual([{ payWay: payWay.bank }])
    const after = await t.call(receiptDetail, { id }, by('finance'))
    expect(after).toMatchObject({ amount: input.amount, refunded: back, refunding: 0 })
    expect(after.list.filter(({ refunded }) => refunded > 0)).toHaveLength(1)
    const listed = await t.call(receiptList, { keyword: '远航', refunded: true }, by('finance'))
    expect(listed.list).toMatchObject([{ id, orders: 20, refunded: back }])
    await inBalance()
  })

  it('is of one whole: parts that do not come to it, too much, an order twice or of nobody take nothing', async () => {
    const orders = await rentals(3, '不符贸易')
    const send = (input: Partial<InputOf<typeof receiptSave>>) =>
      t.send(receiptSave, paying(orders, input), by('clerk'))
    expect(await send({ amount: 1 })).toMatchObject({ errorCode: 4002, data: { field: 'amount' } })
    const { orderNo } = await orderOf(orders[2]!.orderId)
    const over = await send({
      amount: paying(orders).amount + 1,
      orders: orders.map(({ orderId, total }, i) => ({ orderId, amount: total + (i === 2 ? 1 : 0) })),
    })
    expect(over).toMatchObject({ errorCode: -2, data: { field: 'orders' } })
    expect(over.message).toContain(`订单${orderNo}待收`)
    const [first] = orders
    const twice = [first!, first!].map(({ orderId, total }) => ({ orderId, amount: total }))
    expect(await send({ amount: first!.total * 2, orders: twice })).toMatchObject({ errorCode: -2 })
    expect(await send({ amount: 5, orders: [{ orderId: '4', amount: 5 }] })).toMatchObject({ errorCode: 2002 })
    expect(await send({ payWay: payWay.alipay as never })).toMatchObject({ errorCode: -2 })
    for (const { orderId } of orders) expect(await orderOf(orderId)).toMatchObject({ paid: 0 })
    expect(await t.root.query(`select 1 from receipt where payer = '不符贸易'`)).toMatchObject({ rowCount: 0 })
  })

  it('pays a part where the payer paid less', async () => {
    const orders = await rentals(2, '分期贸易')
    const parts = [
      { orderId: orders[0]!.orderId, amount: orders[0]!.total },
      { orderId: orders[1]!.orderId, amount: 333 },
    ]
    await t.call(receiptSave, paying(orders, { amount: orders[0]!.total + 333, orders: parts }), by('clerk'))
    expect(await orderOf(orders[1]!.orderId)).toMatchObject({ paid: 333, owed: orders[1]!.total - 333 })
    await inBalance()
  })

  it('is taken once: by two clerks at once, by a phone that repeats, and by one slip', async () => {
    const orders = await rentals(5, '并发贸易')
    const input = paying(orders)
    const answers = await Promise.all([
      t.send(receiptSave, input, by('clerk')),
      t.send(receiptSave, { ...input, orders: input.orders.toReversed() }, by('manager')),
      t.send(
        contract.payment.collect,
        { orderId: orders[2]!.orderId, payKind: payKind.rent, amount: orders[2]!.total, payWay: payWay.cash },
        by('finance'),
      ),
    ])
    // The whole or nothing: the one that came second found an order paid.
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, errorCode } of answers) expect(success || [-2, 4001].includes(errorCode)).toBe(true)
    expect(await orderOf(orders[2]!.orderId)).toMatchObject({ paid: orders[2]!.total })

    const [again, other] = [await rentals(2, '重复贸易'), await rentals(1, '同单贸易')]
    const once = paying(again, { slipNo: 'ONESLIP01' })
    const sent = () => t.send(receiptSave, once, { ...by('clerk'), key: 'a-receipt-of-one-tap' })
    expect((await sent()).data).toEqual((await sent()).data)
    expect(await orderOf(again[0]!.orderId)).toMatchObject({ paid: again[0]!.total })
    const slip = await t.send(receiptSave, paying(other, { slipNo: 'one-slip-01' }), by('clerk'))
    expect(slip).toMatchObject({ errorCode: -2, data: { field: 'slipNo' } })
    expect(slip.message).toContain('登记在收款单（云途科技）')
    await inBalance()
  })

  it('falls into the shift of who took it, in cash', async () => {
    const storeId = w.stores.hongqiao
    await t.call(contract.cashShift.open, { storeId, opening: 0, reason: '备用金' }, by('manager'))
    const orders = await rentals(3, '现金贸易')
    await t.call(receiptSave, paying(orders, { payWay: payWay.cash }), by('manager'))
    const { shift } = await t.call(contract.cashShift.state, {}, by('manager'))
    expect(shift!.lines.find(({ way }) => way === payWay.cash)).toMatchObject({ expected: paying(orders).amount })
    await inBalance()
  })
})
