import { contract } from '@cheyi/contract/index'
import { source } from '@cheyi/domain/booking/order/codes'
import { depositMode, depositPayStatus } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../testing/world/bookings.ts'
import { clerk, manager, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/*
 * An order that was booked before anybody had set deposits for its model.
 */

ownMerchant({ cars: 2 })

const { deposit, model } = contract
const NONE = `update model set deposit_rent_fen = null, deposit_violation_fen = null`

beforeEach(async () => {
  await t.root.query(NONE)
})

const agree = (orderId: string, amounts: { rental?: number; violation?: number }, who = manager()) =>
  t.send(deposit.agree, { orderId, ...amounts }, who)
const due = async (orderId: string) =>
  (await t.call(deposit.forPickup, { orderId }, clerk())).rows.map((row) => [row.kind, row.due, row.payStatus])
const setRule = () =>
  t.call(
    model.setDeposits,
    { models: [{ modelId: w.models.lavida, depositRent: 300_000, depositViolation: 200_000 }] },
    owner(),
  )

describe('an order without deposits', () => {
  it('takes the rule that was made afterwards, by whoever collects deposits', async () => {
    const { orderId } = await book(t, w)
    expect(await t.send(deposit.forPickup, { orderId }, clerk())).toMatchObject({ errorCode: 4007 })
    expect(await agree(orderId, {}, clerk())).toMatchObject({ errorCode: 4007 })
    await setRule()
    expect(await t.call(deposit.policy, { orderId }, clerk())).toMatchObject({ rows: [{ amount: 300_000 }, {}] })
    expect(await agree(orderId, {}, clerk())).toMatchObject({ success: true })
    expect(await due(orderId)).toEqual([
      [1, 300_000, depositPayStatus.unpaid],
      [2, 200_000, depositPayStatus.unpaid],
    ])
    const taken = { orderId, kind: 3, mode: depositMode.offline, payWay: payWay.cash, amount: 500_000 } as const
    expect(await t.send(deposit.pay, taken, clerk())).toMatchObject({ success: true })
    expect(await agree(orderId, {}, manager())).toMatchObject({ errorCode: -5 })
  })

  it('is given amounts or let off by whoever may waive, and by nobody else', async () => {
    const { orderId } = await book(t, w)
    expect(await agree(orderId, { rental: 100_000, violation: 0 }, clerk())).toMatchObject({ errorCode: -3 })
    expect(await agree(orderId, { rental: 100_000 })).toMatchObject({ errorCode: -2, data: { field: 'violation' } })
    expect(await agree(orderId, { rental: 100_000, violation: 0 })).toMatchObject({ success: true })
    expect(await due(orderId)).toEqual([
      [1, 100_000, depositPayStatus.unpaid],
      [2, 0, depositPayStatus.waived],
    ])
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    expect(list.map(({ text }) => text)).toContain('约定押金 · ¥1,000.00')
    const { rows } = await t.root.query(`select after from audit where action = 'deposit.agree'`)
    expect(rows.at(-1).after).toMatchObject({ depositRentFen: 100_000, depositViolationFen: 0 })
  })
})

describe('models without deposits', () => {
  it('are named with amounts by their class until all of them have some', async () => {
    await setRule()
    const gaps = await t.call(model.depositGaps, {}, owner())
    expect(gaps.map(({ name }) => name).toSorted()).toEqual(['别克GL8', '比亚迪秦PLUS'].toSorted())
    expect(gaps.every(({ depositRent, depositViolation }) => depositRent > 0 && depositViolation > 0)).toBe(true)
    expect(await t.call(contract.merchant.setup, {}, owner())).toMatchObject({ deposit: 0 })
    const models = gaps.map(({ modelId, depositRent, depositViolation }) => ({
      modelId,
      depositRent,
      depositViolation,
    }))
    await t.call(model.setDeposits, { models }, owner())
    expect(await t.call(model.depositGaps, {}, owner())).toEqual([])
    expect(await t.call(contract.merchant.setup, {}, owner())).toMatchObject({ deposit: 3 })
  })

  it('need none of their own where a rule for all of them has both', async () => {
    const rule = { modes: [depositMode.offline], waiveTypes: [], rentalFen: 200_000 }
    await t.call(contract.terms.saveDepositPolicy, { ...rule, violationFen: 100_000, source: source.travel }, owner())
    expect(await t.call(model.depositGaps, {}, owner())).toHaveLength(3)
    const { id } = await t.call(contract.terms.saveDepositPolicy, rule, owner())
    expect(await t.call(model.depositGaps, {}, owner())).toHaveLength(3)
    await t.call(contract.terms.saveDepositPolicy, { id, ...rule, violationFen: 100_000 }, owner())
    expect(await t.call(model.depositGaps, {}, owner())).toEqual([])
  })

  it('are set by whoever edits models, and not below nothing', async () => {
    const models = [{ modelId: w.models.lavida, depositRent: -1, depositViolation: 0 }]
    expect(await t.send(model.setDeposits, { models }, owner())).toMatchObject({ errorCode: -2 })
    const one = [{ modelId: w.models.lavida, depositRent: 1, depositViolation: 0 }]
    expect(await t.send(model.setDeposits, { models: one }, clerk())).toMatchObject({ errorCode: -3 })
    const foreign = [{ modelId: '999999999', depositRent: 1, depositViolation: 0 }]
    expect(await t.send(model.setDeposits, { models: foreign }, owner())).toMatchObject({ errorCode: -4 })
  })
})
