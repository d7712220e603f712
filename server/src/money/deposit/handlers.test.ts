import { contract } from '@cheyi/contract/index'
import { depositMode, depositPayStatus, depositStatus, holdStatus, waiveType } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, failPayouts, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { clerk, finance, manager, orderRow, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import type { World } from '../../testing/world/world.ts'
import { depositLabels, insertDeposits, newDeposits } from './actions.ts'

sharedMerchant({ cars: 60, other: true })
afterEach(() => t.clock.set(TEST_NOW))

const { deposit } = contract
const RENTAL = 300000
const VIOLATION = 200000

const photos = (biz: 'voucher' | 'deposit', who: keyof World['tokens']) => uploadPhotos(t, biz, 1, w.tokens[who])
const rows = async (table: string, orderId: string, where = 'true') =>
  (await t.root.query(`select * from ${table} where order_id = $1 and ${where} order by id`, [orderId])).rows

const cash = { mode: depositMode.offline, payWay: payWay.cash }
const payBoth = (orderId: string) =>
  t.call(deposit.pay, { orderId, kind: 3, ...cash, amount: RENTAL + VIOLATION }, clerk())

describe('terms', () => {
  it('are those of the order, or of today for a store and model; only what can be done now', async () => {
    const { orderId } = await book(t, w)
    const terms = {
      rows: [
        { kind: 1, amount: RENTAL },
        { kind: 2, amount: VIOLATION },
      ],
      modes: [depositMode.offline, depositMode.waived],
      waiveTypes: [waiveType.merchant],
      holdDays: 30,
    }
    expect(await t.call(deposit.policy, { orderId }, clerk())).toEqual(terms)
    const where = { storeId: w.stores.hongqiao, modelId: w.models.gl8 }
    const gl8 = await t.call(deposit.policy, where, clerk())
    expect(gl8.rows.map((row) => row.amount)).toEqual([500000, 200000])
    expect(await t.send(deposit.policy, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(deposit.policy, where, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(deposit.policy, { storeId: where.storeId }, clerk())).toMatchObject({ errorCode: -2 })
  })

  it('say so when nobody has set an amount', async () => {
    await t.root.query('update model set deposit_rent_fen = null where id = $1', [w.models.qin])
    const { orderId } = await book(t, w, { trip: { modelId: w.models.qin } })
    const where = { storeId: w.stores.hongqiao, modelId: w.models.qin }
    expect(await t.send(deposit.policy, where, clerk())).toMatchObject({ errorCode: 4007 })
    expect(await t.send(deposit.forPickup, { orderId }, clerk())).toMatchObject({ errorCode: 4007 })
    const asked = await t.send(deposit.pay, { orderId, kind: 1, ...cash, amount: 0 }, clerk())
    expect(asked).toMatchObject({ errorCode: 4007 })
  })

  it('waive a deposit of 0 from the start', async () => {
    const { orderId } = await book(t, w, { trip: { modelId: w.models.gl8 } })
    await t.root.query('delete from deposit where order_id = $1', [orderId])
    await inContext(t, w, 'owner', async (ctx) => {
      const deposits = newDeposits({
        rows: [
          { kind: 1, amount: 500000 },
          { kind: 2, amount: 0 },
        ],
      })
      insertDeposits(ctx, orderId, deposits)
      await ctx.db.updateTable('order').set(depositLabels(deposits)).where('id', '=', orderId).execute()
    })
    const shown = await t.call(deposit.forPickup, { orderId }, clerk())
    expect(shown).toMatchObject({
      depositStatus: depositStatus.violationFree,
      depositPayStatus: depositPayStatus.unpaid,
    })
    expect(shown.rows.map((row) => [row.due, row.payStatus, row.holdStatus])).toEqual([
      [500000, depositPayStatus.unpaid, holdStatus.none],
      [0, depositPayStatus.waived, holdStatus.notApplicable],
    ])
    // Both are what is left of both.
    const paid = await t.call(deposit.pay, { orderId, kind: 3, ...cash, amount: 500000 }, clerk())
    expect(paid.rows).toHaveLength(1)
    expect(await orderRow(orderId)).toMatchObject({ depositPayStatus: depositPayStatus.paid })
  })
})

describe('collecting', () => {
  it('takes both in cash with one voucher, in the books and on the order', async () => {
    const { orderId } = await book(t, w)
    const voucherIds = await photos('voucher', 'clerk')
    const input = { orderId, kind: 3 as const, ...cash, amount: RENTAL + VIOLATION, voucherIds }
    const [one, again] = await Promise.all([
      t.call(deposit.pay, input, { ...clerk(), key: 'pay-both-1' }),
      t.call(deposit.pay, input, { ...clerk(), key: 'pay-both-1' }),
    ])
    expect(one).toEqual(again)
    // Kept is what was answered, and nothing else of the rows.
    const { rows: kept } = await t.root.query<{ path: string; answer: Buffer }>(
      "select path, answer from idempotency where key = 'pay-both-1'",
    )
    const vault = await t.kernel.vaults.merchant(w.merchantId)
    const [{ path, answer }] = kept as [(typeof kept)[number]]
    expect(JSON.parse(vault.open('idempotency.answer', `${path}/pay-both-1`, answer))).toEqual(one)
    expect(one.rows).toMatchObject([
      { kind: 1, held: RENTAL, available: RENTAL, payStatus: depositPayStatus.paid, holdStatus: holdStatus.held },
      { kind: 2, held: VIOLATION, available: VIOLATION },
    ])
    expect(await books(t, orderId)).toMatchObject({
      cash_on_hand: RENTAL + VIOLATION,
      deposit_liability_rental: -RENTAL,
      deposit_liability_violation: -VIOLATION,
    })
    expect(await rows('payment', orderId)).toMatchObject([
      { payKind: payKind.rentalDeposit, status: 2, payMode: payMode.offlineIn, voucherIds },
      { payKind: payKind.violationDeposit, status: 2, voucherIds },
    ])
    // Deposits never count as paid for the rental.
    expect(await orderRow(orderId)).toMatchObject({
      paidFen: '0',
      depositMode: depositMode.offline,
      depositStatus: depositStatus.none,
      depositPayStatus: depositPayStatus.paid,
    })
    const shown = await t.call(deposit.forPickup, { orderId }, clerk())
    expect(shown.rows.map((row) => row.due)).toEqual([0, 0])
    expect(await t.send(deposit.pay, input, { ...clerk(), key: 'pay-both-2' })).toMatchObject({ errorCode: 4003 })
  })

  it('of two clerks at once takes the money of one', async () => {
    const { orderId } = await book(t, w)
    const input = { orderId, kind: 1, ...cash, amount: RENTAL }
    const both = await Promise.all([t.send(deposit.pay, input, clerk()), t.send(deposit.pay, input, finance())])
    expect(both.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4003])
    expect((await books(t, orderId)).deposit_liability_rental).toBe(-RENTAL)
  })

  it('is waived by whoever may, one or both', async () => {
    const { orderId } = await book(t, w)
    const input = { orderId, kind: 1 as const, mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 }
    expect(await t.send(deposit.pay, input, clerk())).toMatchObject({ errorCode: -3 })
    const zhima = { ...input, waiveType: waiveType.zhima }
    expect(await t.send(deposit.pay, zhima, manager())).toMatchObject({ errorCode: 4013 })
    expect(await t.send(deposit.pay, { ...input, waiveType: undefined }, manager())).toMatchObject({
      errorCode: -2,
      data: { field: 'waiveType' },
    })
    const { rows: waived } = await t.call(deposit.pay, input, manager())
    expect(waived).toMatchObject([{ payStatus: depositPayStatus.waived, holdStatus: holdStatus.notApplicable }])
    expect((await orderRow(orderId)).depositStatus).toBe(depositStatus.rentalFree)
    await t.call(deposit.pay, { ...input, kind: 3 }, manager())
    expect(await orderRow(orderId)).toMatchObject({
      depositStatus: depositStatus.bothFree,
      depositPayStatus: depositPayStatus.waived,
    })
    expect(await rows('payment', orderId)).toEqual([])
    const late = await t.send(deposit.pay, { orderId, kind: 1, ...cash, amount: RENTAL }, clerk())
    expect(late).toMatchObject({ errorCode: 4003 })
    expect(await t.send(deposit.pay, { ...input, kind: 3 }, manager())).toMatchObject({ errorCode: 4003 })
  })

  it.each([
    ['another amount', { amount: RENTAL - 1 }, 4002],
    ['a way not taken here', { payWay: payWay.pos }, 4008],
    ['an online way', { payWay: payWay.alipay }, 4008],
    ['an authorisation', { mode: depositMode.online }, 4008],
    ['no way', { payWay: undefined }, -2],
    ['a voucher of nobody', { voucherIds: ['99'] }, -4],
    ['a kind that is none', { kind: 4 }, -2],
  ])('refuses %s', async (_, wrong, errorCode) => {
    const { orderId } = await book(t, w)
    const answer = await t.send(deposit.pay, { orderId, kind: 1, ...cash, amount: RENTAL, ...wrong }, clerk())
    expect(answer).toMatchObject({ errorCode })
    expect(await rows('payment', orderId)).toEqual([])
  })

  it('refuses foreign orders, roles without the key, and orders that collect none', async () => {
    const { orderId } = await book(t, w)
    const input = { orderId, kind: 1, ...cash, amount: RENTAL }
    expect(await t.send(deposit.pay, input, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(deposit.pay, input, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
    const unpaid = await book(t, w, { form: { payMode: payMode.onlineIn } })
    const early = await t.send(deposit.pay, { ...input, orderId: unpaid.orderId }, clerk())
    expect(early).toMatchObject({ errorCode: 2001 })
  })

  it('follows the policy of the store', async () => {
    const { orderId } = await book(t, w)
    await t.root.query(
      `update "order" set deposit_policy_snapshot = deposit_policy_snapshot || '{"modes":[2]}' where id = $1`,
      [orderId],
    )
    const shown = await t.call(deposit.forPickup, { orderId }, clerk())
    expect(shown).toMatchObject({ modes: [], warnings: ['商户未开通可用的押金收取方式'] })
    const input = { orderId, kind: 1, ...cash, amount: RENTAL }
    expect(await t.send(deposit.pay, input, clerk())).toMatchObject({ errorCode: 4008 })
    const waive = { orderId, kind: 3, mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 }
    expect(await t.send(deposit.pay, waive, manager())).toMatchObject({ errorCode: 4013 })
  })

  it('takes nothing by hand where the platform collects', async () => {
    const { orderId } = await book(t, other)
    await t.root.query(`update merchant set pay_settings = '{"payProfile":2}' where id = $1`, [other.merchantId])
    const token = other.tokens.owner
    const shown = await t.call(deposit.forPickup, { orderId }, { token })
    expect(shown).toMatchObject({ modes: [depositMode.waived], payWays: [payWay.platform] })
    const input = { orderId, kind: 1, ...cash, amount: RENTAL }
    expect(await t.send(deposit.pay, input, { token })).toMatchObject({ errorCode: 4008 })
  })
})

/** A car that came back with 300.00 of cleaning to pay; everything else was paid. */
async function returned(cleaning = 30000) {
  const order = await book(t, w)
  const { orderId } = order
  await payBoth(orderId)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: order.total, payWay: payWay.cash },
    clerk(),
  )
  await pickUp(t, w, orderId)
  const items = cleaning === 0 ? [] : [{ code: expenseCode.cleaning, amount: cleaning }]
  const saved = await t.call(contract.expense.saveAll, { orderId, type: handoverType.return, items }, clerk())
  await giveBack(t, w, orderId)
  return { ...order, expenseId: saved[0]?.id ?? '' }
}

const deduction = async (orderId: string, expenseId: string, amount: number) => ({
  orderId,
  kind: 1 as const,
  lines: [{ code: 'expense', refId: expenseId, amount }],
  mode: payMode.offlineDeduct,
  reason: '车内污渍',
  photoIds: await photos('deposit', 'manager'),
})

describe('deducting', () => {
  it('pays a charge of the return out of the rental deposit', async () => {
    const { orderId, expenseId } = await returned()
    const before = await t.call(deposit.detail, { orderId }, finance())
    expect(before.charges).toEqual([{ code: 'expense', refId: expenseId, name: '清洁费', owed: 30000, kinds: [1] }])
    expect(before.modes).toEqual([payMode.offlineDeduct])

    const part = await t.call(deposit.deduct, await deduction(orderId, expenseId, 10000), manager())
    expect(part).toMatchObject({
      deposit: { captured: 10000, available: RENTAL - 10000, holdStatus: holdStatus.partlyDeducted },
      deductResult: 2,
      supplementId: null,
    })
    await t.call(deposit.deduct, await deduction(orderId, expenseId, 20000), manager())
    const after = await t.call(deposit.detail, { orderId }, finance())
    expect(after.charges).toEqual([])
    expect(after.deductions.map((row) => [row.amount, row.reason, row.operatorName, row.photos.length])).toEqual([
      [20000, '车内污渍', '测试manager', 1],
      [10000, '车内污渍', '测试manager', 1],
    ])
    expect(await books(t, orderId)).toMatchObject({ deposit_liability_rental: -(RENTAL - 30000) })
    expect((await books(t, orderId)).customer_receivable).toBeUndefined()
    const [item] = await t.call(contract.expense.list, { orderId }, clerk())
    expect(item).toMatchObject({ status: 1 })
    // The charge was in the books before the deduction that pays it.
    const journals = (await rows('ledger_txn', orderId)).map((txn) => txn.journal)
    expect(journals.indexOf(9)).toBeLessThan(journals.indexOf(16))
    const told = await messagesWhere(t, `order_id = $1 and kind = 'depositDeducted'`, [orderId])
    expect(told[0]!.body).toContain('将从租车押金中扣款¥100.00，原因：车内污渍')
  })

  it('takes no more than is owed, and no more than is held', async () => {
    const { orderId, expenseId } = await returned(400000)
    const over = await t.send(deposit.deduct, await deduction(orderId, expenseId, 400001), manager())
    expect(over).toMatchObject({ errorCode: 4002 })
    const beyond = await t.send(deposit.deduct, await deduction(orderId, expenseId, 300001), manager())
    expect(beyond).toMatchObject({ errorCode: 4006, message: '扣款金额不能超过可用押金¥3,000.00' })
    const twice = await deduction(orderId, expenseId, 300000)
    const doubled = { ...twice, lines: [...twice.lines, { ...twice.lines[0]!, amount: 200000 }] }
    expect(await t.send(deposit.deduct, doubled, manager())).toMatchObject({ errorCode: 4002 })
    const all = await t.call(deposit.deduct, twice, manager())
    expect(all.deposit).toMatchObject({ available: 0, holdStatus: holdStatus.deducted })
    expect((await orderRow(orderId)).owedFen).toBe('100000')
  })

  it.each([
    ['without a photo', { photoIds: [] }, -2],
    ['without a reason', { reason: '' }, -2],
    ['by a capture', { mode: payMode.onlineIn }, -2],
    ['from the violation deposit', { kind: 2 }, -2],
    ['for a charge of nobody', { lines: [{ code: 'expense', refId: '1', amount: 1 }] }, 4002],
    ['nothing', { lines: [] }, -2],
  ])('refuses %s', async (_, wrong, errorCode) => {
    const { orderId, expenseId } = await returned()
    const answer = await t.send(deposit.deduct, { ...(await deduction(orderId, expenseId, 100)), ...wrong }, manager())
    expect(answer).toMatchObject({ errorCode })
  })

  it('refuses before the pickup, without a deposit, foreign orders and roles without the key', async () => {
    const { orderId, expenseId } = await returned()
    const input = await deduction(orderId, expenseId, 100)
    expect(await t.send(deposit.deduct, input, clerk())).toMatchObject({ errorCode: -3 })
    expect(await t.send(deposit.deduct, input, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(deposit.detail, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    const fresh = await book(t, w)
    const early = { ...input, orderId: fresh.orderId }
    expect(await t.send(deposit.deduct, early, manager())).toMatchObject({ errorCode: 2001 })
    await pickUp(t, w, fresh.orderId)
    const lines = [{ code: 'order', amount: 100 }]
    expect(await t.send(deposit.deduct, { ...early, lines }, manager())).toMatchObject({ errorCode: 4006 })
  })

  it('of two at once exactly one wins, and a repeat is the same one', async () => {
    const { orderId, expenseId } = await returned()
    const [a, b] = [await deduction(orderId, expenseId, 30000), await deduction(orderId, expenseId, 30000)]
    const both = await Promise.all([t.send(deposit.deduct, a, manager()), t.send(deposit.deduct, b, manager())])
    expect(both.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4002])
    expect((await rows('deposit', orderId))[0].capturedFen).toBe('30000')

    const next = await returned()
    const input = await deduction(next.orderId, next.expenseId, 20000)
    const same = await Promise.all(
      [1, 2, 3].map(() => t.call(deposit.deduct, input, { ...manager(), key: 'deduct-1' })),
    )
    expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rows('deposit_deduction', next.orderId)).toHaveLength(1)
  })
})

describe('giving back', () => {
  it('with the voucher at once', async () => {
    const { orderId } = await returned(0)
    const voucherIds = await photos('voucher', 'finance')
    const { deposit: back } = await t.call(deposit.release, { orderId, kind: 1, voucherIds }, finance())
    expect(back).toMatchObject({ released: RENTAL, available: 0, holdStatus: holdStatus.released })
    expect((await books(t, orderId)).deposit_liability_rental).toBeUndefined()
    expect((await orderRow(orderId)).settleStatus).toBe(1)
    expect(await rows('task', orderId, 'done_at is null')).toEqual([])
    expect((await rows('outbox', orderId)).map((message) => message.kind)).toContain('depositReleased')
    const again = await t.send(deposit.release, { orderId, kind: 1 }, finance())
    expect(again).toMatchObject({ errorCode: 4010, message: '退款金额不能超过可退金额¥0.00' })
  })

  it('without one it waits as a to-do, and the undo window passes first', async () => {
    const { orderId } = await returned(0)
    const { deposit: asked } = await t.call(deposit.release, { orderId, kind: 1 }, finance())
    expect(asked).toMatchObject({ released: 0, available: 0, holdStatus: holdStatus.releasing })
    const [payout] = await rows('payment', orderId, `direction = 'out'`)
    expect(payout).toMatchObject({ status: 0, amountFen: String(RENTAL), payMode: payMode.offlineOut })
    expect(payout.releaseAfter.getTime()).toBe(TEST_NOW + HOUR / 2)
    expect(await rows('task', orderId, 'done_at is null')).toMatchObject([{ kind: 'depositRelease', refId: payout.id }])
    // What is on its way can be neither taken nor given back a second time.
    expect(await t.send(deposit.release, { orderId, kind: 1 }, finance())).toMatchObject({ errorCode: 4010 })
    expect((await books(t, orderId)).deposit_liability_rental).toBe(-RENTAL)

    const voucherIds = await photos('voucher', 'finance')
    const wrong = await t.send(deposit.release, { orderId, kind: 1, amount: 5, voucherIds }, finance())
    expect(wrong).toMatchObject({ errorCode: 4002, data: { amount: RENTAL } })
    const { deposit: done } = await t.call(deposit.release, { orderId, kind: 1, voucherIds }, finance())
    expect(done.holdStatus).toBe(holdStatus.released)
    expect(await rows('task', orderId, 'done_at is null')).toEqual([])
  })

  it('a part leaves the rest in hand', async () => {
    const { orderId } = await returned(0)
    const voucherIds = await photos('voucher', 'finance')
    const { deposit: back } = await t.call(deposit.release, { orderId, kind: 1, amount: 100000, voucherIds }, finance())
    expect(back).toMatchObject({ released: 100000, available: 200000, holdStatus: holdStatus.held })
    // A part on its way does not keep the rest from going too; one voucher is of all that waits.
    const { deposit: part } = await t.call(deposit.release, { orderId, kind: 1, amount: 50000 }, finance())
    expect(part).toMatchObject({ available: 150000, holdStatus: holdStatus.held })
    const { deposit: all } = await t.call(deposit.release, { orderId, kind: 1 }, finance())
    expect(all).toMatchObject({ available: 0, holdStatus: holdStatus.releasing })
    const proof = await photos('voucher', 'finance')
    const { deposit: done } = await t.call(deposit.release, { orderId, kind: 1, voucherIds: proof }, finance())
    expect(done).toMatchObject({ released: RENTAL, holdStatus: holdStatus.released })
  })

  it('a debt keeps its amount back', async () => {
    const { orderId } = await returned()
    const all = await t.send(deposit.release, { orderId, kind: 1, amount: RENTAL }, finance())
    expect(all).toMatchObject({ errorCode: 4010, message: '退款金额不能超过可退金额¥2,700.00' })
    const { deposit: back } = await t.call(deposit.release, { orderId, kind: 1 }, finance())
    expect(back.available).toBe(30000)
  })

  it('the violation deposit waits for its day, unless somebody knows better', async () => {
    const { orderId } = await returned(0)
    const input = { orderId, kind: 2 as const, voucherIds: await photos('voucher', 'manager') }
    const { rows: shown } = await t.call(deposit.detail, { orderId }, finance())
    const due = Date.parse('2026-12-20T10:00:00+08:00')
    expect(shown[1]).toMatchObject({ kind: 2, dueReleaseAt: due })
    expect(await t.send(deposit.release, input, finance())).toMatchObject({ errorCode: 4012 })
    for (const kind of [1, 2] as const)
      await t.call(
        deposit.release,
        { orderId, kind, early: true, voucherIds: await photos('voucher', 'manager') },
        manager(),
      )
    expect((await orderRow(orderId)).settleStatus).toBe(2)
    expect(await books(t, orderId)).toEqual({ cash_on_hand: 86900, rent_income: -68400, service_income: -18500 })

    const next = await returned(0)
    t.clock.set(due + DAY)
    const token = await t.login((await mobileOf('测试manager'))!)
    const back = await t.call(deposit.release, { orderId: next.orderId, kind: 2 }, { token })
    expect(back.deposit.holdStatus).toBe(holdStatus.releasing)
  })

  it('refuses before the return, roles without the key, foreign orders, and too much', async () => {
    const { orderId } = await book(t, w)
    await payBoth(orderId)
    expect(await t.send(deposit.release, { orderId, kind: 1 }, finance())).toMatchObject({ errorCode: 2001 })
    expect(await t.send(deposit.release, { orderId, kind: 1 }, clerk())).toMatchObject({ errorCode: -3 })
    const foreign = await t.send(deposit.release, { orderId, kind: 1 }, { token: other.tokens.owner })
    expect(foreign).toMatchObject({ errorCode: 2002 })
  })

  it('and a deduction at once never take more than is held', async () => {
    const { orderId, expenseId } = await returned()
    const both = await Promise.all([
      t.send(deposit.deduct, await deduction(orderId, expenseId, 30000), manager()),
      t.send(deposit.release, { orderId, kind: 1, amount: RENTAL - 30000 }, finance()),
    ])
    // The deduction first: the rest goes back. The release first: what is on its way cannot be deducted from.
    expect(both[1]).toMatchObject({ success: true })
    const [row] = await rows('deposit', orderId)
    expect(Number(row.capturedFen) + Number(row.inFlightFen)).toBeLessThanOrEqual(RENTAL)
    expect((await orderRow(orderId)).owedFen).toBe(both[0]!.success ? '0' : '30000')
  })

  it('of several releases at once exactly one wins', async () => {
    const { orderId } = await returned(0)
    const releases = await Promise.all([1, 2, 3].map(() => t.send(deposit.release, { orderId, kind: 1 }, finance())))
    expect(releases.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4010, 4010])
    expect(await rows('payment', orderId, `direction = 'out'`)).toHaveLength(1)
  })

  it('sends a release that failed again', async () => {
    const { orderId } = await returned(0)
    const { deposit: asked } = await t.call(deposit.release, { orderId, kind: 1 }, finance())
    const { depositId } = asked
    expect(await t.send(deposit.retry, { depositId }, finance())).toMatchObject({ errorCode: 4002 })
    await failPayouts(t, w, orderId)
    const { deposit: retried } = await t.call(deposit.retry, { depositId }, finance())
    expect(retried.holdStatus).toBe(holdStatus.releasing)
    expect(await rows('payment', orderId, `direction = 'out'`)).toMatchObject([{ failCount: 0 }])
    expect(await t.send(deposit.retry, { depositId: '99' }, finance())).toMatchObject({ errorCode: -4 })
    expect(await t.send(deposit.retry, { depositId }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    // A provider that never answers: paid by hand after all, out of the cash shift and not out of the provider's account.
    await failPayouts(t, w, orderId)
    const voucherIds = await photos('voucher', 'finance')
    await t.call(deposit.release, { orderId, kind: 1, voucherIds }, finance())
    expect(await books(t, orderId)).toMatchObject({
      cash_on_hand: 86900 + RENTAL + VIOLATION,
      other_clearing: -RENTAL,
    })
  })
})

/** The clock jumped past every session: who works a month later signs in anew. */
async function mobileOf(name: string): Promise<string | undefined> {
  const { rows: found } = await t.root.query<{ id: string; mobileEnc: Buffer }>(
    'select id, mobile_enc from account where name = $1 and merchant_id = $2',
    [name, w.merchantId],
  )
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  return found[0] && vault.open('account.mobile', found[0].id, found[0].mobileEnc)
}

it('issues a fixed number of statements', async () => {
  const { orderId, expenseId } = await returned()
  const queries = async (run: Promise<unknown>) => {
    await run
    return t.calls.at(-1)!.queries
  }
  expect(await queries(t.call(deposit.forPickup, { orderId }, clerk()))).toBeLessThanOrEqual(4)
  expect(await queries(t.call(deposit.detail, { orderId }, finance()))).toBeLessThanOrEqual(7)
  const input = await deduction(orderId, expenseId, 30000)
  expect(await queries(t.call(deposit.deduct, input, manager()))).toBeLessThanOrEqual(20)
  expect(await queries(t.call(deposit.release, { orderId, kind: 1 }, finance()))).toBeLessThanOrEqual(14)
})
