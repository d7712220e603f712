import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../testing/world/bookings.ts'
import { clerk, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay } from '../../testing/world/online.ts'

const { paySetting, savePay, storePay, saveStorePay } = contract.merchant

sharedMerchant({ cars: 40 })
beforeAll(async () => {
  await openOnlinePay(t, w)
  const payWays = [payWay.alipay, payWay.wechat, payWay.cash, payWay.bank]
  const { version } = await t.call(paySetting, {}, owner())
  await t.call(savePay, { payProfile: 1, payWays, limits: { maxPayment: 10_000_000 }, version }, owner())
})

type Own = Omit<InputOf<typeof saveStorePay>, 'storeId' | 'version'>
const of = async (storeId: string) => (await t.call(storePay, {}, owner())).find((one) => one.storeId === storeId)!
const keep = async (own: Own, storeId = w.stores.hongqiao) =>
  t.call(saveStorePay, { ...own, storeId, version: (await of(storeId)).version }, owner())

beforeEach(() => keep({}))

describe('how a store takes money', () => {
  it('is its merchant’s until it has ways or a limit of its own, each by itself', async () => {
    const inForce = (storeId?: string) => t.call(paySetting, { storeId }, clerk())
    const merchants = { payWays: [3, 4, 1, 2], maxPayment: 10_000_000 }
    expect(await inForce(w.stores.hongqiao)).toMatchObject(merchants)
    await keep({ payWays: [payWay.pos, payWay.cash] })
    expect(await inForce(w.stores.hongqiao)).toMatchObject({ payWays: [3, 5], maxPayment: 10_000_000 })
    await keep({ maxPayment: 50_000 })
    expect(await inForce(w.stores.hongqiao)).toMatchObject({ payWays: [3, 4, 1, 2], maxPayment: 50_000 })
    expect(await of(w.stores.hongqiao)).toMatchObject({ payWays: null, maxPayment: 50_000 })
    expect(await inForce(w.stores.pudong)).toMatchObject(merchants)
    expect(await inForce()).toMatchObject(merchants)
    await keep({})
    expect(await inForce(w.stores.hongqiao)).toMatchObject(merchants)
  })

  it('is told of each order that a receipt may pay', async () => {
    await keep({ payWays: [payWay.wechat, payWay.bank] })
    const contactName = '远航商贸'
    const { orderId } = await book(t, w, { form: { contactName } })
    const debts = async () => (await t.call(contract.payment.receiptDebts, { keyword: contactName }, owner())).list
    expect(await debts()).toMatchObject([{ orderId, payWays: [payWay.bank] }])
    await keep({})
    expect(await debts()).toMatchObject([{ orderId, payWays: [payWay.cash, payWay.bank] }])
  })

  it('is asked wherever its orders are paid, and what is refused names the way and the store', async () => {
    await keep({ payWays: [payWay.wechat, payWay.bank] })
    const { orderId } = await book(t, w)
    const collect = (way: 1 | 2 | 3 | 4) =>
      t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount: 100, payWay: way }, owner())
    const noCash = { errorCode: 4008, message: '虹桥机场店未开通现金收款' }
    expect(await collect(payWay.cash)).toMatchObject(noCash)
    expect(await collect(payWay.alipay)).toMatchObject({ errorCode: 4008, message: '虹桥机场店未开通支付宝收款' })
    expect(await collect(payWay.bank)).toMatchObject({ success: true })
    expect(await collect(payWay.wechat)).toMatchObject({ success: true })

    const supplement = {
      orderId,
      reasonCode: 1,
      amount: 100,
      payMode: payMode.offlineIn,
      remark: '补',
      voucherIds: [],
    } as const
    expect(await t.send(contract.supplement.save, { ...supplement, payWay: payWay.cash }, owner())).toMatchObject(
      noCash,
    )

    const { rows, payWays } = await t.call(contract.deposit.forPickup, { orderId }, owner())
    expect(payWays).toEqual([payWay.bank, payWay.wechat])
    const rental = rows.find(({ kind }) => kind === 1)!
    const deposit = { orderId, kind: 1, mode: depositMode.offline, amount: rental.amount } as const
    expect(await t.send(contract.deposit.pay, { ...deposit, payWay: payWay.cash }, owner())).toMatchObject(noCash)
    expect(await t.send(contract.deposit.pay, { ...deposit, payWay: payWay.alipay }, owner())).toMatchObject({
      errorCode: 4008,
      message: '虹桥机场店未开通支付宝收款',
    })
    expect(await t.send(contract.deposit.pay, { ...deposit, payWay: payWay.bank }, owner())).toMatchObject({
      success: true,
    })

    const receipt = {
      payer: '王先生',
      payWay: payWay.cash,
      amount: 100,
      orders: [{ orderId, amount: 100 }],
    }
    expect((await t.send(contract.payment.receiptSave, receipt, owner())).message).toContain('虹桥机场店未开通现金收款')
  })

  it('bounds a single payment, above the merchant’s bound as well as below', async () => {
    const { orderId, total } = await book(t, w)
    const collect = (amount: number) =>
      t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount, payWay: payWay.cash }, owner())
    await keep({ maxPayment: 10_000 })
    expect(await collect(10_001)).toMatchObject({
      errorCode: 4002,
      message: '金额不正确，虹桥机场店单笔收款上限¥100.00',
      data: { field: 'amount' },
    })
    expect(await collect(10_000)).toMatchObject({ success: true })
    const { version, payProfile, chosenWays } = await t.call(paySetting, {}, owner())
    const merchant = { payProfile: payProfile as 1, payWays: chosenWays }
    const after = await t.call(savePay, { ...merchant, limits: { maxPayment: 20_000 }, version }, owner())
    await keep({ maxPayment: 10_000_000 })
    expect(await collect(total - 10_000)).toMatchObject({ success: true })
    await t.call(savePay, { ...merchant, limits: { maxPayment: 10_000_000 }, version: after.version }, owner())
  })

  it('offers its customers’ page what it takes online', async () => {
    await keep({ payWays: [payWay.wechat, payWay.bank] })
    const { orderId } = await book(t, w)
    const { url } = await t.call(contract.payment.askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())
    const token = new URL(url, 'http://x').searchParams.get('t')!
    expect(await t.call(contract.payment.payPage, { t: token }, {})).toMatchObject({ ways: [payWay.wechat] })
    expect(await t.send(contract.payment.payByLink, { t: token, payWay: payWay.alipay })).toMatchObject({
      errorCode: 4008,
    })
    await keep({ payWays: [payWay.bank] })
    expect(await t.send(contract.payment.askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).toMatchObject({
      errorCode: 4008,
    })
  })

  it('is set by who sets how money is taken, with a way by hand, over what was read', async () => {
    const storeId = w.stores.hongqiao
    const { version } = await of(storeId)
    const save = (own: object, by = owner()) => t.send(saveStorePay, { storeId, version, ...own }, by)
    expect(await save({ payWays: [payWay.alipay] })).toMatchObject({ errorCode: -2, data: { field: 'payWays' } })
    expect(await save({ payWays: [payWay.platform, payWay.cash] })).toMatchObject({ errorCode: 4008 })
    expect(await save({ payWays: [payWay.cash] }, { token: w.tokens.manager })).toMatchObject({ errorCode: -3 })
    expect(await save({ payWays: [payWay.cash] })).toMatchObject({ success: true })
    expect(await save({ payWays: [payWay.bank] })).toMatchObject({ errorCode: -5 })
    const { rows } = await t.root.query(
      `select after from audit where action = 'merchant.saveStorePay' and target_id = $1 order by id desc limit 1`,
      [storeId],
    )
    expect(rows[0].after).toMatchObject({ payWays: [payWay.cash] })
  })

  it('is the platform’s where that collects', async () => {
    const { version, chosenWays } = await t.call(paySetting, {}, owner())
    const choice = { payWays: chosenWays, limits: { maxPayment: 10_000_000 } }
    const after = await t.call(savePay, { ...choice, payProfile: 2, version }, owner())
    const { version: own } = await of(w.stores.hongqiao)
    const storeId = w.stores.hongqiao
    expect(await t.send(saveStorePay, { storeId, payWays: [payWay.cash], version: own }, owner())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('平台代收'),
    })
    await t.call(savePay, { ...choice, payProfile: 1, version: after.version }, owner())
  })
})
