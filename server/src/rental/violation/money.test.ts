import { contract } from '@cheyi/contract/index'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { depositKind, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { flowKind, payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { deductState, matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut, payDeposits } from '../../testing/world/handover.ts'
import {
  clerk,
  finance,
  fleet,
  manager,
  orderRow,
  other,
  owner,
  ownMerchant,
  t,
  w,
} from '../../testing/world/merchant.ts'
import {
  enterViolation,
  paidFor as paidAfter,
  takeOf,
  violationClaim,
  violationDone,
  violationFacts,
  violationPhotos,
  violationShown,
  violationStep,
  voucherPhotos,
} from '../../testing/world/violations.ts'

/* What a violation costs whom, from the day it is known to its end. */

ownMerchant({ cars: 3, other: true })
afterEach(() => booksAgree(t))

const { violation, deposit } = contract
const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')
const HELD = 200_000
const facts = violationFacts

async function go(time: number) {
  t.clock.set(time)
}
const [proof, vouchers, shown, act, done] = [
  violationPhotos,
  voucherPhotos,
  violationShown,
  violationStep,
  violationDone,
]
const set = (settings: object) => t.call(contract.merchant.saveSetting, { settings } as never, owner())

/** A car that came back two days after it went out. */
async function rented(deposits = 500_000) {
  const { orderId } = await handOut(t, w, {
    trip: { pickupAt: OUT, returnAt: BACK },
    deposits: (app, world, orderId) => payDeposits(app, world, orderId, deposits),
  })
  await bringBack(t, w, orderId, { at: BACK })
  await go(BACK + HOUR)
  return orderId
}
const entered = (orderId: string, more: object = {}, hours = 3) => enterViolation(orderId, OUT + hours * HOUR, more)
const paidFor = (orderId: string, more: object = {}) => paidAfter(orderId, OUT + 3 * HOUR, more)
const [claim, take] = [violationClaim, takeOf]
const held = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 2', [orderId])).rows[0]
const advance = async () =>
  (
    await t.root.query(
      `select coalesce(sum(debit_fen - credit_fen), 0)::int as fen from ledger_entry where account = 'violation_advance' and merchant_id = $1`,
      [w.merchantId],
    )
  ).rows[0].fen as number

describe('a fine that the merchant paid', () => {
  it('stands in the books of the order whose violation it is, by number and plate', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    const { no, plate } = await shown(id)
    const { orderNo } = await t.call(contract.order.detail, { orderId }, owner())
    const advanced = () =>
      t.call(contract.payment.vouchers, { keyword: orderNo, account: 'violation_advance' }, owner())
    const memo = `违章 ${no} ${displayPlate(plate)}`
    expect(await advanced()).toMatchObject({
      list: [
        {
          lines: [
            { account: 'violation_advance', debit: 20_000, credit: 0 },
            { account: 'bank', debit: 0, credit: 20_000 },
          ],
          orderId,
          orderNo,
          memo,
        },
      ],
      sums: { debit: 20_000, credit: 0, closing: 20_000 },
    })
    await done('deduct', id, { lines: claim })
    const { list, sums } = await advanced()
    const ofAdvance = list.flatMap(({ lines, memo: what }) =>
      lines.filter(({ account }) => account === 'violation_advance').map(({ debit, credit }) => [debit, credit, what]),
    )
    expect(ofAdvance).toEqual([
      [0, 20_000, memo],
      [20_000, 0, memo],
    ])
    expect(sums).toMatchObject({ debit: 20_000, credit: 20_000, closing: 0 })
    // The whole voucher is there, the bank's side with it.
    const all = (await t.call(contract.payment.vouchers, { keyword: orderNo }, owner())).list
    const named = all.filter((voucher) => voucher.memo === memo).flatMap(({ lines }) => lines)
    expect(named.map(({ account }) => account)).toContain('bank')
  })

  it('is no refund: neither in what came and went, nor in its list, nor in the figures', async () => {
    const orderId = await rented()
    const day = '2026-11-25'
    const takings = async () => (await t.call(contract.payment.takings, { period: [day, day] }, owner())).total
    const cash = async () =>
      (await t.call(contract.data.overview, { period: [day, day] } as never, owner())).figures.find(
        ({ key }) => key === 'cash',
      )?.value
    const [before, cashBefore] = [await takings(), await cash()]
    const id = await entered(orderId)
    await done('handle', id, { action: 'agency', consent: 'phone' }, manager())
    const pay = async () => done('paid', id, { amount: 20_000, payWay: payWay.bank, voucherIds: await vouchers() })
    await pay()
    expect(await takings()).toEqual({ ...before, fines: 20_000 })
    expect(await cash()).toBe(cashBefore)
    const flows = async (kind: number) =>
      (await t.call(contract.payment.flowList, { kind } as never, owner())).list.map(({ kind: of, amount }) => [
        of,
        amount,
      ])
    expect(await flows(flowKind.fine)).toEqual([[flowKind.fine, 20_000]])
    expect(await flows(flowKind.violation)).toEqual([])
    // Recorded by mistake: it is taken back, and is no income.
    await done('paid', id)
    expect(await takings()).toEqual(before)
    await pay()
    const { rows } = await t.root.query(
      `select coalesce(sum(amount_fen), 0)::int as fen from payment where direction = 'out' and status = 2
        and pay_kind not in (2, 3) and merchant_id = $1`,
      [w.merchantId],
    )
    expect((await takings()).refunded).toBe(rows[0].fen)
  })

  it('is taken out of the violation deposit with the fee, and nothing of it stays advanced', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    expect(await advance()).toBe(20_000)
    expect((await shown(id)).claim).toMatchObject({ most: claim, due: 0, available: HELD })
    expect(await done('deduct', id, { lines: claim, take: take(25_000) }, finance())).toMatchObject({
      deductResult: 2,
      due: 0,
    })
    expect(await held(orderId)).toMatchObject({ capturedFen: '25000', holdStatus: holdStatus.partlyDeducted })
    expect((await shown(id)).claim).toMatchObject({ ...claim, due: 0, available: 175_000, refundable: 25_000 })
    expect(await shown(id)).toMatchObject({ deductState: deductState.deducted, payable: 25_000 })
    expect(await books(t, orderId)).toMatchObject({ violation_income: -5_000 })
    expect(await advance()).toBe(0)
    await done('handle', id, { action: 'close' }, manager())
    expect(await shown(id)).toMatchObject({ status: violationStatus.closed })
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill.groups.find(({ group }) => group === 'violationAndDamage')).toMatchObject({
      subtotal: 25_000,
      lines: [{ name: '违章：违反禁令标志', formula: '代缴罚款¥200.00 + 代办费¥50.00' }],
    })
  })

  it('stays open on its case as far as the deposit does not reach, and is paid at the counter', async () => {
    await t.root.query('update model set deposit_violation_fen = 18000 where merchant_id = $1', [w.merchantId])
    const orderId = await rented(318_000)
    const id = await paidFor(orderId)
    await done('deduct', id, { lines: claim })
    expect(await act('deduct', id, { take: take(18_001) })).toMatchObject({ errorCode: 8005 })
    expect(await done('deduct', id, { take: take(18_000) })).toMatchObject({ deductResult: 2, due: 7_000 })
    expect(await held(orderId)).toMatchObject({ capturedFen: '18000', holdStatus: holdStatus.deducted })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '7000' })
    expect(await act('handle', id, { action: 'close' })).toMatchObject({ errorCode: 8006 })
    const pay = (amount: number) =>
      t.send(
        contract.payment.collect,
        { orderId, payKind: payKind.violation, refId: id, amount, payWay: payWay.cash },
        clerk(),
      )
    expect(await pay(7_001)).toMatchObject({ errorCode: 4002 })
    expect(await pay(7_000)).toMatchObject({ success: true })
    expect(await pay(1)).toMatchObject({ errorCode: 4001 })
    expect(await shown(id)).toMatchObject({ deductState: deductState.deducted })
    await done('handle', id, { action: 'close' })
    expect(await advance()).toBe(0)
  })

  it('is the merchant’s own where nobody of it is charged, and cannot be charged once it is', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await done('handle', id, { action: 'close' })
    expect(await advance()).toBe(0)
    await done('handle', id, { action: 'reopen', reason: '客户同意承担' })
    expect((await shown(id)).claim?.most).toMatchObject({ fine: 0, agency: 5_000 })
    await done('handle', id, { action: 'close' })
    await go(BACK + 31 * DAY + 2 * HOUR)
    expect(await act('handle', id, { action: 'reopen', reason: '太迟' })).toMatchObject({ errorCode: 8004 })
  })

  it('of an employee is borne at once; what was recorded wrongly is taken back, and its slip may prove another', async () => {
    const orderId = await rented()
    const id = await entered(orderId)
    const [someone] = await t.call(violation.people, {}, owner())
    await done('match', id, { matchType: matchType.staff, accountId: someone!.accountId })
    await done('handle', id, { action: 'staff' })
    const slip = { amount: 20_000, payWay: payWay.bank, slipNo: 'FK20261125', voucherIds: await vouchers() }
    await done('paid', id, slip)
    expect(await advance()).toBe(0)
    const costs = async () =>
      (
        await t.root.query(
          `select c.fen::int from vehicle_cost c join violation i on i.vehicle_id = c.vehicle_id
            where i.id = $1 and c.source = $2 and c.voided_at is null`,
          [id, costSource.violation],
        )
      ).rows.map(({ fen }) => fen)
    expect(await costs()).toEqual([20_000])
    // Its amount was wrong: the cost of the car and the advance go with it, and the right one takes their place.
    await done('paid', id, {})
    expect([await advance(), await costs()]).toEqual([0, []])
    const again = { ...slip, amount: 15_000, slipNo: 'FK20261127', voucherIds: await vouchers() }
    await done('paid', id, again)
    expect([await advance(), await costs()]).toEqual([0, [15_000]])

    const mine = await entered(orderId, {}, 5)
    await done('handle', mine, { action: 'agency', consent: 'written' })
    expect(await act('paid', mine, again)).toMatchObject({ errorCode: -2 })
    const right = { amount: 20_000, payWay: payWay.cash, slipNo: 'FK20261126', voucherIds: await vouchers() }
    await done('paid', mine, right)
    expect(await act('paid', mine, right)).toMatchObject({ errorCode: -2 })
    await done('paid', mine, {})
    expect((await shown(mine)).finePaid).toBeNull()
    expect(await advance()).toBe(0)
    await done('paid', mine, { ...right, payWay: payWay.bank, voucherIds: await vouchers() })
    expect((await shown(mine)).finePaid).toMatchObject({ amount: 20_000, payWay: payWay.bank })
  })

  it('of a fine that nobody had decided is paid with the right amount after a wrong one was taken back', async () => {
    const orderId = await rented()
    const id = await entered(orderId)
    await t.root.query('update violation set fine_fen = null where id = $1', [id])
    await done('handle', id, { action: 'agency', consent: 'phone' })
    const paid = async (amount: number) => ({ amount, payWay: payWay.bank, voucherIds: await vouchers() })
    await done('paid', id, await paid(2_000))
    expect(await shown(id)).toMatchObject({ fine: 2_000 })
    await done('paid', id, {})
    expect(await shown(id)).toMatchObject({ fine: null, finePaid: null })
    await done('paid', id, await paid(20_000))
    expect(await shown(id)).toMatchObject({ fine: 20_000, finePaid: { amount: 20_000 } })
    // What the authority decided stays decided.
    const known = await entered(orderId, {}, 5)
    await done('handle', known, { action: 'agency', consent: 'phone' })
    await done('paid', known, await paid(20_000))
    await done('paid', known, {})
    expect(await shown(known)).toMatchObject({ fine: 20_000, finePaid: null })
  })

  it('is no more than the fine, each line no more than was agreed, and none for nobody’s customer', async () => {
    const orderId = await rented()
    await set({ violationAgencyFeeFen: 9_000 })
    const id = await entered(orderId)
    await done('handle', id, { action: 'agency', consent: 'phone' })
    const voucherIds = await vouchers()
    expect(await act('paid', id, { amount: 20_001, payWay: 4, voucherIds })).toMatchObject({ errorCode: -2 })
    expect(await act('paid', id, { amount: 20_000, payWay: 4 })).toMatchObject({ data: { field: 'voucherIds' } })
    const lines = (more: object) => act('deduct', id, { lines: { fine: 0, agency: 0, penalty: 0, ...more } })
    expect(await lines({ fine: 1 })).toMatchObject({ data: { field: 'lines.fine' } })
    expect(await lines({ agency: 5_001 })).toMatchObject({ data: { field: 'lines.agency' } })
    expect(await lines({ penalty: 1 })).toMatchObject({ data: { field: 'lines.penalty' } })
    expect(await lines({})).toMatchObject({ data: { field: 'lines.agency' } })
    expect(await lines({ agency: 5_000 })).toMatchObject({ success: true })
    expect(await lines({ agency: 5_000 })).toMatchObject({ errorCode: 8004 })
    expect(await act('deduct', id, { lines: claim }, clerk())).toMatchObject({ errorCode: -3 })
    expect(await act('deduct', id, { take: take(1) }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  })
})

describe('what goes back', () => {
  it('of a claim goes into the deposit it came from, and the rest of the claim may be given up', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await done('deduct', id, { lines: claim, take: take(22_000) })
    await done('waive', id, { reason: '老客户' })
    expect(await shown(id)).toMatchObject({ deductState: deductState.waived, claim: { waived: 3_000, due: 0 } })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
    const back = { payMode: payMode.onlineOut, reason: '罚款已减免' }
    expect(await act('refund', id, { ...back, amount: 22_001 })).toMatchObject({ errorCode: 4010 })
    await done('refund', id, { ...back, amount: 20_000 })
    expect(await held(orderId)).toMatchObject({ capturedFen: '2000' })
    await done('refund', id, { ...back, amount: 2_000 })
    expect(await held(orderId)).toMatchObject({ capturedFen: '0', holdStatus: holdStatus.held })
    await done('handle', id, { action: 'close' })
    // The fine was paid all the same, and its page says by whom.
    expect(await books(t, orderId)).toMatchObject({ other_expense: 20_000 })
    expect((await shown(id)).finePaid).toMatchObject({ amount: 20_000, borne: 20_000 })
    // What nobody pays back is a cost of the car.
    const { rows } = await t.root.query(
      `select e.fen::int from vehicle_cost e join violation i on i.vehicle_id = e.vehicle_id where i.id = $1 and e.source = 5 and e.voided_at is null`,
      [id],
    )
    expect(rows).toEqual([{ fen: 20_000 }])
  })

  it('is all of it when an appeal is upheld after the deduction', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await done('deduct', id, { lines: claim, take: take(10_000) })
    await done('appeal', id, { reason: '当时车辆已归还' })
    expect(await act('deduct', id, { take: take(100) })).toMatchObject({ errorCode: 8004 })
    expect((await t.call(deposit.detail, { orderId }, owner())).charges).toEqual([])
    await done('appealResult', id, { upheld: true, reason: '核实属实' })
    expect(await shown(id)).toMatchObject({ status: violationStatus.void })
    expect(await held(orderId)).toMatchObject({ capturedFen: '0', holdStatus: holdStatus.held })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', openViolations: 0 })
    expect(await advance()).toBe(0)
  })

  it('is nothing when it is not, and the case goes on where it stood', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await done('appeal', id, { reason: '不是我', photoIds: await proof() })
    expect((await orderRow(orderId)).openViolations).toBe(1)
    await done('appealResult', id, { upheld: false, reason: '监控清楚' })
    expect(await shown(id)).toMatchObject({ status: violationStatus.toClose })
  })
})

describe('the violation deposit', () => {
  it('stays whole while one is open, wherever it is read, and goes back once it is closed', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await go(BACK + 30 * DAY + HOUR)
    const asked = { orderId, kind: depositKind.violation, voucherIds: await vouchers() }
    expect(await t.send(deposit.release, asked, owner())).toMatchObject({ errorCode: 4011 })
    const refund = { orderId, payMode: payMode.offlineOut, voucherIds: asked.voucherIds }
    expect(await t.send(violation.refund, refund, owner())).toMatchObject({ errorCode: 4011 })
    expect(await orderRow(orderId)).toMatchObject({ violationFreeAt: null, violationFreeFen: '0' })
    await runMerchants(t, 'violationDeadline')
    await done('deduct', id, { lines: claim, take: take(25_000) })
    await done('handle', id, { action: 'close' })
    expect(await orderRow(orderId)).toMatchObject({ violationFreeFen: '175000' })
    await t.call(deposit.release, { orderId, kind: depositKind.rental, voucherIds: await vouchers() }, owner())
    expect(await t.call(violation.refund, refund, owner())).toMatchObject({ deposit: { available: 0 } })
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled, openViolations: 0 })
  })

  it('comes back from its way when one turns up, and an order that was settled is not any more', async () => {
    const orderId = await rented()
    await t.call(deposit.release, { orderId, kind: depositKind.rental, voucherIds: await vouchers() }, owner())
    await t.call(violation.refund, { orderId, payMode: payMode.onlineOut, early: true }, owner())
    expect(await held(orderId)).toMatchObject({ inFlightFen: String(HELD) })
    const id = await entered(orderId)
    expect(await held(orderId)).toMatchObject({ inFlightFen: '0', holdStatus: holdStatus.held })
    await done('cancel', id, { reason: '登记有误' })
    await t.call(
      violation.refund,
      { orderId, payMode: payMode.offlineOut, early: true, voucherIds: await vouchers() },
      owner(),
    )
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled })
    await entered(orderId)
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.rentSettled })
  })

  it('early goes back by whoever may release deposits alone', async () => {
    const orderId = await rented()
    const asked = { orderId, payMode: payMode.onlineOut }
    expect(await t.send(violation.refund, asked, finance())).toMatchObject({ errorCode: 4012 })
    expect(await t.send(violation.refund, asked, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(violation.refund, asked, clerk())).toMatchObject({ errorCode: -3 })
  })

  it('is taken once by two at once', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    const { version } = await shown(id)
    const ask = () =>
      t.send(violation.deduct, { violationId: id, version, lines: claim, take: take(25_000) }, finance())
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([-5, 0])
    expect(await held(orderId)).toMatchObject({ capturedFen: '25000' })
  })

  it('pays no other charges, and other deposits pay no violation unless that was agreed', async () => {
    const orderId = await rented()
    const id = await paidFor(orderId)
    await done('deduct', id, { lines: claim })
    const { charges } = await t.call(deposit.detail, { orderId }, finance())
    expect(charges).toEqual([
      { code: 'violation', refId: id, name: '违章：违反禁令标志', owed: 25_000, kinds: [depositKind.violation] },
    ])
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    const lines = [{ code: 'violation', refId: id, amount: 25_000 }]
    const ask = (kind: 1 | 2) =>
      t.send(deposit.deduct, { orderId, kind, lines, mode: payMode.offlineDeduct, reason: '违章', photoIds }, owner())
    expect(await ask(1)).toMatchObject({ errorCode: -2, data: { field: 'kind' } })
    expect(await ask(2)).toMatchObject({ success: true })
    expect(await shown(id)).toMatchObject({ deductState: deductState.deducted })
  })
})

describe('whoever drove sees to it', () => {
  it('is told by SMS, has until the end of the last day, and sends a proof', async () => {
    const orderId = await rented()
    const id = await entered(orderId, { points: 3 })
    const { deadlineAt } = await done('notify', id, {}, manager())
    expect(deadlineAt).toBe(at('12-03T00:00'))
    const [told] = await messagesWhere(t, `order_id = $1 and kind = 'violationFound'`, [orderId])
    expect(told!.body).toContain('违反禁令标志，罚款¥200.00，记3分。请在12月02日 24:00 前')
    expect(await act('handle', id, { action: 'proof' })).toMatchObject({ data: { field: 'photoIds' } })
    await done('handle', id, { action: 'proof', photoIds: await proof() })
    expect(await shown(id)).toMatchObject({ status: violationStatus.toClose, proof: [{}], officialState: 2 })
    await done('handle', id, { action: 'close' }, manager())
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 0, owedFen: '0' })
  })

  it('shows the proof at the counter, whose clerk takes it and does nothing else with the violation', async () => {
    const id = await entered(await rented())
    await done('notify', id, {}, manager())
    const photoIds = await uploadPhotos(t, 'violation', 1, w.tokens.clerk)
    expect(await act('handle', id, { action: 'agency', consent: 'phone' }, clerk())).toMatchObject({ errorCode: -3 })
    await done('handle', id, { action: 'proof', photoIds }, clerk())
    expect(await shown(id)).toMatchObject({ status: violationStatus.toClose, proof: [{}] })
    expect(await act('handle', id, { action: 'close' }, clerk())).toMatchObject({ errorCode: -3 })
  })

  it('or lets the deadline pass: the agreed penalty is claimed, the points stay with the car', async () => {
    await set({ violationOverduePenaltyPerPointFen: 10_000 })
    const orderId = await rented()
    const id = await entered(orderId, { points: 3 })
    await done('notify', id)
    await runMerchants(t, 'violationDeadline')
    expect(await shown(id)).toMatchObject({ status: violationStatus.byCustomer, overdue: false })
    expect(await act('handle', id, { action: 'offline', reason: '客户不处理' })).toMatchObject({ errorCode: 8004 })
    await go(at('12-03T00:00'))
    await runMerchants(t, 'violationDeadline')
    expect(await shown(id)).toMatchObject({ status: violationStatus.open, overdue: true })
    expect(await act('handle', id, { action: 'agency', consent: 'phone' })).toMatchObject({ errorCode: 8007 })
    expect(await act('handle', id, { action: 'offline', reason: '客户不处理' }, fleet())).toMatchObject({
      errorCode: -3,
    })
    await done('handle', id, { action: 'offline', reason: '客户不处理' }, finance())
    expect((await shown(id)).claim?.most).toEqual({ fine: 0, agency: 5_000, penalty: 30_000 })
    await done('deduct', id, { lines: { fine: 0, agency: 0, penalty: 30_000 }, take: take(30_000) })
    await done('handle', id, { action: 'close' })
    expect(await shown(id)).toMatchObject({ status: violationStatus.closed, officialState: 0 })
  })

  it('is nobody’s to pay for money where points are taken, and is asked first', async () => {
    const orderId = await rented()
    const id = await entered(orderId, { points: 1 })
    expect(await act('handle', id, { action: 'agency', consent: 'phone' })).toMatchObject({ errorCode: 8007 })
    const free = await entered(orderId, {}, 4)
    expect(await act('handle', free, { action: 'agency' })).toMatchObject({ data: { field: 'consent' } })
    expect(await act('handle', free, { action: 'staff' })).toMatchObject({ errorCode: 8004 })
    expect(await act('handle', free, { action: 'done' })).toMatchObject({ errorCode: 8004 })
    expect(await act('handle', free, { action: 'close' })).toMatchObject({ errorCode: 8004 })
    // Points raised while the merchant pays for it are refused: nothing is edited any more.
    await done('handle', free, { action: 'agency', consent: 'phone' })
    const { version } = await shown(free)
    const edit = { orderId, id: free, version, occurAt: OUT + 4 * HOUR, ...facts, points: 3 }
    expect(await t.send(violation.save, edit, owner())).toMatchObject({ errorCode: 8004 })
  })
})
