import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree, weekend } from '../../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant()

const { latePreview, chargeLate, settlement } = contract.pickupReturn
const readings = { mileageKm: 12_000, fuelEighths: 8 }

afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

async function charge(orderId: string): Promise<number> {
  const { fee } = await t.call(latePreview, { orderId }, owner())
  await t.call(chargeLate, { orderId, expectAmount: fee }, owner())
  return fee
}
const dueAt = async (orderId: string, at: number) =>
  t.call(settlement, { orderId, actualReturnAt: at, ...readings }, owner())

it('charges what an overdue rental owes by now, moves its end, and comes to the same as one fee at the return', async () => {
  const { orderId } = await handOut(t, w)
  const back = weekend.returnAt + 3 * DAY + 5 * HOUR
  t.clock.set(back)
  const atOnce = (await dueAt(orderId, back)).balance

  t.clock.set(weekend.returnAt + DAY + 2 * HOUR)
  const shown = await t.call(latePreview, { orderId }, owner())
  expect(shown).toMatchObject({ lateMinutes: 26 * 60, charged: 0, returnAt: weekend.returnAt + DAY + 2 * HOUR })
  const { actions } = await t.call(contract.order.detail, { orderId }, owner())
  expect(actions.map(({ code }) => code)).toContain('chargeLate')
  const before = await books(t, orderId)
  const fee = await charge(orderId)
  expect(await orderRow(orderId)).toMatchObject({ owedFen: String(fee), overdue: false, status: 5 })
  expect((await orderRow(orderId)).returnAt.getTime()).toBe(shown.returnAt)
  const after = await books(t, orderId)
  expect((after.service_income ?? 0) - (before.service_income ?? 0)).toBe(-fee)
  const { groups, owed } = await t.call(contract.expense.bill, { orderId }, owner())
  expect(owed).toBe(fee)
  expect(groups.flatMap(({ lines }) => lines)).toContainEqual(expect.objectContaining({ name: '超时费', amount: fee }))

  // A deposit answers for it before the car is back.
  const { charges } = await t.call(contract.deposit.detail, { orderId }, owner())
  expect(charges).toMatchObject([{ code: 'expense', owed: fee }])
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  const lines = [{ code: 'expense' as const, refId: charges[0]!.refId!, amount: fee }]
  const deduction = { orderId, kind: 1 as const, lines, mode: payMode.offlineDeduct, reason: '超时费', photoIds }
  await t.call(contract.deposit.deduct, deduction, owner())
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })

  // Another day later it is charged once more, without another grace, and the month closes over it.
  t.clock.set(weekend.returnAt + 2 * DAY + 2 * HOUR + 20 * MINUTE)
  const second = await charge(orderId)
  expect((await t.call(latePreview, { orderId }, owner())).charged).toBe(fee + second)
  t.clock.set(Date.parse('2026-12-01T00:30:00+08:00'))
  await runDue(t, 'monthEnd')

  t.clock.set(back)
  const { balance, charges: rest } = await dueAt(orderId, back)
  expect(balance).toBe(second + rest)
  expect(fee + second + rest).toBe(atOnce)
  await bringBack(t, w, orderId, { at: back })
})

it('earns nothing by the month: a rental whose agreed time is over keeps no month open', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(Date.parse('2026-12-01T00:30:00+08:00'))
  await runDue(t, 'monthEnd')
  t.clock.set(Date.parse('2026-12-20T12:00:00+08:00'))
  await charge(orderId)
  t.clock.set(Date.parse('2027-01-01T00:30:00+08:00'))
  await runDue(t, 'monthEnd')
  const { next } = await t.call(contract.closing.state, {}, owner())
  expect(next).toMatchObject({ month: '2026-12', open: [] })
})

it('is refused within the grace, for another sum, and twice', async () => {
  const { orderId } = await handOut(t, w)
  const send = (expectAmount: number) => t.send(chargeLate, { orderId, expectAmount }, owner())
  t.clock.set(weekend.returnAt + 20 * MINUTE)
  expect(await t.call(latePreview, { orderId }, owner())).toMatchObject({ fee: 0, formula: '' })
  expect(await send(1000)).toMatchObject({ errorCode: 2001 })
  t.clock.set(weekend.returnAt + 2 * HOUR)
  const { fee } = await t.call(latePreview, { orderId }, owner())
  expect(await send(fee + 1)).toMatchObject({ errorCode: 5010, data: { balance: fee } })
  const answers = await Promise.all([send(fee), send(fee)])
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 2001])
  expect(await orderRow(orderId)).toMatchObject({ owedFen: String(fee) })
  await t.call(contract.payment.collect, { orderId, payKind: payKind.rent, amount: fee, payWay: payWay.cash }, owner())
})

it('keeps the car to the time that was paid for: whoever waits for it gets another, or is a to-do', async () => {
  const { orderId } = await handOut(t, w)
  const trip = { pickupAt: weekend.returnAt + 8 * HOUR, returnAt: weekend.returnAt + 2 * DAY }
  const others = [await book(t, w, { trip }), await book(t, w, { trip })]
  t.clock.set(weekend.returnAt + 5 * HOUR)
  await charge(orderId)
  const end = (await orderRow(orderId)).returnAt.getTime()
  expect(end).toBe(weekend.returnAt + DAY)
  const { rows } = await t.root.query(
    `select (select count(*)::int from task where merchant_id = $1 and kind = 'planConflict' and done_at is null) as conflicts,
       (select max(to_at) from occupancy where ref_id = $2 and active) as held`,
    [w.merchantId, orderId],
  )
  expect(rows[0].conflicts).toBe(1)
  expect(rows[0].held.getTime()).toBe(trip.pickupAt)
  expect(others).toHaveLength(2)
})

it('is proposed each day from the second on, to whoever takes cars back', async () => {
  const { orderId } = await handOut(t, w)
  const told = async () =>
    (await t.root.query('select distinct title from notification where ref like $1', [`late/${orderId}/%`])).rows
  t.clock.set(weekend.returnAt + DAY - MINUTE)
  await runDue(t, 'lateProposal')
  expect(await told()).toEqual([])
  t.clock.set(weekend.returnAt + DAY)
  await runDue(t, 'lateProposal')
  await runDue(t, 'lateProposal')
  expect(await told()).toMatchObject([{ title: expect.stringContaining('超时费待计收') }])
  await charge(orderId)
  t.clock.set(weekend.returnAt + DAY + 5 * HOUR)
  await runDue(t, 'lateProposal')
  expect(await told()).toHaveLength(1)
})
