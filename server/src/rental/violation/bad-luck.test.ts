import { contract } from '@cheyi/contract/index'
import { holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { deductState, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { clerk, finance, manager, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import {
  violationDone as done,
  enterViolation,
  paidFor,
  violationShown as shown,
  violationStep as step,
  takeOf,
  violationClaim,
  violationFacts,
  voucherPhotos,
} from '../../testing/world/violations.ts'

/* What goes wrong around a violation whose money is under way: two at once, too late, corrected, taken back. */

ownMerchant({ cars: 2 })
afterEach(() => booksAgree(t))

const { violation, deposit } = contract
const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')

async function go(time: number) {
  t.clock.set(time)
}
async function rented() {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: BACK } })
  await bringBack(t, w, orderId, { at: BACK })
  await go(BACK + HOUR)
  return orderId
}
const held = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 2', [orderId])).rows[0]
const noticesOf = async (violationId: string) =>
  (
    await t.root.query('select distinct body from notification where merchant_id = $1 and ref like $2', [
      w.merchantId,
      `violation/${violationId}/%`,
    ])
  ).rows.map(({ body }) => body as string)

it('two deductions at once, on the page of the case and on that of the deposit, take it once', async () => {
  const orderId = await rented()
  const id = await paidFor(orderId, OUT + 3 * HOUR)
  await done('deduct', id, { lines: violationClaim })
  const { version } = await shown(id)
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  const lines = [{ code: 'violation', refId: id, amount: 25_000 }]
  const byDeposit = { orderId, kind: 2 as const, lines, mode: payMode.offlineDeduct, reason: '违章', photoIds }
  const both = await Promise.all([
    t.send(violation.deduct, { violationId: id, version, take: takeOf(25_000) }, finance()),
    t.send(deposit.deduct, byDeposit, owner()),
  ])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(await held(orderId)).toMatchObject({ capturedFen: '25000' })
  expect(await shown(id)).toMatchObject({ deductState: deductState.deducted, claim: { due: 0 } })
})

it('a fine that the office corrects after the deduction is no edit: the difference is paid back by its own step', async () => {
  const orderId = await rented()
  const id = await paidFor(orderId, OUT + 3 * HOUR)
  await done('deduct', id, { lines: violationClaim, take: takeOf(25_000) }, finance())
  const { version } = await shown(id)
  const edit = { orderId, id, version, occurAt: OUT + 3 * HOUR, ...violationFacts, fine: 10_000 }
  expect(await t.send(violation.save, edit, owner())).toMatchObject({ errorCode: 8004 })
  expect(await shown(id)).toMatchObject({ fine: 20_000, version })
  await done('refund', id, { payMode: payMode.onlineOut, amount: 10_000, reason: '罚款更正为¥100' })
  expect(await held(orderId)).toMatchObject({ capturedFen: '15000', holdStatus: holdStatus.partlyDeducted })
  await done('handle', id, { action: 'close' }, manager())
  // 200.00 were paid, 150.00 of them are kept.
  expect(await books(t, orderId)).toMatchObject({ other_expense: 5_000 })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', openViolations: 0 })
})

it('one that comes once its deposit has gone back is owed: nothing is taken out of what is not there', async () => {
  const orderId = await rented()
  const back = { orderId, payMode: payMode.offlineOut, early: true, voucherIds: await voucherPhotos() }
  await t.call(violation.refund, back, owner())
  const id = await paidFor(orderId, OUT + 3 * HOUR)
  expect((await shown(id)).claim).toMatchObject({ available: 0 })
  await done('deduct', id, { lines: violationClaim })
  expect(await step('deduct', id, { take: takeOf(1) })).toMatchObject({ success: false })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '25000' })
  expect(await held(orderId)).toMatchObject({ capturedFen: '0', inFlightFen: '0' })
  const pay = { orderId, payKind: payKind.violation, refId: id, amount: 25_000, payWay: payWay.cash }
  expect(await t.send(contract.payment.collect, pay, clerk())).toMatchObject({ success: true })
  await done('handle', id, { action: 'close' })
})

it('a pickup that is undone once its violation is charged leaves the claim, and says so to whoever sees to it', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: BACK } })
  await go(OUT + 10 * MINUTE)
  const { rows } = await t.root.query(
    'select v.plate from vehicle v join "order" o on o.vehicle_id = v.id where o.id = $1',
    [orderId],
  )
  const made = await t.call(
    violation.create,
    { plate: rows[0].plate, occurAt: OUT + 5 * MINUTE, ...violationFacts },
    owner(),
  )
  const id = made.violationId
  await done('handle', id, { action: 'agency', consent: 'phone' })
  await done('deduct', id, { lines: { fine: 0, agency: 5_000, penalty: 0 } })
  const told = await noticesOf(id)
  const undo = { orderId, action: 'undoPickup', reason: '误操作' } as const
  expect(await t.send(contract.order.updateStatus, undo, owner())).toMatchObject({ success: true })
  expect(await shown(id)).toMatchObject({
    status: violationStatus.byMerchant,
    orderId,
    payable: 5_000,
    claim: { due: 5_000 },
  })
  expect(await orderRow(orderId)).toMatchObject({ openViolations: 1 })
  const fresh = (await noticesOf(id)).filter((body) => !told.includes(body))
  expect(fresh).toEqual([expect.stringContaining('订单当时已不用此车，请核对')])
  expect((await shown(id)).log[0]).toMatchObject({ action: '用车时间变更' })
})

it('one that somebody gave to the order by hand is left alone by that', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: BACK } })
  await go(OUT + 10 * MINUTE)
  const id = await enterViolation(orderId, OUT + 5 * MINUTE)
  await done('handle', id, { action: 'agency', consent: 'phone' })
  const { version } = await shown(id)
  const undo = { orderId, action: 'undoPickup', reason: '误操作' } as const
  expect(await t.send(contract.order.updateStatus, undo, owner())).toMatchObject({ success: true })
  expect((await shown(id)).version).toBe(version)
})
