import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree } from '../../testing/world/bookings.ts'
import {
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  renter,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { orderRow, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * A return is never refused for money: what is given back goes first to the receipts of the order, then back into the
 * deposit that it was taken from, then to the customer by hand.
 */

afterEach(() => booksAgree(t))

/** A week for 1753.00, given up after four days: 758.00 less, of which the merchant keeps a fifth. */
const week = { pickupAt: at('11-23T10:00'), returnAt: at('11-30T10:00') }
const early = at('11-27T09:40')
const refund = 60_640

const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows
const depositOf = async (orderId: string, kind: number) =>
  (await rows('select * from deposit where order_id = $1 and kind = $2', orderId, kind))[0]
const paidBack = (orderId: string) =>
  rows(
    `select amount_fen::int as fen, pay_mode, status, origin_payment_id is not null as "byRoute" from payment
      where order_id = $1 and direction = 'out' and pay_kind not in (2, 3) order by id`,
    orderId,
  )
const openTasks = async (orderId: string) =>
  (await rows('select kind from task where order_id = $1 and done_at is null order by kind', orderId)).map(
    (row) => row.kind,
  )

/** Takes what the order owes out of a deposit, by the call of real use. */
async function deductRent(orderId: string, amount: number, kind: 1 | 2 = 1): Promise<void> {
  await t.call(
    contract.deposit.deduct,
    {
      orderId,
      kind,
      lines: [{ code: 'order', amount }],
      mode: payMode.offlineDeduct,
      reason: '租金从押金扣除',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    },
    { token: w.tokens.owner },
  )
}

async function recordVoucher(orderId: string, expectAmount: number) {
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  return t.send(
    contract.order.updateStatus,
    { orderId, action: 'retryRefund', voucherIds, expectAmount },
    { token: w.tokens.finance },
  )
}

describe('what a return gives back', () => {
  it('goes back into the deposit that the rent was taken from, and out with it', async () => {
    const { orderId, total } = await handOut(t, w, { trip: week, paid: false })
    await deductRent(orderId, total)
    const { preview, answer } = await bringBack(t, w, orderId, { at: early })
    expect(preview.balance).toBe(-refund)
    expect(preview.givesBack).toEqual([{ to: 'deposit', kind: depositKind.rental, payWay: null, amount: refund }])
    expect(preview.deposits[0]).toMatchObject({
      available: 300_000 - total,
      deduct: 0,
      release: 300_000 - total + refund,
    })
    expect(answer.status).toBe(orderStatus.returned)
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', paidFen: String(total - refund), refundedFen: '0' })
    expect(await depositOf(orderId, 1)).toMatchObject({
      capturedFen: String(total - refund),
      inFlightFen: String(300_000 - total + refund),
      holdStatus: 3,
    })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 500_000,
      deposit_liability_rental: -(300_000 - total + refund),
      deposit_liability_violation: -200_000,
      rent_income: -76_000,
      service_income: -23_500 - 15_160,
    })
    // The later steps: the deposit leaves with its voucher.
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    t.clock.set(early + 3_600_000)
    await t.call(contract.deposit.release, { orderId, kind: 1, voucherIds }, { token: w.tokens.finance })
    expect(await depositOf(orderId, 1)).toMatchObject({
      releasedFen: String(300_000 - total + refund),
      holdStatus: 4,
    })
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: 1 })
  })

  it('goes to the receipts first, only the rest into the deposit', async () => {
    const { orderId, total } = await handOut(t, w, { trip: week, paid: false })
    await payRent(t, w, orderId, 20_000)
    await deductRent(orderId, total - 20_000)
    const { preview } = await bringBack(t, w, orderId, { at: early })
    expect(preview.givesBack).toEqual([
      { to: 'receipt', kind: null, payWay: payWay.cash, amount: 20_000 },
      { to: 'deposit', kind: depositKind.rental, payWay: null, amount: refund - 20_000 },
    ])
    expect(await paidBack(orderId)).toEqual([
      { fen: 20_000, payMode: payMode.offlineOut, status: paymentStatus.waiting, byRoute: true },
    ])
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-20000' })
    expect(await recordVoucher(orderId, 20_000)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', refundedFen: '20000' })
  })

  it('takes the newest deduction back first, a part of the last', async () => {
    const { orderId, total } = await handOut(t, w, { trip: week, paid: false })
    await deductRent(orderId, total - 50_000)
    await deductRent(orderId, 50_000)
    await bringBack(t, w, orderId, { at: early })
    expect(
      await rows(
        'select amount_fen::int as fen, refunded_fen::int as back, result from deposit_deduction where order_id = $1 order by id',
        orderId,
      ),
    ).toEqual([
      { fen: total - 50_000, back: refund - 50_000, result: 2 },
      { fen: 50_000, back: 50_000, result: 3 },
    ])
  })

  it('goes out by hand for an order that nobody paid anything for', async () => {
    await t.root.query(`update merchant set settings = '{"refundExtraFuel": true}' where id = $1`, [w.merchantId])
    const free = { ...week, reduces: [{ reduceType: 5 as const, amount: 175_300 }] }
    const renterId = await renter(t, w)
    const { orderId, total } = await handOutWith(free, renterId, 4)
    expect(total).toBe(0)
    const { preview } = await bringBack(t, w, orderId, { at: week.returnAt, fuelEighths: 8 })
    expect(preview).toMatchObject({
      balance: -20_400,
      givesBack: [{ to: 'customer', kind: null, payWay: null, amount: 20_400 }],
    })
    await paysByHand(orderId, 20_400)
    expect(await books(t, orderId)).toMatchObject({ refund_expense: 20_400, cash_on_hand: 500_000 - 20_400 })
  })

  it('goes out by hand beyond what came in as cash', async () => {
    await t.root.query(`update merchant set settings = '{"refundExtraFuel": true}' where id = $1`, [w.merchantId])
    // All but 10.00 of the price is let off, and half a tank more than at the pickup is bought.
    const cheap = { ...week, reduces: [{ reduceType: 5 as const, amount: 174_300 }] }
    const { orderId } = await handOutWith(cheap, await renter(t, w), 4)
    const { preview } = await bringBack(t, w, orderId, { at: week.returnAt, fuelEighths: 8 })
    expect(preview.givesBack).toEqual([
      { to: 'receipt', kind: null, payWay: payWay.cash, amount: 1_000 },
      { to: 'customer', kind: null, payWay: null, amount: 19_400 },
    ])
    expect(await openTasks(orderId)).toContain('offlineRefund')
    expect(await recordVoucher(orderId, 20_400)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', paidFen: '1000', refundedFen: '20400' })
  })

  /** Waits as a to-do, is found in the lists, and leaves with its voucher. */
  async function paysByHand(orderId: string, amount: number): Promise<void> {
    expect(await paidBack(orderId)).toEqual([
      { fen: amount, payMode: payMode.offlineOut, status: paymentStatus.waiting, byRoute: false },
    ])
    expect(await openTasks(orderId)).toContain('offlineRefund')
    expect(await orderRow(orderId)).toMatchObject({ owedFen: String(-amount), pendingRefund: 'byHand' })
    expect(await recordVoucher(orderId, amount)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', refundedFen: String(amount), pendingRefund: null })
    expect(await openTasks(orderId)).not.toContain('offlineRefund')
  }

  /** Handed over with so many eighths in the tank, whatever the price. */
  async function handOutWith(trip: object, renterId: string, fuelEighths: number) {
    const order = await book(t, w, { trip, form: { renterId, vehicleId: w.vehicles.lavida[0]!.id } })
    const { orderId, total } = order
    if (total > 0) await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(week.pickupAt)
    await prepare(t, w, orderId, { fuelEighths })
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    return { orderId, total }
  }
})

describe('a voucher', () => {
  it('pays what was seen, and is refused for another sum', async () => {
    const { orderId } = await handOut(t, w, { trip: week })
    await bringBack(t, w, orderId, { at: early })
    const { refundDue } = await t.call(contract.order.detail, { orderId }, { token: w.tokens.owner })
    expect(refundDue).toBe(refund)
    expect(await recordVoucher(orderId, refund - 1)).toMatchObject({
      errorCode: 4002,
      data: { field: 'expectAmount', amount: refund },
    })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: String(-refund) })
    expect(await recordVoucher(orderId, refundDue)).toMatchObject({ success: true })
    expect(await t.call(contract.order.detail, { orderId }, { token: w.tokens.owner })).toMatchObject({ refundDue: 0 })
  })
})

describe('a deposit handed back with the return', () => {
  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
  const back = trip.returnAt

  it('is gone at once and in the books, and no to-do is left of it', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: back, confirm: { handBack: 300_000 } })
    expect(await depositOf(orderId, depositKind.rental)).toMatchObject({ releasedFen: '300000', inFlightFen: '0' })
    expect(await openTasks(orderId)).not.toContain('depositRelease')
    expect((await books(t, orderId)).deposit_liability_rental).toBeUndefined()
  })

  it('is all that goes back by hand, and given by who may', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const wrong = bringBack(t, w, orderId, { at: back, confirm: { handBack: 299_999 } })
    await expect(wrong).rejects.toThrow('4002')
    const clerk = await sendConfirm(
      t,
      w,
      { orderId, type: handoverType.return, handBack: 300_000 },
      { token: w.tokens.clerk },
    )
    expect(clerk).toMatchObject({ errorCode: -3 })
    expect((await orderRow(orderId)).status).toBe(orderStatus.pickedUp)
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return, handBack: 300_000 }))
  })
})
