import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import type { CancelSnapshot } from '@cheyi/domain/pricing/terms/cancel'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { traces } from '../../../testing/jobs.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import {
  bookArranged,
  bringBack,
  confirmed,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
} from '../../../testing/world/handover.ts'
import { car, orderRow, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant()

/*
 * A pickup before its time: by whoever may pass it, and the rental is priced from then on.
 */

afterEach(() => booksAgree(t))

const type = handoverType.pickup
const overrideReason = '客户航班提前'
const cash = { settle: 2 as const, payWay: payWay.cash }
/** Monday to Wednesday: 400.00 of rent, 135.00 of services. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
/** Five hours before: three days at a discount, 570.00 of rent and 185.00 of services. */
const early = at('11-23T05:00')

const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows
const held = async (orderId: string) =>
  (await rows('select * from occupancy where ref_id = $1 and active and kind = 0', orderId))[0]
const billed = (orderId: string) =>
  rows(
    `select sum(e.debit_fen - e.credit_fen)::int as fen from ledger_txn t join ledger_entry e on e.txn_id = t.id
      where t.order_id = $1 and t.journal = 1 and e.account = 'customer_receivable' group by t.id order by t.id`,
    orderId,
  )
const task = (orderId: string, token = w.tokens.owner) =>
  t.call(contract.pickupReturn.task, { orderId, type }, { token })

/** Paid, prepared and five hours too early. */
async function ready(booking: Parameters<typeof bookArranged>[2] = { trip }): Promise<string> {
  const { orderId, total } = await bookArranged(t, w, booking)
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(early)
  await prepare(t, w, orderId)
  return orderId
}

describe('the task of a pickup', () => {
  it('shows who may pass it what the rental costs from now on', async () => {
    const orderId = await ready()
    const shown = await task(orderId)
    expect(shown.early).toEqual({
      from: early,
      total: 75500,
      difference: 22000,
      changes: [
        { name: '租金', before: 40000, after: 57000 },
        { name: '基础服务费', before: 10000, after: 15000 },
      ],
    })
    expect(shown.order).toMatchObject({ total: 53500, owed: 0 })
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(25)
    expect((await task(orderId, w.tokens.clerk)).early).toBeNull()
  })

  it('shows nothing of it once it is time, or for a return', async () => {
    const orderId = await ready()
    t.clock.set(trip.pickupAt - 241 * MINUTE)
    expect((await task(orderId)).early).toMatchObject({ difference: 22000 })
    t.clock.set(trip.pickupAt - 240 * MINUTE)
    expect((await task(orderId)).early).toBeNull()
    await confirmed(sendConfirm(t, w, { orderId, type }))
    expect(await orderRow(orderId)).toMatchObject({ totalFen: '53500', pickupAt: new Date(trip.pickupAt) })
    const back = { orderId, type: handoverType.return }
    expect((await t.call(contract.pickupReturn.task, back, { token: w.tokens.owner })).early).toBeNull()
  })
})

describe('an early pickup', () => {
  it('begins the rental, and takes the difference with the key', async () => {
    const orderId = await ready()
    const before = await orderRow(orderId)
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: 22000, ...cash }))
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.pickedUp,
      pickupAt: new Date(early),
      returnAt: new Date(trip.returnAt),
      actualPickupAt: new Date(early),
      days: 3,
      overHours: 0,
      totalFen: '75500',
      paidFen: '75500',
      owedFen: '0',
    })
    expect(await billed(orderId)).toEqual([{ fen: 53500 }, { fen: 22000 }])
    expect(await rows(sums, orderId)).toEqual([
      { status: 'active', fen: 75500 },
      { status: 'void', fen: 53500 },
    ])
    expect(await held(orderId)).toMatchObject({ fromAt: new Date(early), onRent: true, vehicleId: car(0).id })
    const [log] = await rows(`select * from order_log where order_id = $1 and action = 'modify'`, orderId)
    expect(log).toMatchObject({ fromStatus: 4, toStatus: 4 })
    expect(log.detail).toMatchObject({ total: 75500, before: before.quoteSnapshot })
    expect((await history(orderId)).at(-2)).toMatch(/^修改订单 · 总额 ¥535.00 → ¥755.00 · 提前取车；取车 .+ → .+$/)
  })

  const sums = `select status, sum(amount_fen)::int as fen from order_item where order_id = $1 group by status order by status`
  const history = async (orderId: string) =>
    (await t.call(contract.order.log, { orderId }, { token: w.tokens.owner })).list.map((row) => row.text).toReversed()

  it('returned on time has earned its new price, to the last fen', async () => {
    const orderId = await ready()
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: 22000, ...cash }))
    // The day that it paid for runs until the next morning.
    const { preview } = await bringBack(t, w, orderId, { at: at('11-25T13:20') })
    expect(preview).toMatchObject({ items: [], charges: 0, balance: 0 })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 75500 + 500_000,
      deposit_liability_rental: -300_000,
      deposit_liability_violation: -200_000,
      rent_income: -57000,
      service_income: -18500,
    })
  })

  it('returned early gives back what its new price says', async () => {
    const orderId = await ready()
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: 22000, ...cash }))
    const { preview } = await bringBack(t, w, orderId, { at: at('11-24T04:50') })
    // One day of three: 200.00 and 50.00 of what were 720.00, less a fifth.
    expect(preview).toMatchObject({ charges: (72000 - 25000) * 0.2, earlyRefund: 72000 - 25000 })
    expect((await books(t, orderId)).unearned).toBeUndefined()
  })

  it('costs new dates what they cost today, and booked ones what they were sold at', async () => {
    const orderId = await ready()
    await t.root.query('update price_rule set base_fen = 90000 where merchant_id = $1', [w.merchantId])
    expect((await task(orderId)).early).toMatchObject({ difference: 19000 + 19000 + 85500 + 18500 - 53500 })
  })

  it('leaves the terms of a cancel no better than they were', async () => {
    const orderId = await ready()
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: 22000, ...cash }))
    const { carried } = (await orderRow(orderId)).cancelRuleSnapshot as CancelSnapshot
    expect(carried).toEqual([{ minMinutesBefore: 120, rateBp: 5000, fixedFen: null }])
  })

  it('that is not paid for needs the money, or leaves its debt to be seen', async () => {
    const orderId = await ready()
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: 22000 }))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp, owedFen: '22000' })
    expect((await books(t, orderId)).customer_receivable).toBe(22000)
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt })
    expect(preview.balance).toBe(22000)
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', paidFen: '75500' })
  })

  it('that is cheaper for its length leaves a credit, which the return pays back', async () => {
    await t.root.query(
      'update price_tier set rate_bp = null, fixed_day_fen = 5000 where merchant_id = $1 and from_days = 3',
      [w.merchantId],
    )
    const orderId = await ready()
    expect((await task(orderId)).early).toMatchObject({ total: 33500, difference: -20000 })
    await confirmed(sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: -20000 }))
    expect(await orderRow(orderId)).toMatchObject({ totalFen: '33500', owedFen: '-20000' })
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt })
    expect(preview).toMatchObject({ prepaid: 20000, balance: -20000 })
    const refunds = await rows(
      `select amount_fen::int as fen from payment where order_id = $1 and direction = 'out' and pay_kind = 1`,
      orderId,
    )
    expect(refunds).toEqual([{ fen: 20000 }])
  })

  it('is refused to who may not pass it, and without a reason', async () => {
    const orderId = await ready()
    const before = await traces(t, orderId)
    const asked = { orderId, type, expectAmount: 22000, ...cash }
    const clerk = { token: w.tokens.clerk }
    expect(await sendConfirm(t, w, { ...asked, overrideReason }, clerk)).toMatchObject({ errorCode: -3 })
    for (const options of [clerk, {}])
      expect(await sendConfirm(t, w, { orderId, type }, options)).toMatchObject({
        errorCode: 5001,
        data: { blocking: [{ code: 'tooEarly' }] },
      })
    expect(await traces(t, orderId)).toEqual(before)
  })

  it('is refused for an amount that is no longer the difference, and changes nothing', async () => {
    const orderId = await ready()
    const before = await traces(t, orderId)
    const seen = (expectAmount: number) => sendConfirm(t, w, { orderId, type, overrideReason, expectAmount, ...cash })
    expect(await seen(0)).toMatchObject({ errorCode: 5010, data: { balance: 22000 } })
    // Seen the evening before, it was one day more.
    expect(await seen(27700)).toMatchObject({ errorCode: 5010 })
    expect(await traces(t, orderId)).toEqual(before)
    // With its charges the difference is one amount.
    await t.call(
      contract.expense.saveAll,
      { orderId, type, items: [{ code: 5, amount: 3000 }] },
      { token: w.tokens.owner },
    )
    expect(await seen(22000)).toMatchObject({ errorCode: 5010, data: { balance: 25000 } })
    await confirmed(seen(25000))
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', paidFen: '78500' })
  })

  it('tapped twice is billed once', async () => {
    const orderId = await ready()
    const asked = { orderId, type, overrideReason, expectAmount: 22000, ...cash }
    const answers = await Promise.all([1, 2].map(() => sendConfirm(t, w, asked, { key: `early-${orderId}` })))
    answers.push(await sendConfirm(t, w, asked, { key: `early-${orderId}` }))
    expect(answers.map((answer) => answer.errorCode)).toEqual([0, 0, 0])
    expect(await sendConfirm(t, w, asked)).toMatchObject({ errorCode: 2001 })
    expect(await billed(orderId)).toEqual([{ fen: 53500 }, { fen: 22000 }])
  })
})

describe('the car of an early pickup', () => {
  /** Two days before its time, with somebody else's order planned on the same car until the day before. */
  async function twoDaysBefore({ pinned }: { pinned: boolean }) {
    const { orderId, total } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    await prepare(t, w, orderId)
    const between = { pickupAt: at('11-21T12:00'), returnAt: at('11-22T10:00') }
    const other = await book(t, w, { trip: between, form: pinned ? { vehicleId: car(0).id } : {} })
    await t.root.query('update "order" set vehicle_id = $2 where id = $1', [other.orderId, car(0).id])
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [other.orderId, car(0).id])
    t.clock.set(at('11-21T08:00'))
    const { difference } = (await task(orderId)).early!
    const confirm = () => sendConfirm(t, w, { orderId, type, overrideReason, expectAmount: difference, ...cash })
    return { orderId, other: other.orderId, confirm }
  }

  it('that is pinned to somebody before refuses it', async () => {
    const { orderId, confirm } = await twoDaysBefore({ pinned: true })
    const before = await traces(t, orderId)
    expect(await confirm()).toMatchObject({ errorCode: 3104 })
    expect(await traces(t, orderId)).toEqual(before)
    expect(await orderRow(orderId)).toMatchObject({ totalFen: '53500', pickupAt: new Date(trip.pickupAt) })
    expect(await held(orderId)).toMatchObject({ fromAt: new Date(trip.pickupAt) })
  })

  it('that was only planned for somebody before is replaced by another there', async () => {
    const { orderId, other, confirm } = await twoDaysBefore({ pinned: false })
    await confirmed(confirm())
    expect(await orderRow(other)).toMatchObject({ vehicleId: car(1).id })
    expect(await held(orderId)).toMatchObject({ fromAt: new Date(at('11-21T08:00')), vehicleId: car(0).id })
  })
})
