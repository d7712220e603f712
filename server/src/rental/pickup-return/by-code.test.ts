import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import {
  bookArranged,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { orderRow, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink, tradeOf } from '../../testing/world/online.ts'

ownMerchant()

/*
 * What a handover comes to is paid by a code before it is confirmed: credit of the order until then, and no confirmation
 * waits for a customer's phone.
 */

let simulator: PaySimulator
beforeEach(async () => {
  simulator = await openOnlinePay(t, w)
})
afterEach(async () => {
  await simulator.fail('none')
  await booksAgree(t)
})

const { collect, query } = contract.payment
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
/** Three hours and twenty minutes late. */
const late = at('11-25T13:20')
const lateFee = 13_332
const readings = { mileageKm: 10_100, fuelEighths: 8 }
const byCode = { type: handoverType.return, actualAt: late, settle: 1 as const }

const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows
const sentBack = (orderId: string) =>
  rows(
    `select amount_fen::int as fen, status, pay_mode from payment where order_id = $1 and direction = 'out' and pay_kind not in (2, 3)`,
    orderId,
  )

const ask = (orderId: string, amount: number, more: object = {}, token = w.tokens.clerk) =>
  t.send(collect, { orderId, payKind: payKind.settlement, amount, payWay: payWay.alipay, ...more }, { token })
async function code(orderId: string, amount: number, more: object = {}): Promise<OutputOf<typeof collect>> {
  const answer = await ask(orderId, amount, more)
  expect(answer).toMatchObject({ success: true })
  return answer.data as never
}
const balance = async (orderId: string, more: object = {}) =>
  (
    await t.call(
      contract.pickupReturn.settlement,
      { orderId, actualReturnAt: late, ...readings, ...more },
      { token: w.tokens.owner },
    )
  ).balance

/** Out, back late, photographed and signed. */
async function backLate(more: Partial<typeof readings> = {}): Promise<string> {
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(late)
  const { record } = await saveRecord(t, w, orderId, handoverType.return, { ...readings, ...more, at: late })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  return orderId
}

/** Photographed and signed, its rent and deposits paid. */
async function readyToGo(pickupAt = trip.pickupAt): Promise<string> {
  const { orderId, total } = await bookArranged(t, w, { trip })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(pickupAt)
  await prepare(t, w, orderId)
  return orderId
}

const charge = (orderId: string, type: HandoverType, amount: number) =>
  t.call(
    contract.expense.saveAll,
    { orderId, type, items: [{ code: expenseCode.cleaning, amount }] },
    { token: w.tokens.owner },
  )

describe('a return', () => {
  it('is paid by a code and confirmed with nothing left to pay', async () => {
    const orderId = await backLate()
    const { paymentId, qr } = await code(orderId, lateFee)
    expect(qr).toMatch(/^\/simulated-pay/)
    await payLink(t, paymentId)
    // Nothing is billed before the return, so it is credit; the car is still out.
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp, owedFen: String(-lateFee) })
    expect(await sentBack(orderId)).toEqual([])
    expect(await balance(orderId)).toBe(0)

    await confirmed(sendConfirm(t, w, { orderId, ...byCode }))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: '0' })
    expect(await rows('select pay_kind, pay_mode, status from payment where id = $1', paymentId)).toEqual([
      { payKind: payKind.settlement, payMode: payMode.onlineIn, status: paymentStatus.succeeded },
    ])
    expect(await books(t, orderId)).toMatchObject({ online_clearing: lateFee })
    expect(await sentBack(orderId)).toEqual([])
  })

  it('is not confirmed as paid by a code that nobody paid; another way takes it, and the code ends', async () => {
    const orderId = await backLate()
    const { paymentId } = await code(orderId, lateFee)
    expect(await sendConfirm(t, w, { orderId, ...byCode, expectAmount: lateFee })).toMatchObject({
      errorCode: 4009,
      message: '仍有¥133.32未收',
    })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp, owedFen: '0' })

    const cash = { settle: 2 as const, payWay: payWay.cash }
    await confirmed(sendConfirm(t, w, { orderId, ...byCode, ...cash, expectAmount: lateFee }))
    await runDue(t, 'payQuery')
    expect(await tradeOf(t, paymentId)).toMatchObject({ state: 'closed' })
    expect(await t.call(query, { paymentId }, { token: w.tokens.clerk })).toMatchObject({
      status: paymentStatus.closed,
    })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: '0' })
  })

  it('gives back at once what is paid by a code after it was settled another way', async () => {
    const orderId = await backLate()
    const { paymentId } = await code(orderId, lateFee)
    const cash = { settle: 2 as const, payWay: payWay.cash }
    await confirmed(sendConfirm(t, w, { orderId, ...byCode, ...cash, expectAmount: lateFee }))
    // The customer is quicker than the job that closes it.
    await payLink(t, paymentId)
    await runDue(t, 'moneyOut')
    expect(await sentBack(orderId)).toEqual([
      { fen: lateFee, status: paymentStatus.succeeded, payMode: payMode.onlineOut },
    ])
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: lateFee })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  })

  it('keeps the first of two payments for the same and sends the second back at once', async () => {
    const orderId = await backLate()
    const first = await code(orderId, lateFee)
    const second = await code(orderId, lateFee, { payWay: payWay.wechat })
    await payLink(t, first.paymentId)
    await payLink(t, second.paymentId)
    await runDue(t, 'moneyOut')
    expect(await tradeOf(t, second.paymentId)).toMatchObject({ refunded: lateFee })
    expect(await tradeOf(t, first.paymentId)).toMatchObject({ refunded: 0 })
    await confirmed(sendConfirm(t, w, { orderId, ...byCode }))
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', refundedFen: String(lateFee) })
  })

  it('asks for what came to it while the customer paid', async () => {
    const orderId = await backLate()
    const { paymentId } = await code(orderId, lateFee)
    await charge(orderId, handoverType.return, 2_000)
    await payLink(t, paymentId)
    expect(await sendConfirm(t, w, { orderId, ...byCode })).toMatchObject({
      errorCode: 5010,
      data: { balance: 2_000 },
    })
    const rest = await code(orderId, 2_000)
    await payLink(t, rest.paymentId)
    await confirmed(sendConfirm(t, w, { orderId, ...byCode }))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: '0' })
    expect(await sentBack(orderId)).toEqual([])
  })

  it('gives back with it what fell away while the customer paid', async () => {
    const orderId = await backLate({ fuelEighths: 7 })
    const due = await balance(orderId, { fuelEighths: 7 })
    expect(due).toBeGreaterThan(lateFee)
    const { paymentId } = await code(orderId, due)
    await saveRecord(t, w, orderId, handoverType.return, { ...readings, at: late, version: 2 })
    await payLink(t, paymentId)
    expect(await balance(orderId)).toBe(lateFee - due)
    await confirmed(sendConfirm(t, w, { orderId, ...byCode, expectAmount: lateFee - due }))
    t.clock.set(late + 3_600_000)
    await runDue(t, 'moneyOut')
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: due - lateFee })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  })

  it('takes no code of more than it comes to, none before its readings, and none twice', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(late)
    expect(await ask(orderId, lateFee)).toMatchObject({ errorCode: -2, message: '参数错误：请输入里程数' })
    await saveRecord(t, w, orderId, handoverType.return, { ...readings, at: late })
    expect(await ask(orderId, lateFee + 1)).toMatchObject({ errorCode: 4002, data: { owed: lateFee } })
    const { paymentId } = await code(orderId, lateFee)
    await payLink(t, paymentId)
    expect(await ask(orderId, lateFee)).toMatchObject({ errorCode: 4001 })
  })

  it('shows two clerks one code, and goes on when either takes the car back', async () => {
    const orderId = await backLate()
    const { paymentId } = await code(orderId, lateFee)
    expect((await ask(orderId, lateFee, {}, w.tokens.owner)).data).toMatchObject({ paymentId })
    await payLink(t, paymentId)
    const both = await Promise.all([
      sendConfirm(t, w, { orderId, ...byCode }),
      sendConfirm(t, w, { orderId, ...byCode }, { token: w.tokens.clerk }),
    ])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: '0' })
  })

  it('is not kept by a provider that is away: the code comes later, or cash does', async () => {
    const orderId = await backLate()
    await simulator.fail('down')
    const { paymentId, status, qr } = await code(orderId, lateFee)
    expect({ status, qr }).toEqual({ status: paymentStatus.waiting, qr: null })
    const cash = { settle: 2 as const, payWay: payWay.cash }
    await confirmed(sendConfirm(t, w, { orderId, ...byCode, ...cash, expectAmount: lateFee }))
    await simulator.fail('none')
    await runDue(t, 'payQuery')
    expect(await t.call(query, { paymentId }, { token: w.tokens.clerk })).toMatchObject({
      status: paymentStatus.closed,
    })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: '0' })
  })
})

describe('a pickup', () => {
  const pickup = { type: handoverType.pickup, settle: 1 as const }

  it('keeps what its charges were paid with by a code though the order owed nothing', async () => {
    const orderId = await readyToGo()
    await charge(orderId, handoverType.pickup, 3_000)
    const { paymentId } = await code(orderId, 3_000, { payKind: payKind.rent })
    await payLink(t, paymentId)
    expect(await sentBack(orderId)).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-3000' })
    await confirmed(sendConfirm(t, w, { orderId, ...pickup }))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp, owedFen: '0' })
  })

  it('before its time takes its difference by a code, from who may pass it', async () => {
    const orderId = await readyToGo(at('11-23T05:00'))
    const { early } = await t.call(
      contract.pickupReturn.task,
      { orderId, type: handoverType.pickup },
      { token: w.tokens.owner },
    )
    const difference = early!.difference
    expect(difference).toBeGreaterThan(0)
    const rent = { payKind: payKind.rent }
    expect(await ask(orderId, difference, rent)).toMatchObject({ errorCode: 4001 })
    const { data } = await ask(orderId, difference, rent, w.tokens.owner)
    await payLink(t, (data as { paymentId: string }).paymentId)
    expect(await sentBack(orderId)).toEqual([])
    await confirmed(sendConfirm(t, w, { orderId, ...pickup, overrideReason: '客户航班提前' }))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp, owedFen: '0' })
  })
})
