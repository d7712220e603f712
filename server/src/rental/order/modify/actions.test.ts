import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import { afterEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../../booking/order/actions.ts'
import { priceFrom } from '../../../pricing/quote/actions.ts'
import { TEST_NOW } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { inContext } from '../../../testing/context.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { payDeposits } from '../../../testing/world/handover.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { modifyOrder } from './actions.ts'

/*
 * What a modification writes, whoever asks for it. Its price is the pricing rules' affair; a handover shows it whole.
 */

sharedMerchant({ cars: 6 })
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

/** Monday to Wednesday, 400.00 of rent and 135.00 of services; from Sunday evening on it is 812.00. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const sunday = at('11-22T20:00')

/** Moves the begin of an order, as a handover does. */
const moveTo = (orderId: string, from: number) =>
  inContext(t, w, 'owner', async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const priced = await priceFrom(ctx, order.quoteSnapshot as QuoteSnapshot, from)
    return modifyOrder(ctx, order, { ...priced, reason: '改期' })
  })

const rows = async (sql: string, orderId: string) => (await t.root.query(sql, [orderId])).rows
const deposits = (orderId: string) =>
  rows('select amount_fen::int as fen, pay_status from deposit where order_id = $1 order by kind', orderId)
const changeDeposits = (rental: number) =>
  t.root.query('update model set deposit_rent_fen = $2 where merchant_id = $1 and id = $3', [
    w.merchantId,
    rental,
    w.models.lavida,
  ])

describe('a modification', () => {
  it('bills the difference, again and again, and back', async () => {
    const { orderId } = await book(t, w, { trip })
    const { value: once } = await moveTo(orderId, sunday)
    expect(once).toMatchObject({ totalFen: 81200, owedFen: 81200, days: 3, version: expect.any(Number) })
    await moveTo(orderId, sunday)
    const { value: back } = await moveTo(orderId, trip.pickupAt)
    expect(back).toMatchObject({ totalFen: 53500, owedFen: 53500, days: 2, pickupAt: trip.pickupAt })
    const posted = await rows(
      `select (e.debit_fen - e.credit_fen)::int as fen from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.order_id = $1 and t.journal = 1 and e.account = 'unearned' order by t.id`,
      orderId,
    )
    // What changes nothing posts nothing.
    expect(posted.map((row) => row.fen)).toEqual([-53500, -27700, 27700])
    expect(await books(t, orderId)).toEqual({ customer_receivable: 53500, unearned: -53500 })
  })

  it('leaves the channel what it had promised to pay', async () => {
    const { orderId } = await book(t, w, {
      trip: { ...trip, source: 2, reduces: [{ reduceType: 3, amount: 2000 }] },
      form: { channelOrderNo: 'C1' },
    })
    await moveTo(orderId, sunday)
    expect(await books(t, orderId)).toEqual({ customer_receivable: 79200, platform_clearing: 2000, unearned: -81200 })
  })

  it('reads the deposits again where nobody has taken them', async () => {
    const open = await book(t, w, { trip })
    const taken = await book(t, w, { trip })
    const free = await book(t, w, { trip })
    await payDeposits(t, w, taken.orderId)
    await changeDeposits(400_000)
    await moveTo(open.orderId, sunday)
    await moveTo(taken.orderId, sunday)
    await changeDeposits(0)
    await moveTo(free.orderId, sunday)
    await changeDeposits(300_000)
    expect(await deposits(open.orderId)).toEqual([
      { fen: 400_000, payStatus: 0 },
      { fen: 200_000, payStatus: 0 },
    ])
    expect(await deposits(taken.orderId)).toEqual([
      { fen: 300_000, payStatus: 2 },
      { fen: 200_000, payStatus: 2 },
    ])
    expect(await deposits(free.orderId)).toEqual([
      { fen: 0, payStatus: 1 },
      { fen: 200_000, payStatus: 0 },
    ])
    const [order] = await rows(
      'select deposit_status, deposit_policy_snapshot from "order" where id = $1',
      free.orderId,
    )
    expect(order).toMatchObject({ depositStatus: 1, depositPolicySnapshot: { rows: [{ kind: 1, amount: 0 }, {}] } })
  })

  it('is refused before the order stands', async () => {
    const { orderId } = await book(t, w, { trip, form: { autoConfirm: false } })
    await expect(moveTo(orderId, sunday)).rejects.toThrow('当前订单状态不支持此操作')
  })
})
