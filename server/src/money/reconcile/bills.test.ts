import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import { differenceKind, differenceState } from '@cheyi/domain/money/reconcile/compare'
import { addDays, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { runDue, runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree, rentAndReturn } from '../../testing/world/bookings.ts'
import { type DepositPay, freeze, holdDeposit, score } from '../../testing/world/deposits.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink, tradeOf } from '../../testing/world/online.ts'
import { makeWorld } from '../../testing/world/world.ts'

/*
 * A provider's bill, over its own wire, against what we have: each test has a day of its own, and its bill the next morning.
 */

sharedMerchant({ cars: 80 })
let simulator: PaySimulator
/** Past the days that the captures of the first tests take. */
let day = 20
beforeAll(async () => {
  simulator = await openOnlinePay(t, w)
})
beforeEach(() => {
  day++
  t.clock.set(TEST_NOW + day * DAY)
})
afterEach(async () => {
  await simulator.fail('none')
  await booksAgree(t)
})

const { reconcile } = contract
const today = () => localDate(TEST_NOW + day * DAY)

/** An order paid online today. @returns the payment */
async function paid(way: 1 | 2 = payWay.alipay) {
  const { orderId, total } = await book(t, w, {
    form: { payMode: payMode.onlineIn },
    trip: { pickupAt: t.clock.now() + 4 * DAY, returnAt: t.clock.now() + 6 * DAY },
  })
  const { paymentId } = await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: way },
    owner(),
  )
  await payLink(t, paymentId)
  return { orderId, paymentId, total }
}
const faultOf = async (paymentId: string, fault: Parameters<PaySimulator['fail']>[0]) =>
  simulator.fail(fault, (await tradeOf(t, paymentId))!.no)

/** The next morning at eleven the bills of the day are fetched. */
async function nextMorning(): Promise<void> {
  t.clock.set(TEST_NOW + (day + 1) * DAY + HOUR)
  await runMerchants(t, 'bills')
}
type Bill = OutputOf<typeof reconcile.detail>
async function billOf(way: 1 | 2 = payWay.alipay): Promise<Bill> {
  const { list } = await t.call(reconcile.page, { payWay: way, pageSize: 100 }, owner())
  return list.find((bill) => bill.day === today())!
}
const found = async (billId: string) => (await t.call(reconcile.differences, { billId, pageSize: 100 }, owner())).list
const booked = async (key: string): Promise<Record<string, number>> => {
  const { rows } = await t.root.query(
    `select e.account, sum(e.debit_fen - e.credit_fen)::int as fen from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id
       and e.txn_id = t.id where t.merchant_id = $1 and t.idem_key like $2 group by 1 order by 1`,
    [w.merchantId, key],
  )
  return Object.fromEntries(rows.map(({ account, fen }) => [account, fen]))
}
const counter = async () => (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'bill')!.count

it('what is captured from a hold stands in the bill, by its own number or that of the hold', async () => {
  const hows = [
    [payWay.alipay, freeze],
    [payWay.wechat, score],
  ] as const
  for (const [, how] of hows) {
    t.clock.set(TEST_NOW)
    await capture(how)
  }
  const back = t.clock.now()
  t.clock.set(startOfDate(addDays(localDate(back), 1)) + 15 * HOUR)
  await runMerchants(t, 'bills')
  for (const [way] of hows) {
    const { list } = await t.call(reconcile.page, { payWay: way, pageSize: 100 }, owner())
    const expected = { state: billState.matched, lines: 1, paid: 80_000, fee: 480 }
    expect(list.find((bill) => bill.day === localDate(back))).toMatchObject(expected)
  }
})

/** A rental whose deposit is held, and pays what the return charges. */
async function capture(how: DepositPay): Promise<void> {
  const orderId = await holdDeposit(t, w, how)
  await rentAndReturn(t, w, orderId, 80_000)
  const { charges } = await t.call(contract.deposit.detail, { orderId }, owner())
  await t.call(
    contract.deposit.deduct,
    {
      orderId,
      kind: 1,
      lines: [{ code: charges[0]!.code, refId: charges[0]!.refId ?? undefined, amount: 80_000 }],
      mode: payMode.onlineIn,
      reason: '清洁费',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    },
    owner(),
  )
  await runDue(t, 'payQuery')
}

describe.each([
  ['支付宝', payWay.alipay],
  ['微信', payWay.wechat],
] as const)('the bill of %s', (_, way) => {
  it('agrees with what was paid and paid back, and what agrees is in the bank less the fee', async () => {
    const first = await paid(way)
    const { total } = await paid(way)
    await t.call(
      contract.order.cancel,
      { orderId: first.orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
      owner(),
    )
    await runDue(t, 'moneyOut')
    await nextMorning()
    const bill = await billOf(way)
    const fee = Math.round(total * 0.006)
    expect(bill).toMatchObject({
      state: billState.matched,
      lines: 3,
      paid: first.total + total,
      refunded: first.total,
      fee,
      open: 0,
      askAt: null,
    })
    expect(await booked(`J23:bill:${bill.id}:%`)).toEqual({
      bank: total - fee,
      payment_fee: fee,
      online_clearing: -total,
    })
    // Another run, and another server, find nothing to do.
    await runMerchants(t, 'bills')
    expect(await billOf(way)).toEqual(bill)
  })

  it('takes what the merchant bears of a payment for an expense, and gives that of a refund back', async () => {
    const [kept, back] = [await paid(way), await paid(way)]
    for (const { paymentId } of [kept, back]) await faultOf(paymentId, 'discounted')
    await t.call(
      contract.order.cancel,
      { orderId: back.orderId, reason: 1, responsibility: 1, expectPenalty: 0 },
      owner(),
    )
    await runDue(t, 'moneyOut')
    await nextMorning()
    const bill = await billOf(way)
    const fee = Math.round(kept.total * 0.006)
    expect(bill).toMatchObject({ state: billState.matched, lines: 3, fee, borne: 500, open: 0 })
    expect(await booked(`J23:bill:${bill.id}:%`)).toEqual({
      bank: kept.total - fee - 500,
      payment_fee: fee,
      other_expense: 500,
      online_clearing: -kept.total,
    })
  })

  it('says what it misses, what it has besides, other sums and other states', async () => {
    const good = await paid(way)
    const [missing, other] = [await paid(way), await paid(way)]
    await faultOf(missing.paymentId, 'unbilled')
    await faultOf(other.paymentId, 'billedOther')
    // Paid, and nobody told us, nor did we ask.
    const { orderId, total } = await book(t, w, {
      form: { payMode: payMode.onlineIn },
      trip: { pickupAt: t.clock.now() + 4 * DAY, returnAt: t.clock.now() + 6 * DAY },
    })
    const lost = await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: total, payWay: way },
      owner(),
    )
    await faultOf(lost.paymentId, 'lose')
    await payLink(t, lost.paymentId)
    // Taken by the shop's account, not by this system.
    const provider = t.kernel.outside.pay.provider(await simulator.account(way === payWay.alipay ? 'alipay' : 'wechat'))
    const elsewhere = `X${way}${day}`
    await provider.create({
      outTradeNo: elsewhere,
      amount: 12_345,
      subject: '店内扫码',
      client: 'qr',
      expiresAt: t.clock.now() + HOUR,
      notifyUrl: 'https://shop.example/elsewhere',
      payerIp: '10.0.0.1',
    })
    await simulator.act((await simulator.trades()).find(({ outTradeNo }) => outTradeNo === elsewhere)!.no, 'approve')

    await nextMorning()
    const bill = await billOf(way)
    expect(bill).toMatchObject({ state: billState.differing, lines: 4, open: 4 })
    const all = await found(bill.id)
    const by = (kind: number) => all.find((one) => one.kind === kind)
    expect(by(differenceKind.missingHere)).toMatchObject({ no: elsewhere, theirs: 12_345, ours: null, orderId: null })
    expect(by(differenceKind.missingThere)).toMatchObject({
      theirs: null,
      ours: missing.total,
      orderId: missing.orderId,
    })
    expect(by(differenceKind.otherSum)).toMatchObject({
      theirs: other.total + 100,
      ours: other.total,
      orderId: other.orderId,
    })
    expect(by(differenceKind.otherState)).toMatchObject({ theirs: total, ours: total, orderId })
    const fee = Math.round(good.total * 0.006)
    expect(await booked(`J23:bill:${bill.id}:%`)).toEqual({
      bank: good.total - fee,
      payment_fee: fee,
      online_clearing: -good.total,
    })
    expect(await counter()).toBeGreaterThan(0)
  })
})

describe('a difference', () => {
  const clear = (id: string, action: 'recheck' | 'book', more = {}, token = w.tokens.owner) =>
    t.send(reconcile.clear, { id, action, ...more }, { token })

  it('is gone once the payment is here after all', async () => {
    const { orderId, total } = await book(t, w, {
      form: { payMode: payMode.onlineIn },
      trip: { pickupAt: t.clock.now() + 4 * DAY, returnAt: t.clock.now() + 6 * DAY },
    })
    const { paymentId } = await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay },
      owner(),
    )
    await faultOf(paymentId, 'lose')
    await payLink(t, paymentId)
    await nextMorning()
    const bill = await billOf()
    const [difference] = await found(bill.id)
    expect(difference).toMatchObject({ kind: differenceKind.otherState })
    expect(await clear(difference!.id, 'recheck')).toMatchObject({ data: { state: differenceState.open } })
    await runDue(t, 'payQuery')
    expect(await clear(difference!.id, 'recheck')).toMatchObject({ data: { state: differenceState.agreed } })
    expect(await billOf()).toMatchObject({ state: billState.cleared, open: 0 })
    const fee = Math.round(total * 0.006)
    expect(await booked(`J23:bill:d${difference!.id}`)).toEqual({
      bank: total - fee,
      payment_fee: fee,
      online_clearing: -total,
    })
    expect(await clear(difference!.id, 'recheck')).toMatchObject({ errorCode: -5 })
  })

  it('is written off with a reason, by two where it is large', async () => {
    await paid()
    const { paymentId, total } = await paid()
    await faultOf(paymentId, 'unbilled')
    await nextMorning()
    const bill = await billOf()
    const before = await counter()
    const [difference] = await found(bill.id)
    expect(await clear(difference!.id, 'book', { reason: '渠道漏记，已与客服确认' })).toMatchObject({ errorCode: 1036 })
    expect(await clear(difference!.id, 'book', { reason: 'x' }, w.tokens.service)).toMatchObject({ errorCode: -3 })
    expect(await counter()).toBe(before)
    expect(await booked(`J23:bill:d${difference!.id}`)).toEqual({})
    expect(total).toBeGreaterThan(5_000)
  })

  it('of a small sum is booked by one, leaves the clearing account at nothing and the log a line', async () => {
    const { paymentId, total } = await paid()
    await faultOf(paymentId, 'billedOther')
    await nextMorning()
    const bill = await billOf()
    const [difference] = await found(bill.id)
    expect(await clear(difference!.id, 'book')).toMatchObject({ errorCode: -2, message: '参数错误：请填写原因' })
    expect(await clear(difference!.id, 'book', { reason: '客户多付一元' })).toMatchObject({ success: true })
    const fee = Math.round(total * 0.006)
    expect(await booked(`J23:bill:d${difference!.id}`)).toEqual({
      bank: total + 100 - fee,
      payment_fee: fee,
      online_clearing: -total,
      bill_difference: -100,
    })
    expect(await billOf()).toMatchObject({ state: billState.cleared })
    const { rows } = await t.root.query(
      `select after from audit where action = 'reconcile.clear' and target_id = $1 and result = 'ok'`,
      [bill.id],
    )
    expect(rows).toMatchObject([{ after: { difference: 100, reason: '客户多付一元' } }])
  })

  it('is gone by itself when a later bill has the line', async () => {
    await paid()
    const late = TEST_NOW + day * DAY
    t.clock.set(late + DAY)
    const { paymentId, total } = await paid()
    // We took it for yesterday's.
    await t.root.query('update payment set paid_at = $2 where id = $1', [paymentId, new Date(late)])
    await nextMorning()
    const bill = await billOf()
    expect(bill).toMatchObject({ state: billState.differing, open: 1 })
    day++
    await nextMorning()
    expect(await t.call(reconcile.detail, { id: bill.id }, owner())).toMatchObject({
      state: billState.cleared,
      open: 0,
    })
    expect(await found(bill.id)).toMatchObject([{ kind: differenceKind.missingThere, state: differenceState.agreed }])
    const later = await billOf()
    expect(later).toMatchObject({ state: billState.matched, lines: 1, paid: total })
    expect(await booked(`J23:bill:${later.id}:%`)).toMatchObject({ online_clearing: -total })
  })

  it('that was written off stays so when its line comes: that is money without a record', async () => {
    await paid()
    const late = TEST_NOW + day * DAY
    t.clock.set(late + DAY)
    const { paymentId, total } = await paid()
    await t.root.query('update payment set paid_at = $2 where id = $1', [paymentId, new Date(late)])
    await nextMorning()
    const bill = await billOf()
    const [difference] = await found(bill.id)
    const put = await clear(difference!.id, 'book', { reason: '渠道漏记' })
    const { approvalId } = put.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.finance })
    const done = await t.send(
      reconcile.clear,
      { id: difference!.id, action: 'book', reason: '渠道漏记' },
      { token: w.tokens.owner, headers: { 'x-approval-id': approvalId } },
    )
    expect(done).toMatchObject({ data: { state: differenceState.booked } })
    expect(await booked(`J23:bill:d${difference!.id}`)).toEqual({ bill_difference: total, online_clearing: -total })
    day++
    await nextMorning()
    const later = await billOf()
    expect(await found(later.id)).toMatchObject([{ kind: differenceKind.missingHere, theirs: total, ours: null }])
    const [again] = await found(later.id)
    expect(await clear(again!.id, 'recheck')).toMatchObject({ data: { state: differenceState.open } })
  })
})

describe('a bill that does not come', () => {
  it('waits while it is made, fails while nobody answers or it is torn, and is fetched again', async () => {
    await paid()
    await paid(payWay.wechat)
    await simulator.fail('billLate')
    await nextMorning()
    expect(await billOf()).toMatchObject({ state: billState.waiting, failure: '' })
    expect(await billOf(payWay.wechat)).toMatchObject({ state: billState.waiting, failure: '' })
    await simulator.fail('billTorn')
    t.clock.set(t.clock.now() + HOUR)
    await runMerchants(t, 'bills')
    expect(await billOf()).toMatchObject({ state: billState.failed, failure: '账单文件无法读取：内容不完整' })
    expect(await billOf(payWay.wechat)).toMatchObject({
      state: billState.failed,
      failure: '账单文件无法读取：摘要不符',
    })
    await simulator.fail('none')
    await simulator.fail('down')
    t.clock.set(t.clock.now() + HOUR)
    await runMerchants(t, 'bills')
    const failed = await billOf()
    expect(failed).toMatchObject({ state: billState.failed, failure: '支付渠道没有应答', lines: 0 })
    await simulator.fail('none')
    expect(await t.send(reconcile.retry, { id: failed.id }, owner())).toMatchObject({ errorCode: -7 })
    t.clock.set(t.clock.now() + 11_000)
    expect(await t.call(reconcile.retry, { id: failed.id }, owner())).toMatchObject({
      state: billState.matched,
      lines: 1,
    })
    t.clock.set(t.clock.now() + HOUR)
    await runMerchants(t, 'bills')
    expect(await billOf(payWay.wechat)).toMatchObject({ state: billState.matched, lines: 1 })
  })

  it('is an empty one in the afternoon, and then misses what we have', async () => {
    const { paymentId } = await paid()
    await faultOf(paymentId, 'unbilled')
    await nextMorning()
    // Nothing of that day at all: the provider has no bill of it.
    expect(await billOf()).toMatchObject({ state: billState.waiting })
    t.clock.set(t.clock.now() + 4 * HOUR)
    await runMerchants(t, 'bills')
    expect(await billOf()).toMatchObject({ state: billState.differing, lines: 0, open: 1 })
    expect(await billOf(payWay.wechat)).toMatchObject({ state: billState.matched, lines: 0 })
  })
})

it('two servers that fetch the same bill compare it once', async () => {
  await paid()
  t.clock.set(TEST_NOW + (day + 1) * DAY + HOUR)
  await Promise.all([runMerchants(t, 'bills'), runMerchants(t, 'bills')])
  const bill = await billOf()
  expect(bill).toMatchObject({ state: billState.matched, lines: 1 })
  const { rows } = await t.root.query(`select count(*)::int as n from ledger_txn where idem_key like $1`, [
    `J23:bill:${bill.id}:%`,
  ])
  expect(rows).toEqual([{ n: 1 }])
})

it('is the business of who sees the money of that merchant', async () => {
  await paid()
  await nextMorning()
  const { id } = await billOf()
  const other = await makeWorld(t, { name: '别家租车' })
  expect(await t.send(reconcile.detail, { id }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  expect(await t.send(reconcile.retry, { id }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  expect(await t.send(reconcile.page, {}, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
})
