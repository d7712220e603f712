import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { picture } from '../../../testing/picture.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree, placeUnpinned } from '../../../testing/world/bookings.ts'
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
  signPaper,
} from '../../../testing/world/handover.ts'
import { car, clerk, orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { openOnlinePay, payLink, tradeOf } from '../../../testing/world/online.ts'

ownMerchant()
afterEach(() => booksAgree(t))

/** Rule T: 13332 for three hours and twenty minutes, 25000 for the fourth hour on. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const undo = (orderId: string, more: object = {}, as = owner()) =>
  t.send(contract.order.updateStatus, { orderId, action: 'undoReturn', reason: '客户继续用车', ...more }, as)
const detail = (orderId: string) => t.call(contract.order.detail, { orderId }, owner())
const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows
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

const voucher = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)

/** Cheap questions, so that two begin at another distance in each round. */
const wait = async (turns: number) => {
  for (let i = 0; i < turns; i++) await rows('select 1')
}
const atRound = (round: number) => ({
  pickupAt: trip.pickupAt + round * 4 * DAY,
  returnAt: trip.returnAt + round * 4 * DAY,
})

/** Photographed and signed: the next call takes it back. */
async function ready(orderId: string, when: number, more: object = {}) {
  t.clock.set(when)
  const { record } = await saveRecord(t, w, orderId, handoverType.return, { mileageKm: 10_100, at: when, ...more })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
}

describe('a return that is undone', () => {
  it('leaves every row as it was, but for what tells that it happened', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await ready(orderId, trip.returnAt, { mileageKm: 10_500 })
    const before = await picture(t)
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return }))
    expect((await detail(orderId)).undo!.items.map(({ name, text }) => `${name} ${text}`)).toEqual([
      '订单 已还车 → 已取车',
      '还车验车单 作废，照片保留',
      '车辆里程 10,500 km → 10,000 km',
      '还车结算 冲回，还车时重新结算',
      '待退款项 ¥3,000.00 撤回',
      '还车合同 作废，文件保留',
      '已收款项 ¥535.00 留在订单',
    ])
    expect(await undo(orderId)).toMatchObject({ success: true, data: { status: orderStatus.pickedUp } })
    expect((await picture(t)).since(before)).toEqual({
      ...told,
      agreement: ['status', 'void_reason'],
      pickup_return_record: ['before', 'draft', 'void'],
      // The release that did not leave, closed, and its to-do, done.
      payment: ['+'],
      task: ['+'],
    })
    expect(await rows('select 1 from task where order_id = $1 and done_at is null', orderId)).toEqual([])
    expect(await rows('select odometer_km as km from vehicle where id = $1', car(0).id)).toEqual([{ km: 10_000 }])
  })

  it('keeps the late fee that was paid in cash as credit: brought back later, only the rest is due', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const first = await bringBack(t, w, orderId, { at: at('11-25T13:20') })
    expect(first.preview.balance).toBe(13_332)
    t.clock.set(at('11-25T13:45'))
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-13332', status: orderStatus.pickedUp })
    const second = await bringBack(t, w, orderId, { at: at('11-25T14:05') })
    expect(second.preview.balance).toBe(11_668)
    expect(await books(t, orderId)).toMatchObject({ rent_income: -40_000, service_income: -13_500 - 25_000 })
  })

  it('of a one-way rental brings the car back to its store, and is expected again', async () => {
    const { orderId } = await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    await ready(orderId, trip.returnAt)
    const before = await picture(t)
    await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return }))
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect((await picture(t)).since(before)).toEqual({
      ...told,
      agreement: ['status', 'void_reason'],
      pickup_return_record: ['before', 'draft', 'void'],
      payment: ['+'],
      task: ['+'],
      // Where the car belonged, and when.
      vehicle_period: ['+', 'to_at'],
    })
  })

  it('leaves what a paid-in deposit paid as credit, and the deposit that much smaller', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: at('11-25T13:20'), confirm: { settle: 3, payWay: undefined } })
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-13332', heldDepositFen: String(500_000 - 13_332) })
    const { preview } = await bringBack(t, w, orderId, { at: at('11-25T14:05') })
    expect(preview.balance).toBe(11_668)
  })

  it('takes its car back from whoever was only planned on it', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: at('11-24T10:00') })
    const later = { pickupAt: at('11-24T15:00'), returnAt: at('11-25T09:00') }
    const next = await book(t, w, { trip: later })
    await placeUnpinned(t, next.orderId, car(0).id)
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect(await orderRow(next.orderId)).toMatchObject({ vehicleId: car(1).id })
  })

  it('before its end gives nothing back', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const { preview } = await bringBack(t, w, orderId, { at: at('11-24T09:30') })
    expect(preview.balance).toBeLessThan(0)
    expect(await undo(orderId)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', refundingFen: '0', pendingRefund: null })
    const { preview: again } = await bringBack(t, w, orderId, { at: trip.returnAt })
    expect(again.balance).toBe(0)
  })
})

describe('the undo of a return', () => {
  it('asks for the key and a reason, in time', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: trip.returnAt })
    expect(await undo(orderId, {}, clerk())).toMatchObject({ errorCode: -3 })
    expect(await undo(orderId, { reason: '' })).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    t.clock.set(trip.returnAt + 31 * MINUTE)
    expect(await undo(orderId)).toMatchObject({ errorCode: 2007 })
  })

  it('is refused once money is back with the customer, or the deposit was used', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, {
      at: trip.returnAt,
      confirm: { handBack: 300_000, handBackVoucherIds: await voucher() },
    })
    const why = '之后已有「款项已退出或扣划」，不能撤销'
    expect(await undo(orderId)).toMatchObject({ errorCode: 2001, message: why })
    expect((await detail(orderId)).actions.find(({ code }) => code === 'undoReturn')).toMatchObject({
      enabled: false,
      why,
    })
  })

  it('is refused once the car has gone out again, and of both at once one is done', async () => {
    const first = await handOut(t, w, { trip })
    await bringBack(t, w, first.orderId, { at: at('11-24T10:00') })
    const second = await bookArranged(t, w, { trip: { pickupAt: at('11-24T11:01'), returnAt: at('11-26T10:00') } })
    await payRent(t, w, second.orderId, second.total)
    await payDeposits(t, w, second.orderId)
    t.clock.set(at('11-24T10:29'))
    await prepare(t, w, second.orderId, { mileageKm: 10_100 })
    const answers = await Promise.all([
      sendConfirm(t, w, { orderId: second.orderId, type: handoverType.pickup }),
      undo(first.orderId),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await rows('select 1 from occupancy where vehicle_id = $1 and active and on_rent', car(0).id)).toHaveLength(
      1,
    )
  })

  it('and the job that releases at its minute: whole or not at all', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: trip.returnAt })
    t.clock.set(trip.returnAt + 30 * MINUTE)
    const [answer] = await Promise.all([undo(orderId), runDue(t, 'rentalRelease')])
    const { status } = await orderRow(orderId)
    expect(status).toBe(answer.success ? orderStatus.pickedUp : orderStatus.returned)
  })

  it('and its provider’s word of what the customer paid for it: the money stays as credit, whoever comes first', async () => {
    const simulator = await openOnlinePay(t, w)
    for (let round = 0; round < 2; round++) {
      const { orderId } = await handOut(t, w, {
        trip: atRound(round),
        form: { vehicleId: car(round).id },
      })
      const back = atRound(round).returnAt + 3 * HOUR + 20 * MINUTE
      await bringBack(t, w, orderId, {
        at: back,
        confirm: { settle: 1, payWay: undefined, overrideReason: '稍后在手机上付' },
      })
      const { paymentId } = await t.call(
        contract.payment.collect,
        { orderId, payKind: payKind.settlement, amount: 13_332, payWay: payWay.alipay },
        owner(),
      )
      await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
      await payLink(t, paymentId)
      const [answer] = await Promise.all([
        wait(round * 18).then(() => undo(orderId)),
        wait(9).then(() => simulator.flush()),
      ])
      expect(answer).toMatchObject({ success: true })
      expect(await rows('select status from payment where id = $1', paymentId)).toEqual([{ status: 2 }])
      const { status, owedFen } = await orderRow(orderId)
      const [back1] = await rows(
        `select count(*)::int as n from payment where order_id = $1 and direction = 'out' and ref_type <> 'deposit'`,
        orderId,
      )
      expect(status).toBe(orderStatus.pickedUp)
      // Of money that nothing was due for any more the rest is either credit or on its way back, never lost.
      expect(Number(owedFen)).toBe(back1.n === 0 ? -13_332 : 0)
      await bringBack(t, w, orderId, { at: back + 30 * MINUTE })
    }
  }, 120_000)
})
