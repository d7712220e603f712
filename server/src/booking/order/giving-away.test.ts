import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { book, weekend } from '../../testing/world/bookings.ts'
import { confirmed, handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * Whoever gives money away needs the key for it, whatever it is called on the screen.
 */

const logs = async (orderId: string, action: string) =>
  (await t.root.query('select detail from order_log where order_id = $1 and action = $2', [orderId, action])).rows.map(
    (row) => row.detail,
  )

describe('a reduction that comes from elsewhere', () => {
  const quote = (reduceType: number, source: number, who: 'owner' | 'clerk') =>
    t.send(
      contract.quote.quote,
      {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        ...weekend,
        source: source as never,
        reduces: [{ reduceType: reduceType as never, amount: 86_900 }],
      },
      { token: w.tokens[who] },
    )

  it.each([
    ['a coupon', 1, 1],
    ["a member's discount", 4, 1],
    ["a channel's subsidy", 3, 2],
  ])('typed by hand needs the key: %s', async (_, type, source) => {
    expect(await quote(type, source, 'clerk')).toMatchObject({ errorCode: -3, data: { field: 'reduces' } })
    expect(await quote(type, source, 'owner')).toMatchObject({ success: true, data: { total: 0 } })
  })

  it('that a channel owes is for orders of a channel', async () => {
    expect(await quote(3, 1, 'owner')).toMatchObject({ errorCode: -2, data: { field: 'reduces' } })
  })
})

describe('a cancel', () => {
  /** An hour before the pickup: 684.00 by the rule. */
  const late = weekend.pickupAt - 3_600_000
  const cancel = (orderId: string, who: 'owner' | 'service', more: object) =>
    t.send(
      contract.order.cancel,
      {
        orderId,
        reason: cancelReason.tripOff,
        responsibility: responsibility.customer,
        expectPenalty: 68_400,
        ...more,
      },
      { token: w.tokens[who] },
    )

  it.each([
    ['by us', { responsibility: responsibility.merchant }],
    ['by the channel', { responsibility: responsibility.channel }],
    ['by a cause that is never the customer’s', { reason: cancelReason.forceMajeure }],
    ['by a waiver', { waivePenalty: true }],
  ])('whose penalty is borne %s needs the key and a reason, and is logged with both amounts', async (_, why) => {
    const { orderId } = await book(t, w)
    t.clock.set(late)
    expect(await cancel(orderId, 'service', { ...why, note: '客户投诉' })).toMatchObject({ errorCode: -3 })
    expect(await cancel(orderId, 'owner', why)).toMatchObject({ errorCode: -2, data: { field: 'note' } })
    expect(await cancel(orderId, 'owner', { ...why, note: '客户投诉' })).toMatchObject({
      success: true,
      data: { penalty: 0 },
    })
    expect(await logs(orderId, 'cancel')).toEqual([{ reason: '客户投诉', penalty: 0, fullPenalty: 68_400 }])
  })

  it('that costs nothing anyway names whom it likes', async () => {
    const { orderId } = await book(t, w)
    expect(await cancel(orderId, 'service', { responsibility: responsibility.merchant })).toMatchObject({
      success: true,
    })
    expect(await logs(orderId, 'cancel')).toEqual([{ reason: '', penalty: 0 }])
  })

  it('that the customer pays for needs no key', async () => {
    const { orderId } = await book(t, w)
    t.clock.set(late)
    expect(await cancel(orderId, 'service', {})).toMatchObject({ success: true, data: { penalty: 68_400 } })
  })
})

describe('a return dated before now', () => {
  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }

  /** Late by 312 minutes, all papers there. */
  async function ready(): Promise<string> {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(at('11-25T15:12'))
    const type = handoverType.return
    const { record } = await saveRecord(t, w, orderId, type, { at: trip.returnAt, mileageKm: 10_100 })
    await signPaper(t, w, orderId, type, record.recordId)
    return orderId
  }
  const confirm = (orderId: string, who: 'owner' | 'clerk', more: object) =>
    sendConfirm(
      t,
      w,
      { orderId, type: handoverType.return, actualAt: trip.returnAt, ...more },
      { token: w.tokens[who] },
    )

  it('needs the key and a reason, and is logged with both amounts', async () => {
    const orderId = await ready()
    const backdateReason = '客户准点还车，现场未登记'
    expect(await confirm(orderId, 'clerk', { backdateReason })).toMatchObject({ errorCode: -3 })
    expect(await confirm(orderId, 'owner', {})).toMatchObject({ errorCode: -2, data: { field: 'backdateReason' } })
    const { settlement } = await confirmed(confirm(orderId, 'owner', { backdateReason }))
    expect(settlement).toMatchObject({ balance: 0 })
    const [log] = await logs(orderId, 'return')
    // Five hours over: a third day, 200.00 of rent and 50.00 of service.
    expect(log).toMatchObject({ balance: 0, balanceNow: 25_000, backdated: backdateReason })
  })

  it('within the grace minutes needs neither', async () => {
    const orderId = await ready()
    const now = at('11-25T15:12')
    const actualAt = now - 30 * 60_000
    const answer = await confirm(orderId, 'clerk', { actualAt, expectAmount: 25_000, settle: 2, payWay: 3 })
    expect(answer).toMatchObject({ success: true })
    expect((await logs(orderId, 'return'))[0]).not.toHaveProperty('backdated')
  })
})
