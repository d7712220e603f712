import { contract } from '@cheyi/contract/index'
import {
  depositMode,
  depositPayStatus,
  depositStatus,
  holdStatus,
  violationAt,
  waiveType,
} from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryBy } from '../../kernel/db/db.ts'
import { moneyChecks } from '../../money-checks.ts'
import { TEST_NOW, type TestApp } from '../../testing/app.ts'
import { book, weekend } from '../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, payRent, prepare, sendConfirm } from '../../testing/world/handover.ts'
import { clerk, manager, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { differences } from '../payment/check/differences.ts'

/*
 * What the merchant waived is collected after all.
 */

ownMerchant({ cars: 4 })

beforeEach(async () => {
  await openOnlinePay(t, w)
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  expect(await differences({ query: queryBy(t.root) }, moneyChecks)).toEqual([])
})

const { deposit } = contract
const RENTAL = 300_000
const VIOLATION = 200_000
const cash = { mode: depositMode.offline, payWay: payWay.cash } as const
const merchant = { mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 } as const

const waive = (orderId: string, kind: 1 | 2 | 3) => t.call(deposit.pay, { orderId, kind, ...merchant }, manager())
const waiveBoth = (_: TestApp, __: World, orderId: string) => waive(orderId, 3)
const rowsOf = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 order by kind', [orderId])).rows
const withdraw = async (orderId: string, kind: 1 | 2, who: { token: string; key?: string } = manager()) =>
  t.send(deposit.withdrawWaiver, { depositId: (await rowsOf(orderId))[kind - 1].id, reason: '客户信用有变' }, who)
const todosOf = async (orderId: string) =>
  (await t.call(contract.overview.home, {}, owner())).todos
    .filter((todo) => todo.orderId === orderId && todo.kind === 'authEnded')
    .map(({ action, amountFen }) => ({ action, amountFen }))
const noticesOf = async (orderId: string) => {
  const found = await t.root.query(
    `select distinct n.title, n.body from notification n join deposit d on n.ref like 'deposit/' || d.id || '/waiver/%'
      where d.order_id = $1 order by 2`,
    [orderId],
  )
  return found.rows.map(({ body }) => body)
}

describe('a waiver is withdrawn', () => {
  it('before the pickup: the deposit is due, told and a to-do, until it is taken', async () => {
    const { orderId, total } = await bookArranged(t, w)
    await payRent(t, w, orderId, total)
    await waive(orderId, 3)
    expect(await withdraw(orderId, 1, clerk())).toMatchObject({ errorCode: -3 })
    expect(await withdraw(orderId, 1)).toMatchObject({
      success: true,
      data: { deposit: { payStatus: depositPayStatus.unpaid, waiveType: null, amount: RENTAL } },
    })
    expect(await orderRow(orderId)).toMatchObject({
      depositStatus: depositStatus.violationFree,
      depositPayStatus: depositPayStatus.unpaid,
    })
    expect(await todosOf(orderId)).toEqual([{ action: 'collectDeposit', amountFen: RENTAL }])
    expect(await noticesOf(orderId)).toEqual(['租车押金¥3,000.00请收取，原因：客户信用有变'])
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(list.map(({ text }) => text)).toContain('撤回租车押金免押 · ¥3,000.00 · 客户信用有变')
    const shown = await t.call(contract.order.detail, { orderId }, clerk())
    expect(shown.actions.map(({ code }) => code)).toContain('collectDeposit')

    t.clock.set(weekend.pickupAt)
    await prepare(t, w, orderId)
    expect(await sendConfirm(t, w, { orderId, type: 0 })).toMatchObject({ errorCode: 5005 })
    await t.call(deposit.pay, { orderId, kind: 1, ...cash, amount: RENTAL }, clerk())
    expect(await todosOf(orderId)).toEqual([])
    expect(await sendConfirm(t, w, { orderId, type: 0 })).toMatchObject({ success: true })
  })

  it('while the car is out, once for one tap and once for two people', async () => {
    const { orderId } = await handOut(t, w, { deposits: waiveBoth as never })
    const tapped = { ...manager(), key: 'withdraw-1' }
    const first = await withdraw(orderId, 1, tapped)
    expect(first).toMatchObject({ success: true })
    expect((await withdraw(orderId, 1, tapped)).data).toEqual(first.data)
    expect(await withdraw(orderId, 1, owner())).toMatchObject({
      errorCode: -2,
      message: '参数错误：该押金未免押，不需撤回',
    })
    const two = await Promise.all([withdraw(orderId, 2, manager()), withdraw(orderId, 2, owner())])
    expect(two.map(({ errorCode }) => errorCode).toSorted()).toEqual([-2, 0])
    expect(await noticesOf(orderId)).toHaveLength(2)
    expect(await todosOf(orderId)).toEqual([{ action: 'collectDeposit', amountFen: RENTAL + VIOLATION }])

    // Each by a way of its own: a code, cash through the call for all money; then waived again.
    const asked = await t.call(
      deposit.pay,
      { orderId, kind: 1, mode: depositMode.offline, payWay: payWay.wechat, amount: RENTAL },
      clerk(),
    )
    await payLink(t, asked.paymentId!)
    const collect = { orderId, payKind: payKind.violationDeposit, amount: VIOLATION, payWay: payWay.cash }
    await t.call(contract.payment.collect, collect, clerk())
    expect(await rowsOf(orderId)).toMatchObject([
      { payStatus: depositPayStatus.paid, holdStatus: holdStatus.held, heldFen: String(RENTAL) },
      { payStatus: depositPayStatus.paid, holdStatus: holdStatus.held, heldFen: String(VIOLATION) },
    ])
    expect(await todosOf(orderId)).toEqual([])
    expect(await withdraw(orderId, 1)).toMatchObject({ errorCode: -2, message: '参数错误：该押金未免押，不需撤回' })
  })

  it('and given again: nothing is due any more', async () => {
    const { orderId } = await book(t, w)
    await waive(orderId, 1)
    await withdraw(orderId, 1)
    await waive(orderId, 1)
    expect(await todosOf(orderId)).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({ depositStatus: depositStatus.rentalFree })
    expect(await withdraw(orderId, 1)).toMatchObject({ success: true })
    // Another occasion, another notice.
    const { rows } = await t.root.query(`select count(distinct ref)::int as n from notification where ref like $1`, [
      `deposit/${(await rowsOf(orderId))[0].id}/waiver/%`,
    ])
    expect(rows).toEqual([{ n: 2 }])
  })

  it('asks for what the order comes to now, and of a violation deposit first at the return', async () => {
    await t.call(contract.merchant.saveSetting, { settings: { violationAt: violationAt.return } } as never, owner())
    const { orderId } = await book(t, w)
    await waive(orderId, 1)
    await waive(orderId, 2)
    await t.root.query(
      `update "order" set deposit_policy_snapshot = jsonb_set(deposit_policy_snapshot, '{rows,0,amount}', '450000') where id = $1`,
      [orderId],
    )
    expect(await withdraw(orderId, 2)).toMatchObject({ success: true })
    expect(await todosOf(orderId)).toEqual([])
    expect(await noticesOf(orderId)).toEqual(['违章押金¥2,000.00还车时收取，原因：客户信用有变'])
    expect(await withdraw(orderId, 1)).toMatchObject({ data: { deposit: { amount: 450_000 } } })
    expect(await todosOf(orderId)).toEqual([{ action: 'collectDeposit', amountFen: 450_000 }])
  })
})

describe('is refused with what would be right', () => {
  it('once the car is back, and of another merchant', async () => {
    const { orderId } = await handOut(t, w, { deposits: waiveBoth as never })
    await bringBack(t, w, orderId, { at: weekend.returnAt })
    expect(await withdraw(orderId, 2)).toMatchObject({ errorCode: 2001 })
    const other = await makeWorld(t, { name: '别家租车' })
    expect(await withdraw(orderId, 2, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  })

  it('where a credit stands for the customer, and where nothing is due', async () => {
    const { orderId } = await book(t, w)
    await t.root.query(
      `update "order" set deposit_policy_snapshot = deposit_policy_snapshot || '{"modes":[1,2,3],"waiveTypes":[1,4]}' where id = $1`,
      [orderId],
    )
    const zhima = { mode: depositMode.waived, waiveType: waiveType.zhima, amount: RENTAL } as const
    const { paymentId } = await t.call(deposit.pay, { orderId, kind: 1, ...zhima }, manager())
    await payLink(t, paymentId!)
    expect(await withdraw(orderId, 1)).toMatchObject({
      errorCode: -2,
      message: '参数错误：该押金为信用免押，请更换押金',
    })
    t.clock.set(TEST_NOW + HOUR)
    await waive(orderId, 2)
    await t.root.query(
      `update "order" set deposit_policy_snapshot = jsonb_set(deposit_policy_snapshot, '{rows,1,amount}', '0') where id = $1`,
      [orderId],
    )
    expect(await withdraw(orderId, 2)).toMatchObject({
      errorCode: -2,
      message: '参数错误：该订单的押金规则不收此项押金',
    })
  })
})

describe('an order that is given to another customer', () => {
  const give = (orderId: string, more: object = {}) =>
    t.send(
      contract.order.changeCustomer,
      { orderId, contactName: '新客户乙', contactPhone: '13944445555', ...more },
      owner(),
    )

  it('does not take along what was waived for the former one: it is due, told and a to-do', async () => {
    const { orderId } = await bookArranged(t, w)
    await waive(orderId, 1)
    expect(await give(orderId)).toMatchObject({ success: true })
    expect(await rowsOf(orderId)).toMatchObject([
      { payStatus: depositPayStatus.unpaid, waiveType: null, amountFen: String(RENTAL) },
      { payStatus: depositPayStatus.unpaid },
    ])
    expect(await todosOf(orderId)).toEqual([{ action: 'collectDeposit', amountFen: RENTAL }])
    expect(await noticesOf(orderId)).toEqual(['租车押金¥3,000.00请收取，原因：客户已变更'])
  })

  it('keeps it where only the name is corrected', async () => {
    const { orderId } = await bookArranged(t, w, { form: { contactPhone: '13922227777' } })
    await waive(orderId, 1)
    expect(await give(orderId, { contactPhone: '13922227777' })).toMatchObject({ success: true })
    expect((await rowsOf(orderId))[0]).toMatchObject({ payStatus: depositPayStatus.waived })
  })
})
