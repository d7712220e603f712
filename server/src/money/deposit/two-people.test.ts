import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Envelope, TEST_NOW } from '../../testing/app.ts'
import { watchNoShow } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { manager, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/*
 * Money leaves a deposit above 5,000.00 only by two people, whichever call takes it.
 */

sharedMerchant({ cars: 60 })
beforeAll(async () => {
  await t.root.query('update model set deposit_rent_fen = $1 where id = $2', [RENTAL, w.models.lavida])
})
afterEach(() => t.clock.set(TEST_NOW))

const RENTAL = 2_000_000
const { deposit, approval } = contract

const payDeposits = (orderId: string) =>
  t.call(deposit.pay, { orderId, kind: 3, mode: 1, payWay: payWay.cash, amount: RENTAL + 200_000 }, owner())
const captured = async (orderId: string) => {
  const { rows } = await t.root.query('select captured_fen from deposit where order_id = $1 and kind = 1', [orderId])
  return Number(rows[0].capturedFen)
}

/** The other person agrees. @returns the header that the call is repeated with */
async function agreed(refused: Envelope, by = manager()): Promise<Record<string, string>> {
  expect(refused).toMatchObject({ errorCode: 1036, data: { approvalId: expect.any(String) } })
  const { approvalId } = refused.data as { approvalId: string }
  await t.call(approval.decide, { id: approvalId, pass: true }, by)
  return { 'x-approval-id': approvalId }
}

describe('by hand', () => {
  /** A car that came back and owes 12,000.00 of cleaning. */
  async function indebted() {
    const { orderId } = await book(t, w)
    await payDeposits(orderId)
    await pickUp(t, w, orderId)
    const items = [{ code: expenseCode.cleaning, amount: 1_200_000 }]
    const [item] = await t.call(contract.expense.saveAll, { orderId, type: handoverType.return, items }, owner())
    await giveBack(t, w, orderId)
    return async (amount: number, who: 'owner' | 'manager' = 'owner') => ({
      orderId,
      kind: 1 as const,
      lines: [{ code: 'expense', refId: item!.id, amount }],
      mode: payMode.offlineDeduct,
      reason: '车内污渍',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens[who]),
    })
  }

  it('the sum of a day counts, however it is cut', async () => {
    const of = await indebted()
    const { orderId } = await of(1)
    await t.call(deposit.deduct, await of(300_000), owner())
    await t.call(deposit.deduct, await of(200_000), owner())
    const last = await of(1)
    const over = await t.send(deposit.deduct, last, owner())
    expect(over).toMatchObject({ errorCode: 1036 })
    expect(await captured(orderId)).toBe(500_000)
    const { list } = await t.call(approval.page, {}, manager())
    expect(list[0]!.summary).toMatch(/押金扣款 ¥0\.01，24小时内共 ¥5,000\.01$/)
    await t.call(deposit.deduct, last, { ...owner(), headers: await agreed(over) })
    expect(await captured(orderId)).toBe(500_001)

    t.clock.advance(24 * HOUR)
    await t.call(deposit.deduct, await of(300_000), owner())
    expect(await captured(orderId)).toBe(800_001)
  })

  it('of two halves at once one passes alone', async () => {
    for (let round = 0; round < 5; round++) {
      const of = await indebted()
      const [a, b] = [await of(300_000), await of(300_000, 'manager')]
      const both = await Promise.all([t.send(deposit.deduct, a, owner()), t.send(deposit.deduct, b, manager())])
      expect(both.map((answer) => answer.errorCode).toSorted((a, b) => a - b)).toEqual([0, 1036])
      expect(await captured(a.orderId)).toBe(300_000)
    }
  })
})

describe('whichever call takes it', () => {
  const BACK_AT = Date.parse('2026-11-30T18:00:00+08:00')

  it('the settlement of a return', async () => {
    const { orderId } = await handOut(t, w, {
      form: { vehicleId: w.vehicles.lavida.at(-1)!.id },
      deposits: (_t, _w, id) => payDeposits(id),
    })
    t.clock.set(BACK_AT)
    const items = [{ code: expenseCode.cleaning, amount: 800_000 }]
    await t.call(contract.expense.saveAll, { orderId, type: handoverType.return, items }, owner())
    const { record } = await saveRecord(t, w, orderId, handoverType.return, { mileageKm: 10_100, at: BACK_AT })
    await signPaper(t, w, orderId, handoverType.return, record.recordId)
    const input = { orderId, type: handoverType.return, expectAmount: 800_000, settle: 3 as const }
    const refused = await sendConfirm(t, w, input)
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(await captured(orderId)).toBe(0)
    expect(await statusOf(orderId)).toBe(orderStatus.pickedUp)

    const headers = await agreed(refused)
    const other = await sendConfirm(t, w, { ...input, actualAt: BACK_AT + MINUTE }, { headers })
    expect(other.success).toBe(false)
    const done = await sendConfirm(t, w, input, { headers })
    expect(done).toMatchObject({ success: true, data: { status: orderStatus.returned } })
    expect(await captured(orderId)).toBe(800_000)
    expect((await books(t, orderId)).customer_receivable).toBeUndefined()
  })

  it('what is typed at a return, together with what was deducted before; what was computed alone', async () => {
    const { orderId } = await handOut(t, w, {
      form: { vehicleId: w.vehicles.lavida.at(-2)!.id },
      paid: false,
      deposits: (_t, _w, id) => payDeposits(id),
    })
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    const rent = { orderId, kind: 1 as const, lines: [{ code: 'order', amount: 50_000 }], mode: payMode.offlineDeduct }
    t.clock.set(BACK_AT)
    await t.call(deposit.deduct, { ...rent, reason: '先扣租金', photoIds }, owner())
    const type = handoverType.return
    const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100, at: BACK_AT })
    await signPaper(t, w, orderId, type, record.recordId)
    /** Confirms with so much of cleaning typed. */
    const settled = async (cleaning: number) => {
      const items = cleaning === 0 ? [] : [{ code: expenseCode.cleaning, amount: cleaning }]
      await t.call(contract.expense.saveAll, { orderId, type, items }, owner())
      const readings = { mileageKm: 10_100, fuelEighths: 8 }
      const { balance } = await t.call(
        contract.pickupReturn.settlement,
        { orderId, actualReturnAt: BACK_AT, ...readings },
        owner(),
      )
      return sendConfirm(t, w, { orderId, type, expectAmount: balance, settle: 3 })
    }
    // 500.00 by hand and 4,500.01 typed are one person's 5,000.01; what is left of the rent is nobody's choice.
    expect(await settled(450_001)).toMatchObject({ errorCode: 1036 })
    const { list } = await t.call(approval.page, {}, manager())
    expect(list[0]!.summary).toMatch(/24小时内共 ¥5,000\.01$/)
    expect(await settled(450_000)).toMatchObject({ success: true })
  })

  it('a case of damage: the word of who takes from deposits, not of who registers damage', async () => {
    const { orderId } = await book(t, w)
    await payDeposits(orderId)
    await pickUp(t, w, orderId)
    await giveBack(t, w, orderId)
    const parts = [{ part: 'leftFrontDoor', kind: damageKind.dent, amount: 600_000 }]
    const photoIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    const { id } = await t.call(
      contract.damage.save,
      { orderId, parts, photoIds, liability: liabilities.code.customer, assess: true },
      owner(),
    )
    const input = { orderId, id, deduct: { payMode: payMode.offlineDeduct, amount: 600_000 } }
    const refused = await t.send(contract.damage.save, input, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { approvalId } = refused.data as { approvalId: string }
    const decide = (who: 'clerk' | 'finance') =>
      t.send(approval.decide, { id: approvalId, pass: true }, { token: w.tokens[who] })
    expect((await decide('clerk')).success).toBe(false)
    expect(await decide('finance')).toMatchObject({ success: true })
    await t.call(contract.damage.save, input, { ...owner(), headers: { 'x-approval-id': approvalId } })
    expect(await captured(orderId)).toBe(600_000)
  })

  it('a cancel, whose penalty the customer agreed to leave', async () => {
    const orderId = await penalised()
    const input = {
      orderId,
      reason: cancelReason.tripOff,
      responsibility: responsibility.customer,
      expectPenalty: 600_000,
    }
    const refused = await t.send(contract.order.cancel, input, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(await statusOf(orderId)).toBe(orderStatus.confirmed)
    expect(await captured(orderId)).toBe(0)
    await t.call(contract.order.cancel, input, { ...owner(), headers: await agreed(refused) })
    expect(await captured(orderId)).toBe(600_000)
  })

  it('but a timer, which acts by what was agreed and for nobody', async () => {
    const orderId = await penalised()
    await watchNoShow(t, Date.parse('2026-11-29T10:00:00+08:00'))
    expect(await captured(orderId)).toBe(600_000)
  })

  /** An unpaid order with its deposits, whose cancel costs 6,000.00 out of them. */
  async function penalised(): Promise<string> {
    const at = (text: string) => Date.parse(`${text}T10:00:00+08:00`)
    const { orderId } = await book(t, w, { trip: { pickupAt: at('2026-11-27'), returnAt: at('2026-12-27') } })
    await payDeposits(orderId)
    const agreedTerms = {
      penaltyFromDeposit: true,
      base: 3,
      maxPenaltyDays: null,
      tiers: [{ minMinutesBefore: 0, rateBp: null, fixedFen: 600_000 }],
    }
    await t.root.query(
      `update "order" set cancel_rule_snapshot = jsonb_set(cancel_rule_snapshot, '{rule}',
         cancel_rule_snapshot -> 'rule' || $2::jsonb) where id = $1`,
      [orderId, JSON.stringify(agreedTerms)],
    )
    return orderId
  }
})

const statusOf = async (orderId: string): Promise<number> =>
  (await t.root.query('select status from "order" where id = $1', [orderId])).rows[0].status
