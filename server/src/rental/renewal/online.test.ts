import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { payKind, payMode, paymentStatus, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { receive } from '../../money/payment/actions.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { rounds } from '../../testing/rounds.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { book, books, booksAgree, pricedSale } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { car, orderRow, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink, tradeOf } from '../../testing/world/online.ts'

/*
 * A renewal that its customer pays online: held until then, and given back when nobody pays.
 */

ownMerchant({ other: true })
let simulator: PaySimulator
beforeEach(async () => {
  simulator = await openOnlinePay(t, w)
})
afterEach(async () => {
  await simulator.fail('none')
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const { price, create, cancel, list } = contract.renewal
const { collect, askLink, payPage, payByLink } = contract.payment
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const until = at('11-27T10:00')
const AMOUNT = 48_000
const nobody = { token: undefined }

const out = () => handOut(t, w, { trip })
const quoted = async (orderId: string, newReturnAt = until) =>
  (await t.call(price, { orderId, newReturnAt }, owner())).quoteId
async function waiting(orderId: string, newReturnAt = until): Promise<OutputOf<typeof create>> {
  const quoteId = await quoted(orderId, newReturnAt)
  return t.call(create, { orderId, quoteId, payMode: payMode.onlineIn }, owner())
}
const asked = (orderId: string, refId: string, more: Partial<InputOf<typeof collect>> = {}) => ({
  ...{ orderId, refId, payKind: payKind.renewal, amount: AMOUNT, payWay: payWay.alipay },
  ...more,
})
const code = (orderId: string, refId: string, more: Partial<InputOf<typeof collect>> = {}) =>
  t.call(collect, asked(orderId, refId, more), owner())
const heldUntil = async (orderId: string): Promise<number> =>
  (await t.root.query('select to_at from occupancy where ref_id = $1 and active', [orderId])).rows[0].toAt.getTime()
const only = async (orderId: string) => (await t.call(list, { orderId }, owner()))[0]!
const outgoing = async (orderId: string) =>
  (
    await t.root.query(
      `select * from payment where order_id = $1 and direction = 'out' and ref_type <> 'deposit' order by id`,
      [orderId],
    )
  ).rows
/** The codes that ran out are asked about and closed, then what waits for them ends. */
async function timeOut(): Promise<void> {
  await runDue(t, 'payQuery')
  await runDue(t, 'renewalTimeout')
}
const wait = async (turns: number) => {
  for (let i = 0; i < turns; i++) await t.root.query('select 1')
}

describe('a renewal that is paid online', () => {
  it('holds its time and changes nothing else until it is paid, then it is one', async () => {
    const { orderId } = await out()
    t.clock.set(at('11-25T10:40'))
    await runDue(t, 'overdueRoll')
    const before = await books(t, orderId)
    const made = await waiting(orderId)
    const deadline = at('11-25T11:10')
    expect(made).toMatchObject({
      status: 0,
      returnAt: trip.returnAt,
      owed: 0,
      paymentId: null,
      toPay: { amount: AMOUNT, deadline },
    })
    expect(await books(t, orderId)).toEqual(before)
    expect(await orderRow(orderId)).toMatchObject({ days: 2, owedFen: '0', overdue: true })
    expect(await heldUntil(orderId)).toBe(until + HOUR)
    expect(await only(orderId)).toMatchObject({ status: 0, mayCancel: true, toPay: { amount: AMOUNT, deadline } })

    const { paymentId, expiresAt } = await code(orderId, made.renewalId)
    expect(expiresAt).toBe(deadline)
    await payLink(t, paymentId)
    const after = await books(t, orderId)
    expect(after.unearned! - before.unearned!).toBe(-AMOUNT)
    expect(after[account.receivable]).toBeUndefined()
    const row = await orderRow(orderId)
    expect(row).toMatchObject({ status: 5, days: 4, overdue: false, owedFen: '0', totalFen: String(53_500 + AMOUNT) })
    expect(row.returnAt.getTime()).toBe(until)
    expect(row.nextAt.getTime()).toBe(until)
    expect(await only(orderId)).toMatchObject({ status: 2, toPay: null, newReturnAt: until })
    const { flows } = await t.call(contract.expense.bill, { orderId }, owner())
    expect(flows[0]).toMatchObject({ payKind: payKind.renewal, amount: AMOUNT })

    t.clock.set(deadline + 5 * MINUTE)
    await timeOut()
    expect(await only(orderId)).toMatchObject({ status: 2 })
    const { preview } = await bringBack(t, w, orderId, { at: until, mileageKm: 10_100 })
    expect(preview.balance).toBe(0)
  })

  it('is paid on the customer’s own page, which says until when', async () => {
    const { orderId } = await out()
    const { renewalId, toPay } = await waiting(orderId)
    const link = await t.call(askLink, { orderId, payKind: payKind.renewal, refId: renewalId, way: 2 }, owner())
    expect(link.expireAt).toBe(toPay!.deadline)
    const token = new URL(link.url, 'http://x').searchParams.get('t')!
    expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({
      name: '续租费用',
      amount: AMOUNT,
      why: expect.stringContaining('11-27 10:00'),
    })
    await t.call(payByLink, { t: token, payWay: payWay.wechat }, nobody)
    await simulator.act((await simulator.trades())[0]!.no, 'approve')
    expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ amount: 0 })
    expect(await only(orderId)).toMatchObject({ status: 2 })
  })

  it('is taken at the counter after all, whole', async () => {
    const { orderId } = await out()
    const { renewalId } = await waiting(orderId)
    for (const amount of [AMOUNT - 1, AMOUNT + 1])
      expect(await t.send(collect, asked(orderId, renewalId, { amount, payWay: payWay.cash }), owner())).toMatchObject({
        errorCode: 4002,
      })
    await code(orderId, renewalId, { payWay: payWay.cash })
    expect(await only(orderId)).toMatchObject({ status: 2 })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', days: 4 })
    expect(await t.send(collect, asked(orderId, renewalId, { payWay: payWay.cash }), owner())).toMatchObject({
      errorCode: 4001,
    })
  })

  it('asks for what earlier credit leaves open, and for nothing where it pays all', async () => {
    const { orderId } = await out()
    const credit = 24_000
    const ahead = (amount: number) =>
      inContext(t, w, 'owner', async (ctx) => {
        await lockOrder(ctx, orderId)
        return receive(ctx, orderId, {
          ...{ payKind: payKind.settlement, payWay: payWay.cash, amount, refType: 'settlement', voucherIds: [] },
        })
      })
    await ahead(credit)
    const made = await waiting(orderId)
    expect(made.toPay).toMatchObject({ amount: AMOUNT - credit })
    await payLink(t, (await code(orderId, made.renewalId, { amount: AMOUNT - credit })).paymentId)
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
    await t.call(cancel, { renewalId: made.renewalId, reason: '客户不续了' }, owner())
    await ahead(AMOUNT)
    expect(await waiting(orderId)).toMatchObject({ status: 2, toPay: null, owed: 0 })
  })
})

it('paid, and taken back before it begins: the money goes back by the way it came, the car stays out', async () => {
  const { orderId } = await out()
  const { renewalId } = await waiting(orderId)
  const { paymentId } = await code(orderId, renewalId)
  await payLink(t, paymentId)
  // Something newer was paid for the order by another way.
  t.clock.advance(MINUTE)
  const supplement = {
    orderId,
    reasonCode: supplementReason.cleaning,
    amount: 9_000,
    note: '',
    payMode: payMode.offlineIn,
  }
  await t.call(contract.supplement.save, { ...supplement, payWay: payWay.cash }, owner())
  const done = await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
  expect(done).toEqual({ status: 3, returnAt: trip.returnAt, refund: AMOUNT, byHand: 0 })
  expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT), originPaymentId: paymentId }])
  t.clock.advance(2 * MINUTE)
  await runDue(t, 'moneyOut')
  expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: AMOUNT })
  expect(await orderRow(orderId)).toMatchObject({ status: 5, owedFen: '0', refundingFen: '0', pendingRefund: null })
})

describe('nobody pays', () => {
  it('at its deadline the time is free again and both sides are told; what comes later goes back', async () => {
    const { orderId } = await out()
    const { renewalId, toPay } = await waiting(orderId)
    const { paymentId } = await code(orderId, renewalId)
    t.clock.set(toPay!.deadline - MINUTE)
    await timeOut()
    expect(await only(orderId)).toMatchObject({ status: 0 })
    // Given up here, while its provider had taken the money and tells of it later.
    await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
    await payLink(t, paymentId)
    const closed = 'update payment set status = $2, ask_at = null where id = $1'
    await t.root.query(closed, [paymentId, paymentStatus.closed])
    t.clock.set(toPay!.deadline)
    await timeOut()
    expect(await only(orderId)).toMatchObject({ status: 3, endReason: '超时未付款', toPay: null, mayCancel: false })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
    expect(await orderRow(orderId)).toMatchObject({ days: 2, owedFen: '0' })
    expect((await messagesWhere(t, 'order_id = $1', [orderId])).at(-1)!.body).toContain('续租未付款，已取消')
    const { rows } = await t.root.query(`select title from notification where ref = $1`, [`renewal/${renewalId}`])
    expect(rows.length).toBeGreaterThan(0)
    expect(await t.send(collect, asked(orderId, renewalId), owner())).toMatchObject({ errorCode: 4001 })
    // Somebody else may have the car now.
    const form = { vehicleId: car(0).id }
    await book(t, w, { trip: { pickupAt: at('11-25T13:00'), returnAt: at('11-26T13:00') }, form })

    await simulator.flush()
    expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT) }])
    t.clock.advance(2 * MINUTE)
    await runDue(t, 'moneyOut')
    expect(await tradeOf(t, paymentId)).toMatchObject({ refunded: AMOUNT })
    expect(await orderRow(orderId)).toMatchObject({ status: 5, owedFen: '0' })
    expect((await orderRow(orderId)).returnAt.getTime()).toBe(trip.returnAt)
  })

  it('is taken back by hand before, and its link opens no more', async () => {
    const { orderId } = await out()
    const { renewalId } = await waiting(orderId)
    const { paymentId } = await code(orderId, renewalId)
    const { url } = await t.call(askLink, { orderId, payKind: payKind.renewal, refId: renewalId, way: 2 }, owner())
    const foreign = { token: other.tokens.owner }
    expect(await t.send(cancel, { renewalId, reason: '别家的' }, foreign)).toMatchObject({ errorCode: -4 })
    const done = await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
    expect(done).toEqual({ status: 3, returnAt: trip.returnAt, refund: 0, byHand: 0 })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
    const token = new URL(url, 'http://x').searchParams.get('t')!
    expect(await t.send(payPage, { t: token }, nobody)).toMatchObject({ errorCode: 5301 })
    await payLink(t, paymentId)
    expect(await only(orderId)).toMatchObject({ status: 3 })
    expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT) }])
    expect(await waiting(orderId)).toMatchObject({ status: 0 })
  })

  it('of a car that is late by then what it needs stays its own', async () => {
    const { orderId } = await out()
    t.clock.set(at('11-25T13:00'))
    const { toPay } = await waiting(orderId)
    t.clock.set(toPay!.deadline)
    await timeOut()
    expect(await heldUntil(orderId)).toBeGreaterThan(toPay!.deadline)
    expect(await heldUntil(orderId)).toBeLessThan(until)
  })

  it('is told of where the car is taken back', async () => {
    const { orderId } = await out()
    t.clock.set(trip.returnAt - 10 * MINUTE)
    const task = () => t.call(contract.pickupReturn.task, { orderId, type: 1 }, owner())
    expect((await task()).openRenewal).toBeNull()
    await waiting(orderId)
    const deadline = trip.returnAt + 20 * MINUTE
    expect((await task()).openRenewal).toEqual({ returnAt: until, amount: AMOUNT, deadline })
    t.clock.set(deadline + MINUTE)
    await timeOut()
    expect((await task()).openRenewal).toBeNull()
  })

  it('ends with the return, and what is paid afterwards goes back', async () => {
    const { orderId } = await out()
    t.clock.set(trip.returnAt - 10 * MINUTE)
    const { renewalId } = await waiting(orderId)
    const { paymentId } = await code(orderId, renewalId)
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100 })
    expect(preview.balance).toBe(0)
    expect(await only(orderId)).toMatchObject({ status: 3, endReason: '车辆已还' })
    await payLink(t, paymentId)
    expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT) }])
    expect(await orderRow(orderId)).toMatchObject({ status: 6, refundingFen: String(AMOUNT) })
  })
})

describe('while it waits', () => {
  it('there is no other, and nothing else moves the end', async () => {
    const { orderId } = await out()
    const quoteId = await quoted(orderId)
    const { renewalId } = await waiting(orderId)
    expect(await t.send(price, { orderId, newReturnAt: until }, owner())).toMatchObject({ errorCode: 2202 })
    expect(await t.send(create, { orderId, quoteId }, owner())).toMatchObject({ errorCode: 2202 })
    t.clock.set(at('11-25T15:00'))
    expect(await t.send(contract.pickupReturn.chargeLate, { orderId, expectAmount: 25_000 }, owner())).toMatchObject({
      errorCode: 2202,
    })
    t.clock.set(TEST_NOW)
    await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
  })

  it('an earlier one that counts is not taken back', async () => {
    const { orderId } = await out()
    const first = await t.call(create, { orderId, quoteId: await quoted(orderId, at('11-26T10:00')) }, owner())
    const second = await waiting(orderId)
    const drop = (renewalId: string) => t.send(cancel, { renewalId, reason: '客户不续了' }, owner())
    expect(await drop(first.renewalId)).toMatchObject({ errorCode: 2202 })
    expect(await drop(second.renewalId)).toMatchObject({ errorCode: 0 })
    expect(await heldUntil(orderId)).toBe(at('11-26T11:00'))
    expect(await drop(first.renewalId)).toMatchObject({ errorCode: 0 })
  })

  it('no way of the counter goes with it, and none is made where nobody is paid online', async () => {
    const { orderId } = await out()
    const quoteId = await quoted(orderId)
    const online = { orderId, quoteId, payMode: payMode.onlineIn }
    expect(await t.send(create, { ...online, payWay: payWay.cash }, owner())).toMatchObject({ errorCode: -2 })
    await t.root.query('update pay_channel set enabled = false where merchant_id = $1', [w.merchantId])
    expect(await t.send(create, online, owner())).toMatchObject({ errorCode: 4008 })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
  })

  it('its payment names no renewal of another order or merchant', async () => {
    const [first, second] = [await out(), await handOut(t, w, { trip, form: { vehicleId: car(1).id } })]
    const { renewalId } = await waiting(first.orderId)
    expect(await t.send(collect, asked(second.orderId, renewalId), owner())).toMatchObject({ errorCode: -4 })
    const foreign = { token: other.tokens.owner }
    expect(await t.send(collect, asked(first.orderId, renewalId), foreign)).toMatchObject({ errorCode: 2002 })
  })
})

describe('at once', { timeout: 600_000 }, () => {
  it('its timeout, and a payment that its provider knew of before: it counts, whoever tells first', async () => {
    const tried = rounds('RENEWAL_TIMEOUTS', 6, 24)
    for (let round = 0; round < tried; round++) {
      t.clock.set(TEST_NOW)
      await world(2)
      simulator = await openOnlinePay(t, w)
      const { orderId } = await out()
      const { renewalId, toPay } = await waiting(orderId)
      const { paymentId } = await code(orderId, renewalId)
      t.clock.set(toPay!.deadline - 1)
      await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
      await payLink(t, paymentId)
      t.clock.set(toPay!.deadline)
      await Promise.all([
        wait(Math.max(0, 2 * round - 6)).then(() => simulator.flush()),
        wait(Math.max(0, 6 - 2 * round)).then(timeOut),
      ])
      await timeOut()
      expect(await only(orderId)).toMatchObject({ status: 2 })
      expect(await outgoing(orderId)).toEqual([])
      expect(await heldUntil(orderId)).toBe(until + HOUR)
      expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', days: 4 })
    }
  })

  it('its payment and its end by hand: whichever comes first, what was paid goes back once', async () => {
    const first: string[] = []
    const tried = rounds('RENEWAL_ENDS', 24, 48)
    for (let round = 0; round < tried; round++) {
      const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car(round % 2).id } })
      const { renewalId } = await waiting(orderId)
      const { paymentId } = await code(orderId, renewalId)
      const distance = (round - tried / 2) * (240 / tried)
      const [, ended] = await Promise.all([
        wait(Math.max(0, distance)).then(() => payLink(t, paymentId)),
        wait(Math.max(0, -distance)).then(() => t.send(cancel, { renewalId, reason: '客户不续了' }, owner())),
      ])
      const [{ status }, back, order] = [await only(orderId), await outgoing(orderId), await orderRow(orderId)]
      expect(back.map(({ amountFen }) => Number(amountFen))).toEqual(status === 3 ? [AMOUNT] : [])
      expect(Number(order.owedFen) + Number(order.refundingFen)).toBe(0)
      expect(await heldUntil(orderId)).toBe((status === 2 ? until : trip.returnAt) + HOUR)
      // Money that came first is sent back by the cancel, money that came later by its arrival.
      first.push((ended.data as { refund: number } | null)?.refund === AMOUNT ? 'payment' : 'cancel')
      t.clock.set(TEST_NOW)
      await world(2)
      simulator = await openOnlinePay(t, w)
    }
    expect(new Set(first)).toEqual(new Set(['payment', 'cancel']))
  })

  it('of two that wait for one order one is made', async () => {
    const { orderId } = await out()
    const quotes = [await quoted(orderId), await quoted(orderId)]
    const answers = await Promise.all(
      quotes.map((quoteId) => t.send(create, { orderId, quoteId, payMode: payMode.onlineIn }, owner())),
    )
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 2202])
  })

  it('two codes of one: one makes it, the other goes back', async () => {
    const { orderId } = await out()
    const { renewalId } = await waiting(orderId)
    const codes = [await code(orderId, renewalId), await code(orderId, renewalId, { payWay: payWay.wechat })]
    await Promise.all(codes.map(({ paymentId }) => payLink(t, paymentId)))
    expect(await only(orderId)).toMatchObject({ status: 2 })
    expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT) }])
    expect(await orderRow(orderId)).toMatchObject({ owedFen: String(-AMOUNT), refundingFen: String(AMOUNT) })
  })

  it('one that waits and a booking of the last car: one has it each time', async () => {
    await world(1)
    simulator = await openOnlinePay(t, w)
    const { orderId } = await out()
    let held = 0
    const tried = rounds('RENEWAL_RACES', 24, 480)
    for (let round = 0; round < tried; round++) {
      const stay = { pickupAt: at('11-25T13:00'), returnAt: at('11-26T13:00') }
      const quoteId = await quoted(orderId)
      const sell = await pricedSale(t, w, stay, round)
      const distance = (round * 7) % 24
      const [mine, theirs] = await Promise.all([
        wait(Math.max(0, distance - 12)).then(() =>
          t.send(create, { orderId, quoteId, payMode: payMode.onlineIn }, owner()),
        ),
        wait(Math.max(0, 12 - distance)).then(sell),
      ])
      expect([mine, theirs].filter(({ success }) => success)).toHaveLength(1)
      if (mine.success) {
        held++
        expect([3101, 3104]).toContain(theirs.errorCode)
        const { renewalId } = mine.data as { renewalId: string }
        await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
      } else {
        expect(mine.errorCode).toBe(3102)
        const booked = (theirs.data as { orderId: string }).orderId
        const drop = { orderId: booked, reason: 1, responsibility: 2, expectPenalty: 0 } as const
        await t.call(contract.order.cancel, drop, owner())
      }
    }
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(tried)
  })

  it('its payment and the return: it counts in the settlement, or goes back', async () => {
    const { orderId } = await out()
    t.clock.set(trip.returnAt - 10 * MINUTE)
    const { renewalId } = await waiting(orderId)
    const { paymentId } = await code(orderId, renewalId)
    t.clock.set(trip.returnAt)
    await Promise.allSettled([
      payLink(t, paymentId),
      bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100 }),
    ])
    const { status } = await only(orderId)
    expect([2, 3]).toContain(status)
    if (status === 3) expect(await outgoing(orderId)).toMatchObject([{ amountFen: String(AMOUNT) }])
  })
})
