import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { at } from '../../testing/at.ts'
import { runDue, watchNoShow } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree } from '../../testing/world/bookings.ts'
import { confirmed, handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'

ownMerchant()

/* What is on its way back to a customer is gone, whoever settles next: nothing goes back twice, and nothing waits for it. */

let simulator: PaySimulator
beforeEach(async () => {
  simulator = await openOnlinePay(t, w)
})
afterEach(async () => {
  await simulator.fail('none')
  await booksAgree(t)
})

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const charge = 12_000

const outgoing = async (orderId: string): Promise<number[]> =>
  (
    await t.root.query(
      `select amount_fen::int as fen from payment where order_id = $1 and direction = 'out' and pay_kind not in (2, 3) and status <> 4 order by id`,
      [orderId],
    )
  ).rows.map(({ fen }) => fen)

const link = async (orderId: string, kind: 1 | 6, amount: number, way: 1 | 2 = payWay.alipay) =>
  (await t.call(contract.payment.collect, { orderId, payKind: kind, amount, payWay: way }, owner())).paymentId

const sum = (parts: readonly number[]) => parts.reduce((all, fen) => all + fen, 0)

/** Paid by a code that was shown twice, so that the second is on its way back. */
async function paidTwice() {
  const { orderId, total } = await book(t, w, { trip, form: { payMode: payMode.onlineIn } })
  const ids = [await link(orderId, payKind.rent, total), await link(orderId, payKind.rent, total, payWay.wechat)]
  for (const id of ids) await payLink(t, id)
  expect(await outgoing(orderId)).toEqual([total])
  return { orderId, total }
}

/** Back, and charged for what was paid by a code and at the counter as well: the code is on its way back. */
async function returnedPaidTwice() {
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(trip.returnAt)
  const readings = { mileageKm: 10_100, fuelEighths: 8 }
  const { record } = await saveRecord(t, w, orderId, handoverType.return, { ...readings, at: trip.returnAt })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  await t.call(
    contract.expense.saveAll,
    { orderId, type: handoverType.return, items: [{ code: expenseCode.cleaning, amount: charge }] },
    owner(),
  )
  const paymentId = await link(orderId, payKind.settlement, charge)
  const cash = { orderId, payKind: payKind.settlement, amount: charge, payWay: payWay.cash }
  await t.call(contract.payment.collect, cash, owner())
  await payLink(t, paymentId)
  expect(await outgoing(orderId)).toEqual([charge])

  const asked = { orderId, actualReturnAt: trip.returnAt, ...readings }
  expect(await t.call(contract.pickupReturn.settlement, asked, owner())).toMatchObject({ balance: 0, givesBack: [] })
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return, actualAt: trip.returnAt }))
  expect(await outgoing(orderId)).toEqual([charge])
  return orderId
}

const cancel = (orderId: string) =>
  t.send(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())

const reimburse = (orderId: string, amount: number, code: 'rent' | null = 'rent') =>
  t.call(
    contract.reimbursement.save,
    {
      orderId,
      kind: code === null ? 3 : 1,
      reasonCode: code === null ? reimbursementReasons.code.service : reimbursementReasons.code.overcharged,
      payMode: payMode.onlineOut,
      items: [code === null ? { name: '致歉', amount } : { code, amount }],
    },
    owner(),
  )

describe('money on its way back', () => {
  it('is no credit that a return gives back again', async () => {
    const orderId = await returnedPaidTwice()
    t.clock.set(trip.returnAt + 60 * MINUTE)
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  })

  it('pays no damage that is found meanwhile', async () => {
    const orderId = await returnedPaidTwice()
    const found = {
      parts: [{ part: 'leftFrontDoor' as const, kind: damageKind.dent, amount: charge }],
      liability: liabilities.code.customer,
      photoIds: await uploadPhotos(t, 'voucher', 1, w.tokens.owner),
    }
    const { id: refId, due } = await t.call(contract.damage.save, { orderId, ...found, assess: true }, owner())
    expect(due).toBe(charge)
    const ask = { orderId, payKind: payKind.damage, refId }
    const { url } = await t.call(contract.payment.askLink, { ...ask, way: 2 }, owner())
    const page = { t: new URL(url, 'http://x').searchParams.get('t')! }
    expect(await t.call(contract.payment.payPage, page, { token: undefined })).toMatchObject({ amount: charge })
    await t.call(contract.payment.collect, { ...ask, amount: charge, payWay: payWay.cash }, owner())
    t.clock.set(trip.returnAt + 60 * MINUTE)
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  })

  it('pays no supplement that is asked for meanwhile', async () => {
    const { orderId, total } = await paidTwice()
    const asked = { orderId, reasonCode: 7 as const, amount: total, payMode: payMode.onlineIn }
    expect(await t.call(contract.supplement.save, asked, owner())).toMatchObject({ status: supplementStatus.waiting })
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({ owedFen: String(total) })
  })

  it.each([
    ['a second payment', paidTwice, (total: number) => total, (total: number) => 2 * total, 53_500],
    [
      'a refund of the rent',
      async () => {
        const paid = await paidOnce()
        await reimburse(paid.orderId, charge)
        return paid
      },
      () => charge,
      (total: number) => total,
      charge,
    ],
    [
      'goodwill',
      async () => {
        const paid = await paidOnce()
        await reimburse(paid.orderId, charge, null)
        return paid
      },
      () => charge,
      (total: number) => total + charge,
      0,
    ],
  ] as const)('does not keep an order from its cancel: %s', async (_, begin, leaves, back, refunding) => {
    const { orderId, total } = await begin()
    await simulator.fail('refuseRefund')
    await runDue(t, 'moneyOut')
    const leaving = sum(await outgoing(orderId))
    expect(await t.call(contract.order.cancelRule, { orderId }, owner())).toMatchObject({ refunding })
    expect(await cancel(orderId)).toMatchObject({ success: true, data: { refunding } })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelling, vehicleId: null })
    // What came in goes back once; what the merchant gives besides is its own.
    expect([leaving, sum(await outgoing(orderId))]).toEqual([leaves(total), back(total)])
  })

  it('does not keep an order whose customer never came, though it will not go', async () => {
    const { orderId, total } = await paidTwice()
    await simulator.fail('refuseRefund')
    for (const minutes of [0, 5, 20, 80, 440]) {
      t.clock.set(t.clock.now() + minutes * MINUTE)
      await runDue(t, 'moneyOut')
    }
    await watchNoShow(t, trip.pickupAt + 2 * DAY)
    const row = await orderRow(orderId)
    expect(row).toMatchObject({ status: orderStatus.cancelling, vehicleId: null })
    expect(sum(await outgoing(orderId))).toBe(2 * total - Number(row.penaltyFen))
  })
})

async function paidOnce() {
  const { orderId, total } = await book(t, w, { trip, form: { payMode: payMode.onlineIn } })
  await payLink(t, await link(orderId, payKind.rent, total))
  return { orderId, total }
}

it('an early return gives back no rent that was refunded before', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: trip.pickupAt, returnAt: trip.pickupAt + 4 * DAY } })
  const asked = { orderId, actualReturnAt: trip.pickupAt + DAY, mileageKm: 10_100, fuelEighths: 8 }
  t.clock.set(trip.pickupAt + DAY)
  const { record } = await saveRecord(t, w, orderId, handoverType.return, {
    mileageKm: 10_100,
    fuelEighths: 8,
    at: trip.pickupAt + DAY,
  })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  const before = await t.call(contract.pickupReturn.settlement, asked, owner())
  expect(before.earlyRefund).toBeGreaterThan(20_000)
  const refund = 10_000
  const { id } = await reimburse(orderId, refund)
  const { rows } = await t.root.query(
    `insert into media (merchant_id, biz, kind, path, mime, size_bytes, sha256, width, height, uploader_id)
     select $1, 'voucher', 'image', 'early/' || nextval('row_id'), 'image/jpeg', 700, sha256(nextval('row_id')::text::bytea), 64, 48, created_by
       from reimbursement where id = $2 returning id`,
    [w.merchantId, id],
  )
  const voucherIds = rows.map((one) => one.id)
  await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, owner())
  const after = await t.call(contract.pickupReturn.settlement, asked, owner())
  expect(after.earlyRefund).toBe(before.earlyRefund - refund)
})
