import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { receive } from '../../money/payment/actions.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut, payRent, renter } from '../../testing/world/handover.ts'
import { car, clerk, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { ask, out, owed, send, trip, until } from '../../testing/world/renewals.ts'

ownMerchant({ other: true })

afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const { price, create, cancel, list, services } = contract.renewal
const refused = (orderId: string, newReturnAt = until, more: Partial<InputOf<typeof price>> = {}) =>
  t.send(price, { orderId, newReturnAt, ...more }, owner())
async function renew(orderId: string, newReturnAt = until, more: Partial<InputOf<typeof create>> = {}) {
  const { quoteId } = await ask(orderId, newReturnAt)
  return t.call(create, { orderId, quoteId, ...more }, owner())
}
const heldUntil = async (orderId: string): Promise<number> =>
  (await t.root.query('select to_at from occupancy where ref_id = $1 and active', [orderId])).rows[0].toAt.getTime()
const readings = { mileageKm: 10_100, fuelEighths: 8 }

describe('a renewal', () => {
  it('warns of the documents of everybody who may drive, and of the blacklist', async () => {
    const codriver = await renter(t, w, { name: '李静怡' })
    const { orderId } = await handOut(t, w, { trip, form: { codriverIds: [codriver] } })
    expect(await ask(orderId)).toMatchObject({ warnings: [] })
    const { renterId } = await orderRow(orderId)
    await t.root.query(`update person set identity_expire = '2026-11-26', blacklist = true where id = $1`, [renterId])
    await t.root.query(`update person set licence_expire = '2026-11-26' where id = $1`, [codriver])
    expect(await ask(orderId)).toMatchObject({
      warnings: ['承租人在黑名单中', '身份证件将于2026-11-26到期', '同行驾驶人李静怡的驾驶证将于2026-11-26到期'],
    })
  })

  it('is a visible debt: bill, books, end and car go on to the new time', async () => {
    const { orderId } = await out()
    t.clock.set(at('11-25T14:00'))
    const shown = await ask(orderId)
    expect(shown).toMatchObject({ amount: 48_000, addedDays: 2, overHours: 0, moved: [] })
    expect(await owed(orderId)).toBe(0)
    const before = await books(t, orderId)
    const made = await t.call(create, { orderId, quoteId: shown.quoteId }, owner())
    expect(made).toMatchObject({ status: 2, returnAt: until, owed: 48_000, paymentId: null })
    const after = await books(t, orderId)
    expect(after[account.receivable]).toBe(48_000)
    expect(after.unearned! - before.unearned!).toBe(-48_000)
    const row = await orderRow(orderId)
    expect(row).toMatchObject({ status: 5, days: 4, overHours: 0, overdue: false, totalFen: String(53_500 + 48_000) })
    expect(row.returnAt.getTime()).toBe(until)
    expect(row.nextAt.getTime()).toBe(until)
    expect(await heldUntil(orderId)).toBe(until + HOUR)
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill.groups.find(({ group }) => group === 'renewal')).toMatchObject({ subtotal: 48_000 })
    expect(bill.owed).toBe(48_000)
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    expect(detail.counts.renewal).toBe(1)
    expect(detail.actions.map(({ code }) => code)).toContain('renew')
    expect(await t.call(list, { orderId }, owner())).toMatchObject([
      {
        renewalId: made.renewalId,
        seq: 1,
        amount: 48_000,
        oldReturnAt: trip.returnAt,
        newReturnAt: until,
        mayCancel: false,
      },
    ])
    // What it owes is collected as any debt of the order.
    await payRent(t, w, orderId, 48_000)
    expect(await owed(orderId)).toBe(0)
    const { preview } = await bringBack(t, w, orderId, { at: until, mileageKm: 10_100 })
    expect(preview.balance).toBe(0)
    expect((await books(t, orderId)).unearned).toBeUndefined()
  })

  it('is paid in the same call, and earlier credit pays it first', async () => {
    const { orderId } = await out()
    const made = await renew(orderId, until, { payMode: payMode.offlineIn, payWay: payWay.cash })
    expect(made).toMatchObject({ owed: 0, paymentId: expect.any(String) })
    const { flows } = await t.call(contract.expense.bill, { orderId }, owner())
    expect(flows[0]).toMatchObject({ payKind: payKind.renewal, amount: 48_000 })
  })

  it('asks for the way when its money is taken now, and changes nothing without one', async () => {
    const { orderId } = await out()
    const { quoteId } = await ask(orderId)
    const refusal = await t.send(create, { orderId, quoteId, payMode: payMode.offlineIn }, owner())
    expect(refusal).toMatchObject({ errorCode: -2, message: expect.stringContaining('请选择收款方式') })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
    expect(await owed(orderId)).toBe(0)
  })

  it('takes no money from who may not take any, and is owed then', async () => {
    const { orderId } = await out()
    const agent = { token: w.tokens.service }
    const { quoteId } = await ask(orderId)
    const input = { orderId, quoteId, payMode: payMode.offlineIn, payWay: payWay.cash }
    expect(await t.send(create, input, agent)).toMatchObject({ errorCode: -3 })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
    expect(await t.call(create, { orderId, quoteId }, agent)).toMatchObject({ owed: 48_000 })
  })

  it('credits the over-hours that the new end replaces, with a negative line that is stored', async () => {
    const { orderId } = await handOut(t, w, { trip: { ...trip, returnAt: at('11-24T14:00') } })
    expect(await ask(orderId, at('11-25T10:00'))).toMatchObject({ amount: 11_668 })
    await renew(orderId, at('11-25T10:00'))
    const { rows } = await t.root.query(
      `select code, amount_fen from order_item where order_id = $1 and renewal_id is not null and status = 'active' order by seq`,
      [orderId],
    )
    expect(rows.map(({ code, amountFen }) => [code, Number(amountFen)])).toContainEqual(['overHours.credit', -13_332])
    expect(await owed(orderId)).toBe(11_668)
  })

  it('within what the day bears goes on from the old end, without a late fee', async () => {
    const { orderId } = await out()
    for (const minute of ['11-25T13:00', '11-25T14:00']) {
      t.clock.set(at(minute))
      expect(await ask(orderId)).toMatchObject({ amount: 48_000, oldReturnAt: trip.returnAt })
    }
  })

  it('later than the day bears asks for the late fee first, charged and paid', async () => {
    const { orderId } = await out()
    t.clock.set(at('11-25T15:00'))
    expect(await refused(orderId)).toMatchObject({ errorCode: 2201, data: { fee: 25_000, charged: false } })
    await t.call(contract.pickupReturn.chargeLate, { orderId, expectAmount: 25_000 }, owner())
    expect(await refused(orderId)).toMatchObject({ errorCode: 0 })
    expect(await t.send(price, { orderId, newReturnAt: until }, clerk())).toMatchObject({
      errorCode: 2201,
      data: { fee: 25_000, charged: true },
    })
    await payRent(t, w, orderId, 25_000)
    expect(await ask(orderId)).toMatchObject({ amount: 24_000, oldReturnAt: at('11-26T10:00') })
    await renew(orderId)
    expect(await owed(orderId)).toBe(24_000)
  })

  it('a day later goes on from the hours that the fee has bought', async () => {
    const { orderId } = await out()
    t.clock.set(at('11-26T13:00'))
    expect(await refused(orderId)).toMatchObject({ errorCode: 2201, data: { fee: 40_000, charged: false } })
    await t.call(contract.pickupReturn.chargeLate, { orderId, expectAmount: 40_000 }, owner())
    expect(await ask(orderId)).toMatchObject({ amount: 9_000, oldReturnAt: at('11-26T13:00') })
  })

  it('is given back in part by a return before its end', async () => {
    const { orderId } = await out()
    await renew(orderId, at('11-28T10:00'), { payWay: payWay.cash })
    const back = at('11-26T10:00')
    t.clock.set(back)
    const shown = await t.call(
      contract.pickupReturn.settlement,
      { orderId, actualReturnAt: back, ...readings },
      owner(),
    )
    expect(shown).toMatchObject({ earlyRefund: 50_000 })
    expect(shown.balance).toBe(-40_000)
  })

  it('earns over its own time', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-29T10:00'), returnAt: at('12-01T10:00') } })
    await renew(orderId, at('12-04T10:00'))
    t.clock.set(at('12-01T00:30'))
    await runDue(t, 'monthEnd')
    expect((await books(t, orderId)).rent_income).toBe(-36_417)
  })

  it('is reduced within the limit of a booking, and only by what staff may give', async () => {
    const { orderId } = await out()
    const reduces = [{ reduceType: 6 as const, amount: 1_000 }]
    const shown = await ask(orderId, until, { reduces })
    expect(shown.amount).toBe(47_000)
    await t.call(create, { orderId, quoteId: shown.quoteId }, owner())
    expect(await owed(orderId)).toBe(47_000)
    expect(await refused(orderId, until + DAY, { reduces: [{ reduceType: 1 as never, amount: 100 }] })).toMatchObject({
      errorCode: -2,
    })
  })

  it('takes the collection by a driver along', async () => {
    const { orderId } = await out()
    await t.root.query(
      `insert into driver_task (merchant_id, order_id, type, account_id, plan_at, status)
       select $1, $2, $3, a.id, $4, 0 from account a where a.merchant_id = $1 limit 1`,
      [w.merchantId, orderId, driverTaskType.collect, new Date(trip.returnAt - HOUR)],
    )
    await renew(orderId)
    const { rows } = await t.root.query('select plan_at from driver_task where order_id = $1', [orderId])
    expect(rows[0].planAt.getTime()).toBe(until - HOUR)
  })

  it('names the services that go on, and sells others for the added days', async () => {
    const { orderId } = await out()
    expect(await t.call(services, { orderId }, owner())).toContainEqual(
      expect.objectContaining({ code: 'base', qty: 1, fixed: true }),
    )
  })
})

describe('the car', () => {
  it('stays: whoever was planned on it goes to another, told by plate and time before', async () => {
    const { orderId } = await out()
    const next = await book(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') } })
    await t.root.query('update occupancy set vehicle_id = $2 where ref_id = $1 and active', [next.orderId, car(0).id])
    await t.root.query('update "order" set vehicle_id = $2, plate = $3 where id = $1', [
      next.orderId,
      car(0).id,
      car(0).plate,
    ])
    const moved = [{ orderId: next.orderId, from: car(0).plate, to: car(1).plate, pickupAt: at('11-26T10:00') }]
    const shown = await ask(orderId)
    expect(shown.moved).toMatchObject(moved)
    expect(await orderRow(next.orderId)).toMatchObject({ plate: car(0).plate })
    expect(await t.call(create, { orderId, quoteId: shown.quoteId }, owner())).toMatchObject({ moved })
    expect(await orderRow(next.orderId)).toMatchObject({ plate: car(1).plate })
  })

  it('that somebody was promised is refused with the latest time that is possible', async () => {
    const { orderId } = await out()
    const form = { vehicleId: car(0).id }
    await book(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') }, form })
    const latest = at('11-26T09:00')
    const answer = await refused(orderId)
    expect(answer).toMatchObject({ errorCode: 3102, data: { latestReturnAt: latest } })
    expect(answer.message).toContain('11-26 09:00')
    await renew(orderId, latest)
    expect(await heldUntil(orderId)).toBe(latest + HOUR)
    expect(await refused(orderId)).toMatchObject({ errorCode: 3102, data: { latestReturnAt: null } })
  })

  it('of a one-way rental arrives later, unless somebody waits for it there', async () => {
    const { orderId } = await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    await renew(orderId, at('11-26T10:00'))
    const { rows } = await t.root.query('select at from pool_delta where ref_id = $1 and not consumed order by delta', [
      orderId,
    ])
    expect(rows.map((row) => row.at.getTime())).toEqual([at('11-26T11:00'), at('11-26T11:00')])
    const there = { storeId: w.stores.pudong, pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') }
    await book(t, w, { trip: there })
    expect(await refused(orderId, at('11-28T12:00'))).toMatchObject({
      errorCode: 3102,
      data: { latestReturnAt: at('11-28T09:00') },
    })
  })
})

describe('taken back', () => {
  it('before it begins it was never there; what was paid goes back at once', async () => {
    const { orderId } = await out()
    const before = await books(t, orderId)
    const { renewalId } = await renew(orderId)
    const done = await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
    expect(done).toEqual({ status: 3, returnAt: trip.returnAt, refund: 0, byHand: 0 })
    expect(await books(t, orderId)).toEqual(before)
    expect(await orderRow(orderId)).toMatchObject({ days: 2, overHours: 0, owedFen: '0' })
    expect(await heldUntil(orderId)).toBe(trip.returnAt + HOUR)
    expect(await t.call(list, { orderId }, owner())).toMatchObject([
      { status: 3, endReason: '客户不续了', mayCancel: false },
    ])
    const second = await renew(orderId, until, { payWay: payWay.cash })
    expect(await t.call(cancel, { renewalId: second.renewalId, reason: '客户不续了' }, owner())).toMatchObject({
      refund: 48_000,
      byHand: 48_000,
    })
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    expect(detail).toMatchObject({ status: 5, pendingRefunds: 'byHand', refundDue: 48_000 })
    expect(detail.actions.map(({ label }) => label)).toContain('线下退款')
    // What is on its way back pays nothing else: the next renewal is owed in full.
    expect(await renew(orderId)).toMatchObject({ owed: 48_000 })
    const pay = {
      orderId,
      action: 'retryRefund',
      voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.owner),
    } as const
    await t.call(contract.order.updateStatus, pay, owner())
    expect(await owed(orderId)).toBe(48_000)
    expect(await books(t, orderId)).toMatchObject({
      ...before,
      customer_receivable: 48_000,
      unearned: before.unearned! - 48_000,
    })
  })

  it('paid in part gives that part back, by the receipt of its own first', async () => {
    const { orderId } = await out()
    const { renewalId } = await renew(orderId)
    await payRent(t, w, orderId, 30_000)
    t.clock.set(at('11-23T12:00'))
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: 10_000, payWay: payWay.bank },
      owner(),
    )
    const done = await t.call(cancel, { renewalId, reason: '客户不续了' }, owner())
    expect(done).toMatchObject({ refund: 40_000, byHand: 40_000 })
  })

  it('credit of a rental that goes on is a to-do, and a settlement paid ahead is none', async () => {
    const { orderId } = await out()
    const before = await t.call(contract.todo.counts, {}, owner())
    const take = (kind: typeof payKind.rent | typeof payKind.settlement) =>
      inContext(t, w, 'owner', async (ctx) => {
        await lockOrder(ctx, orderId)
        return receive(ctx, orderId, {
          ...{ payKind: kind, payWay: payWay.cash, amount: 5_000, refType: 'order', voucherIds: [] },
        })
      })
    const detail = () => t.call(contract.order.detail, { orderId }, owner())
    await take(payKind.settlement)
    expect(await detail()).toMatchObject({ pendingRefunds: null, refundDue: 0 })
    await take(payKind.rent)
    expect(await detail()).toMatchObject({ pendingRefunds: 'byHand', refundDue: 5_000 })
    const refundTasks = (rows: typeof before) => rows.find(({ name }) => name === '待线下退款')?.count ?? 0
    expect(refundTasks(await t.call(contract.todo.counts, {}, owner())) - refundTasks(before)).toBe(1)
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund' }, owner())
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-10000', refundingFen: '5000' })
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100 })
    expect(preview.balance).toBe(-5_000)
  })

  it('goes in the order in which they were made, and not once it has begun', async () => {
    const { orderId } = await out()
    const first = await renew(orderId, at('11-26T10:00'))
    const second = await renew(orderId, until)
    const drop = (renewalId: string) => t.send(cancel, { renewalId, reason: '客户不续了' }, owner())
    expect(await drop(first.renewalId)).toMatchObject({ errorCode: 2203 })
    t.clock.set(at('11-25T11:00'))
    expect(await drop(second.renewalId)).toMatchObject({ errorCode: 0 })
    expect(await drop(first.renewalId)).toMatchObject({ errorCode: 2203 })
    expect(await drop(second.renewalId)).toMatchObject({ errorCode: 2203 })
  })
})

describe('what is refused', () => {
  it('a quote of anything else, spent, or too old', async () => {
    const { orderId } = await out()
    const { quoteId } = await ask(orderId)
    const booking = await t.call(
      contract.quote.quote,
      {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        pickupAt: at('12-01T10:00'),
        returnAt: at('12-02T10:00'),
      },
      owner(),
    )
    expect(await send(orderId, booking.quoteId)).toMatchObject({ errorCode: 3004 })
    const another = await ask(orderId)
    expect(
      await t.send(
        contract.order.create,
        {
          submit: true,
          quoteId: another.quoteId,
          expectTotal: 48_000,
          contactName: '周明轩',
          contactPhone: '13900000000',
        },
        owner(),
      ),
    ).toMatchObject({ errorCode: 3004 })
    t.clock.set(t.clock.now() + 16 * 60_000)
    expect(await send(orderId, quoteId)).toMatchObject({ errorCode: 3004 })
    const fresh = await ask(orderId)
    expect(await send(orderId, fresh.quoteId)).toMatchObject({ errorCode: 0 })
    expect(await send(orderId, fresh.quoteId)).toMatchObject({ errorCode: 3004 })
    expect(await owed(orderId)).toBe(48_000)
  })

  it('a price that changed meanwhile', async () => {
    const { orderId } = await out()
    const { quoteId } = await ask(orderId)
    const where = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    await t.call(
      contract.price.saveCalendar,
      { ...where, from: '2026-11-26', to: '2026-11-26', price: 90_000 },
      owner(),
    )
    expect(await send(orderId, quoteId)).toMatchObject({ errorCode: 3005 })
    expect(await owed(orderId)).toBe(0)
  })

  it('an end that is none, an order of another merchant, and one that is not out', async () => {
    const { orderId } = await out()
    expect(await refused(orderId, trip.returnAt + 59 * 60_000)).toMatchObject({ errorCode: -2 })
    expect(await refused(orderId, at('11-20T10:00'))).toMatchObject({ errorCode: -2 })
    expect(await refused(orderId, trip.returnAt + 181 * DAY)).toMatchObject({ errorCode: -2 })
    const { orderId: waiting } = await book(t, w, {
      trip: { pickupAt: at('12-20T10:00'), returnAt: at('12-21T10:00') },
    })
    expect(await refused(waiting, at('12-23T10:00'))).toMatchObject({ errorCode: 2001 })
    const foreign = { token: other.tokens.owner }
    expect(await t.send(price, { orderId, newReturnAt: until }, foreign)).toMatchObject({ errorCode: 2002 })
    const { renewalId } = await renew(orderId)
    expect(await t.send(cancel, { renewalId, reason: '别家的' }, foreign)).toMatchObject({ errorCode: -4 })
  })
})
