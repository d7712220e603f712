import { contract } from '@cheyi/contract/index'
import { depositKind, holdStatus, violationAt } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, damageStatus, liabilities } from '@cheyi/domain/rental/damage/codes'
import { deductState } from '@cheyi/domain/rental/violation/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut, payDeposits, type Return } from '../../testing/world/handover.ts'
import { clerk, finance, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import {
  paidFor,
  takeOf,
  violationClaim,
  violationDone,
  violationShown,
  voucherPhotos,
} from '../../testing/world/violations.ts'

/* A violation that was charged while the car was out, when the car comes back. */

ownMerchant({ cars: 3 })
afterEach(() => booksAgree(t))

const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')
/** Late: a fee is due. */
const LATE = BACK + 2 * HOUR
const fromDeposit = { settle: 3 as const, payWay: undefined }

async function go(time: number) {
  t.clock.set(time)
}
/** An order on the road, whose violation the merchant has paid and charged. */
async function charged(deposits = 500_000) {
  const { orderId } = await handOut(t, w, {
    trip: { pickupAt: OUT, returnAt: BACK },
    deposits: (app, world, id) => payDeposits(app, world, id, deposits),
  })
  await go(OUT + 5 * HOUR)
  const violationId = await paidFor(orderId, OUT + 3 * HOUR)
  await violationDone('deduct', violationId, { lines: violationClaim })
  return { orderId, violationId }
}
async function back(orderId: string, confirm: Return['confirm'] = {}, time = LATE) {
  await go(time)
  return bringBack(t, w, orderId, { at: time, confirm })
}
/** What is due beside the violation: the fee for being late. */
function lateFee({ balance, violations, charges }: { balance: number; violations: number; charges: number }): number {
  expect(balance).toBeGreaterThan(0)
  expect({ balance, violations }).toEqual({ balance: charges, violations: 25_000 })
  return balance
}
const depositsOf = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 order by kind', [orderId])).rows

it('the rental deposit pays what the return comes to, and nothing of the violation', async () => {
  const { orderId, violationId } = await charged()
  const { preview } = await back(orderId, fromDeposit)
  const fee = lateFee(preview)
  expect(preview.deposits).toMatchObject([
    { kind: 1, deduct: fee, release: 300_000 - fee - 25_000 },
    // Nobody can say when, while it is open.
    { kind: 2, deduct: 0, release: 200_000, releaseAt: null },
  ])
  const [rental, violation] = await depositsOf(orderId)
  expect(rental).toMatchObject({ capturedFen: String(fee), inFlightFen: String(300_000 - fee - 25_000) })
  expect(violation).toMatchObject({ capturedFen: '0', holdStatus: holdStatus.held })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '25000', openViolations: 1 })
  expect((await violationShown(violationId)).claim).toMatchObject({ due: 25_000 })

  await violationDone('deduct', violationId, { take: takeOf(25_000) }, finance())
  expect(await violationShown(violationId)).toMatchObject({ deductState: deductState.deducted, claim: { due: 0 } })
  const [kept, taken] = await depositsOf(orderId)
  expect(taken).toMatchObject({ capturedFen: '25000' })
  // What the open claim kept of the rental deposit goes back as the rest did.
  await runDue(t, 'rentalRelease')
  const [after] = await depositsOf(orderId)
  expect(Number(after.inFlightFen) - Number(kept.inFlightFen)).toBe(25_000)
})

it('what the violation deposit does not cover stays open on the case, and is paid as it is', async () => {
  await t.root.query('update model set deposit_violation_fen = 18000 where merchant_id = $1', [w.merchantId])
  const { orderId, violationId } = await charged(318_000)
  await back(orderId, fromDeposit)
  await violationDone('deduct', violationId, { take: takeOf(18_000) }, finance())
  expect((await violationShown(violationId)).claim).toMatchObject({ due: 7_000 })
  const of = { orderId, payKind: payKind.violation, refId: violationId, payWay: payWay.cash }
  await t.call(contract.payment.collect, { ...of, amount: 7_000 }, clerk())
  expect(await violationShown(violationId)).toMatchObject({ deductState: deductState.deducted })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
})

it('alone it keeps no car from coming back, and what is collected at the counter is the return’s', async () => {
  const first = await charged()
  const { preview } = await back(first.orderId, {}, BACK)
  expect(preview).toMatchObject({ balance: 0, violations: 25_000 })
  expect(await orderRow(first.orderId)).toMatchObject({ owedFen: '25000' })
})

it('money at the counter for the return is not taken for the violation', async () => {
  const { orderId, violationId } = await charged()
  lateFee((await back(orderId)).preview)
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '25000' })
  expect((await violationShown(violationId)).claim).toMatchObject({ due: 25_000 })
})

it('a case of damage beside it is met by the return', async () => {
  const { orderId, violationId } = await charged()
  const parts = [{ part: 'leftFrontDoor', kind: damageKind.dent, amount: 80_000 }]
  const damage = { orderId, parts, liability: liabilities.code.customer, photoIds: await voucherPhotos() }
  await t.call(contract.damage.save, { ...damage, assess: true }, owner())
  const { preview } = await back(orderId, fromDeposit)
  expect(preview).toMatchObject({ violations: 25_000 })
  const [rental] = await depositsOf(orderId)
  expect(rental).toMatchObject({ capturedFen: String(preview.balance) })
  const { charges: open } = await t.call(contract.deposit.detail, { orderId }, finance())
  expect(open).toEqual([
    { code: 'violation', refId: violationId, name: '违章：违反禁令标志', owed: 25_000, kinds: [depositKind.violation] },
  ])
  await violationDone('deduct', violationId, { take: takeOf(25_000) }, finance())
  expect(await t.call(contract.damage.list, { orderId }, owner())).toMatchObject([
    { status: damageStatus.done, due: 0 },
  ])
})

it('a rental deposit that becomes the violation deposit at the return pays it then', async () => {
  await t.call(contract.merchant.saveSetting, { settings: { violationAt: violationAt.convert } } as never, owner())
  const { orderId, violationId } = await charged(300_000)
  const { preview } = await back(orderId, fromDeposit)
  const fee = lateFee(preview)
  expect(preview.deposits).toMatchObject([
    { kind: 1, deduct: fee, moved: 200_000 },
    { kind: 2, moved: 200_000 },
  ])
  expect(await depositsOf(orderId)).toMatchObject([
    { movedFen: '200000', capturedFen: String(fee) },
    { heldFen: '200000' },
  ])
  await violationDone('deduct', violationId, { take: takeOf(25_000) }, finance())
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
})
