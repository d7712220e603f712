import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { allocateRefund } from '@cheyi/domain/money/payment/allocate'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { createAccount, createUser } from '../../platform/merchant/provision.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { clerk, orderRow, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { queueByRoute, receiptsOf, receive, refreshMoney } from './actions.ts'

sharedMerchant({ cars: 40, other: true })

const { collect, query, cancel } = contract.payment
const rows = async (table: string, orderId: string, where = 'true') =>
  (await t.root.query(`select * from ${table} where order_id = $1 and ${where} order by id`, [orderId])).rows
const rent = (orderId: string, amount: number) => ({ orderId, payKind: payKind.rent, amount, payWay: payWay.cash })

describe('collecting by hand', () => {
  it('counts at once, with its voucher, in the books and on the order', async () => {
    const { orderId, total } = await book(t, w)
    const voucherIds = await uploadPhotos(t, 'voucher', 2, w.tokens.clerk)
    const part = await t.call(collect, { ...rent(orderId, 50000), voucherIds, payWay: payWay.bank }, clerk())
    expect(part).toMatchObject({ status: paymentStatus.succeeded, paidAt: TEST_NOW, url: null, qr: null })
    expect(await orderRow(orderId)).toMatchObject({ paidFen: '50000', owedFen: String(total - 50000) })
    expect(await books(t, orderId)).toEqual({
      bank: 50000,
      customer_receivable: total - 50000,
      unearned: -total,
    })
    await t.call(collect, rent(orderId, total - 50000), clerk())
    expect((await orderRow(orderId)).owedFen).toBe('0')
    expect(await t.send(collect, rent(orderId, 1), clerk())).toMatchObject({ errorCode: 4001 })
    const [first] = await rows('payment', orderId)
    expect(first).toMatchObject({ voucherIds, payMode: payMode.offlineIn, outTradeNo: `P${first.id}` })
    expect((await rows('media', orderId)).map((file) => file.bizId)).toEqual([first.id, first.id])
    // A voucher belongs to one payment.
    const next = await book(t, w)
    const reused = await t.send(collect, { ...rent(next.orderId, 100), voucherIds }, clerk())
    expect(reused).toMatchObject({ errorCode: -2, data: { field: 'voucherIds' } })
  })

  it.each([
    ['more than is owed', { amount: 86901 }, 4002],
    ['nothing', { amount: 0 }, -2],
    ['by an online way, which no provider answers', { payWay: payWay.wechat }, 4008],
    ['by a way that the merchant does not take', { payWay: payWay.pos }, 4008],
    ['by the platform', { payWay: payWay.platform }, 4008],
    ['as something that the order has no claim to', { payKind: payKind.penalty }, -2],
    ['as a renewal', { payKind: payKind.renewal }, -2],
    ['with a voucher of nobody', { voucherIds: ['1'] }, -4],
    ['for an order of nobody', { orderId: '1' }, 2002],
  ])('refuses %s', async (_, wrong, errorCode) => {
    const { orderId } = await book(t, w)
    expect(await t.send(collect, { ...rent(orderId, 86900), ...wrong }, clerk())).toMatchObject({ errorCode })
    expect(await rows('payment', orderId)).toEqual([])
    expect((await orderRow(orderId)).owedFen).toBe('86900')
  })

  it('refuses foreign orders, roles without the key, no token, no key of the repeat', async () => {
    const { orderId } = await book(t, w)
    const input = rent(orderId, 86900)
    expect(await t.send(collect, input, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(collect, input, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
    expect(await t.send(collect, input)).toMatchObject({ errorCode: -9 })
    expect(await t.send(collect, input, { ...clerk(), key: 'short' })).toMatchObject({ errorCode: -2 })
    const draft = await book(t, w, { form: { submit: false } })
    expect(await t.send(collect, rent(draft.orderId, 1), clerk())).toMatchObject({ errorCode: 2001 })
  })

  it('for something of its own that is not there, or another order’s, is refused', async () => {
    const [one, two] = [await book(t, w), await book(t, w)]
    const deposits = await rows('deposit', one.orderId)
    const taken = { orderId: one.orderId, payKind: payKind.rentalDeposit, amount: 300_000, payWay: payWay.cash }
    for (const refId of ['99', one.orderId, deposits[1].id, (await rows('deposit', two.orderId))[0].id])
      expect(await t.send(collect, { ...taken, refId }, clerk())).toMatchObject({
        errorCode: -4,
        data: { field: 'refId' },
      })
    const ofRent = { ...rent(one.orderId, 100), refId: deposits[0].id }
    expect(await t.send(collect, ofRent, clerk())).toMatchObject({ errorCode: -4 })
    expect(await t.send(collect, { ...taken, refId: deposits[0].id }, clerk())).toMatchObject({ success: true })
  })

  it('of a store that the account does not see is not there', async () => {
    const { orderId } = await book(t, w)
    const { paymentId } = await t.call(collect, rent(orderId, 100), clerk())
    const mobile = '13900009999'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const roles = await t.root.query(`select id from role where merchant_id = $1 and name = '店长'`, [w.merchantId])
    await createAccount(t.commands, w.merchantId, {
      userId,
      mobile,
      parentId: '0',
      name: '浦东店长',
      roleIds: [roles.rows[0].id],
      storeScope: 1,
      storeIds: [w.stores.pudong],
    })
    const elsewhere = { token: await t.login(mobile) }
    expect(await t.send(collect, rent(orderId, 100), elsewhere)).toMatchObject({ errorCode: 2002 })
    expect(await t.send(query, { paymentId }, elsewhere)).toMatchObject({ errorCode: 4004 })
    expect(await t.send(contract.deposit.detail, { orderId }, elsewhere)).toMatchObject({ errorCode: 2002 })
    expect(await t.send(contract.order.cancelRule, { orderId }, elsewhere)).toMatchObject({ errorCode: 2002 })
  })

  it('refuses where the platform collects', async () => {
    const { orderId } = await book(t, other)
    await t.root.query(`update merchant set pay_settings = '{"payProfile":2}' where id = $1`, [other.merchantId])
    const answer = await t.send(collect, rent(orderId, 100), { token: other.tokens.owner })
    expect(answer).toMatchObject({ errorCode: 4008 })
    await t.root.query(`update merchant set pay_settings = '{}' where id = $1`, [other.merchantId])
  })

  it('a repeat is the same payment, another amount under its key is refused, two clerks take it once', async () => {
    const { orderId } = await book(t, w)
    const key = 'collect-once'
    const same = await Promise.all([1, 2, 3].map(() => t.call(collect, rent(orderId, 86900), { ...clerk(), key })))
    expect(new Set(same.map((answer) => answer.paymentId)).size).toBe(1)
    expect(await t.send(collect, rent(orderId, 1), { ...clerk(), key })).toMatchObject({ errorCode: -6 })

    const second = await book(t, w)
    const both = await Promise.all(
      ['clerk' as const, 'finance' as const].map((who) =>
        t.send(collect, rent(second.orderId, 86900), { token: w.tokens[who] }),
      ),
    )
    expect(both.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4001])
    expect((await orderRow(second.orderId)).paidFen).toBe('86900')
  })

  it('lets an order that waited for its payment go on', async () => {
    const { orderId, total, status } = await book(t, w, { form: { payMode: payMode.onlineIn } })
    expect(status).toBe(orderStatus.submitted)
    expect(await t.send(collect, rent(orderId, total - 1), clerk())).toMatchObject({ errorCode: 4002 })
    await t.call(collect, rent(orderId, total), clerk())
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, payDeadline: null })
    expect((await rows('outbox', orderId)).map((message) => message.kind)).toEqual(['awaitingPayment', 'confirmed'])

    await t.root.query(`update merchant set settings = '{"autoConfirm":false}' where id = $1`, [w.merchantId])
    const manual = await book(t, w, { form: { payMode: payMode.onlineIn } })
    await t.call(collect, rent(manual.orderId, total), clerk())
    const row = await orderRow(manual.orderId)
    expect(row.status).toBe(orderStatus.confirming)
    expect(row.confirmDeadline.getTime()).toBe(TEST_NOW + HOUR)
    await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])

    // The booking said so itself, whatever the merchant does with others.
    const asked = await book(t, w, { form: { payMode: payMode.onlineIn, autoConfirm: false } })
    await t.call(collect, rent(asked.orderId, total), clerk())
    expect((await orderRow(asked.orderId)).status).toBe(orderStatus.confirming)
    await t.root.query(`update merchant set settings = '{"autoConfirm":false}' where id = $1`, [w.merchantId])
    const trusted = await book(t, w, { form: { payMode: payMode.onlineIn, autoConfirm: true } })
    await t.call(collect, rent(trusted.orderId, total), clerk())
    expect((await orderRow(trusted.orderId)).status).toBe(orderStatus.confirmed)
    await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
  })

  it('settles a return', async () => {
    const { orderId } = await book(t, w)
    await pickUp(t, w, orderId)
    await giveBack(t, w, orderId)
    const early = await t.send(collect, { ...rent(orderId, 1), payKind: payKind.instalment }, clerk())
    expect(early).toMatchObject({ errorCode: -2 })
    await t.call(collect, { ...rent(orderId, 86900), payKind: payKind.settlement }, clerk())
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', settleStatus: 2 })
  })

  it('takes a deposit whole or not at all', async () => {
    const { orderId } = await book(t, w)
    const input = { ...rent(orderId, 300000), payKind: payKind.rentalDeposit }
    expect(await t.send(collect, { ...input, amount: 299999 }, clerk())).toMatchObject({ errorCode: 4002 })
    const paid = await t.call(collect, input, clerk())
    expect(paid.status).toBe(paymentStatus.succeeded)
    expect(await t.send(collect, input, clerk())).toMatchObject({ errorCode: 4001 })
    expect(await books(t, orderId)).toMatchObject({ cash_on_hand: 300000, deposit_liability_rental: -300000 })
    expect((await orderRow(orderId)).paidFen).toBe('0')
  })
})
describe('a pay link', () => {
  it('cannot be cancelled once it is paid', async () => {
    const { orderId } = await book(t, w)
    const { paymentId } = await t.call(collect, rent(orderId, 86900), clerk())
    expect(await t.send(cancel, { paymentId }, clerk())).toMatchObject({ errorCode: 4005 })
    expect(await t.call(query, { paymentId }, clerk())).toMatchObject({ status: 2, paidAt: TEST_NOW })
  })
})

describe('a refund', () => {
  it('goes to the newest payment first, each by its own way, never beyond what was paid', async () => {
    const { orderId } = await book(t, w)
    await t.call(collect, rent(orderId, 50000), clerk())
    await t.call(collect, { ...rent(orderId, 36900), payWay: payWay.bank }, clerk())
    await inContext(t, w, 'owner', async (ctx) => {
      const order = { id: orderId, storeId: w.stores.hongqiao }
      const parts = await queueByRoute(
        ctx,
        order,
        allocateRefund(await receiptsOf(ctx, orderId), 40000),
        TEST_NOW + HOUR,
      )
      await refreshMoney(ctx, orderId)
      expect(parts.map((part) => part.amount).toSorted((a, b) => b - a)).toEqual([36900, 3100])
    })
    const out = await rows('payment', orderId, `direction = 'out'`)
    expect(out.map((p) => [p.amountFen, p.payWay, p.status, p.releaseAfter.getTime()]).toSorted()).toEqual([
      ['3100', payWay.cash, 0, TEST_NOW + HOUR],
      ['36900', payWay.bank, 0, TEST_NOW + HOUR],
    ])
    const refused = inContext(t, w, 'owner', async (ctx) => allocateRefund(await receiptsOf(ctx, orderId), 46901))
    await expect(refused).rejects.toThrow('退款金额不能超过可退金额¥469.00')
    expect(await rows('payment', orderId, `direction = 'out'`)).toHaveLength(2)
  })

  it('of more than is owed stays a credit of the customer', async () => {
    const { orderId } = await book(t, w)
    const { value } = await inContext(t, w, 'owner', (ctx) =>
      receive(ctx, orderId, {
        payKind: payKind.rent,
        payWay: payWay.cash,
        amount: 90000,
        refType: 'order',
        voucherIds: [],
      }),
    )
    expect(value.money).toMatchObject({ paid: 90000, owed: -3100 })
  })
})

it('issues a fixed number of statements', async () => {
  const { orderId } = await book(t, w)
  const voucherIds = await uploadPhotos(t, 'voucher', 3, w.tokens.clerk)
  await t.call(collect, rent(orderId, 100), clerk())
  const bare = t.calls.at(-1)!.queries
  const { paymentId } = await t.call(collect, { ...rent(orderId, 100), voucherIds }, clerk())
  // Vouchers are claimed as nobody else's, and linked.
  expect(t.calls.at(-1)!.queries - bare).toBe(2)
  expect(bare).toBeLessThanOrEqual(13)
  await t.call(query, { paymentId }, clerk())
  expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(2)
})
