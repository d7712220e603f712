import { contract } from '@cheyi/contract/index'
import { holdStatus } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { runDue, traces } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree, failPayouts, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, payDeposits, payRent } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * A part of a deposit is on its way back: the rest stays in hand, and what has not left can be taken back.
 */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await makeWorld(t)
})
afterEach(() => t.clock.set(TEST_NOW))

const { deposit } = contract
const RENTAL = 300_000
const DEBT = 50_000
const BACK_AT = Date.parse('2026-11-30T18:00:00+08:00')
const owner = () => ({ token: w.tokens.owner })
const vouchers = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
const tasks = async (orderId: string) =>
  (await t.root.query('select kind from task where order_id = $1 and done_at is null', [orderId])).rows.map(
    ({ kind }) => kind,
  )
const rental = async (orderId: string) => (await t.call(deposit.detail, { orderId }, owner())).rows[0]!

/** The car is back with a debt of 500.00 that was let stand: the return sends back what the debt does not keep. */
async function indebted(): Promise<string> {
  const { orderId } = await handOut(t, w)
  const items = [{ code: expenseCode.cleaning, amount: DEBT }]
  await t.call(contract.expense.saveAll, { orderId, type: handoverType.return, items }, owner())
  const kept = { settle: undefined, payWay: undefined, overrideReason: '月结客户' }
  await bringBack(t, w, orderId, { at: BACK_AT, confirm: kept })
  return orderId
}

/** A car that came back without a debt, all of the rental deposit asked back. */
async function releasing(): Promise<{ orderId: string; depositId: string }> {
  const { orderId, total } = await bookArranged(t, w)
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  await pickUp(t, w, orderId)
  await giveBack(t, w, orderId)
  const { deposit: row } = await t.call(deposit.release, { orderId, kind: 1 }, owner())
  return { orderId, depositId: row.depositId }
}

describe('what a debt keeps', () => {
  it('can be deducted while the rest is on its way', async () => {
    const orderId = await indebted()
    expect(await rental(orderId)).toMatchObject({ available: DEBT, holdStatus: holdStatus.held })
    const { charges } = await t.call(deposit.detail, { orderId }, owner())
    const { deposit: row } = await t.call(
      deposit.deduct,
      {
        orderId,
        kind: 1,
        lines: charges.map(({ code, refId, owed }) => ({ code, refId: refId ?? undefined, amount: owed })),
        mode: payMode.offlineDeduct,
        reason: '车内污渍',
        photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
      },
      owner(),
    )
    expect(row).toMatchObject({ captured: DEBT, available: 0, holdStatus: holdStatus.releasing })
    const { deposit: done } = await t.call(deposit.release, { orderId, kind: 1, voucherIds: await vouchers() }, owner())
    expect(done).toMatchObject({ released: RENTAL - DEBT, holdStatus: holdStatus.released })
    await booksAgree(t)
  })

  it('goes back by itself once the debt is paid, not before the return can no longer be undone', async () => {
    const orderId = await indebted()
    const kept = await traces(t, orderId)
    await runDue(t, 'rentalRelease')
    expect(await traces(t, orderId)).toEqual(kept)
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.settlement, amount: DEBT, payWay: payWay.cash },
      owner(),
    )
    await runDue(t, 'rentalRelease')
    expect(await rental(orderId)).toMatchObject({ available: 0, holdStatus: holdStatus.releasing })
    const { rows: payouts } = await t.root.query(
      `select amount_fen::int as amount, release_after from payment where order_id = $1 and pay_kind = ${payKind.rentalDeposit}
        and direction = 'out' order by id`,
      [orderId],
    )
    expect(payouts).toEqual([
      { amount: RENTAL - DEBT, releaseAfter: new Date(BACK_AT + HOUR / 2) },
      { amount: DEBT, releaseAfter: new Date(BACK_AT + HOUR / 2) },
    ])
    expect(await tasks(orderId)).toEqual(['depositRelease', 'depositRelease'])
    const before = await traces(t, orderId)
    await runDue(t, 'rentalRelease')
    expect(await traces(t, orderId)).toEqual(before)
    await booksAgree(t)
  })

  it('can be asked back by hand, in parts and at once, and never more than there is', async () => {
    const orderId = await indebted()
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.settlement, amount: DEBT, payWay: payWay.cash },
      owner(),
    )
    const answers = await Promise.all(
      [1, 2, 3].map(() => t.send(deposit.release, { orderId, kind: 1, amount: 20_000 }, owner())),
    )
    expect(answers.map((answer) => answer.errorCode).toSorted((a, b) => a - b)).toEqual([0, 0, 4010])
    expect(await rental(orderId)).toMatchObject({ available: 10_000, holdStatus: holdStatus.held })
    await booksAgree(t)
  })
})

describe('a release that has not left', () => {
  it('is taken back with a reason: in hand, off the list of payouts, in the log, and left alone by the job', async () => {
    const { orderId, depositId } = await releasing()
    expect(await tasks(orderId)).toEqual(['depositRelease'])
    const { deposit: row } = await t.call(deposit.withdraw, { depositId, reason: '发现车损' }, owner())
    expect(row).toMatchObject({ available: RENTAL, released: 0, holdStatus: holdStatus.held })
    expect(await tasks(orderId)).toEqual([])
    const { rows: payments } = await t.root.query(
      `select direction, status, refunded_fen::int as refunded from payment
        where order_id = $1 and pay_kind = ${payKind.rentalDeposit} order by id`,
      [orderId],
    )
    expect(payments).toEqual([
      { direction: 'in', status: paymentStatus.succeeded, refunded: 0 },
      { direction: 'out', status: paymentStatus.closed, refunded: 0 },
    ])
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(list[0]!.text).toBe('撤回退押金 · ¥3,000.00 · 发现车损')
    const { rows: audits } = await t.root.query(
      `select after from audit where merchant_id = $1 and action = 'deposit.withdraw'`,
      [w.merchantId],
    )
    expect(audits).toMatchObject([{ after: { withdrawn: 1, amount: RENTAL, reason: '发现车损' } }])
    const before = await traces(t, orderId)
    await runDue(t, 'rentalRelease')
    expect(await traces(t, orderId)).toEqual(before)
    await booksAgree(t)

    // Given back after all, by a person; the job has it again from then on.
    const { deposit: done } = await t.call(deposit.release, { orderId, kind: 1, voucherIds: await vouchers() }, owner())
    expect(done).toMatchObject({ released: RENTAL, holdStatus: holdStatus.released })
    await booksAgree(t)
  })

  it('that failed too', async () => {
    const { orderId, depositId } = await releasing()
    await failPayouts(t, w, orderId)
    const { deposit: row } = await t.call(deposit.withdraw, { depositId, reason: '改线下退' }, owner())
    expect(row).toMatchObject({ available: RENTAL, holdStatus: holdStatus.held })
    const { rows } = await t.root.query('select pending_refund from "order" where id = $1', [orderId])
    expect(rows[0].pendingRefund).toBeNull()
    await booksAgree(t)
  })

  it('only once, only with a reason, and only by whoever may', async () => {
    const { orderId, depositId } = await releasing()
    const input = { depositId, reason: '发现车损' }
    expect(await t.send(deposit.withdraw, { depositId, reason: '' }, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(deposit.withdraw, input, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    const other = await makeWorld(t, { name: '别家租车' })
    expect(await t.send(deposit.withdraw, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    const answers = await Promise.all([1, 2, 3].map(() => t.send(deposit.withdraw, input, owner())))
    expect(answers.map((answer) => answer.errorCode).toSorted((a, b) => a - b)).toEqual([0, 4010, 4010])
    // The voucher of a payout and its withdrawal at once: one of them.
    await t.call(deposit.release, { orderId, kind: 1 }, owner())
    const voucherIds = await vouchers()
    const [back, gone] = await Promise.all([
      t.send(deposit.withdraw, input, owner()),
      t.send(deposit.release, { orderId, kind: 1, amount: RENTAL, voucherIds }, owner()),
    ])
    expect([back.success, gone.success]).toContain(true)
    const { held, captured, released, available } = await rental(orderId)
    expect(held - captured - released - available).toBe(0)
    await booksAgree(t)
  })
})
