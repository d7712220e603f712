import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { settleStatus } from '@cheyi/domain/booking/order/codes'
import { depositMode, depositPayStatus, holdStatus, violationAt, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { TEST_NOW, type TestApp } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, rentAndReturn, weekend } from '../../testing/world/bookings.ts'
import { holdDeposit } from '../../testing/world/deposits.ts'
import { bookArranged, bringBack, handOut, payRent, prepare, sendConfirm } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

ownMerchant({ cars: 3 })
let simulator: PaySimulator

const RENTAL = 300_000
const VIOLATION = 200_000
/** Thirty days after Monday 30 November, at ten. */
const DUE = Date.parse('2026-12-30T10:00:00+08:00')
const { deposit } = contract

beforeEach(async () => {
  simulator = await openOnlinePay(t, w)
})
afterEach(async () => {
  await simulator.fail('none')
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const taken = (at: number) => t.call(contract.merchant.saveSetting, { settings: { violationAt: at } } as never, owner())
const rowsOf = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 order by kind', [orderId])).rows
const holdRows = async (orderId: string) =>
  (await t.root.query('select * from deposit_hold where order_id = $1 order by id', [orderId])).rows
const voucherIds = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
const cash = { mode: depositMode.offline, payWay: payWay.cash } as const
const pay = (orderId: string, kind: 1 | 2 | 3, amount: number, how: Partial<InputOf<typeof deposit.pay>> = {}) =>
  t.send(deposit.pay, { orderId, kind, amount, ...cash, ...how }, owner())
const rentalAlone = (_: TestApp, __: World, orderId: string) => pay(orderId, 1, RENTAL) as never
const convert = async (orderId: string) =>
  t.send(deposit.convert, { orderId, version: (await rowsOf(orderId))[0].version }, owner())

/** What the order says of what is open of its deposits, the same wherever it is read; and of each deposit. */
async function said(orderId: string, later: number | null) {
  const shown = await t.call(contract.order.detail, { orderId }, owner())
  expect(shown.depositLater).toBe(later)
  const listed = async (how: object) => {
    const { list } = await t.call(contract.order.list, { depositPayStatus: [depositPayStatus.unpaid], ...how }, owner())
    return list.filter((one) => one.orderId === orderId).map(({ depositLater }) => depositLater)
  }
  const unpaid = shown.depositPayStatus === depositPayStatus.unpaid
  expect(await listed({})).toEqual(unpaid ? [later] : [])
  expect(await listed({ depositLater: true })).toEqual(later === null ? [] : [later])
  expect(await listed({ depositLater: false })).toEqual(unpaid && later === null ? [null] : [])
  const [rental, violation] = shown.deposits.map((row) => row.later)
  const asked = await t.call(deposit.forPickup, { orderId }, owner())
  expect(asked.rows.map((row) => row.later)).toEqual([rental, violation])
  const { deposits } = await t.call(contract.expense.bill, { orderId }, owner())
  expect(deposits[1]!.state === '还车时收取').toBe(violation === violationAt.return)
  return { rental, violation }
}

describe('taken at the return', () => {
  it('a pickup asks for the other deposit alone, and the return leaves it to be taken after', async () => {
    await taken(violationAt.return)
    const { orderId, total } = await bookArranged(t, w)
    await payRent(t, w, orderId, total)
    const due = async () => (await t.call(deposit.forPickup, { orderId }, owner())).rows.map((row) => row.due)
    expect(await due()).toEqual([RENTAL, 0])
    // The other one is asked for now, so the order as a whole is.
    expect(await said(orderId, null)).toEqual({ rental: null, violation: violationAt.return })
    const { deposits } = await t.call(contract.order.cancelRule, { orderId }, owner())
    expect(deposits.map(({ state }) => state)).toEqual(['未收取', '还车时收取'])
    t.clock.set(weekend.pickupAt)
    await prepare(t, w, orderId)
    expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject({ errorCode: 5005 })
    // Both together are those that are asked for now.
    expect(await pay(orderId, 3, RENTAL)).toMatchObject({ success: true })
    expect(await said(orderId, violationAt.return)).toEqual({ rental: null, violation: violationAt.return })
    expect(await sendConfirm(t, w, { orderId, type: handoverType.pickup })).toMatchObject({ success: true })
    // What was agreed stands, whatever is set for the orders to come.
    await taken(violationAt.pickup)
    expect(await said(orderId, violationAt.return)).toEqual({ rental: null, violation: violationAt.return })
    await bringBack(t, w, orderId, { at: weekend.returnAt })
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled })

    expect(await due()).toEqual([0, VIOLATION])
    expect(await said(orderId, null)).toEqual({ rental: null, violation: null })
    expect(await pay(orderId, 1, RENTAL)).toMatchObject({ errorCode: 2001 })
    expect(await pay(orderId, 2, VIOLATION)).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({
      settleStatus: settleStatus.rentSettled,
      violationFreeAt: new Date(DUE),
    })
    t.clock.set(DUE)
    await runDue(t, 'violationRelease')
    const { rows } = await t.root.query(
      `select detail from task where order_id = $1 and kind = 'violationRelease' and done_at is null`,
      [orderId],
    )
    expect(rows).toMatchObject([{ detail: { amount: VIOLATION, dueAt: DUE } }])
    await t.call(deposit.release, { orderId, kind: 2, voucherIds: await voucherIds() }, owner())
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled })
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_violation')
  })

  it('is taken by a code too, and can be replaced after the return', async () => {
    const { orderId, total } = await book(t, w)
    await payRent(t, w, orderId, total)
    await pay(orderId, 1, RENTAL)
    await rentAndReturn(t, w, orderId, 0)
    const answer = await pay(orderId, 2, VIOLATION, { payWay: payWay.wechat })
    await payLink(t, (answer.data as { paymentId: string }).paymentId)
    const [, row] = await rowsOf(orderId)
    expect(row).toMatchObject({ payStatus: depositPayStatus.paid, heldFen: String(VIOLATION) })
    expect(await pay(orderId, 2, VIOLATION, { change: 2, version: row.version })).toMatchObject({ success: true })
    await runDue(t, 'moneyOut')
    expect((await rowsOf(orderId))[1]).toMatchObject({ releasedFen: String(VIOLATION), inFlightFen: '0' })
  })
})

describe('made of the rental deposit', () => {
  it('with the return that was agreed to do so: it moves in the books, the rest goes back', async () => {
    await taken(violationAt.convert)
    const { orderId } = await handOut(t, w, { deposits: rentalAlone })
    const { preview } = await bringBack(t, w, orderId, { at: weekend.returnAt })
    expect(preview.deposits.map(({ moved, release }) => [moved, release])).toEqual([
      [VIOLATION, RENTAL - VIOLATION],
      [VIOLATION, VIOLATION],
    ])
    expect(await rowsOf(orderId)).toMatchObject([
      { heldFen: String(RENTAL - VIOLATION), movedFen: String(VIOLATION), inFlightFen: String(RENTAL - VIOLATION) },
      { heldFen: String(VIOLATION), payStatus: depositPayStatus.paid, dueReleaseAt: new Date(DUE) },
    ])
    expect(await books(t, orderId)).toMatchObject({
      deposit_liability_rental: VIOLATION - RENTAL,
      deposit_liability_violation: -VIOLATION,
    })
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
    // It goes back by the receipt that it came with.
    t.clock.set(DUE)
    await t.call(deposit.release, { orderId, kind: 2, voucherIds: await voucherIds() }, owner())
    expect(Object.keys(await books(t, orderId)).filter((name) => name.startsWith('deposit'))).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled })
  })

  it('by hand after the return: once, of what no debt keeps, and only while there is no violation deposit', async () => {
    const { orderId, total } = await book(t, w)
    expect(await convert(orderId)).toMatchObject({ errorCode: 2001 })
    await payRent(t, w, orderId, total)
    await pay(orderId, 1, RENTAL)
    await rentAndReturn(t, w, orderId, 180_000)
    const [{ version }] = await rowsOf(orderId)
    const answers = await Promise.all([
      t.send(deposit.convert, { orderId, version }, owner()),
      t.send(deposit.convert, { orderId, version }, { token: w.tokens.manager }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await rowsOf(orderId)).toMatchObject([
      { heldFen: '180000', movedFen: '120000', holdStatus: holdStatus.held },
      { heldFen: '120000', amountFen: '120000' },
    ])
    expect(await convert(orderId)).toMatchObject({ errorCode: 4003 })
    // What it is short of can be taken as of any other.
    const shown = await t.call(deposit.forPickup, { orderId }, owner())
    expect(shown.rows[1]).toMatchObject({ short: 80_000 })
  })

  it('nothing is left of it: says so', async () => {
    const { orderId, total } = await book(t, w)
    await payRent(t, w, orderId, total)
    await pay(orderId, 1, RENTAL)
    await rentAndReturn(t, w, orderId, RENTAL)
    expect(await convert(orderId)).toMatchObject({ errorCode: 4006 })
  })

  it.each([
    ['支付宝资金授权', { mode: depositMode.online, payWay: payWay.alipay }, depositPayStatus.authorised],
    ['芝麻免押', { mode: depositMode.waived, waiveType: waiveType.zhima }, depositPayStatus.waived],
  ] as const)(
    'a part of %s moves with its number, both are captured from and let go by themselves',
    async (_, how, payStatus) => {
      const orderId = await holdDeposit(t, w, how)
      await rentAndReturn(t, w, orderId, 0)
      expect(await convert(orderId)).toMatchObject({ success: true })
      const holds = await holdRows(orderId)
      expect(holds.map(({ amountFen }) => Number(amountFen))).toEqual([RENTAL - VIOLATION, VIOLATION])
      expect(new Set(holds.map(({ authNo }) => authNo)).size).toBe(1)
      expect(await rowsOf(orderId)).toMatchObject([
        { heldFen: String(RENTAL - VIOLATION), movedFen: String(VIOLATION) },
        { heldFen: String(VIOLATION), payStatus },
      ])
      expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_violation')
      await runDue(t, 'rentalRelease')
      t.clock.set(weekend.returnAt + HOUR)
      await runDue(t, 'moneyOut')
      expect((await rowsOf(orderId))[0]).toMatchObject({ holdStatus: holdStatus.released })
      await t.call(deposit.release, { orderId, kind: 2, early: true }, owner())
      await runDue(t, 'moneyOut')
      expect((await rowsOf(orderId))[1]).toMatchObject({ holdStatus: holdStatus.released, inFlightFen: '0' })
      expect((await simulator.trades()).filter(({ held }) => held > 0)).toEqual([])
    },
  )

  it('all of it: nothing is left to give back of the rental one', async () => {
    const { orderId, total } = await book(t, w)
    await t.root.query(`update deposit set amount_fen = $2 where order_id = $1 and kind = 2`, [orderId, RENTAL])
    await payRent(t, w, orderId, total)
    await pay(orderId, 1, RENTAL)
    await rentAndReturn(t, w, orderId, 0)
    expect(await convert(orderId)).toMatchObject({ success: true })
    expect(await rowsOf(orderId)).toMatchObject([
      { holdStatus: holdStatus.converted, heldFen: '0' },
      { holdStatus: holdStatus.held },
    ])
    const { deposits } = await t.call(contract.order.detail, { orderId }, owner())
    expect(deposits[0]).toMatchObject({ moved: RENTAL, available: 0 })
    expect(await t.send(deposit.release, { orderId, kind: 1 }, owner())).toMatchObject({ errorCode: 4010 })
  })
})

it('a release of a violation deposit that was asked for too early is withdrawn when a violation turns up', async () => {
  const { orderId, total } = await book(t, w)
  await payRent(t, w, orderId, total)
  await pay(orderId, 3, RENTAL + VIOLATION)
  await rentAndReturn(t, w, orderId, 0)
  expect(await t.send(deposit.release, { orderId, kind: 2 }, owner())).toMatchObject({ errorCode: 4012 })
  await t.call(deposit.release, { orderId, kind: 2, early: true }, owner())
  const [, row] = await rowsOf(orderId)
  await t.call(deposit.withdraw, { depositId: row.id, reason: '有违章待处理' }, owner())
  expect((await rowsOf(orderId))[1]).toMatchObject({ holdStatus: holdStatus.held, inFlightFen: '0' })
  t.clock.set(DUE)
  await runDue(t, 'violationRelease')
  const { rows } = await t.root.query(
    `select kind from task where order_id = $1 and kind in ('depositRelease', 'violationRelease') and done_at is null`,
    [orderId],
  )
  expect(rows).toEqual([{ kind: 'violationRelease' }])
})

it('of an order that another merchant has nothing is moved', async () => {
  const { orderId } = await book(t, w)
  const other = await makeWorld(t, { name: '别家租车' })
  expect(await t.send(deposit.convert, { orderId, version: 1 }, { token: other.tokens.owner })).toMatchObject({
    errorCode: 2002,
  })
  expect(
    await t.send(
      contract.payment.collect,
      { orderId, payKind: payKind.violationDeposit, amount: 1, payWay: payWay.cash },
      { token: other.tokens.owner },
    ),
  ).toMatchObject({ errorCode: 2002 })
})
