import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut, payRent } from '../../testing/world/handover.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { receivePlatform } from './actions.ts'

ownMerchant()
afterEach(() => booksAgree(t))

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const finance = () => ({ token: w.tokens.finance })
const proof = () => uploadPhotos(t, 'voucher', 1, w.tokens.finance)

/** What left to the customer, as the list of movements tells it. */
async function leftBy(orderId: string) {
  const { list } = await t.call(contract.payment.flowList, { orderId }, { token: w.tokens.owner })
  return list.flatMap(({ direction, way, amount }) => (direction === 'out' ? [[way, amount]] : []))
}

describe('what is paid back by hand is booked by the way that it went', () => {
  /** Paid in cash and called off for nothing: all of it waits to be paid back by hand. */
  async function calledOff() {
    const { orderId, total } = await book(t, w)
    await payRent(t, w, orderId, total)
    await t.call(
      contract.order.cancel,
      { orderId, reason: cancelReason.tripOff, responsibility: responsibility.merchant, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    return { orderId, total }
  }
  const payBack = async (orderId: string, by: Partial<InputOf<typeof contract.order.updateStatus>>) =>
    t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds: await proof(), ...by }, finance())

  it('a refund of cash that was transferred leaves the bank, with the number of its slip', async () => {
    const { orderId, total } = await calledOff()
    expect(await payBack(orderId, { payWay: payWay.bank, slipNo: 'BK 2026-1125' })).toMatchObject({ success: true })
    expect(await books(t, orderId)).toEqual({ cash_on_hand: total, bank: -total })
    expect(await leftBy(orderId)).toEqual([[payWay.bank, total]])
    // One slip pays back once.
    const next = await calledOff()
    expect(await payBack(next.orderId, { payWay: payWay.bank, slipNo: 'bk20261125' })).toMatchObject({
      errorCode: -2,
      data: { field: 'slipNo' },
    })
  })

  it('goes the way that it came where nobody says otherwise', async () => {
    const { orderId, total } = await calledOff()
    expect(await payBack(orderId, {})).toMatchObject({ success: true })
    expect(await books(t, orderId)).toEqual({})
    expect(await leftBy(orderId)).toEqual([[payWay.cash, total]])
  })

  it('what a platform had collected is given back by the platform, and nothing else is', async () => {
    const { orderId, total } = await handOut(t, w, { trip: { ...trip, returnAt: at('11-28T10:00') }, paid: false })
    await inContext(t, w, 'owner', async (ctx) => {
      await lockOrder(ctx, orderId)
      await receivePlatform(ctx, orderId, total)
    })
    const { preview } = await bringBack(t, w, orderId, { at: at('11-25T10:00') })
    const back = -preview.balance
    expect(preview.givesBack).toMatchObject([{ to: 'receipt', payWay: payWay.platform, amount: back }])
    expect(back).toBeGreaterThan(0)
    t.clock.set(at('11-25T12:00'))
    expect(await payBack(orderId, {})).toMatchObject({ success: true })
    expect(await leftBy(orderId)).toEqual([[payWay.platform, back]])
    const { platform_clearing, other_clearing } = await books(t, orderId)
    expect([platform_clearing, other_clearing]).toEqual([total - back, undefined])

    const next = await calledOff()
    expect(await payBack(next.orderId, { payWay: payWay.platform })).toMatchObject({
      errorCode: -2,
      data: { field: 'payWay' },
    })
  })

  it('by no way that the merchant does not use', async () => {
    const { orderId } = await calledOff()
    expect(await payBack(orderId, { payWay: payWay.pos })).toMatchObject({ errorCode: 4008 })
  })

  it('cash leaves the open shift, and no more than is in it', async () => {
    const { orderId, total } = await book(t, w)
    await t.call(
      contract.payment.collect,
      { orderId, payKind: 1, amount: total, payWay: payWay.bank },
      { token: w.tokens.owner },
    )
    await t.call(
      contract.order.cancel,
      { orderId, reason: cancelReason.tripOff, responsibility: responsibility.merchant, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    const open = (opening: number) =>
      t.call(contract.cashShift.open, { storeId: w.stores.hongqiao, opening, reason: '备用金' }, finance())
    await open(total)
    expect(await payBack(orderId, { payWay: payWay.cash })).toMatchObject({ success: true })
    expect(await books(t, orderId)).toEqual({ bank: total, cash_on_hand: -total })
    // The shift is empty by now.
    const next = await calledOff()
    expect(await payBack(next.orderId, { payWay: payWay.cash })).toMatchObject({
      errorCode: -2,
      data: { field: 'payWay' },
    })
    expect(await payBack(next.orderId, { payWay: payWay.bank })).toMatchObject({ success: true })
  })

  it('a deposit in cash that is transferred back', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: trip.returnAt })
    t.clock.set(trip.returnAt + HOUR)
    await t.call(
      contract.deposit.release,
      { orderId, kind: depositKind.rental, voucherIds: await proof(), payWay: payWay.bank },
      finance(),
    )
    expect((await books(t, orderId)).bank).toBe(-300_000)
    expect(await leftBy(orderId)).toEqual([[payWay.bank, 300_000]])
  })

  it('a deposit given back at the counter', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: trip.returnAt, confirm: { handBack: 300_000, handBackWay: payWay.bank } })
    expect((await books(t, orderId)).bank).toBe(-300_000)
    expect(await leftBy(orderId)).toEqual([[payWay.bank, 300_000]])
  })
})
