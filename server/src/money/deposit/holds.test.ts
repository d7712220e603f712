import { randomUUID } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { depositMode, depositPayStatus, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus, isByMachine } from '@cheyi/domain/money/deposit/hold'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, rentAndReturn, weekend } from '../../testing/world/bookings.ts'
import { orderRow, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import * as holds from './hold-store.ts'

sharedMerchant({ cars: 40 })
const RENTAL = 300000
const { deposit } = contract
const photo = () => uploadPhotos(t, 'deposit', 1, w.tokens.owner)
const voucher = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)

let slips = 100000
const slip = (more: Partial<InputOf<typeof deposit.pay>> = {}) => ({
  kind: 1 as const,
  mode: depositMode.online,
  payWay: payWay.pos,
  amount: RENTAL,
  authNo: String(++slips),
  cardTail: '8812',
  ...more,
})
const held = async (more: Partial<InputOf<typeof deposit.pay>> = {}) => {
  const { orderId, total } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  await t.call(deposit.pay, { orderId, ...slip(more) }, owner())
  return orderId
}
const rental = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]
const holdRows = async (orderId: string) =>
  (await t.root.query('select * from deposit_hold where order_id = $1 order by id', [orderId])).rows

/** The car is back and owes so much. */
const returned = (orderId: string, charge: number) => rentAndReturn(t, w, orderId, charge)

/** `slipNo`: null leaves it out where a completion at the card machine has one. */
async function deduct(orderId: string, amount: number, more: { key?: string; slipNo?: string | null } = {}) {
  const { charges, modes, rows } = await t.call(deposit.detail, { orderId }, owner())
  const [charge] = charges
  const mode = (modes[0] ?? payMode.offlineDeduct) as 1 | 6
  const { slipNo = isByMachine(rows[0]!.holds, mode) ? randomUUID() : null, ...asked } = more
  const input = {
    orderId,
    kind: 1 as const,
    lines: [{ code: charge?.code ?? 'order', refId: charge?.refId ?? undefined, amount }],
    mode,
    reason: '清洁费',
    photoIds: await photo(),
    slipNo: slipNo ?? undefined,
  }
  return t.send(deposit.deduct, input, { ...owner(), ...asked })
}
beforeAll(async () => {
  const { version } = await t.call(contract.merchant.paySetting, {}, owner())
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays: [payWay.cash, payWay.pos], limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
})
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

describe('a pre-authorisation typed off the slip of the card machine', () => {
  it('holds the deposit, moves no money and is nothing in the books', async () => {
    const { orderId } = await book(t, w)
    const shown = await t.call(deposit.forPickup, { orderId }, owner())
    expect(shown.modes).toContain(depositMode.online)
    expect(shown.holdWays).toEqual([payWay.pos])
    const voucherIds = await voucher()
    const paid = await t.call(deposit.pay, { orderId, ...slip({ voucherIds }) }, owner())
    expect(paid.rows).toMatchObject([
      {
        payStatus: depositPayStatus.authorised,
        holdStatus: holdStatus.held,
        held: RENTAL,
        expireAt: TEST_NOW + 30 * DAY,
      },
    ])
    expect(await orderRow(orderId)).toMatchObject({ heldDepositFen: String(RENTAL) })
    const before = await books(t, orderId)
    expect(Object.keys(before).toSorted()).toEqual(['customer_receivable', 'unearned'])
    const { rows } = await t.call(deposit.detail, { orderId }, owner())
    expect(rows[0]!.holds).toMatchObject([{ payWay: payWay.pos, amount: RENTAL, cardTail: '8812', credit: false }])
  })

  it('asks for what the slip says, and for a slip that holds nothing else', async () => {
    const { orderId } = await book(t, w)
    const send = (more: Partial<InputOf<typeof deposit.pay>>) =>
      t.send(deposit.pay, { orderId, ...slip(more) }, owner())
    expect(await send({ authNo: undefined })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('预授权码'),
    })
    expect(await send({ cardTail: undefined })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('卡号后四位'),
    })
    expect(await send({ cardTail: '88a2' })).toMatchObject({ errorCode: -2 })
    expect(await send({ authEndOn: '2026-11-19' })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('已过期'),
    })
    expect(await send({ authEndOn: '2027-11-19' })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('最长30天'),
    })
    expect(await send({ amount: RENTAL - 1 })).toMatchObject({ errorCode: 4002 })
    expect(await send({ kind: 3, amount: 500000 })).toMatchObject({ errorCode: -2 })
    expect(await send({ payWay: payWay.cash })).toMatchObject({ errorCode: 4008 })
    await t.call(deposit.pay, { orderId, ...slip({ authNo: '777777' }) }, owner())
    expect(await send({})).toMatchObject({ errorCode: 4003 })
    const other = await book(t, w)
    const again = await t.send(deposit.pay, { orderId: other.orderId, ...slip({ authNo: '777777' }) }, owner())
    expect(again).toMatchObject({ errorCode: -2, message: expect.stringContaining('已登记在订单') })
  })

  it('is completed once, in part: the money is new, the rest goes free with it, a second completion is refused', async () => {
    const orderId = await held()
    await returned(orderId, 80000)
    expect(await deduct(orderId, RENTAL + 1)).toMatchObject({ errorCode: 4002 })
    expect(await deduct(orderId, 30000)).toMatchObject({ success: true, data: { deductResult: 2 } })
    expect(await rental(orderId)).toMatchObject({
      capturedFen: '30000',
      releasedFen: '270000',
      holdStatus: holdStatus.released,
      expireAt: null,
    })
    expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.ended, capturedFen: '30000' }])
    expect(await books(t, orderId)).toMatchObject({ customer_receivable: 50000 })
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_rental')
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '50000' })
    expect(await deduct(orderId, 50000)).toMatchObject({ errorCode: 4006 })
    // The bill says how and by whom it was held.
    const { flows } = await t.call(contract.expense.bill, { orderId }, owner())
    expect(flows.find(({ direction }) => direction === 'hold')).toMatchObject({
      name: '租车押金授权（已结束）',
      payWay: payWay.pos,
      operatorName: '测试owner',
    })
  })

  it('is completed by the number of its slip, which proves that alone', async () => {
    const [first, second] = [await held(), await held()]
    await returned(first, 80000)
    await returned(second, 80000)
    expect(await deduct(first, 30000, { slipNo: null })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('请填写预授权完成的流水号'),
      data: { field: 'slipNo' },
    })
    expect(await deduct(first, 30000, { slipNo: 'POS-D-0001' })).toMatchObject({ success: true })
    const { rows } = await t.root.query(
      `select provider_no, amount_fen::int as fen from payment where order_id = $1 and hold_step = 'capture'`,
      [first],
    )
    expect(rows).toEqual([{ providerNo: 'POS-D-0001', fen: 30000 }])
    expect(await deduct(second, 30000, { slipNo: 'pos d 0001' })).toMatchObject({
      errorCode: -2,
      data: { field: 'slipNo' },
      message: expect.stringContaining('不能重复使用'),
    })
    expect(await deduct(second, 30000, { slipNo: 'POS-D-0002' })).toMatchObject({ success: true })
  })

  it('has no slip where nothing is completed', async () => {
    const { orderId } = await book(t, w)
    await t.call(
      deposit.pay,
      { orderId, kind: 1, mode: depositMode.offline, payWay: payWay.cash, amount: RENTAL },
      owner(),
    )
    await returned(orderId, 80000)
    expect(await deduct(orderId, 30000, { slipNo: 'POS-D-0003' })).toMatchObject({
      errorCode: -2,
      data: { field: 'slipNo' },
    })
    t.clock.set(weekend.returnAt + HOUR)
    await runDue(t, 'rentalRelease')
  })

  it('is completed once by two people at once', async () => {
    const orderId = await held()
    await returned(orderId, 80000)
    const answers = await Promise.all([deduct(orderId, 80000), deduct(orderId, 80000)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await rental(orderId)).toMatchObject({ capturedFen: '80000' })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  })

  it('waits whole while a debt keeps a part of it, and is voided by hand once nothing is owed', async () => {
    const orderId = await held()
    await returned(orderId, 80000)
    t.clock.set(weekend.returnAt + HOUR)
    expect(await runDue(t, 'rentalRelease')).toBe(0)
    const part = await t.send(deposit.release, { orderId, kind: 1, amount: 100000 }, owner())
    expect(part).toMatchObject({ errorCode: -2, message: expect.stringContaining('整笔') })
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.settlement, amount: 80000, payWay: payWay.cash },
      owner(),
    )
    await runDue(t, 'rentalRelease')
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.releasing, inFlightFen: String(RENTAL) })
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucher() }, owner())
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released, releasedFen: String(RENTAL) })
    expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.ended, releasedFen: String(RENTAL) }])
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_rental')
  })

  it('is there again when its void is withdrawn because damage was found', async () => {
    const orderId = await held()
    await returned(orderId, 0)
    await runDue(t, 'rentalRelease')
    const { id } = await rental(orderId)
    await t.call(deposit.withdraw, { depositId: id, reason: '发现车损' }, owner())
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held, inFlightFen: '0' })
    expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.held }])
  })

  it('is voided with its cancelled order, which is final then', async () => {
    const { orderId } = await book(t, w)
    await t.call(deposit.pay, { orderId, ...slip() }, owner())
    await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())
    expect(await orderRow(orderId)).toMatchObject({ status: 7 })
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucher() }, owner())
    expect(await orderRow(orderId)).toMatchObject({ status: 8 })
  })
})

describe('time', () => {
  it('is told of once three days before, then the deposit is to be collected again', async () => {
    const { orderId } = await book(t, w)
    await t.call(deposit.pay, { orderId, ...slip({ authEndOn: '2026-11-26' }) }, owner())
    const told = async () =>
      (
        await t.root.query(
          `select title from notification where ref like 'deposit-hold/%' and title like '%到期%' and type = ${notifyType.deposit}`,
        )
      ).rows.length
    const before = await told()
    await runDue(t, 'authExpiry')
    expect(await told()).toBe(before)
    t.clock.set(TEST_NOW + 4 * DAY)
    await runDue(t, 'authExpiry')
    await runDue(t, 'authExpiry')
    expect(await told()).toBeGreaterThan(before)
    const once = await told()
    t.clock.set(Date.parse('2026-11-27T00:00:00+08:00'))
    await runDue(t, 'authExpiry')
    expect(await told()).toBe(once)
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid, holdStatus: holdStatus.expired })
    expect(await orderRow(orderId)).toMatchObject({ depositPayStatus: depositPayStatus.unpaid, heldDepositFen: '0' })
    expect(await runDue(t, 'authExpiry')).toBe(0)
    await t.call(deposit.pay, { orderId, ...slip() }, owner())
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.authorised, holdStatus: holdStatus.held })
  })

  it('decides what is captured first of two holds', async () => {
    const orderId = await held({ authEndOn: '2026-12-18' })
    // A second slip for the same deposit, which ends sooner.
    await inContext(t, w, 'owner', async (ctx) => {
      const { id } = await rental(orderId)
      const second = { orderId, depositId: id, payWay: payWay.pos, status: authHoldStatus.held, authNo: '555555' }
      await holds.insert(ctx.db, { ...second, amountFen: 50000, cardTail: '1', expireAt: TEST_NOW + 13 * DAY })
      await ctx.query('update deposit set held_fen = held_fen + 50000 where id = $1', [id])
      await ctx.query('update "order" set held_deposit_fen = held_deposit_fen + 50000 where id = $1', [orderId])
    })
    await returned(orderId, 80000)
    expect(await deduct(orderId, 40000)).toMatchObject({ success: true })
    expect((await holdRows(orderId)).map((row) => [row.capturedFen, row.releasedFen, row.status])).toEqual([
      ['0', '0', authHoldStatus.held],
      ['40000', '10000', authHoldStatus.ended],
    ])
    expect(await deduct(orderId, 40000)).toMatchObject({ success: true })
    expect((await holdRows(orderId)).map((row) => row.capturedFen)).toEqual(['40000', '40000'])
    expect(await rental(orderId)).toMatchObject({ capturedFen: '80000', releasedFen: '270000' })
  })
})

it('an order is not given to another customer while its deposit is frozen in the account of the former one', async () => {
  const given = { orderId: await held(), contactName: '新客户乙', contactPhone: '13944445555' }
  expect(await t.send(contract.order.changeCustomer, given, owner())).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('押金是原客户的预授权或信用免押'),
  })
})
