import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, giveBack, pickUp, weekend } from '../../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

sharedMerchant({ cars: 60, other: true })
afterEach(() => t.clock.set(TEST_NOW))

const { cancel, cancelRule, updateStatus } = contract.order
const at = (text: string) => Date.parse(`${text}+08:00`)

type Ask = Partial<InputOf<typeof cancel>>
const ask = (orderId: string, input: Ask = {}) => ({
  orderId,
  reason: cancelReason.tripOff,
  responsibility: responsibility.customer,
  expectPenalty: 100_000_000,
  ...input,
})

/** Booked and paid in cash, as the clerk does at the counter. */
async function bookPaid(options: Parameters<typeof book>[2] = {}) {
  const order = await book(t, w, options)
  await t.call(
    contract.payment.collect,
    { orderId: order.orderId, payKind: payKind.rent, amount: order.total, payWay: payWay.cash },
    { token: w.tokens.clerk },
  )
  return order
}

const payDeposits = async (orderId: string) =>
  t.call(
    contract.deposit.pay,
    { orderId, kind: 3, mode: 1, payWay: payWay.cash, amount: 500000 },
    { token: w.tokens.clerk },
  )

const voucher = async (token: string) => uploadPhotos(t, 'voucher', 1, token)
const row = async (table: string, where: string, values: unknown[]) =>
  (await t.root.query(`select * from ${table} where ${where} order by id`, values)).rows
const orderRow = async (orderId: string) => (await row('"order"', 'id = $1', [orderId]))[0]

describe('what a cancel costs', () => {
  it.each([
    ['a day before', '2026-11-26T18:00', 0, 86900],
    ['a minute later', '2026-11-26T18:01', 13680, 73220],
    ['on the day, five hours before', '2026-11-27T13:00', 34200, 52700],
    ['an hour before', '2026-11-27T17:00', 68400, 18500],
  ])('%s', async (_, now, penalty, refund) => {
    const { orderId } = await bookPaid()
    t.clock.set(at(now))
    const token = w.tokens.owner
    const rule = await t.call(cancelRule, { orderId }, { token })
    expect(rule).toMatchObject({ penalty, refund, receivable: 0, paid: 86900 })
    expect(rule.current).toBe(penalty === 0 ? null : rule.tiers.findIndex((tier) => tier.penalty === penalty))

    const done = await t.call(cancel, ask(orderId, { expectPenalty: penalty }), { token })
    expect(done).toMatchObject({ status: orderStatus.cancelling, penalty, refund })
    // The money is still in the cash shift until its voucher is recorded; all that is left is what goes back.
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 86900,
      customer_receivable: -refund,
      ...(penalty > 0 ? { penalty_income: -penalty } : {}),
    })
    expect(await orderRow(orderId)).toMatchObject({ penaltyFen: String(penalty), owedFen: String(-refund) })
  })

  it('with a reduction: the share is of the reduced rent', async () => {
    const { orderId } = await bookPaid({ trip: { reduces: [{ reduceType: 5, amount: 17380 }] } })
    t.clock.set(at('2026-11-26T18:01'))
    const done = await t.call(cancel, ask(orderId), { token: w.tokens.owner })
    expect(done).toMatchObject({ penalty: 10204, refund: 59316 })
  })

  it('a customer who never came: the last tier, at most three days', async () => {
    const trip = { pickupAt: at('2026-11-30T10:00'), returnAt: at('2026-12-30T10:00') }
    const { orderId, total } = await bookPaid({ trip })
    expect(total).toBe(607100)
    const token = w.tokens.owner
    const { noShowFrom } = await t.call(cancelRule, { orderId }, { token })
    expect(noShowFrom).toBe(trip.pickupAt + 240 * MINUTE)
    t.clock.set(noShowFrom - 1)
    const early = await t.send(cancel, ask(orderId, { reason: cancelReason.noShow }), { token })
    expect(early).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    t.clock.set(noShowFrom)
    const done = await t.call(cancel, ask(orderId, { reason: cancelReason.noShow }), { token })
    expect(done).toMatchObject({ penalty: 42000, refund: 565100 })
  })

  it('goodwill that was paid out before is none of what was paid: as much goes back as was said', async () => {
    const { orderId } = await bookPaid()
    const token = w.tokens.owner
    const items = [{ name: '致歉', amount: 5_000 }]
    const goodwill = {
      orderId,
      kind: 3 as const,
      reasonCode: reimbursementReasons.code.service,
      payMode: payMode.offlineOut,
      items,
    }
    const payee = { payeeName: '张三', payeeTail: '8812' }
    const { id } = await t.call(contract.reimbursement.save, { ...goodwill, ...payee }, { token })
    const voucherIds = await voucher(token)
    await t.call(contract.reimbursement.pay, { id, payWay: payWay.bank, voucherIds }, { token })
    expect(await t.call(cancelRule, { orderId }, { token })).toMatchObject({ paid: 86900, penalty: 0, refund: 86900 })
    expect(await t.call(cancel, ask(orderId), { token })).toMatchObject({ refund: 86900 })
  })

  it('what was not paid stays a debt, and is collected as a penalty', async () => {
    const { orderId } = await book(t, w)
    t.clock.set(at('2026-11-27T13:00'))
    const token = w.tokens.owner
    expect(await t.call(cancelRule, { orderId }, { token })).toMatchObject({
      penalty: 34200,
      refund: 0,
      receivable: 34200,
    })
    const done = await t.call(cancel, ask(orderId), { token })
    // Nothing goes back, so the order is cancelled at once.
    expect(done).toMatchObject({ status: orderStatus.cancelled, penalty: 34200, refund: 0 })
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.penalty, amount: 34200, payWay: payWay.bank },
      { token },
    )
    expect(await books(t, orderId)).toEqual({ bank: 34200, penalty_income: -34200 })
  })

  it.each([
    ['our fault', { responsibility: responsibility.merchant, note: '车辆故障' }],
    ['no car', { reason: cancelReason.noVehicle, note: '车辆故障' }],
    ['the weather', { reason: cancelReason.forceMajeure, note: '台风' }],
    ['waived by whoever may', { waivePenalty: true, note: '老客户' }],
  ])('nothing: %s', async (_, input) => {
    const { orderId } = await bookPaid()
    t.clock.set(at('2026-11-27T17:00'))
    const done = await t.call(cancel, ask(orderId, { ...input, expectPenalty: 0 }), { token: w.tokens.owner })
    expect(done).toMatchObject({ penalty: 0, refund: 86900 })
  })

  it('of a quote: by the rules of today', async () => {
    const token = w.tokens.owner
    const { quoteId } = await t.call(
      contract.quote.quote,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...weekend },
      { token },
    )
    const rule = await t.call(cancelRule, { quoteId }, { token })
    expect(rule.tiers.map((tier) => tier.penalty)).toEqual([0, 13680, 34200, 68400])
    expect(rule).toMatchObject({ current: null, paid: 0, penalty: 0, deposits: [] })
    expect(rule.minutesToPickup).toBe((weekend.pickupAt - TEST_NOW) / MINUTE)
    expect(await t.send(cancelRule, { quoteId: '99' }, { token })).toMatchObject({ errorCode: -4 })
    expect(await t.send(cancelRule, {}, { token })).toMatchObject({ errorCode: -2 })
  })

  it('of a holiday rental: by the holiday set', async () => {
    t.clock.set(at('2026-09-20T10:00'))
    const trip = { pickupAt: at('2026-09-29T10:00'), returnAt: at('2026-10-06T10:00') }
    const [one, two] = [await bookPaid({ trip }), await bookPaid({ trip })]
    expect(one.total).toBe(274000)
    const token = w.tokens.owner
    t.clock.set(trip.pickupAt - 50 * HOUR)
    expect(await t.call(cancel, ask(one.orderId), { token })).toMatchObject({ penalty: 70650, refund: 203350 })
    t.clock.set(trip.pickupAt - 10 * HOUR)
    expect(await t.call(cancel, ask(two.orderId), { token })).toMatchObject({ penalty: 75900, refund: 198100 })
  })
})

describe('what a cancel does', () => {
  it('frees the car, gives deposits back, tells the customer, and ends when all is paid back', async () => {
    const { orderId, orderNo } = await bookPaid()
    await payDeposits(orderId)
    const token = w.tokens.owner
    const rule = await t.call(cancelRule, { orderId }, { token })
    expect(rule.deposits.map(({ kind, amount }) => [kind, amount])).toEqual([
      [1, 300000],
      [2, 200000],
    ])
    const done = await t.call(cancel, ask(orderId), { token })
    expect(done.status).toBe(orderStatus.cancelling)
    expect(await row('occupancy', 'ref_id = $1 and active', [orderId])).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({ vehicleId: null, plate: null, prevStatus: orderStatus.confirmed })
    const out = await row('payment', `order_id = $1 and direction = 'out'`, [orderId])
    expect(out.map((p) => [p.payKind, p.amountFen, p.status, p.payMode])).toEqual([
      [payKind.rent, '86900', 0, payMode.offlineOut],
      [payKind.rentalDeposit, '300000', 0, payMode.offlineOut],
      [payKind.violationDeposit, '200000', 0, payMode.offlineOut],
    ])
    const tasks = () => row('task', 'order_id = $1 and done_at is null', [orderId])
    expect((await tasks()).map((task) => task.kind)).toEqual(['offlineRefund', 'depositRelease', 'depositRelease'])

    const finance = w.tokens.finance
    const refunded = await t.call(
      updateStatus,
      { orderId, action: 'retryRefund', voucherIds: await voucher(finance) },
      { token: finance },
    )
    expect(refunded.status).toBe(orderStatus.cancelling)
    for (const kind of [1, 2] as const)
      await t.call(contract.deposit.release, { orderId, kind, voucherIds: await voucher(finance) }, { token: finance })
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
    expect(await tasks()).toEqual([])
    // Everything that came in went out again: not one account is left with a balance.
    expect(await books(t, orderId)).toEqual({})
    const sent = await messagesWhere(t, 'order_id = $1', [orderId])
    expect(sent.map((message) => message.kind)).toEqual([
      'confirmed',
      'cancelled',
      'refunded',
      'depositReleased',
      'depositReleased',
    ])
    expect(sent[1]!.body).toBe(`周明轩您好，您预订的大众朗逸（订单号${orderNo}）已取消，将退还¥869.00。`)
    expect(sent[1].mobileEnc.toString('utf8')).not.toContain('139')
  })

  it('an agreed penalty is taken from the deposit before that goes back', async () => {
    const { orderId } = await book(t, w)
    await payDeposits(orderId)
    await t.root.query(
      `update "order" set cancel_rule_snapshot = jsonb_set(cancel_rule_snapshot, '{rule,penaltyFromDeposit}', 'true') where id = $1`,
      [orderId],
    )
    t.clock.set(at('2026-11-27T13:00'))
    await t.call(cancel, ask(orderId), { token: w.tokens.owner })
    const [rental] = await row('deposit', 'order_id = $1', [orderId])
    expect(rental).toMatchObject({ capturedFen: '34200', inFlightFen: '265800' })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 500000,
      deposit_liability_rental: -265800,
      deposit_liability_violation: -200000,
      penalty_income: -34200,
    })
  })

  it('an order that waits for its payment ends at once and costs nothing', async () => {
    const { orderId, status } = await book(t, w, { form: { payMode: payMode.onlineIn } })
    expect(status).toBe(orderStatus.submitted)
    t.clock.set(at('2026-11-27T17:00'))
    const token = w.tokens.owner
    expect(await t.call(cancelRule, { orderId }, { token })).toMatchObject({ penalty: 0 })
    const done = await t.call(cancel, ask(orderId, { expectPenalty: 0 }), { token })
    expect(done).toMatchObject({ status: orderStatus.cancelled, penalty: 0, refund: 0 })
    expect(await books(t, orderId)).toEqual({})
  })

  it('a draft is deleted without a trace in the books', async () => {
    const { orderId, status } = await book(t, w, { form: { submit: false } })
    expect(status).toBe(orderStatus.notSubmitted)
    const done = await t.call(cancel, ask(orderId, { expectPenalty: 0 }), { token: w.tokens.owner })
    expect(done).toMatchObject({ status: orderStatus.cancelled, refund: 0 })
    expect(await row('ledger_txn', 'order_id = $1', [orderId])).toEqual([])
    expect(await row('outbox', 'order_id = $1', [orderId])).toEqual([])
  })

  it('takes what the channel was to pay back from the channel, not from the customer', async () => {
    const { orderId, total } = await book(t, w, {
      trip: { source: 2, reduces: [{ reduceType: 3, amount: 2000 }] },
      form: { channelOrderNo: 'C1' },
    })
    expect(total).toBe(84900)
    expect(await books(t, orderId)).toEqual({ customer_receivable: 84900, platform_clearing: 2000, unearned: -86900 })
    await t.call(cancel, ask(orderId), { token: w.tokens.owner })
    expect(await books(t, orderId)).toEqual({})
  })
})

describe('refusals', () => {
  it('a dearer cancel than the operator saw', async () => {
    const { orderId } = await bookPaid()
    t.clock.set(at('2026-11-27T13:00'))
    const seen = await t.send(cancel, ask(orderId, { expectPenalty: 13680 }), { token: w.tokens.owner })
    expect(seen).toMatchObject({ errorCode: 2009, data: { penalty: 34200 } })
    // A cheaper one is fine.
    const done = await t.call(cancel, ask(orderId, { expectPenalty: 68400 }), { token: w.tokens.owner })
    expect(done.penalty).toBe(34200)
  })

  it('after the pickup, after the end, twice, stale, foreign, without the key', async () => {
    const { orderId, version } = await book(t, w)
    const owner = { token: w.tokens.owner }
    expect(await t.send(cancel, ask(orderId, { version: version + 7 }), owner)).toMatchObject({ errorCode: -5 })
    expect(await t.send(cancel, ask(orderId), { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(cancelRule, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(cancel, ask(orderId), { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    expect(await t.send(cancel, ask(orderId), {})).toMatchObject({ errorCode: -9 })
    // Customer service may cancel but not let the customer off.
    const letOff = ask(orderId, { waivePenalty: true, note: '老客户' })
    expect(await t.send(cancel, letOff, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
    expect(await t.send(cancel, ask(orderId, { waivePenalty: true }), owner)).toMatchObject({ errorCode: -2 })
    await pickUp(t, w, orderId)
    expect(await t.send(cancel, ask(orderId), owner)).toMatchObject({ errorCode: 2006 })
    expect(await t.send(cancelRule, { orderId }, owner)).toMatchObject({ errorCode: 2006 })
    await giveBack(t, w, orderId)
    expect(await t.send(cancel, ask(orderId), owner)).toMatchObject({ errorCode: 2006 })

    const gone = await book(t, w)
    await t.call(cancel, ask(gone.orderId), owner)
    expect(await t.send(cancel, ask(gone.orderId), owner)).toMatchObject({ errorCode: 2001 })
  })

  it('one tap repeated is one cancel; two people at once, one of them learns it', async () => {
    const { orderId } = await bookPaid()
    const key = 'cancel-once-1'
    const input = ask(orderId, { expectPenalty: 0 })
    const [a, b] = await Promise.all([
      t.call(cancel, input, { token: w.tokens.owner, key }),
      t.call(cancel, input, { token: w.tokens.owner, key }),
    ])
    expect(a).toEqual(b)
    expect(await row('payment', `order_id = $1 and direction = 'out'`, [orderId])).toHaveLength(1)
    expect(await row('ledger_txn', 'order_id = $1 and journal = 5', [orderId])).toHaveLength(1)

    const { orderId: second } = await bookPaid()
    const both = await Promise.all([
      t.send(cancel, ask(second), { token: w.tokens.owner }),
      t.send(cancel, ask(second), { token: w.tokens.manager }),
    ])
    expect(both.map((answer) => answer.errorCode).toSorted()).toEqual([0, 2001])
  })
})

describe('accept, refuse, pay back', () => {
  const waiting = () => book(t, w, { form: { autoConfirm: false } })

  it('accepts once, and the customer is told', async () => {
    const { orderId, status } = await waiting()
    expect(status).toBe(orderStatus.confirming)
    expect(await row('outbox', 'order_id = $1', [orderId])).toEqual([])
    const input = { orderId, status: orderStatus.confirmed }
    expect(await t.send(updateStatus, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.call(updateStatus, input, { token: w.tokens.clerk })).toMatchObject({
      status: orderStatus.confirmed,
    })
    expect(await t.send(updateStatus, input, { token: w.tokens.clerk })).toMatchObject({ errorCode: 2001 })
    expect((await row('outbox', 'order_id = $1', [orderId])).map((m) => m.kind)).toEqual(['confirmed'])
  })

  it('does not accept an order that lost its place in the stock', async () => {
    const { orderId } = await waiting()
    await t.root.query('update occupancy set active = false where ref_id = $1', [orderId])
    const answer = await t.send(updateStatus, { orderId, status: orderStatus.confirmed }, { token: w.tokens.clerk })
    expect(answer).toMatchObject({ errorCode: 3101 })
  })

  it('refuses with a reason and gives all of it back, whatever the hour', async () => {
    const { orderId, total } = await waiting()
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
      { token: w.tokens.clerk },
    )
    t.clock.set(at('2026-11-27T17:00'))
    const token = w.tokens.manager
    const bare = await t.send(updateStatus, { orderId, status: orderStatus.cancelled }, { token })
    expect(bare).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    const done = await t.call(updateStatus, { orderId, status: orderStatus.cancelled, reason: '无车可排' }, { token })
    expect(done.status).toBe(orderStatus.cancelling)
    expect(await orderRow(orderId)).toMatchObject({
      penaltyFen: '0',
      cancelNote: '无车可排',
      owedFen: String(-total),
    })
    expect(await row('occupancy', 'ref_id = $1 and active', [orderId])).toEqual([])
  })

  it('pays back only with a voucher, and only once', async () => {
    const { orderId } = await bookPaid()
    const token = w.tokens.finance
    const none = await t.send(updateStatus, { orderId, action: 'retryRefund' }, { token })
    expect(none).toMatchObject({ errorCode: 4010 })
    await t.call(cancel, ask(orderId), { token: w.tokens.owner })
    const bare = await t.send(updateStatus, { orderId, action: 'retryRefund' }, { token })
    expect(bare).toMatchObject({ errorCode: -2, data: { field: 'voucherIds' } })
    const service = { token: w.tokens.service }
    const unkeyed = await t.send(updateStatus, { orderId, action: 'retryRefund', voucherIds: ['1'] }, service)
    expect(unkeyed).toMatchObject({ errorCode: -3 })
    const strange = await t.send(updateStatus, { orderId, action: 'retryRefund', voucherIds: ['1'] }, { token })
    expect(strange).toMatchObject({ errorCode: -4 })

    const [one, two] = [await voucher(token), await voucher(token)]
    const both = await Promise.all([
      t.send(updateStatus, { orderId, action: 'retryRefund', voucherIds: one }, { token }),
      t.send(updateStatus, { orderId, action: 'retryRefund', voucherIds: two }, { token }),
    ])
    expect(both.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4010])
    expect(await row('ledger_txn', 'order_id = $1 and journal = 6', [orderId])).toHaveLength(1)
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
    expect(await books(t, orderId)).toEqual({})
  })
})

it('issues a fixed number of statements', async () => {
  const counts = async (deposits: boolean) => {
    const { orderId } = await bookPaid()
    if (deposits) await payDeposits(orderId)
    await t.call(cancelRule, { orderId }, { token: w.tokens.owner })
    const read = t.calls.at(-1)!.queries
    await t.call(cancel, ask(orderId), { token: w.tokens.owner })
    return { read, write: t.calls.at(-1)!.queries }
  }
  const [bare, full] = [await counts(false), await counts(true)]
  // A violation deposit that is open asks by which terms it comes.
  // Whether a provider has a refund of its charges is a question of its own.
  expect([bare.read, full.read]).toEqual([4, 3])
  expect(full.write - bare.write).toBeLessThanOrEqual(14)
  expect(full.write).toBeLessThanOrEqual(50)
})
