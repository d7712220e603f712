import { randomUUID } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { deductResult, depositMode } from '@cheyi/domain/money/deposit/codes'
import { type PayMode, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { books, rentAndReturn } from '../../../testing/world/bookings.ts'
import { type DepositPay, freeze, holdDeposit, score } from '../../../testing/world/deposits.ts'
import { manager, owner, t, w } from '../../../testing/world/merchant.ts'
import { tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'

/* What was captured from an authorisation and is given back: by its capture where the provider can, else by hand. */

const { deposit, damage } = contract
const voucher = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)

onlineMerchant({ cars: 40 })
beforeAll(async () => {
  const { version } = await t.call(contract.merchant.paySetting, {}, owner())
  const payWays = [payWay.alipay, payWay.wechat, payWay.cash, payWay.pos]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
})

const machine = { mode: depositMode.online, payWay: payWay.pos, authNo: '100001', cardTail: '8812' } as const

const bookedFor = async (how: DepositPay) => {
  const orderId = await holdDeposit(t, w, how)
  return { orderId, total: (await t.call(contract.order.detail, { orderId }, owner())).fees.total }
}

/** What is completed at the card machine has a slip. */
const slipOf = (mode: PayMode) => (mode === payMode.offlineDeduct ? { slipNo: randomUUID() } : {})

/** Damage of 800 yuan that was captured from the deposit once the car was back. */
async function captured(how: DepositPay = freeze) {
  const { orderId, total } = await bookedFor(how)
  await rentAndReturn(t, w, orderId, 0)
  const deductMode = 'authNo' in how ? payMode.offlineDeduct : payMode.onlineIn
  const { id } = await t.call(
    damage.save,
    {
      orderId,
      parts: [{ part: 'leftFrontDoor', kind: damageKind.dent, amount: 80_000 }],
      liability: liabilities.code.customer,
      photoIds: await voucher(),
      assess: true,
      deduct: { payMode: deductMode, amount: 80_000, ...slipOf(deductMode) },
    },
    owner(),
  )
  await runDue(t, 'payQuery')
  expect(await shown(orderId)).toEqual([{ amount: 80_000, refunded: 0, result: deductResult.succeeded }])
  return { orderId, damageId: id, total }
}
const shown = async (orderId: string) =>
  (await t.call(deposit.detail, { orderId }, owner())).deductions.map(({ amount, refunded, result }) => ({
    amount,
    refunded,
    result,
  }))
const giveBack = (damageId: string, amount: number, more: { key?: string; token?: string } = {}) =>
  t.send(damage.refund, { damageId, amount, payMode: payMode.onlineOut, reason: '定损过高' }, { ...owner(), ...more })
const out = async (orderId: string) =>
  (
    await t.root.query(
      `select amount_fen, status, pay_mode, pay_way, out_trade_no from payment where order_id = $1 and direction = 'out' and hold_id is null order by id`,
      [orderId],
    )
  ).rows
/** What the bank holds of an order's deposit. */
async function heldAtBank(orderId: string) {
  const { rows } = await t.root.query(`select id from payment where order_id = $1 and hold_step = 'freeze'`, [orderId])
  return (await tradeOf(t, rows[0].id))!
}
const backAtBank = async (orderId: string): Promise<number> => (await heldAtBank(orderId)).refunded

/** The charge of a return, taken out of the deposit. */
async function deducted(orderId: string, mode: InputOf<typeof deposit.deduct>['mode']): Promise<string> {
  const { charges } = await t.call(deposit.detail, { orderId }, owner())
  const [{ code, refId }] = charges as [(typeof charges)[number]]
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  const lines = [{ code, refId: refId!, amount: 80_000 }]
  await t.call(deposit.deduct, { orderId, kind: 1, lines, mode, reason: '清洁费', photoIds, ...slipOf(mode) }, owner())
  await runDue(t, 'payQuery')
  return refId!
}

const asked = (orderId: string, refId: string, amount: number): InputOf<typeof contract.reimbursement.save> => ({
  orderId,
  kind: 1,
  reasonCode: reimbursementReasons.code.overcharged,
  payMode: payMode.onlineOut,
  items: [{ code: 'expense', refId, amount }],
})

describe.each([
  ['支付宝预授权', freeze],
  ['微信支付分', score],
] as const)('by its capture: %s', (_, how) => {
  it('is refunded once the provider says that it went, and on its way before', async () => {
    const { orderId, damageId } = await captured(how)
    expect(await giveBack(damageId, 80_000)).toMatchObject({ data: { paidOut: 80_000 } })
    expect(await out(orderId)).toMatchObject([{ amountFen: '80000', payMode: payMode.onlineOut }])
    expect(await shown(orderId)).toEqual([{ amount: 80_000, refunded: 0, result: deductResult.succeeded }])
    expect(await books(t, orderId)).toMatchObject({ online_clearing: 80_000, customer_receivable: -80_000 })
    await runDue(t, 'moneyOut')
    expect(await shown(orderId)).toEqual([{ amount: 80_000, refunded: 80_000, result: deductResult.refunded }])
    expect(await backAtBank(orderId)).toBe(80_000)
    const after = await books(t, orderId)
    expect(after).not.toHaveProperty('online_clearing')
    expect(after).not.toHaveProperty('damage_income')
    await runDue(t, 'moneyOut')
    await runDue(t, 'payQuery')
    expect(await backAtBank(orderId)).toBe(80_000)
  })

  it('in parts: refunded with the last of them', async () => {
    const { orderId, damageId } = await captured(how)
    await giveBack(damageId, 30_000)
    await runDue(t, 'moneyOut')
    expect(await shown(orderId)).toEqual([{ amount: 80_000, refunded: 30_000, result: deductResult.succeeded }])
    await giveBack(damageId, 50_000)
    expect(await shown(orderId)).toMatchObject([{ refunded: 30_000, result: deductResult.succeeded }])
    await runDue(t, 'moneyOut')
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
  })

  it('once for a key that comes twice, and for one of two people', async () => {
    const { orderId, damageId } = await captured(how)
    const twice = await Promise.all([1, 2].map(() => giveBack(damageId, 30_000, { key: `give-back-${orderId}` })))
    expect(twice.map(({ success }) => success)).toEqual([true, true])
    const both = await Promise.all([giveBack(damageId, 50_000), giveBack(damageId, 50_000, manager())])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    await runDue(t, 'moneyOut')
    expect((await out(orderId)).map(({ amountFen }) => amountFen)).toEqual(['30000', '50000'])
    expect(await backAtBank(orderId)).toBe(80_000)
  })

  it('waits for a provider that is away or whose answer was lost, and goes once under its number', async () => {
    for (const fault of ['down', 'timeOutAfterSuccess'] as const) {
      t.clock.set(TEST_NOW)
      const { orderId, damageId } = await captured(how)
      await giveBack(damageId, 80_000)
      await simulator.fail(fault)
      await runDue(t, 'moneyOut')
      const [sent] = await out(orderId)
      expect(sent, fault).toMatchObject({ status: paymentStatus.processing })
      expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
      await simulator.fail('none')
      t.clock.advance(5 * MINUTE)
      await runDue(t, 'payQuery')
      expect(await out(orderId)).toMatchObject([{ status: paymentStatus.succeeded, outTradeNo: sent.outTradeNo }])
      expect(await backAtBank(orderId)).toBe(80_000)
      expect(await shown(orderId)).toMatchObject([{ result: deductResult.refunded }])
    }
  })

  it('that is refused for good stays what it was, and is paid by hand', async () => {
    const { orderId, damageId } = await captured(how)
    await giveBack(damageId, 80_000)
    await simulator.fail('refuseRefund')
    for (let n = 0; n < 6; n++) {
      await runDue(t, 'moneyOut')
      t.clock.advance(DAY / 4)
    }
    expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
    const voucherIds = await voucher()
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
    expect(await backAtBank(orderId)).toBe(0)
  })

  it('is told of what takes its time, as often as the provider likes, and counts once', async () => {
    const { orderId, damageId } = await captured(how)
    const { no } = await heldAtBank(orderId)
    await giveBack(damageId, 80_000)
    await simulator.fail('pendingRefunds', no)
    await runDue(t, 'moneyOut')
    expect(await out(orderId)).toMatchObject([{ status: paymentStatus.processing }])
    expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
    await simulator.fail('repeat', no)
    await simulator.act(no, 'approve')
    // Alipay tells of no refund of a trade: it is asked.
    if (how === freeze) {
      t.clock.advance(5 * MINUTE)
      await runDue(t, 'payQuery')
    }
    expect(await out(orderId)).toMatchObject([{ status: paymentStatus.succeeded }])
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
    expect(await backAtBank(orderId)).toBe(80_000)
  })

  it('goes back by hand once its time is over', async () => {
    const { orderId, damageId } = await captured(how)
    t.clock.advance(366 * DAY)
    await giveBack(damageId, 80_000)
    await runDue(t, 'moneyOut')
    expect(await out(orderId)).toMatchObject([{ payMode: payMode.offlineOut, status: paymentStatus.waiting }])
    const voucherIds = await voucher()
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
    expect(await backAtBank(orderId)).toBe(0)
  })

  it('for a charge that was deducted wrongly: by a reimbursement, above its limit by two people', async () => {
    const orderId = await holdDeposit(t, w, how)
    await rentAndReturn(t, w, orderId, 80_000)
    const refId = await deducted(orderId, payMode.onlineIn)
    const { id, byRoute } = await t.call(contract.reimbursement.save, asked(orderId, refId, 80_000), owner())
    expect(byRoute).toBe(false)
    await t.call(contract.reimbursement.approve, { id, pass: true }, manager())
    expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
    await runDue(t, 'moneyOut')
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
    expect(await backAtBank(orderId)).toBe(80_000)
  })
})

it('支付分 that its customer paid in parts is refused by WeChat, and goes back by hand', async () => {
  const { orderId, damageId } = await captured(score)
  await simulator.fail('paidInParts', (await heldAtBank(orderId)).no)
  await giveBack(damageId, 80_000)
  for (let n = 0; n < 6; n++) {
    await runDue(t, 'moneyOut')
    t.clock.advance(DAY / 4)
  }
  expect(await out(orderId)).toMatchObject([{ payMode: payMode.onlineOut, status: paymentStatus.failed }])
  expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
  const voucherIds = await voucher()
  await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
  expect(await out(orderId)).toMatchObject([{ amountFen: '80000', status: paymentStatus.succeeded }])
  expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
  expect(await backAtBank(orderId)).toBe(0)
})

describe('what the card machine captured goes back by hand', () => {
  it('is refunded by its voucher, and on its way before', async () => {
    const { orderId, damageId } = await captured(machine)
    await giveBack(damageId, 80_000)
    t.clock.advance(HOUR)
    await runDue(t, 'moneyOut')
    expect(await out(orderId)).toMatchObject([
      { payMode: payMode.offlineOut, status: paymentStatus.waiting, payWay: payWay.pos },
    ])
    expect(await shown(orderId)).toMatchObject([{ refunded: 0, result: deductResult.succeeded }])
    const voucherIds = await voucher()
    const record = () => t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    const both = await Promise.all([record(), record()])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(await shown(orderId)).toMatchObject([{ refunded: 80_000, result: deductResult.refunded }])
    expect(await books(t, orderId)).not.toHaveProperty('damage_income')
  })

  it('is counted and marked by a reimbursement', async () => {
    const { orderId, total } = await bookedFor(machine)
    await rentAndReturn(t, w, orderId, 80_000)
    const refId = await deducted(orderId, payMode.offlineDeduct)
    const known = await t.call(contract.reimbursement.list, { orderId }, owner())
    expect(known.refundable).toBe(total + 80_000)
    const { id } = await t.call(contract.reimbursement.save, asked(orderId, refId, 30_000), owner())
    await t.call(
      contract.reimbursement.pay,
      { id, payWay: payWay.pos, voucherIds: await voucher(), slipNo: 'T0001' },
      owner(),
    )
    expect(await shown(orderId)).toEqual([{ amount: 80_000, refunded: 30_000, result: deductResult.succeeded }])
    expect((await t.call(contract.reimbursement.list, { orderId }, owner())).refundable).toBe(total + 50_000)
  })
})

describe('what an order was paid', () => {
  const invoiceable = async (orderId: string) =>
    (await t.call(contract.invoice.ofOrders, { orderId }, owner())).orders[0]

  it.each([
    ['支付宝预授权', freeze],
    ['微信支付分', score],
    ['the card machine', machine],
  ] as const)('counts what was captured, and that it went back: %s', async (_, how) => {
    const { orderId, damageId, total } = await captured(how)
    expect(await invoiceable(orderId)).toMatchObject({ received: total + 80_000, left: total + 80_000 })
    await giveBack(damageId, 80_000)
    await runDue(t, 'moneyOut')
    if ('authNo' in how) {
      const voucherIds = await voucher()
      await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    }
    expect(await invoiceable(orderId)).toMatchObject({ received: total, left: total })
    const { fees } = await t.call(contract.order.detail, { orderId }, owner())
    expect(fees).toMatchObject({ total, paid: total + 80_000, refunded: 80_000, owed: 0 })
    expect(await t.call(contract.expense.bill, { orderId }, owner())).toMatchObject({
      received: total + 80_000,
      refunded: 80_000,
    })
  })
})
