import { contract } from '@cheyi/contract/index'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { menuOf } from '@cheyi/domain/permission'
import { DEDUCTION_LIMIT } from '@cheyi/domain/platform/approval/rules'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { askDeposit, type DepositPay, freeze, RENTAL, score } from '../../testing/world/deposits.ts'
import { handOut, payDeposits } from '../../testing/world/handover.ts'
import { clerk, manager, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { billOf, chargeTolls, etcHeading, importBill, passage, tollLines, tollsDue } from '../../testing/world/tolls.ts'

/* Bills that the rental deposit of their order pays, as far as it suffices. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

ownMerchant({ cars: 4, poolSize: 8 })
const { toll, supplement, deposit } = contract
const NOW = at('11-20T10:00')

/** Cars that are out from NOW, each with a line of its bill for these amounts, fen. */
async function billed(fens: readonly number[], deposits: readonly (typeof payDeposits | boolean)[] = []) {
  const orders = []
  for (const [i] of fens.entries()) {
    const car = w.vehicles.lavida[i]!
    const trip = { pickupAt: NOW, returnAt: at('12-19T10:00') }
    const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car.id }, deposits: deposits[i] ?? true })
    orders.push(orderId)
  }
  t.clock.set(NOW + 9 * HOUR)
  const rows = fens.map((fen, i) => passage(w.vehicles.lavida[i]!.plate, NOW + (i + 1) * HOUR, fen, `P${i}`))
  await importBill(billOf(rows, etcHeading))
  return orders
}
const asked = async (orderId: string) =>
  (await t.call(supplement.list, { orderId }, owner())).map(({ amount, due, status }) => ({ amount, due, status }))
const rental = async (orderId: string) => (await t.call(deposit.detail, { orderId }, owner())).rows[0]!
const statuses = async () => (await tollLines()).map(({ status }) => status)
const textsFor = async (orderId: string) =>
  (await messagesWhere(t, `order_id = $1 and kind = 'depositDeducted'`, [orderId])).length
const links = async () => {
  await t.kernel.afterwards.idle()
  return ((await t.kernel.outside.sms.outbox?.()) ?? []).filter(({ text }) => text.includes('补款'))
}

/** The rental deposit by the card machine of the shop, the violation deposit in cash. */
const byMachine: typeof payDeposits = async (...[, , orderId]) => {
  const { version } = await t.call(contract.merchant.paySetting, {}, owner())
  const payWays = [payWay.cash, payWay.pos]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
  const slip = { mode: depositMode.online, payWay: payWay.pos, authNo: '300211', cardTail: '8812' }
  await t.call(deposit.pay, { orderId, kind: 1, amount: RENTAL, ...slip }, owner())
  return t.call(deposit.pay, { orderId, kind: 2, mode: 1, payWay: payWay.cash, amount: 200_000 }, owner())
}

/** The rental deposit by an authorization of a provider. */
const held =
  (how: DepositPay): typeof payDeposits =>
  async (...[, , orderId]) => {
    await t.root.query(
      `update "order" set deposit_policy_snapshot = deposit_policy_snapshot || '{"modes":[1,2,3],"waiveTypes":[1,2,4]}' where id = $1`,
      [orderId],
    )
    await payLink(t, (await askDeposit(t, w, orderId, how)).paymentId!)
    return t.call(deposit.pay, { orderId, kind: 2, mode: 1, payWay: payWay.cash, amount: 200_000 }, owner())
  }
const waived: typeof payDeposits = async (...[, , orderId]) => {
  const waive = { mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 } as const
  return t.call(deposit.pay, { orderId, kind: 3, ...waive }, owner())
}

describe('a batch from the deposit', () => {
  it('pays what the rental deposit suffices for, and asks the customer for the rest alone', async () => {
    await openOnlinePay(t, w)
    const [one, two] = (await billed([4_700, RENTAL + 10_000])) as [string, string]
    const shown = await t.call(toll.due, {}, owner())
    expect(shown.list.map(({ deposit: free, depositOnce }) => [free, depositOnce])).toEqual([
      [RENTAL, 0],
      [RENTAL, 0],
    ])
    const before = await links()
    const result = await chargeTolls({ act: 'ask', orders: await tollsDue(), deposit: true, text: true })
    expect(result).toMatchObject({ state: jobState.done })
    expect(await asked(one)).toMatchObject([{ amount: 4_700, due: 0, status: 1 }])
    expect(await asked(two)).toMatchObject([{ amount: RENTAL + 10_000, due: 10_000, status: 0 }])
    expect(await rental(one)).toMatchObject({ captured: 4_700, available: RENTAL - 4_700 })
    expect(await rental(two)).toMatchObject({ captured: RENTAL, available: 0 })
    expect(await statuses()).toEqual([4, 3])
    // Each customer is told of the deduction, and only the one who still owes something gets a link.
    expect([await textsFor(one), await textsFor(two)]).toEqual([1, 1])
    const sent = await links()
    expect(sent).toHaveLength(before.length + 1)
    const link = new URL(/https?:\/\/\S+/.exec(sent[0]!.text)![0]).searchParams.get('t')!
    expect(await t.call(contract.payment.payPage, { t: link }, {})).toMatchObject({ amount: 10_000 })
    // The deduction names its supplement, whose lines are those of the bill.
    const { rows } = await t.root.query('select lines, reason from deposit_deduction where order_id = $1', [one])
    expect(rows).toMatchObject([{ lines: [{ code: 'supplement', amount: 4_700 }], reason: '补款：停车过路' }])
    await booksAgree(t)
  })

  it('takes only what money in advance has not paid, and asks nobody when that was all', async () => {
    await openOnlinePay(t, w)
    const [one, two] = (await billed([4_700, 2_000])) as [string, string]
    // Paid in advance: a supplement that was paid with the order and then cancelled.
    for (const [orderId, amount] of [
      [one, 3_000],
      [two, 2_000],
    ] as const) {
      const other = { payMode: payMode.onlineIn, reasonCode: supplementReason.parkingToll } as const
      const raised = [
        await t.call(supplement.save, { orderId, ...other, amount }, owner()),
        await t.call(supplement.save, { orderId, ...other, amount: 100 }, owner()),
      ] as const
      await t.call(
        contract.payment.collect,
        { orderId, payKind: payKind.rent, amount, payWay: payWay.cash } as never,
        owner(),
      )
      await t.call(supplement.cancel, { id: raised[0].id }, owner())
    }
    const result = await chargeTolls({ act: 'ask', orders: await tollsDue(), deposit: true, text: true })
    expect(result).toMatchObject({ state: jobState.done })
    expect(await rental(one)).toMatchObject({ captured: 1_800 })
    expect(await rental(two)).toMatchObject({ captured: 100 })
    expect(await statuses()).toEqual([4, 4])
    await booksAgree(t)
  })

  it('refuses by name an order whose authorization ends with its first deduction, and goes on with the others', async () => {
    const [one, two] = (await billed([4_700, 2_000], [byMachine, true])) as [string, string]
    const { list } = await t.call(toll.due, {}, owner())
    expect(list[0]).toMatchObject({ orderId: one, deposit: 0, depositOnce: RENTAL })
    expect(await chargeTolls({ act: 'ask', orders: await tollsDue(), deposit: true })).toMatchObject({
      state: jobState.partly,
      issues: [{ row: 1, reason: expect.stringContaining('租车押金的授权只能扣款一次') }],
    })
    expect(await asked(one)).toEqual([])
    expect(await asked(two)).toMatchObject([{ due: 0 }])
    expect(await statuses()).toEqual([2, 4])
    // Without the deposit it is asked like every other.
    expect(await chargeTolls({ act: 'ask', orders: await tollsDue() })).toMatchObject({ state: jobState.done })
    expect(await asked(one)).toMatchObject([{ due: 4_700 }])
    await booksAgree(t)
  })

  it('captures a part of an authorization of a provider that holds the rest, and leaves alone one that would end', async () => {
    await openOnlinePay(t, w)
    const [one, two] = (await billed([4_700, 2_000], [held(freeze), held(score)])) as [string, string]
    const { list } = await t.call(toll.due, {}, owner())
    expect(list.map(({ deposit: free, depositOnce }) => [free, depositOnce])).toEqual([
      [RENTAL, 0],
      [0, RENTAL],
    ])
    const before = await links()
    const result = await chargeTolls({ act: 'ask', orders: await tollsDue(), deposit: true, text: true })
    expect(result).toMatchObject({ issues: [{ row: 2, reason: expect.stringContaining('只能扣款一次') }] })
    // Until the provider has answered it is not paid, and the customer is not asked to pay it too.
    expect(await asked(one)).toMatchObject([{ due: 4_700, status: 0 }])
    expect(await links()).toEqual(before)
    await runDue(t, 'payQuery')
    expect(await asked(one)).toMatchObject([{ due: 0, status: 1 }])
    expect(await statuses()).toEqual([4, 2])
    expect(await rental(one)).toMatchObject({ captured: 4_700, available: RENTAL - 4_700 })
    expect(await rental(two)).toMatchObject({ captured: 0, available: RENTAL })
    expect(await asked(two)).toEqual([])
    await booksAgree(t)
  })

  it('without a deposit asks for all of it', async () => {
    const [one] = (await billed([4_700], [waived])) as [string]
    expect(await chargeTolls({ act: 'ask', orders: await tollsDue(), deposit: true })).toMatchObject({
      state: jobState.done,
    })
    expect(await asked(one)).toMatchObject([{ due: 4_700 }])
  })

  it('by two people at once charges and deducts once', async () => {
    const [one] = (await billed([4_700])) as [string]
    const orders = await tollsDue()
    for (const by of [owner(), manager()]) await t.call(toll.charge, { act: 'ask', orders, deposit: true }, by)
    await Promise.all([workOff(t.jobs, bulk), workOff(t.jobs, bulk)])
    expect(await asked(one)).toMatchObject([{ amount: 4_700, due: 0 }])
    expect(await rental(one)).toMatchObject({ captured: 4_700 })
    await booksAgree(t)
  })

  it('needs the right to deduct, when it is asked for and when it runs', async () => {
    const [one] = (await billed([4_700])) as [string]
    const orders = await tollsDue()
    expect(await t.send(toll.charge, { act: 'ask', orders, deposit: true }, clerk())).toMatchObject({
      errorCode: -3,
      data: { field: 'deposit' },
    })
    await t.call(toll.charge, { act: 'ask', orders, deposit: true }, manager())
    await t.root.query('update role set menu_ids = array_remove(menu_ids, $2::int) where merchant_id = $1', [
      w.merchantId,
      menuOf('deposit.deduct').id,
    ])
    await workOff(t.jobs, bulk)
    expect([await asked(one), await statuses()]).toEqual([[], [2]])
    expect(await t.send(toll.charge, { act: 'ask', orders }, clerk())).toMatchObject({ success: true })
    await workOff(t.jobs, bulk)
    expect(await asked(one)).toMatchObject([{ due: 4_700 }])
  })
})

describe('a deduction above the limit of one person', () => {
  it('is made only after a second person has approved the batch, and that approval covers no more', async () => {
    const LARGE = DEDUCTION_LIMIT + 100_000
    await t.root.query('update model set deposit_rent_fen = $1 where id = $2', [2 * LARGE, w.models.lavida])
    const rich: typeof payDeposits = (...[, , orderId]) => payDeposits(t, w, orderId, 2 * LARGE + 200_000)
    const [one, two] = (await billed([LARGE, 2_000], [rich, rich])) as [string, string]
    const input = { act: 'ask', orders: await tollsDue(), deposit: true } as const
    const refused = await t.send(toll.charge, input, owner())
    expect(refused).toMatchObject({ errorCode: 1036, data: { approvalId: expect.any(String) } })
    const { approvalId } = refused.data as { approvalId: string }
    const { rows } = await t.root.query('select summary from approval where id = $1', [approvalId])
    expect(rows[0].summary).toMatch(/^订单 \S+ 押金扣款 ¥6,000.00$/)
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, manager())
    await t.call(toll.charge, input, { ...owner(), headers: { 'x-approval-id': approvalId } })
    // Meanwhile another deduction has made the sum of the day larger than what was approved.
    const { id } = await t.call(
      supplement.save,
      { orderId: one, payMode: payMode.onlineIn, reasonCode: supplementReason.parkingToll, amount: 1_000 },
      owner(),
    )
    const by = { kind: 1, mode: payMode.offlineDeduct, reason: '停车费' } as const
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    await t.call(
      deposit.deduct,
      { orderId: one, lines: [{ code: 'supplement', refId: id, amount: 1_000 }], ...by, photoIds },
      owner(),
    )
    await workOff(t.jobs, bulk)
    expect(await statuses()).toEqual([2, 4])
    expect(await rental(two)).toMatchObject({ captured: 2_000 })
    // The same batch with an approval of that sum.
    const again = { act: 'ask', orders: await tollsDue(), deposit: true } as const
    const more = (await t.send(toll.charge, again, owner())).data as { approvalId: string }
    await t.call(contract.approval.decide, { id: more.approvalId, pass: true }, manager())
    const result = await chargeTolls(again, { ...owner(), headers: { 'x-approval-id': more.approvalId } })
    expect(result).toMatchObject({ state: jobState.done })
    expect(await rental(one)).toMatchObject({ captured: LARGE + 1_000 })
    await booksAgree(t)
  })
})
