import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus } from '@cheyi/domain/booking/order/codes'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { runDue, traces, watchNoShow } from '../../../testing/jobs.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { book, books, booksAgree, weekend } from '../../../testing/world/bookings.ts'
import { bookArranged, confirmed, payDeposits, payRent, prepare, sendConfirm } from '../../../testing/world/handover.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { makeWorld } from '../../../testing/world/world.ts'

sharedMerchant({ cars: 40 })
afterEach(() => t.clock.set(TEST_NOW))

const rows = async (table: string, where: string, values: unknown[]) =>
  (await t.root.query(`select * from ${table} where ${where} order by id`, values)).rows
const orderRow = async (orderId: string) => (await rows('"order"', 'id = $1', [orderId]))[0]
const messages = async (orderId: string) =>
  (await rows('outbox', 'order_id = $1', [orderId])).map((message) => message.kind)
const openTasks = async (orderId: string) =>
  (await rows('task', 'order_id = $1 and done_at is null', [orderId])).map((task) => task.kind)

/** Nothing happens before `due`; at it, of two processes one acts, and no later run does more. */
async function actsOnce(name: TimerName, orderId: string, due: number): Promise<void> {
  const before = await traces(t, orderId)
  t.clock.set(due - 1)
  await runDue(t, name)
  expect(await traces(t, orderId)).toEqual(before)
  t.clock.set(due)
  await Promise.all([runDue(t, name), runDue(t, name)])
  const after = await traces(t, orderId)
  expect(after).not.toEqual(before)
  await runDue(t, name)
  expect(await traces(t, orderId)).toEqual(after)
  await booksAgree(t)
}

const pay = (orderId: string, amount: number) =>
  t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount, payWay: payWay.cash },
    { token: w.tokens.clerk },
  )

describe('before the store has agreed', () => {
  it('a draft goes after a day, without a trace in the books', async () => {
    const { orderId } = await book(t, w, { form: { submit: false } })
    await actsOnce('draft', orderId, TEST_NOW + DAY)
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.cancelled,
      prevStatus: 0,
      cancelBy: 'system',
    })
    expect(await rows('ledger_txn', 'order_id = $1', [orderId])).toEqual([])
    const { list } = await t.call(contract.order.list, { keyword: '周明轩' }, { token: w.tokens.owner })
    expect(list.map((card) => card.orderId)).not.toContain(orderId)
  })

  it('an order that was submitted meanwhile stays', async () => {
    const { orderId } = await book(t, w)
    t.clock.set(TEST_NOW + 3 * DAY)
    await runDue(t, 'draft')
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)
  })

  it('an online payment that does not come ends the order: its car is free, nothing is owed', async () => {
    const { orderId } = await book(t, w, { form: { payMode: payMode.onlineIn } })
    await actsOnce('payTimeout', orderId, TEST_NOW + 30 * MINUTE)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled, owedFen: '0', vehicleId: null })
    expect(await rows('occupancy', 'ref_id = $1 and active', [orderId])).toEqual([])
    expect((await rows('ledger_txn', 'order_id = $1', [orderId])).map((txn) => txn.journal)).toEqual([1, 4])
    expect(await books(t, orderId)).toEqual({})
    expect(await messages(orderId)).toContain('cancelled')
  })

  it('what the channel was to pay is taken back too', async () => {
    const { orderId } = await book(t, w, {
      trip: { source: 2, reduces: [{ reduceType: 3, amount: 2000 }] },
      form: { channelOrderNo: 'C1', payMode: payMode.onlineIn },
    })
    await actsOnce('payTimeout', orderId, TEST_NOW + 30 * MINUTE)
    expect(await books(t, orderId)).toEqual({})
  })

  it('an order that was paid in time goes on', async () => {
    const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
    await pay(orderId, total)
    t.clock.set(TEST_NOW + 31 * MINUTE)
    await runDue(t, 'payTimeout')
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)
  })
})

describe('an order that nobody accepts', () => {
  const waiting = (trip = {}, form = {}) => book(t, w, { trip, form: { autoConfirm: false, ...form } })

  it('alarms at its deadline and again every hour, and stays', async () => {
    const { orderId } = await waiting()
    const deadline = TEST_NOW + 60 * MINUTE
    const alarms = async () => (await rows('order_log', `order_id = $1 and action = 'confirmAlarm'`, [orderId])).length
    await actsOnce('confirmAlarm', orderId, deadline)
    expect(await alarms()).toBe(1)
    t.clock.set(deadline + 59 * MINUTE)
    await runDue(t, 'confirmAlarm')
    expect(await alarms()).toBe(1)
    t.clock.set(deadline + HOUR)
    await runDue(t, 'confirmAlarm')
    expect(await alarms()).toBe(2)
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirming)
    const { list } = await t.call(contract.order.log, { orderId }, { token: w.tokens.owner })
    expect(list[0]).toMatchObject({ text: '超过确认时限，请尽快接单', actorName: '系统' })
  })

  it('is refused when the customer was to come, and all of it goes back', async () => {
    const { orderId, total } = await waiting()
    await pay(orderId, total)
    t.clock.set(TEST_NOW + 3 * DAY)
    await runDue(t, 'unaccepted')
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirming)

    await actsOnce('unaccepted', orderId, weekend.pickupAt)
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.cancelling,
      penaltyFen: '0',
      cancelBy: 'system',
      owedFen: String(-total),
    })
    expect(await books(t, orderId)).toEqual({ cash_on_hand: total, customer_receivable: -total })
    expect(await openTasks(orderId)).toEqual(['offlineRefund'])
    expect(await messages(orderId)).toEqual(['cancelled'])
    expect(await rows('occupancy', 'ref_id = $1 and active', [orderId])).toEqual([])
  })

  it('unpaid, it is over at once', async () => {
    const { orderId } = await waiting()
    await actsOnce('unaccepted', orderId, weekend.pickupAt)
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
    expect(await books(t, orderId)).toEqual({})
  })

  it('of the own page, entered by staff, waits until the customer was to come, as one of the counter', async () => {
    const { orderId } = await waiting({ source: 12 })
    t.clock.set(TEST_NOW + 3 * HOUR)
    await runDue(t, 'unaccepted')
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirming)
    await actsOnce('unaccepted', orderId, weekend.pickupAt)
  })

  it('that came by its channel’s door is refused at its deadline, with an alarm half-way', async () => {
    const { orderId } = await waiting({ source: 2 }, { channelOrderNo: 'CH-1001' })
    await t.root.query('update "order" set arrived = 2 where id = $1', [orderId])
    await actsOnce('confirmAlarm', orderId, TEST_NOW + 30 * MINUTE)
    await actsOnce('unaccepted', orderId, TEST_NOW + 60 * MINUTE)
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
  })

  it('is left alone once it was accepted', async () => {
    const { orderId } = await waiting()
    await t.call(contract.order.updateStatus, { orderId, status: orderStatus.confirmed }, { token: w.tokens.clerk })
    const before = await traces(t, orderId)
    t.clock.set(weekend.pickupAt)
    await runDue(t, 'confirmAlarm')
    await runDue(t, 'unaccepted')
    expect(await traces(t, orderId)).toEqual(before)
  })
})

describe('before the pickup', () => {
  it('the car that an order has is settled two hours ahead, unpinned', async () => {
    const { orderId } = await book(t, w)
    const { vehicleId } = await orderRow(orderId)
    await actsOnce('autoArrange', orderId, weekend.pickupAt - 120 * MINUTE)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.arranged, vehicleId, pinned: false })
    const [held] = await rows('occupancy', 'ref_id = $1 and active', [orderId])
    expect(held).toMatchObject({ vehicleId, pinned: false })
  })

  it('follows the lock window of the merchant', async () => {
    const far = await makeWorld(t, { name: '锁车早的商家' })
    await t.root.query(`update merchant set settings = '{"lockWindowMinutes": 600}' where id = $1`, [far.merchantId])
    const { orderId } = await book(t, far)
    await actsOnce('autoArrange', orderId, weekend.pickupAt - 600 * MINUTE)
    expect((await orderRow(orderId)).status).toBe(orderStatus.arranged)
  })

  it('an order without a car becomes one conflict, and is settled as soon as a car fits', async () => {
    const small = await makeWorld(t, { name: '一辆车的商家', cars: 1 })
    const first = await book(t, small)
    await t.call(
      contract.arrange.plan,
      { orderId: first.orderId, vehicleId: small.vehicles.lavida[0]!.id },
      { token: small.tokens.owner },
    )
    // A second order of the same days whose car was taken out of service.
    const [car] = await rows('vehicle', 'id = $1', [small.vehicles.lavida[0]!.id])
    const { rows: inserted } = await t.root.query(
      `insert into vehicle (merchant_id, plate, vin, model_id, home_store_id, current_store_id, lifecycle)
       values ($1, '沪A77777', 'LSVAB777777777777', $2, $3, $3, 1) returning id`,
      [small.merchantId, car.modelId, car.homeStoreId],
    )
    const { orderId } = await book(t, small)
    await t.root.query('update vehicle set lifecycle = 2 where id = $1', [inserted[0].id])
    await t.root.query('update "order" set vehicle_id = null, plate = null where id = $1', [orderId])
    await t.root.query('update occupancy set vehicle_id = null where ref_id = $1', [orderId])

    await actsOnce('autoArrange', orderId, weekend.pickupAt - 120 * MINUTE)
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)
    const tasks = await rows('task', 'order_id = $1', [orderId])
    expect(tasks).toMatchObject([{ refId: orderId, doneAt: null }])
    const counters = await t.call(contract.todo.counts, {}, { token: small.tokens.owner })
    expect(counters.find((counter) => counter.code === 'conflict')?.count).toBe(1)

    await t.call(
      contract.order.cancel,
      { orderId: first.orderId, reason: cancelReason.noVehicle, responsibility: 2, note: '车辆故障', expectPenalty: 0 },
      { token: small.tokens.owner },
    )
    await runDue(t, 'autoArrange')
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.arranged,
      vehicleId: small.vehicles.lavida[0]!.id,
      plate: small.vehicles.lavida[0]!.plate,
    })
    expect(await openTasks(orderId)).toEqual([])
  })

  it('the customer is reminded two hours ahead, once', async () => {
    const { orderId } = await book(t, w)
    await actsOnce('reminder', orderId, weekend.pickupAt - 2 * HOUR)
    expect(await messages(orderId)).toEqual(['confirmed', 'pickupReminder'])
    const [, message] = await messagesWhere(t, 'order_id = $1', [orderId])
    expect(message!.body).toContain('将于11月27日18:00在虹桥机场店取车')
    t.clock.set(weekend.pickupAt)
    await runDue(t, 'reminder')
    expect(await messages(orderId)).toHaveLength(2)
  })

  it('for a pickup in the morning the evening before, and never in the night', async () => {
    const trip = { pickupAt: at('11-27T09:00'), returnAt: at('11-30T09:00') }
    const { orderId } = await book(t, w, { trip })
    const late = await book(t, w, { trip })
    await actsOnce('reminder', orderId, at('11-26T21:30'))
    await t.root.query(`delete from outbox where order_id = $1 and kind = 'pickupReminder'`, [late.orderId])
    for (const night of ['11-26T22:00', '11-27T03:00', '11-27T07:59']) {
      t.clock.set(at(night))
      await runDue(t, 'reminder')
    }
    expect(await messages(late.orderId)).toEqual(['confirmed'])
    t.clock.set(at('11-27T08:00'))
    await runDue(t, 'reminder')
    expect(await messages(late.orderId)).toEqual(['confirmed', 'pickupReminder'])
  })

  it('not when the order was cancelled, was booked after that hour, or the merchant sends none', async () => {
    const gone = await book(t, w)
    await t.call(
      contract.order.cancel,
      { orderId: gone.orderId, reason: cancelReason.tripOff, responsibility: 1, expectPenalty: 0 },
      { token: w.tokens.owner },
    )
    t.clock.set(weekend.pickupAt - 119 * MINUTE)
    const hasty = await book(t, w, { trip: { pickupAt: weekend.pickupAt + 30 * MINUTE } })
    t.clock.set(weekend.pickupAt - 30 * MINUTE)
    await runDue(t, 'reminder')
    expect(await messages(gone.orderId)).not.toContain('pickupReminder')
    expect(await messages(hasty.orderId)).toContain('pickupReminder')

    const silent = await makeWorld(t, { name: '不发短信的商家' })
    await t.root.query(
      `update merchant set settings = '{"notify": {"muted": ["customer.pickupReminder"]}}' where id = $1`,
      [silent.merchantId],
    )
    t.clock.set(TEST_NOW)
    const { orderId } = await book(t, silent)
    t.clock.set(weekend.pickupAt - HOUR)
    await runDue(t, 'reminder')
    expect(await messages(orderId)).toEqual(['confirmed'])
  })
})

describe('a customer who does not come', () => {
  it('becomes a to-do after four hours, and after another day a cancel by the terms of a no-show', async () => {
    const { orderId, total } = await book(t, w)
    await pay(orderId, total)
    const from = weekend.pickupAt + 240 * MINUTE
    await actsOnce('noShow', orderId, from)
    expect(await openTasks(orderId)).toEqual(['noShow'])
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)

    await watchNoShow(t, from)
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.cancelling,
      cancelReason: cancelReason.noShow,
      cancelBy: 'system',
      penaltyFen: '68400',
      owedFen: String(68400 - total),
    })
    expect(await openTasks(orderId)).toEqual(['offlineRefund'])
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: total,
      customer_receivable: 68400 - total,
      penalty_income: -68400,
    })
  })

  it('unpaid, the penalty stays a debt of an order that is over', async () => {
    const { orderId } = await book(t, w)
    await watchNoShow(t, weekend.pickupAt + 240 * MINUTE)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled, owedFen: '68400' })
  })

  it('has another day where the server was down, because nobody could record the pickup', async () => {
    const { orderId } = await book(t, w)
    const from = weekend.pickupAt + 240 * MINUTE
    t.clock.set(from)
    await runDue(t, 'noShow')
    const up = from + 2 * DAY
    t.clock.set(up)
    await runDue(t, 'noShow')
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)
    await watchNoShow(t, up)
    expect((await orderRow(orderId)).status).toBe(orderStatus.cancelled)
  })

  it('whose pickup was taken back is a to-do again for a day, whatever the agreed time', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip: weekend })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    const late = weekend.pickupAt + 20 * HOUR
    for (let now = weekend.pickupAt + 4 * HOUR; now <= late; now += HOUR) {
      t.clock.set(now)
      await runDue(t, 'noShow')
    }
    expect(await openTasks(orderId)).toEqual(['noShow'])
    await prepare(t, w, orderId, { mileageKm: 10_000, fuelEighths: 8 })
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    expect(await openTasks(orderId)).toEqual([])
    t.clock.set(weekend.pickupAt + 30 * HOUR)
    await t.root.query(`update merchant set settings = settings || '{"undoMinutes": 1440}' where id = $1`, [
      w.merchantId,
    ])
    await t.call(
      contract.order.updateStatus,
      { orderId, action: 'undoPickup', reason: '误操作' },
      { token: w.tokens.owner },
    )
    await runDue(t, 'noShow')
    expect((await orderRow(orderId)).status).toBe(orderStatus.arranged)
    expect(await openTasks(orderId)).toEqual(['noShow'])
  })

  it('is awaited anew where the pickup is moved or another customer takes the order', async () => {
    const { orderId } = await book(t, w)
    const from = weekend.pickupAt + 240 * MINUTE
    t.clock.set(from)
    await runDue(t, 'noShow')
    expect(await openTasks(orderId)).toEqual(['noShow'])
    await t.call(
      contract.order.changeCustomer,
      { orderId, contactName: '林书豪', contactPhone: '13911110078' },
      { token: w.tokens.owner },
    )
    expect(await openTasks(orderId)).toEqual([])
  })

  it('is no to-do any more once the store cancelled', async () => {
    const { orderId } = await book(t, w)
    t.clock.set(weekend.pickupAt + 241 * MINUTE)
    await runDue(t, 'noShow')
    expect(await openTasks(orderId)).toEqual(['noShow'])
    await t.call(
      contract.order.cancel,
      { orderId, reason: cancelReason.noShow, responsibility: 1, expectPenalty: 68400 },
      { token: w.tokens.owner },
    )
    expect(await openTasks(orderId)).toEqual([])
  })
})
