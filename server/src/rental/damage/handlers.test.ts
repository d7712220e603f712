import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { depositMode, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, damageStatus, liabilities } from '@cheyi/domain/rental/damage/codes'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { clerk, orderRow, other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 40, other: true })
beforeAll(async () => {
  await t.root.query('update model set deposit_rent_fen = 2000000 where id = $1', [w.models.lavida])
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const { list, save, refund } = contract.damage
const { customer, thirdParty, nobody } = liabilities.code
const door = { part: 'leftFrontDoor', kind: damageKind.dent, amount: 80_000 }

async function facts(orderId: string, more: Partial<InputOf<typeof save>> = {}): Promise<InputOf<typeof save>> {
  const photoIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  return { orderId, parts: [door], liability: customer, photoIds, ...more }
}
const raise = async (orderId: string, more: Partial<InputOf<typeof save>> = {}) =>
  t.call(save, await facts(orderId, more), owner())
const shown = async (orderId: string) => t.call(list, { orderId }, owner())
const rental = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]

/** A paid rental with its deposits in cash, whose car is with the customer. */
async function onRent() {
  const { orderId, total } = await book(t, w)
  const cash = { payWay: payWay.cash } as const
  await t.call(contract.payment.collect, { orderId, amount: total, payKind: payKind.rent, ...cash }, clerk())
  const amount = (await t.call(contract.deposit.policy, { orderId }, clerk())).rows.reduce(
    (sum, row) => sum + row.amount,
    0,
  )
  await t.call(contract.deposit.pay, { orderId, kind: 3, mode: depositMode.offline, amount, ...cash }, clerk())
  await pickUp(t, w, orderId)
  return orderId
}
async function cameBack() {
  const orderId = await onRent()
  await giveBack(t, w, orderId)
  return orderId
}

describe('a case', () => {
  it('is owed once it is assessed, and taken out of the deposit at once', async () => {
    const orderId = await cameBack()
    const more = { downtimeDays: 2, downtimeFee: 20_000, insuranceCovered: 40_000, remark: '停车场剐蹭' }
    const opened = await raise(orderId, more)
    expect(opened).toMatchObject({ status: damageStatus.assessing, deductResult: null, due: 0 })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', expectedDamageFen: '80000' })
    expect(await books(t, orderId)).not.toHaveProperty('damage_income')

    const deduct = { payMode: payMode.offlineDeduct, amount: 80_000 }
    const done = await t.call(save, { orderId, id: opened.id, version: 1, assess: true, deduct }, owner())
    expect(done).toMatchObject({ status: damageStatus.done, deductResult: 2, due: 0 })
    expect(await books(t, orderId)).toMatchObject({ damage_income: -80_000 })
    expect(await rental(orderId)).toMatchObject({ capturedFen: '80000', holdStatus: holdStatus.partlyDeducted })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', expectedDamageFen: '0' })
    expect(await shown(orderId)).toMatchObject([
      {
        total: 120_000,
        payable: 80_000,
        deductResult: 2,
        due: 0,
        refundable: 80_000,
        photos: [{}],
        remark: '停车场剐蹭',
      },
    ])
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    expect(detail).toMatchObject({ counts: { damage: 1 }, expectedDamage: 0 })
    expect(detail.fees.lines.at(-1)).toMatchObject({ name: '车损：左前门', amount: 80_000 })
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill.groups.find(({ group }) => group === 'violationAndDamage')).toMatchObject({
      subtotal: 80_000,
      lines: [{ name: '车损：左前门', note: '停车场剐蹭' }],
    })
  })

  it('is paid at the counter by its own payment, or with the deductions of other charges, and only then settles the order', async () => {
    const orderId = await cameBack()
    const { id } = await raise(orderId, { assess: true })
    const [charge] = (await t.call(contract.deposit.detail, { orderId }, owner())).charges
    expect(charge).toEqual({ code: 'damage', refId: id, name: '车损：左前门', owed: 80_000, kinds: [1] })
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    const by = { kind: 1, mode: payMode.offlineDeduct, reason: '车损', photoIds } as const
    await t.call(
      contract.deposit.deduct,
      { orderId, lines: [{ code: 'damage', refId: id, amount: 30_000 }], ...by },
      owner(),
    )
    expect(await shown(orderId)).toMatchObject([{ status: damageStatus.deducting, due: 50_000, refundable: 30_000 }])
    const pay = (amount: number) =>
      t.send(
        contract.payment.collect,
        { orderId, payKind: payKind.damage, refId: id, amount, payWay: payWay.cash },
        clerk(),
      )
    expect(await pay(50_001)).toMatchObject({ errorCode: 4002 })
    expect(await pay(50_000)).toMatchObject({ success: true })
    expect(await shown(orderId)).toMatchObject([{ status: damageStatus.done, due: 0 }])
    expect(await pay(1)).toMatchObject({ errorCode: 4001 })
  })

  it('asks nothing of a customer for what others pay', async () => {
    const orderId = await cameBack()
    await raise(orderId, { liability: thirdParty, insuranceCovered: 80_000, assess: true })
    await raise(orderId, { liability: nobody, assess: true })
    expect((await shown(orderId)).map(({ status }) => status)).toEqual([damageStatus.done, damageStatus.done])
    expect(await books(t, orderId)).not.toHaveProperty('damage_income')
  })

  it('is refused by name', async () => {
    const orderId = await cameBack()
    const refused = async (more: Partial<InputOf<typeof save>>) => t.send(save, await facts(orderId, more), owner())
    expect(await refused({ photoIds: [] })).toMatchObject({ errorCode: 8101 })
    expect(await refused({ parts: [{ ...door, amount: 0 }] })).toMatchObject({ errorCode: 8102 })
    expect(await refused({ parts: [] })).toMatchObject({ errorCode: -2, message: '参数错误：请选择损伤部位' })
    expect(await refused({ parts: [{ ...door, part: 'bow' }] })).toMatchObject({ errorCode: -2 })
    expect(await refused({ insuranceCovered: 80_001 })).toMatchObject({ errorCode: -2 })
    expect(await refused({ vehicleId: other.vehicles.lavida[0]!.id })).toMatchObject({ errorCode: -2 })
    const { id } = await raise(orderId)
    expect(await t.send(save, { orderId, id, version: 9, assess: true }, owner())).toMatchObject({ errorCode: -5 })
    const deduct = { payMode: payMode.offlineDeduct, amount: 80_001 }
    expect(await t.send(save, { orderId, id, deduct }, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(save, { orderId, id, assess: true, deduct }, owner())).toMatchObject({ errorCode: 4002 })
    await t.call(save, { orderId, id, assess: true }, owner())
    expect(await refused({ id })).toMatchObject({ errorCode: 8103 })
    const booked = await book(t, w)
    expect(await t.send(save, await facts(booked.orderId), owner())).toMatchObject({ errorCode: 2001 })
    expect(await t.send(list, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
  })

  it('needs a second person for a large deduction, and the key of deductions for any', async () => {
    const orderId = await cameBack()
    const deduct = { payMode: payMode.offlineDeduct, amount: 500_001 }
    const input = await facts(orderId, { parts: [{ ...door, amount: 500_001 }], assess: true, deduct })
    const refused = await t.send(save, input, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(await shown(orderId)).toEqual([])
    const { approvalId } = refused.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
    const again = await t.send(save, input, { ...owner(), headers: { 'x-approval-id': approvalId } })
    expect(again).toMatchObject({ success: true, data: { status: damageStatus.done } })
    const mine = { ...input, photoIds: await uploadPhotos(t, 'voucher', 1, w.tokens.service) }
    expect(await t.send(save, mine, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
  })

  it('two who deduct it at once take it once', async () => {
    const orderId = await cameBack()
    const { id } = await raise(orderId, { assess: true })
    const deduct = { payMode: payMode.offlineDeduct, amount: 80_000 }
    const both = await Promise.all([1, 2].map(() => t.send(save, { orderId, id, deduct }, owner())))
    expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(await rental(orderId)).toMatchObject({ capturedFen: '80000' })
  })
})

describe('what was collected', () => {
  const deducted = async (amount = 80_000) => {
    const orderId = await cameBack()
    const { id } = await raise(orderId, { assess: true, deduct: { payMode: payMode.offlineDeduct, amount } })
    return { orderId, id }
  }

  it('goes back into the deposit while that is held, in part and whole', async () => {
    const { orderId, id } = await deducted()
    const back = { damageId: id, payMode: payMode.onlineOut, reason: '定损过高' } as const
    expect(await t.send(refund, { ...back, amount: 80_001 }, owner())).toMatchObject({ errorCode: 4010 })
    const part = await t.call(refund, { ...back, amount: 30_000 }, owner())
    expect(part).toMatchObject({ paidOut: 0, deposit: { captured: 50_000 } })
    expect(await books(t, orderId)).toMatchObject({ damage_income: -50_000, deposit_liability_rental: -1_950_000 })
    await t.call(refund, { ...back, amount: 50_000 }, owner())
    expect(await shown(orderId)).toMatchObject([{ status: damageStatus.closed, refunded: 80_000, deductResult: 3 }])
    expect(await books(t, orderId)).not.toHaveProperty('damage_income')
    expect(await t.send(refund, { ...back, amount: 1 }, owner())).toMatchObject({ errorCode: 8103 })
  })

  it('is paid out by hand once the deposit is gone, and not before', async () => {
    const { orderId, id } = await deducted()
    const [early] = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    const held = {
      damageId: id,
      amount: 80_000,
      payMode: payMode.offlineOut,
      reason: '责任在对方',
      voucherIds: [early!],
    }
    expect(await t.send(refund, held, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'payMode', 字段: '押金仍在押，其中¥800.00应退回押金，请选择原路退回' },
    })
    const [one, two] = await uploadPhotos(t, 'voucher', 2, w.tokens.owner)
    await t.call(contract.deposit.release, { orderId, kind: 1, voucherIds: [one!] }, owner())
    const back = { damageId: id, amount: 80_000, payMode: payMode.offlineOut, reason: '责任在对方' } as const
    expect(await t.send(refund, back, owner())).toMatchObject({ errorCode: -2 })
    const transferred = { payWay: payWay.bank, slipNo: '6222-2026-1125' }
    expect(await t.call(refund, { ...back, ...transferred, voucherIds: [two!] }, owner())).toMatchObject({
      paidOut: 80_000,
    })
    expect(await books(t, orderId)).toMatchObject({ bank: -80_000 })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', pendingRefund: null })
  })

  it('goes back with a claim that is withdrawn, and a debt that was given up does not', async () => {
    const { orderId, id } = await deducted(30_000)
    await t.call(save, { orderId, id, close: { reason: '客户自行修复' } }, owner())
    expect(await shown(orderId)).toMatchObject([{ status: damageStatus.closed, closeReason: '客户自行修复' }])
    expect(await rental(orderId)).toMatchObject({ capturedFen: '0' })
    expect(await books(t, orderId)).not.toHaveProperty('damage_income')
    expect(await t.send(save, { orderId, id, close: { reason: '再关' } }, owner())).toMatchObject({ errorCode: 8103 })

    const lost = await raise(orderId, { assess: true })
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    const asked = { orderId, amount: 80_000, reason: '客户失联', voucherIds }
    const gone = await t.send(contract.debt.writeOff, asked, owner())
    const { approvalId } = gone.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
    await t.call(contract.debt.writeOff, asked, { ...owner(), headers: { 'x-approval-id': approvalId } })
    expect((await shown(orderId))[0]).toMatchObject({ id: lost.id, status: damageStatus.done, refundable: 0 })
  })
})

describe('the deposit', () => {
  it('stays for damage that is being assessed, with a fifth on top, and the order is not settled', async () => {
    const orderId = await cameBack()
    const { id } = await raise(orderId)
    const release = (amount?: number) =>
      t.send(contract.deposit.release, { orderId, kind: 1, ...(amount === undefined ? {} : { amount }) }, owner())
    expect(await release(1_904_001)).toMatchObject({ errorCode: 4011 })
    expect(await release()).toMatchObject({ success: true, data: { deposit: { available: 96_000 } } })
    expect(await release()).toMatchObject({ errorCode: 4011 })
    expect(await orderRow(orderId)).toMatchObject({ rentalFree: false })
    await t.call(save, { orderId, id, close: { reason: '原有旧伤' } }, owner())
    expect(await orderRow(orderId)).toMatchObject({ rentalFree: true })
  })

  it('does not leave when damage is found with a release queued; what is too much goes again', async () => {
    const orderId = await cameBack()
    await t.call(contract.deposit.release, { orderId, kind: 1 }, owner())
    const before = await rental(orderId)
    expect(before).toMatchObject({ inFlightFen: before.heldFen })
    const { id } = await raise(orderId, { parts: [{ ...door, amount: 100_000 }] })
    expect(await rental(orderId)).toMatchObject({ inFlightFen: '0' })
    await runDue(t, 'rentalRelease')
    expect(await rental(orderId)).toMatchObject({ inFlightFen: String(Number(before.heldFen) - 120_000) })
    const deduct = { payMode: payMode.offlineDeduct, amount: 100_000 }
    await t.call(save, { orderId, id, assess: true, deduct }, owner())
    await runDue(t, 'rentalRelease')
    const { capturedFen, inFlightFen } = await rental(orderId)
    expect([capturedFen, inFlightFen]).toEqual(['100000', String(Number(before.heldFen) - 100_000)])
    // What the deposit holds is on its way, and the case is over.
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.deposit.release, { orderId, kind: 1, voucherIds }, owner())
    await raise(orderId)
    expect((await orderRow(orderId)).settleStatus).toBe(settleStatus.rentSettled)
  })
})
