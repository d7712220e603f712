import { contract } from '@cheyi/contract/index'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { handMade } from '@cheyi/domain/money/payment/correction'
import { describe, expect, it } from 'vitest'
import { inContext } from '../../../testing/context.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp } from '../../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

const { payment, debt, cashShift } = contract

sharedMerchant({ cars: 20, other: true })

const by = (who: 'owner' | 'clerk' | 'manager' | 'finance') => ({ token: w.tokens[who] })
const voucher = (who: 'owner' | 'manager' | 'finance' = 'owner') => uploadPhotos(t, 'voucher', 1, w.tokens[who])
const inBalance = () => booksAgree(t)
const newest = async () => (await t.call(payment.handMade, {}, by('finance'))).list[0]!

/** The accountant asks, the owner agrees, the accountant does it. */
async function corrected(txnId: string, options: { key?: string } = {}) {
  const input = { txnId, reason: '重复登记' }
  const refused = await t.send(payment.correct, input, by('finance'))
  expect(refused).toMatchObject({ errorCode: 1036 })
  const { approvalId } = refused.data as { approvalId: string }
  await t.call(contract.approval.decide, { id: approvalId, pass: true }, by('owner'))
  return { input, options: { ...by('finance'), headers: { 'x-approval-id': approvalId }, ...options } }
}

/** A rental that is over, and whose debt of 200.00 was given up. */
async function writtenOff() {
  const { orderId, total } = await book(t, w)
  const pay = { orderId, payKind: payKind.rent, payWay: payWay.cash, amount: total }
  await t.call(payment.collect, pay, by('owner'))
  await pickUp(t, w, orderId)
  await giveBack(t, w, orderId)
  const claim = { orderId, reasonCode: supplementReason.damage, amount: 20_000, payMode: payMode.onlineIn } as const
  await t.call(contract.supplement.save, claim, by('owner'))
  const [voucherId] = await voucher()
  await t.call(debt.writeOff, { orderId, amount: 20_000, reason: '客户失联', voucherIds: [voucherId!] }, by('owner'))
  return orderId
}

describe('a debt given up by mistake', () => {
  it('is owed again, in the books, on the bill and in the settlement, and may be given up anew', async () => {
    const orderId = await writtenOff()
    const made = await newest()
    expect(made).toMatchObject({ what: handMade.writeOff, orderId, amount: 20_000, corrected: null, followed: false })
    const { input, options } = await corrected(made.txnId)
    expect(await t.call(payment.correct, input, options)).toEqual({ day: '2026-11-20' })
    expect((await books(t, orderId)).bad_debt_expense).toBeUndefined()
    const detail = await t.call(contract.order.detail, { orderId }, by('owner'))
    expect(detail.fees).toMatchObject({ owed: 20_000, writtenOff: 0 })
    expect(detail.actions.map(({ label }) => label)).toContain('坏账核销')
    const { rows } = await t.root.query('select settle_status from "order" where id = $1', [orderId])
    expect(rows[0].settleStatus).not.toBe(settleStatus.settled)
    expect(await newest()).toMatchObject({
      corrected: { reason: '重复登记', byName: '测试finance', signedByName: '测试owner' },
    })
    await inBalance()

    const voucherIds = await voucher()
    await t.call(debt.writeOff, { orderId, amount: 5_000, reason: '客户失联', voucherIds }, by('owner'))
    expect(await books(t, orderId)).toMatchObject({ bad_debt_expense: 5_000, customer_receivable: 15_000 })
    const log = await t.root.query(
      `select after from audit where merchant_id = $1 and target_id = $2 and after ? 'corrected'`,
      [w.merchantId, orderId],
    )
    expect(log.rows).toMatchObject([{ after: { amount: 20_000, reason: '重复登记' } }])
    await inBalance()
  })

  it('of which something was paid after all stays', async () => {
    const orderId = await writtenOff()
    const { txnId } = await newest()
    const pay = { orderId, payKind: payKind.settlement, payWay: payWay.cash, amount: 5_000 }
    await t.call(payment.collect, pay, by('owner'))
    expect(await newest()).toMatchObject({ followed: true })
    expect(await t.send(payment.correct, { txnId, reason: '重复登记' }, by('finance'))).toMatchObject({ errorCode: -2 })
    await inBalance()
  })
})

describe('cash that was not handed in', () => {
  /** 300.00 that a customer paid, taken to the bank. */
  async function handedIn() {
    const { orderId } = await book(t, w)
    const pay = { orderId, payKind: payKind.rent, payWay: payWay.cash, amount: 30_000 }
    await t.call(payment.collect, pay, by('owner'))
    const slip = { voucherIds: await voucher('finance'), slipNo: `CK${orderId}` }
    await t.call(cashShift.handIn, { storeId: w.stores.hongqiao, amount: 30_000, ...slip }, by('finance'))
    return slip.slipNo
  }
  const outside = async () => (await t.call(cashShift.state, { storeId: w.stores.hongqiao }, by('finance'))).outside

  it('lies in the store again, and its slip proves the right one', async () => {
    const slipNo = await handedIn()
    const before = (await outside())!
    const { input, options } = await corrected((await newest()).txnId)
    await t.call(payment.correct, input, options)
    expect(await outside()).toBe(before + 30_000)
    const again = { storeId: w.stores.hongqiao, amount: 20_000, voucherIds: await voucher('finance'), slipNo }
    await t.call(cashShift.handIn, again, by('finance'))
    expect(await outside()).toBe(before + 10_000)
    await inBalance()
  })

  it('is in the shift that it left, while that is open', async () => {
    await t.call(
      cashShift.open,
      { storeId: w.stores.hongqiao, opening: (await outside())!, reason: '交接' },
      by('manager'),
    )
    const { orderId } = await book(t, w)
    const pay = { orderId, payKind: payKind.rent, payWay: payWay.cash, amount: 30_000 }
    await t.call(payment.collect, pay, by('manager'))
    const cash = async () => (await t.call(cashShift.state, {}, by('manager'))).shift!.lines[0]!
    const before = await cash()
    await t.call(
      cashShift.handIn,
      { storeId: w.stores.hongqiao, amount: 10_000, voucherIds: await voucher('manager') },
      by('manager'),
    )
    const { input, options } = await corrected((await newest()).txnId)
    await t.call(payment.correct, input, options)
    expect(await cash()).toEqual(before)
    await inBalance()
  })
})

it('once: two at once, a repeat by its key, and once more later', async () => {
  const orderId = await writtenOff()
  const { txnId } = await newest()
  const { input, options } = await corrected(txnId)
  const keyed = { ...options, key: 'correct-once' }
  const same = await Promise.all([1, 2].map(() => t.send(payment.correct, input, keyed)))
  expect(same.map(({ errorCode }) => errorCode)).toEqual([0, 0])
  expect(await t.send(payment.correct, input, by('finance'))).toMatchObject({ errorCode: -5 })
  const { rows } = await t.root.query(
    `select count(*)::int as n from ledger_txn where order_id = $1 and reverses_txn_id = $2 and journal = 21`,
    [orderId, txnId],
  )
  expect(rows).toEqual([{ n: 1 }])
  await inBalance()
})

it('what a payment made is not corrected', async () => {
  const orderId = await writtenOff()
  const { rows } = await t.root.query(
    'select id::text from ledger_txn where order_id = $1 and journal in (1, 2, 8, 11) order by id',
    [orderId],
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { id } of rows)
    expect(await t.send(payment.correct, { txnId: id, reason: '重复登记' }, by('finance'))).toMatchObject({
      errorCode: -2,
    })
})

it('is found by its kind, its store, who made it and its days, each page and the count alike', async () => {
  const orderId = await writtenOff()
  const { orderId: paid } = await book(t, w)
  await t.call(
    payment.collect,
    { orderId: paid, payKind: payKind.rent, payWay: payWay.cash, amount: 30_000 },
    by('owner'),
  )
  const slip = { voucherIds: await voucher('finance'), slipNo: `CK${paid}` }
  await t.call(cashShift.handIn, { storeId: w.stores.hongqiao, amount: 30_000, ...slip }, by('finance'))
  const found = async (ask: object) => {
    const { list, total } = await t.call(payment.handMade, { pageSize: 100, ...ask }, by('finance'))
    expect(total).toBe(list.length)
    return list
  }
  const [handIn, writeOff] = await found({})
  expect([handIn!.what, writeOff!.orderId]).toEqual([handMade.handIn, orderId])
  const all = await found({})
  for (const what of [handMade.writeOff, handMade.handIn])
    expect(await found({ what })).toEqual(all.filter((one) => one.what === what))
  expect(await found({ storeId: w.stores.hongqiao })).toEqual(all)
  expect(await found({ storeId: w.stores.pudong })).toEqual([])
  const { rows } = await t.root.query('select created_by::text as id from cash_hand_in order by id desc limit 1')
  const accountId: string = rows[0].id
  expect(await found({ accountId })).toEqual(all.filter(({ operatorName }) => operatorName === handIn!.operatorName))
  expect(await found({ period: ['2026-11-20', '2026-11-20'] })).toEqual(all)
  expect(await found({ period: ['2026-11-21', '2026-11-30'] })).toEqual([])
  const first = await t.call(payment.handMade, { what: handMade.writeOff, pageSize: 1 }, by('finance'))
  const next = { what: handMade.writeOff, pageSize: 100, cursor: first.nextCursor ?? undefined }
  const rest = first.nextCursor === null ? [] : (await t.call(payment.handMade, next, by('finance'))).list
  expect([...first.list, ...rest]).toEqual(all.filter((one) => one.what === handMade.writeOff))
})

it('another merchant, and a role without the key, do not reach it', async () => {
  await writtenOff()
  const input = { txnId: (await newest()).txnId, reason: '重复登记' }
  expect(await t.send(payment.correct, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  expect((await t.call(payment.handMade, {}, { token: other.tokens.owner })).list).toEqual([])
  expect(await t.send(payment.correct, input, by('clerk'))).toMatchObject({ errorCode: -3 })
})

it('of a closed month is corrected in the open one, whose balance stays what it was', async () => {
  const orderId = await writtenOff()
  const { txnId } = await newest()
  t.clock.set(Date.parse('2026-12-05T10:00:00+08:00'))
  await inContext(t, w, 'owner', (ctx) => ctx.query(`insert into closed_month (month) values ('2026-11-01')`))
  const balance = () =>
    t.root.query(`select account, debit_fen, credit_fen from trial_balance where merchant_id = $1 order by account`, [
      w.merchantId,
    ])
  const before = (await balance()).rows
  expect(before.length).toBeGreaterThan(0)
  const { input, options } = await corrected(txnId)
  expect(await t.call(payment.correct, input, options)).toEqual({ day: '2026-12-05' })
  const { rows } = await t.root.query('select posted_on::text as day from ledger_txn where reverses_txn_id = $1', [
    txnId,
  ])
  expect(rows).toEqual([{ day: '2026-12-05' }])
  expect((await balance()).rows).toEqual(before)
  expect((await books(t, orderId)).bad_debt_expense).toBeUndefined()
  await inBalance()
})
