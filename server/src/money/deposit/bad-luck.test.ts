import { contract } from '@cheyi/contract/index'
import { holdStatus } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TEST_NOW, type TestApp } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp, rentAndReturn, weekend } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import type { World } from '../../testing/world/world.ts'

/*
 * Bad luck with deposits that no other test of the feature goes through: days that fall badly, and money that
 * has to go back out of what was captured.
 */

ownMerchant({ cars: 3 })
const { deposit } = contract

beforeEach(async () => {
  await openOnlinePay(t, w)
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const rowOf = async (orderId: string, kind: 1 | 2) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = $2', [orderId, kind])).rows[0]
const freeze = { mode: 2, payWay: payWay.alipay } as const

async function frozen(orderId: string): Promise<void> {
  const asked = await t.call(deposit.pay, { orderId, kind: 1, amount: 300_000, ...freeze }, owner())
  await payLink(t, asked.paymentId!)
}
async function deduct(orderId: string, amount: number): Promise<void> {
  const { charges } = await t.call(deposit.detail, { orderId }, owner())
  const [{ code, refId }] = charges as [(typeof charges)[0]]
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  const lines = [{ code, refId: refId ?? undefined, amount }]
  await t.call(deposit.deduct, { orderId, kind: 1, lines, mode: payMode.onlineIn, reason: '租金', photoIds }, owner())
  await runDue(t, 'payQuery')
}

it.each([
  // Thirty days after the second of December is New Year's Day, after the thirty-first of January the second of March.
  ['2026-12-02T18:00:00+08:00', '2027-01-01T10:00:00+08:00'],
  ['2027-01-31T18:00:00+08:00', '2027-03-02T10:00:00+08:00'],
])('a car back at %s: its violation deposit is looked at on %s, whatever day that is, once', async (back, due) => {
  const trip = { pickupAt: Date.parse(back) - 2 * DAY, returnAt: Date.parse(back) }
  const { orderId, total } = await book(t, w, { trip })
  const paid = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, paid, owner())
  await t.call(deposit.pay, { orderId, kind: 3, mode: 1, payWay: payWay.cash, amount: 500_000 }, owner())
  t.clock.set(trip.pickupAt)
  await pickUp(t, w, orderId)
  t.clock.set(trip.returnAt)
  await giveBack(t, w, orderId)
  const tasks = async () =>
    (await t.root.query(`select id from task where order_id = $1 and kind = 'violationRelease'`, [orderId])).rows.length
  t.clock.set(Date.parse(due) - 1)
  await runDue(t, 'violationRelease')
  expect(await tasks()).toBe(0)
  t.clock.set(Date.parse(due))
  await runDue(t, 'violationRelease')
  await runDue(t, 'violationRelease')
  expect(await tasks()).toBe(1)
})

it('rent that was captured from a freeze goes back by its capture, and the freeze is let go of what is left', async () => {
  const { orderId, total } = await handOut(t, w, {
    paid: false,
    deposits: (async (_: TestApp, __: World, id: string) => {
      await frozen(id)
      await t.call(deposit.pay, { orderId: id, kind: 2, mode: 1, payWay: payWay.cash, amount: 200_000 }, owner())
    }) as never,
  })
  await deduct(orderId, total)
  expect(await rowOf(orderId, 1)).toMatchObject({ capturedFen: String(total) })
  const { preview } = await bringBack(t, w, orderId, { at: weekend.returnAt - DAY })
  expect(preview.balance).toBeLessThan(0)
  expect(preview.givesBack.map(({ to }) => to)).toEqual(['receipt'])
  // What the customer has back is what was captured too much, no more: the freeze knows nothing of it.
  expect(await rowOf(orderId, 1)).toMatchObject({ capturedFen: String(total) })
  t.clock.set(weekend.returnAt)
  await runDue(t, 'moneyOut')
  expect(await rowOf(orderId, 1)).toMatchObject({
    releasedFen: String(300_000 - total),
    holdStatus: holdStatus.released,
    inFlightFen: '0',
  })
  expect(await books(t, orderId)).toMatchObject({ online_clearing: total + preview.balance })
})

it('captures two freezes in the order in which they end, whichever was taken first, and lets the rest of both go', async () => {
  const { orderId, total } = await book(t, w)
  const paid = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, paid, owner())
  await frozen(orderId)
  t.clock.set(TEST_NOW - 10 * DAY)
  // One that was agreed to before, as if it ended before the other.
  const { version } = await rowOf(orderId, 1)
  const more = await t.call(deposit.pay, { orderId, kind: 1, amount: 50_000, ...freeze, change: 1, version }, owner())
  await payLink(t, more.paymentId!)
  t.clock.set(TEST_NOW)
  await rentAndReturn(t, w, orderId, 80_000)
  await deduct(orderId, 80_000)
  const holds = async () =>
    (await t.root.query('select * from deposit_hold where order_id = $1 order by expire_at', [orderId])).rows
  expect((await holds()).map(({ amountFen, capturedFen }) => [Number(amountFen), Number(capturedFen)])).toEqual([
    [50_000, 50_000],
    [300_000, 30_000],
  ])
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'rentalRelease')
  await runDue(t, 'moneyOut')
  expect((await holds()).map(({ status }) => status)).toEqual([authHoldStatus.ended, authHoldStatus.ended])
  expect(await rowOf(orderId, 1)).toMatchObject({ capturedFen: '80000', releasedFen: '270000' })
})
