import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility, settleStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { menuOf } from '@cheyi/domain/permission'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { clerk, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 60, other: true })
afterEach(() => t.clock.set(TEST_NOW))

const { list, save, cancel } = contract.supplement
const later = { payMode: payMode.onlineIn, reasonCode: supplementReason.parkingToll } as const
const cash = { payMode: payMode.offlineIn, payWay: payWay.cash } as const
const pay = (orderId: string, amount: number, given: object = { payKind: payKind.rent }) =>
  t.call(contract.payment.collect, { orderId, amount, payWay: payWay.cash, ...given } as never, clerk())
const order = async (orderId: string) =>
  (await t.root.query('select owed_fen::int as owed, settle_status from "order" where id = $1', [orderId])).rows[0]
const inBalance = () => booksAgree(t)

/** A paid rental whose car is with the customer. */
async function onRent() {
  const { orderId, total } = await book(t, w)
  await pay(orderId, total)
  await pickUp(t, w, orderId)
  return orderId
}

describe('a supplement', () => {
  it('is paid at once only by who may take money', async () => {
    const orderId = await onRent()
    const raise = (more: object) =>
      t.send(save, { orderId, reasonCode: supplementReason.parkingToll, amount: 1_000, ...more }, clerk())
    const { rows } = await t.root.query(
      `select r.id, r.menu_ids from role r join account a on r.id = any (a.role_ids)
        where a.merchant_id = $1 and a.name = '测试clerk'`,
      [w.merchantId],
    )
    const [{ id, menuIds }] = rows as [{ id: string; menuIds: number[] }]
    const opens = (menus: number[]) => t.root.query('update role set menu_ids = $2 where id = $1', [id, menus])
    await opens(menuIds.filter((menu) => menu !== menuOf('order.payment').id))
    expect(await raise(cash)).toMatchObject({ errorCode: -3 })
    expect(await raise(later)).toMatchObject({ success: true })
    await opens(menuIds)
    expect(await raise(cash)).toMatchObject({ success: true })
    await inBalance()
  })

  it('is owed at once, on the bill and in the books, and paid by its own payment', async () => {
    const orderId = await onRent()
    const photoIds = await uploadPhotos(t, 'expense', 1, w.tokens.clerk)
    const saved = await t.call(save, { orderId, ...later, amount: 3_000, remark: '地库停车', photoIds }, clerk())
    expect(saved).toMatchObject({ status: supplementStatus.waiting, url: null })
    expect(await order(orderId)).toMatchObject({ owed: 3_000 })
    const [row] = await t.call(list, { orderId }, clerk())
    expect(row).toMatchObject({ amount: 3_000, remark: '地库停车', due: 3_000, photos: [{ mediaId: photoIds[0] }] })
    const bill = await t.call(contract.expense.bill, { orderId }, clerk())
    expect(bill.groups.find(({ group }) => group === 'supplement')).toMatchObject({ subtotal: 3_000 })
    expect(bill).toMatchObject({ owed: 3_000, receivable: 89_900 })
    const detail = await t.call(contract.order.detail, { orderId }, clerk())
    expect(detail.fees.lines.at(-1)).toMatchObject({ name: '补款：停车过路', amount: 3_000 })
    expect(detail.actions.map(({ label }) => label)).toContain('补款')

    await pay(orderId, 3_000, { payKind: payKind.supplement, refId: saved.id })
    const [paid] = await t.call(list, { orderId }, clerk())
    expect(paid).toMatchObject({ status: supplementStatus.paid, due: 0, paidAt: expect.any(Number) })
    expect((await books(t, orderId)).service_income).toBe(-3_000)
    const again = { orderId, payKind: payKind.supplement, refId: saved.id, amount: 1, payWay: payWay.cash }
    expect(await t.send(contract.payment.collect, again, clerk())).toMatchObject({ errorCode: 4001 })
    expect(await t.send(cancel, { id: saved.id }, clerk())).toMatchObject({ errorCode: 4014 })
    await inBalance()
  })

  it('is taken at the counter in the same step', async () => {
    const orderId = await onRent()
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.clerk)
    const input = { orderId, reasonCode: supplementReason.damage, amount: 12_000, ...cash, voucherIds }
    expect(await t.call(save, input, clerk())).toMatchObject({ status: supplementStatus.paid })
    expect(await books(t, orderId)).toMatchObject({ damage_income: -12_000 })
    expect(await order(orderId)).toMatchObject({ owed: 0 })
    await inBalance()
  })

  it('taken back is owed no more; what was paid meanwhile goes back once the car is', async () => {
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...later, amount: 3_000 }, clerk())
    expect(await t.call(cancel, { id }, clerk())).toEqual({ status: supplementStatus.cancelled })
    expect(await order(orderId)).toMatchObject({ owed: 0 })
    expect((await books(t, orderId)).service_income).toBeUndefined()
    expect(await t.send(cancel, { id }, clerk())).toMatchObject({ errorCode: 4014 })

    await giveBack(t, w, orderId)
    const [a, b] = [
      await t.call(save, { orderId, ...later, amount: 5_000 }, clerk()),
      await t.call(save, { orderId, ...later, amount: 2_000 }, clerk()),
    ]
    await pay(orderId, 4_000, { payKind: payKind.settlement })
    expect(await order(orderId)).toMatchObject({ owed: 3_000 })
    await t.call(cancel, { id: a.id }, clerk())
    const [open] = (await t.call(list, { orderId }, clerk())).filter((row) => row.id === b.id)
    expect(open).toMatchObject({ status: supplementStatus.paid })
    const { rows } = await t.root.query(
      `select sum(amount_fen)::int as fen from payment where order_id = $1 and direction = 'out'`,
      [orderId],
    )
    expect(rows).toEqual([{ fen: 2_000 }])
    await inBalance()
  })

  it('is a line of its own of what the deposit pays', async () => {
    const { orderId } = await handOut(t, w, { form: { vehicleId: w.vehicles.lavida.at(-2)!.id } })
    const { id } = await t.call(save, { orderId, ...later, amount: 6_000 }, clerk())
    const detail = () => t.call(contract.deposit.detail, { orderId }, { token: w.tokens.owner })
    const line = { code: 'supplement', refId: id, name: '补款：停车过路', owed: 6_000, kinds: [depositKind.rental] }
    expect((await detail()).charges).toEqual([line])
    const by = { kind: depositKind.rental, mode: payMode.offlineDeduct, reason: '停车费' }
    const part = async (amount: number) => ({
      ...{ orderId, lines: [{ code: 'supplement', refId: id, amount }], ...by },
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    })
    await t.call(contract.deposit.deduct, await part(2_000), { token: w.tokens.owner })
    expect((await t.call(list, { orderId }, clerk()))[0]).toMatchObject({ due: 4_000 })
    await t.call(contract.deposit.deduct, await part(4_000), { token: w.tokens.owner })
    expect((await t.call(list, { orderId }, clerk()))[0]).toMatchObject({ status: supplementStatus.paid, due: 0 })
    expect(
      await t.send(
        contract.payment.collect,
        { orderId, amount: 1, payWay: payWay.cash, payKind: payKind.supplement, refId: id },
        clerk(),
      ),
    ).toMatchObject({ errorCode: 4001 })
    await inBalance()
  })

  it('of rent is earned with the settlement, and withdrawn from the income it became', async () => {
    const { orderId, total } = await handOut(t, w, { form: { vehicleId: w.vehicles.lavida.at(-1)!.id } })
    const rent = { orderId, reasonCode: supplementReason.rent, payMode: payMode.onlineIn } as const
    const owner = { token: w.tokens.owner }
    const { id } = await t.call(save, { ...rent, amount: 7_000 }, owner)
    expect((await books(t, orderId)).unearned).toBe(-(total + 7_000))
    const at = t.clock.now() + 3 * 86_400_000
    const confirm = { settle: undefined, payWay: undefined, overrideReason: '月结客户' }
    const { preview } = await bringBack(t, w, orderId, { at, confirm })
    expect(preview).toMatchObject({ balance: 7_000, supplements: [{ name: '补款：少收租金', amount: 7_000 }] })
    await t.call(save, { ...rent, amount: 500 }, owner)
    expect(await books(t, orderId)).toMatchObject({ rent_income: -(68_400 + 7_500) })
    await t.call(cancel, { id }, owner)
    expect(await order(orderId)).toMatchObject({ owed: 500, settleStatus: settleStatus.open })
    expect(await books(t, orderId)).toMatchObject({ rent_income: -(68_400 + 500) })
    await inBalance()
  })

  it('goes with an order that is called off, and then only collects what is still owed', async () => {
    const { orderId, total } = await book(t, w)
    await pay(orderId, total)
    await t.call(save, { orderId, ...later, amount: 1_000, ...cash }, clerk())
    const why = { reason: cancelReason.tripOff, responsibility: responsibility.customer, expectPenalty: 0 }
    const done = await t.call(contract.order.cancel, { orderId, ...why }, { token: w.tokens.owner })
    expect(done).toMatchObject({ status: orderStatus.cancelling, refund: total + 1_000 })
    expect((await t.call(list, { orderId }, clerk()))[0]).toMatchObject({ status: supplementStatus.cancelled })
    expect(await t.send(save, { orderId, ...later, amount: 1 }, clerk())).toMatchObject({ errorCode: 4002 })
    await inBalance()
  })
})

describe('refused is', () => {
  it.each([
    ['nothing', { amount: 0 }, -2],
    ['more than 100,000.00', { amount: 10_000_001 }, 4002],
    ['no way for money that is here', { payMode: payMode.offlineIn }, -2],
    ['a way that the merchant does not take', { ...cash, payWay: payWay.pos }, 4008],
    ['a picture of nobody', { photoIds: ['1'] }, -4],
    ['an order of nobody', { orderId: '1' }, 2002],
  ])('%s', async (_, wrong, errorCode) => {
    const orderId = await onRent()
    expect(await t.send(save, { orderId, ...later, amount: 100, ...wrong } as never, clerk())).toMatchObject({
      errorCode,
    })
    expect(await order(orderId)).toMatchObject({ owed: 0 })
  })

  it('an order that waits, another merchant, a role without the key', async () => {
    const draft = await book(t, w, { form: { submit: false } })
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...later, amount: 100 }, clerk())
    expect(await t.send(save, { orderId: draft.orderId, ...later, amount: 1 }, clerk())).toMatchObject({
      errorCode: 2001,
    })
    expect(await t.send(cancel, { id }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(list, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(cancel, { id }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
  })

  it('of two who cancel one, the second', async () => {
    const orderId = await onRent()
    const { id } = await t.call(save, { orderId, ...later, amount: 100 }, clerk())
    const both = await Promise.all([
      t.send(cancel, { id }, clerk()),
      t.send(
        contract.payment.collect,
        { orderId, payKind: payKind.supplement, refId: id, amount: 100, payWay: payWay.cash },
        clerk(),
      ),
    ])
    expect(both.map(({ errorCode }) => errorCode).filter((code) => code !== 0)).toHaveLength(1)
    await inBalance()
  })
})
