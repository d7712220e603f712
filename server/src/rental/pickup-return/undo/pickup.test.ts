import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { picture } from '../../../testing/picture.ts'
import { books, booksAgree } from '../../../testing/world/bookings.ts'
import {
  bookArranged,
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  swapOf,
} from '../../../testing/world/handover.ts'
import {
  car,
  clerk,
  manager,
  orderRow,
  other,
  owner,
  ownMerchant,
  t,
  w,
  world,
} from '../../../testing/world/merchant.ts'

ownMerchant({ other: true })
afterEach(() => booksAgree(t))

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const undo = (orderId: string, more: object = {}, as = owner()) =>
  t.send(contract.order.updateStatus, { orderId, action: 'undoPickup', reason: '误操作', ...more }, as)
const detail = (orderId: string) => t.call(contract.order.detail, { orderId }, owner())
const offer = async (orderId: string) => (await detail(orderId)).actions.find(({ code }) => code === 'undoPickup')
/** Logs, and what tells others that something changed. */
const told = {
  audit: ['+'],
  event: ['+'],
  idempotency: ['+'],
  ledger_change: ['+'],
  ledger_entry: ['+'],
  ledger_txn: ['+'],
  order_log: ['+'],
  tally_change: ['+'],
}
const held = async (orderId: string) =>
  (await rows('select * from occupancy where ref_id = $1 and active and kind = 0', orderId))[0]
const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows

/** Paid, prepared and signed: the next call hands it over. */
async function ready() {
  const { orderId, total } = await bookArranged(t, w, { trip })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId, { mileageKm: 110_000, fuelEighths: 4 })
  return orderId
}
const pickUp = (orderId: string, more: object = {}) =>
  confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup, ...more }))

describe('a pickup that is undone', () => {
  it('leaves every row as it was, but for what tells that it happened', async () => {
    const orderId = await ready()
    const seatFen = 6_000
    await t.call(
      contract.expense.saveAll,
      {
        orderId,
        type: handoverType.pickup,
        items: [{ code: expenseCode.other, name: '儿童座椅', amount: seatFen }],
      } as never,
      owner(),
    )
    const before = await picture(t)
    await pickUp(orderId, { expectAmount: seatFen, settle: 2, payWay: payWay.cash })
    expect(await rows('select odometer_km as km from vehicle where id = $1', car(0).id)).toEqual([{ km: 110_000 }])
    expect(await undo(orderId)).toMatchObject({ success: true, data: { status: orderStatus.arranged } })

    expect((await picture(t)).since(before)).toEqual({
      ...told,
      // What did not happen stays to be read, void.
      agreement: ['status', 'void_reason'],
      expense_item: ['void'],
      pickup_return_record: ['at', 'before', 'draft', 'void'],
      vehicle_assignment: ['+'],
      // The money that came stays, as credit.
      payment: ['+'],
      order: ['owed_fen', 'paid_fen'],
    })
    expect(await books(t, orderId)).toMatchObject({ customer_receivable: -seatFen })
    expect(await rows('select odometer_km as km from vehicle where id = $1', car(0).id)).toEqual([{ km: 10_000 }])
    const { undo: again, actions } = await detail(orderId)
    expect(again).toBeNull()
    expect(actions.map(({ code }) => code)).not.toContain('undoPickup')
  })

  it('is done again with the right reading, and what was paid then meets it', async () => {
    const orderId = await ready()
    await pickUp(orderId)
    await undo(orderId)
    await prepare(t, w, orderId, { mileageKm: 11_000 })
    await pickUp(orderId)
    expect(await rows('select odometer_km as km from vehicle where id = $1', car(0).id)).toEqual([{ km: 11_000 }])
    expect(
      await rows('select void, mileage_km as km from pickup_return_record where order_id = $1 order by id', orderId),
    ).toEqual([
      { void: true, km: 110_000 },
      { void: false, km: 11_000 },
    ])
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 11_100 })
    expect(preview.balance).toBe(0)
  })

  it('gives an early pickup its old time and price back', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt - 20 * HOUR)
    await prepare(t, w, orderId)
    const before = await picture(t)
    const input = { orderId, type: handoverType.pickup, overrideReason: '客户提前到店' }
    const refused = await sendConfirm(t, w, input)
    const { balance } = refused.data as unknown as { balance: number }
    expect(balance).toBeGreaterThan(0)
    await pickUp(orderId, { overrideReason: '客户提前到店', expectAmount: balance })
    expect((await detail(orderId)).undo!.items).toContainEqual({ name: '提前取车差价', text: '恢复原租期与原价' })
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect((await picture(t)).since(before)).toEqual({
      ...told,
      agreement: ['status', 'void_reason'],
      pickup_return_record: ['at', 'before', 'draft', 'void'],
      vehicle_assignment: ['+'],
      order_item: ['+', 'status'],
    })
    expect(await orderRow(orderId)).toMatchObject({
      pickupAt: new Date(trip.pickupAt),
      totalFen: String(total),
      owedFen: '0',
    })
  })

  it('of a one-way rental is expected at the other store no longer', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt)
    await prepare(t, w, orderId)
    const deltas = () => rows('select store_id, delta from pool_delta where ref_id = $1 order by id', orderId)
    const [promised, stay] = [await deltas(), await held(orderId)]
    await pickUp(orderId)
    expect(await deltas()).toHaveLength(2)
    await undo(orderId)
    expect(await deltas()).toEqual(promised)
    expect({ ...(await held(orderId)), updatedAt: stay.updatedAt }).toEqual(stay)
  })
})

describe('the undo of a pickup', () => {
  it('shows what goes back, and counts its time from the confirmation', async () => {
    const { orderId, total } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(trip.pickupAt + 50 * MINUTE)
    await prepare(t, w, orderId, { mileageKm: 110_000 })
    await pickUp(orderId, { actualAt: trip.pickupAt })
    const { undo: shown } = await detail(orderId)
    expect(shown!.until).toBe(trip.pickupAt + 80 * MINUTE)
    expect(shown!.items.map(({ name, text }) => `${name} ${text}`)).toEqual([
      '订单 已取车 → 已排车',
      '取车验车单 作废，照片保留',
      '车辆里程 110,000 km → 10,000 km',
      '取车合同 作废，文件保留',
      '已收款项 ¥535.00 留在订单',
    ])
    expect(await offer(orderId)).toMatchObject({ label: '撤销取车', enabled: true, danger: true })
    t.clock.set(trip.pickupAt + 81 * MINUTE)
    expect(await offer(orderId)).toBeUndefined()
    expect(await undo(orderId)).toMatchObject({ errorCode: 2007 })
  })

  it('asks for the key, a reason, and an order of the merchant', async () => {
    const { orderId } = await handOut(t, w, { trip })
    expect(await undo(orderId, {}, clerk())).toMatchObject({ errorCode: -3 })
    expect(await undo(orderId, { reason: '' })).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await undo(orderId, {}, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await undo(orderId, { version: 1 })).toMatchObject({ errorCode: -5 })
    expect(await undo(orderId, {}, manager())).toMatchObject({ success: true })
    expect(await undo(orderId)).toMatchObject({ errorCode: 2001 })
  })

  it('is refused once the return was begun, and the car was swapped, each by its name', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await saveRecord(t, w, orderId, handoverType.return, { mileageKm: 10_010 })
    const why = '之后已有「填写还车验车单」，不能撤销'
    expect(await undo(orderId)).toMatchObject({ errorCode: 2001, message: why })
    expect(await offer(orderId)).toMatchObject({ enabled: false, why })

    await world(2)
    const next = await handOut(t, w, { trip })
    const swap = await swapOf(t, w, { old: 10_010, new: 10_010 })
    await t.call(contract.arrange.plan, { orderId: next.orderId, vehicleId: car(1).id, swap }, owner())
    expect(await undo(next.orderId)).toMatchObject({ errorCode: 2001, message: '之后已有「换车」，不能撤销' })
  })

  it('and the swap of the car at once: one of both', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const swap = await swapOf(t, w, { old: 10_010, new: 10_010 })
    const answers = await Promise.all([
      undo(orderId),
      t.send(contract.arrange.plan, { orderId, vehicleId: car(1).id, swap }, owner()),
      undo(orderId),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await rows('select 1 from occupancy where active and on_rent and ref_id = $1', orderId)).toHaveLength(
      answers[1]!.success ? 1 : 0,
    )
  })
})
