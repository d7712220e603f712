import { contract } from '@cheyi/contract/index'
import { accrualUntil, monthEnd } from '@cheyi/domain/money/payment/earning'
import { earningEntry } from '@cheyi/domain/money/payment/ledger'
import { expect, it, vi } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { bulk } from '../../bulk.ts'
import { earningOf, post } from '../../money/payment/actions.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { book, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { driveLong, saveLongPrices } from '../../testing/world/long.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { closeMonth } from '../../testing/world/months.ts'
import { makeWorld } from '../../testing/world/world.ts'

vi.setConfig({ testTimeout: 120_000 })
ownMerchant({ cars: 6, now: at('11-20T09:00') })

const NOVEMBER = '2026-11'
const income = ['rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income']
const car = (index: number) => w.vehicles.lavida[index]!.id
const rent = async (index: number, from: string, to: string) =>
  (await handOut(t, w, { trip: { pickupAt: at(from), returnAt: at(to) }, form: { vehicleId: car(index) } })).orderId

/** A month of an order as an earlier release posted it: each part of the price with the month in which its period begins, without days. */
const postAsBefore = (orderId: string, month: string) =>
  inContext(t, w, 'owner', async (ctx) => {
    const { end, lastDay } = monthEnd(month)
    const { sold } = await earningOf(ctx, await lockOrder(ctx, orderId), month)
    const begun = sold.filter(({ period }) => period.from < end)
    const amount = accrualUntil(begun, Math.max(...begun.map(({ period }) => period.to)))
    await post(ctx, orderId, earningEntry(orderId, month, amount), { postedOn: lastDay })
  })

const bridge = (month: string, paging: object = {}) => t.call(contract.data.bridge, { month, ...paging }, owner())
const ledger = async (month: string) =>
  (await t.call(contract.closing.balance, { month }, owner())).list.reduce(
    (sum, { account, debit, credit }) => (income.includes(account) ? sum + credit - debit : sum),
    0,
  )

it('lists the orders by which a month of an earlier release differs from the rule, to the fen', async () => {
  await saveLongPrices(t, w)
  const over = await rent(2, '11-21T10:00', '11-24T10:00')
  await bringBack(t, w, over, { at: at('11-24T10:00') })
  const long = await driveLong(t, w, { pickupAt: at('11-25T10:00'), termMonths: 3 }, { vehicleId: car(3) })
  const early = await rent(0, '11-26T10:00', '12-08T10:00')
  const late = await rent(1, '11-28T12:00', '11-30T12:00')
  t.clock.set(at('12-01T00:20'))
  for (const orderId of [early, long]) await postAsBefore(orderId, NOVEMBER)
  await runDue(t, 'monthEnd')
  expect(await t.send(contract.data.bridge, { month: '2026-12' }, owner())).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('2026-12 还没有结束'),
  })
  t.clock.set(at('12-02T09:00'))
  await closeMonth(t, w.tokens.owner, NOVEMBER)
  expect(await t.call(contract.closing.state, {}, owner())).toMatchObject({ bridged: [NOVEMBER] })

  const shown = await bridge(NOVEMBER)
  expect(shown.list.map(({ orderId, reasons }) => [orderId, reasons])).toEqual([
    [long, ['long']],
    [early, ['spread']],
  ])
  const sums = shown.sums!
  const total = (of: (row: (typeof shown.list)[number]) => number) => shown.list.reduce((fen, row) => fen + of(row), 0)
  expect(total(({ difference }) => difference)).toBe(sums.difference)
  expect(sums.rule - sums.posted).toBe(sums.difference)
  expect(sums.difference).toBeLessThan(0)
  expect(sums).toMatchObject({ same: 2 })
  // One side is the trial balance of the month, the other one what the rule earns of each order.
  expect(sums.posted + sums.other).toBe(await ledger(NOVEMBER))
  const rule = async (orderId: string) =>
    inContext(t, w, 'owner', async (ctx) => {
      const { sold } = await earningOf(ctx, await lockOrder(ctx, orderId), NOVEMBER)
      const { rentFen, serviceFen } = accrualUntil(sold, monthEnd(NOVEMBER).end)
      return rentFen + serviceFen
    })
  for (const row of shown.list) expect((await rule(row.orderId)).value).toBe(row.rule)

  // Paged by key.
  const first = await bridge(NOVEMBER, { pageSize: 1 })
  expect([first.total, first.list.map(({ orderId }) => orderId)]).toEqual([2, [long]])
  const second = await bridge(NOVEMBER, { pageSize: 1, cursor: first.nextCursor! })
  expect([second.nextCursor, second.sums, second.list.map(({ orderId }) => orderId)]).toEqual([null, null, [early]])

  // What is left falls into the months after it, so that all months together have the same on both sides.
  await bringBack(t, w, early, { at: at('12-03T10:00') })
  await bringBack(t, w, late, { at: at('12-03T11:00') })
  t.clock.set(Date.parse('2027-01-01T00:30:00+08:00'))
  await runDue(t, 'monthEnd')
  t.clock.set(Date.parse('2027-01-02T09:00:00+08:00'))
  await closeMonth(t, w.tokens.owner, '2026-12')
  const [november, december] = [await bridge(NOVEMBER), await bridge('2026-12')]
  expect(november.list.find(({ orderId }) => orderId === early)).toMatchObject({ reasons: ['early'] })
  expect(november.sums).toEqual(sums)
  expect(november.sums!.difference + december.sums!.difference).toBe(0)
  expect(december.sums!.posted + december.sums!.other).toBe(await ledger('2026-12'))
  // December was posted by days, and is no such month.
  expect(await t.call(contract.closing.state, {}, owner())).toMatchObject({ bridged: [NOVEMBER] })
  await booksAgree(t)

  const { jobId } = await t.call(contract.data.bridgeExport, { month: NOVEMBER }, owner())
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(contract.job.detail, { jobId }, owner())
  const [sheet] = await readTables((await t.app.inject({ url: resultUrl! })).rawPayload, '.xlsx', 100)
  const cell = (fen: number) => String(fen / 100)
  expect(sheet!.rows.slice(1).map((row) => row.slice(4))).toEqual(
    november.list.map(({ posted, rule: own, difference, reasons }) => [
      ...[posted, own, difference].map(cell),
      reasons.includes('long') ? '长租' : '提前还车',
    ]),
  )
})

it('is the whole merchant’s: refused to who answers for some stores; another merchant has months of its own', async () => {
  await book(t, w)
  t.clock.set(at('12-02T09:00'))
  await closeMonth(t, w.tokens.owner, NOVEMBER)
  expect(await bridge(NOVEMBER)).toMatchObject({ list: [], total: 0, sums: { posted: 0, rule: 0, same: 0 } })
  const other = await makeWorld(t, { name: '别家租车' })
  expect(await t.call(contract.data.bridge, { month: NOVEMBER }, { token: other.tokens.owner })).toMatchObject({
    list: [],
    sums: { posted: 0, rule: 0, other: 0, same: 0 },
  })
  await t.root.query(`update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1`, [
    w.merchantId,
    w.stores.hongqiao,
  ])
  for (const call of [contract.data.bridge, contract.data.bridgeExport])
    expect(await t.send(call, { month: NOVEMBER }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
  expect(await t.send(contract.data.bridge, { month: '2026-13' }, owner())).toMatchObject({ errorCode: -2 })
})
