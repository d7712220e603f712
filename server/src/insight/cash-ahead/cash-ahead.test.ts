import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { cashKind, certainty, wayOf } from '@cheyi/domain/insight/cash-ahead/codes'
import { costOrigin, payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { openChannel } from '../../testing/open-api.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree } from '../../testing/world/bookings.ts'
import {
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  renter,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { owner as boss, car, clerk, finance, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { agree, follow, make, mobilesOfTests, newOwner, send, statementOf, which } from '../../testing/world/owners.ts'
import { form, ownPlatform, type Placed, post, quote } from '../../testing/world/platform.ts'

/*
 * 资金预测. Each test lets an expected payment happen as it was expected and compares the balance of the last week before and after: it would
 * change if the money was counted twice or not at all. The balance without tax is compared, because tax arises with income and not with its
 * payment.
 */

vi.setConfig({ testTimeout: 120_000 })
ownMerchant({ cars: 4, now: at('11-20T10:00') })
ownPlatform()
mobilesOfTests()
afterEach(async () => {
  await cellsAreRows()
  await booksAgree(t)
})
const { cashAhead, cost, owner, payable, ticket } = contract
type Row = OutputOf<typeof cashAhead.rows>['list'][number]

const overview = () => t.call(cashAhead.overview, {}, finance())
async function rows(filter: object = {}): Promise<Row[]> {
  const found: Row[] = []
  let cursor: string | undefined
  do {
    const page = await t.call(cashAhead.rows, { ...filter, pageSize: 3, ...(cursor && { cursor }) }, finance())
    found.push(...page.list)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}
const sumOf = (all: readonly { readonly fen: number }[]) => all.reduce((sum, { fen }) => sum + fen, 0)

/** Each figure is the sum of its rows, and every row stands once in one figure. */
async function cellsAreRows(): Promise<void> {
  const { weeks, totals } = await overview()
  const all = await rows()
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  for (const { from, cells } of weeks) {
    const ofWeek = await rows({ week: from })
    expect(ofWeek.every(({ week }) => week === from)).toBe(true)
    for (const { kind, fen, count } of cells) {
      const own = ofWeek.filter((row) => row.kind === kind)
      expect([kind, sumOf(own), own.length]).toEqual([kind, fen, count])
    }
    expect(ofWeek.length).toBe(cells.reduce((n, { count }) => n + count, 0))
  }
  expect(sumOf(all)).toBe(sumOf(totals))
}

/** What is left at the end, without the tax. */
async function left(): Promise<number> {
  const { weeks, totals } = await overview()
  return weeks.at(-1)!.closing + sumOf(totals.filter(({ kind }) => kind === cashKind.tax))
}
const kinds = async () => Object.fromEntries((await overview()).totals.map(({ kind, fen }) => [kind, fen]))
const { instalment: _, ...k } = cashKind

it('expects an order at its pickup, its deposits back, and counts neither again once it is paid', async () => {
  const empty = await overview()
  expect([empty.opening.fen, empty.totals, empty.lowest]).toEqual([0, [], 0])
  const { orderId, total } = await book(t, w, { form: { vehicleId: car(0).id } })
  expect(await kinds()).toEqual({ [k.order]: total })
  const [row] = await rows({ kind: k.order })
  expect(row).toMatchObject({ day: '2026-11-27', subjectId: orderId, isOverdue: false, certainty: certainty.agreed })
  const before = await left()
  await payRent(t, w, orderId, total)
  expect(await left()).toBe(before)
  expect((await overview()).opening).toMatchObject({ cash: total, deposits: 0 })
  await payDeposits(t, w, orderId)
  // Deposits are in the cash, and leave it again: the rental one after the return, the other one when it was held for its days.
  expect(await left()).toBe(before)
  const { opening, weeks } = await overview()
  expect(opening).toMatchObject({ cash: total + 500_000, deposits: 500_000 })
  expect(await kinds()).toEqual({ [k.rentalDeposit]: 300_000, [k.violationDeposit]: 200_000 })
  expect((await rows({ kind: k.rentalDeposit }))[0]).toMatchObject({ day: '2026-11-30' })
  expect(weeks[0]!.deposits).toBe(500_000)
  expect(weeks.at(-1)).toMatchObject({ deposits: 0, closing: total })
})

it('expects a debt that is overdue in the first week, and none that is older than ninety days', async () => {
  const { total: open } = await handOut(t, w, { paid: false })
  const back = at('11-30T18:00')
  t.clock.set(at('12-03T10:00'))
  const { weeks } = await overview()
  expect(weeks[0]!.cells[0]).toMatchObject({ kind: k.order, fen: open, overdue: open })
  expect(weeks[0]!.receipts).toBe(open)
  t.clock.set(back + 91 * DAY)
  const later = await overview()
  expect(later.old).toMatchObject({ fen: open, count: 1, days: 90 })
  expect(later.totals.some(({ kind }) => kind === k.order)).toBe(false)
  expect(await rows({ kind: k.order })).toEqual([])
})

it('expects a month of a loan, a bill and a ticket once, whichever of them there is', async () => {
  const plan = { vehicleId: car(0).id, kind: costKind.finance, from: '2026-11-01', months: 6, fen: 100_000 }
  await t.call(cost.planAdd, plan, finance())
  // The months that begin within the weeks; the running one was paid.
  expect(await kinds()).toEqual({ [k.finance]: 300_000 })
  expect((await rows()).map(({ day }) => day)).toEqual(['2026-12-01', '2027-01-01', '2027-02-01'])
  const before = await left()
  const addPayee = async (kind: number, name: string) =>
    (await t.call(payable.payeeAdd, { kind, name, payDays: 10 } as never, finance())).payeeId
  const payeeId = await addPayee(payeeKind.lender, '建设银行')
  t.clock.set(at('11-21T10:00'))
  const unbilled = (await t.call(payable.unbilledCosts, { origin: costOrigin.plan }, finance())).list
  const december = unbilled.find(({ on }) => on === '2026-12-01')!
  const { billId } = await t.call(
    payable.billCosts,
    {
      payeeId,
      costs: [{ origin: december.origin, refId: december.refId, amount: december.amount }],
      what: '贷款',
      billedOn: '2026-11-21',
    },
    finance(),
  )
  // Whoever bills the plan bills November, too.
  expect(await left()).toBe(before - 100_000)
  expect((await rows({ kind: k.finance })).map(({ day, dueOn }) => [day, dueOn])).toEqual([
    ['2026-11-21', '2026-11-11'],
    ...['2026-12-01', '2027-01-11', '2027-02-11'].map((day) => [day, day]),
  ])
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(
    payable.pay,
    { billId, version: 1, amount: 100_000, payWay: payWay.bank, slipNo: 'SLIP-1', voucherIds },
    finance(),
  )
  expect(await left()).toBe(before - 100_000)
  expect((await overview()).opening.bank).toBe(-100_000)

  const { garageId } = await t.call(ticket.garageCreate, { name: '达安汽修' }, boss())
  const { ticketId } = await t.call(
    ticket.maintenanceCreate,
    {
      vehicleId: car(1).id,
      type: 2,
      items: '换保险杠',
      garageId,
      planStart: at('11-21T10:00'),
      planEnd: at('11-22T10:00'),
    },
    boss(),
  )
  const { version } = (await t.root.query('select version from ticket where id = $1', [ticketId])).rows[0]
  const entries = [{ item: '配件', amount: 30_000, payer: 1 as const, on: '2026-11-19' }]
  await t.call(ticket.maintenanceHandle, { ticketId, version, action: 'cost', costs: entries }, boss())
  // A garage that sends no bills was paid by whoever fetched the car.
  expect((await kinds())[k.garage]).toBeUndefined()
  await addPayee(payeeKind.garage, '达安汽修')
  expect((await rows({ kind: k.garage })).map(({ day, fen }) => [day, fen])).toEqual([['2026-11-29', 30_000]])
})

it('expects the share of an owner by its statement, then by the bill, and later months as the last ones', async () => {
  const ownerId = await newOwner()
  await agree(ownerId)
  expect((await kinds())[k.owner]).toBeUndefined()
  const out = at('11-21T10:00')
  t.clock.set(out)
  const { orderId } = await handOut(t, w, {
    trip: { pickupAt: out, returnAt: out + 2 * DAY },
    form: { vehicleId: w.vehicles.lavida[0]!.id },
  })
  await bringBack(t, w, orderId, { at: out + 2 * DAY })
  await follow()
  await make()
  const { due } = await statementOf(ownerId)
  const dues = async () => (await rows({ kind: k.owner })).map(({ day, fen, certainty: sure }) => [day, fen, sure])
  const months = [
    ['2027-01-10', due, certainty.estimate],
    ['2027-02-10', due, certainty.estimate],
  ]
  expect(await dues()).toEqual([['2026-12-10', due, certainty.estimate], ...months])
  const before = await left()
  await send(ownerId)
  expect(await dues()).toEqual([['2026-12-10', due, certainty.agreed], ...months])
  const signedIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(owner.confirm, { ...which(await statementOf(ownerId)), signedIds }, finance())
  expect(await dues()).toEqual([['2026-12-10', due, certainty.agreed], ...months])
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  const paid = { ...which(await statementOf(ownerId)), payWay: payWay.bank, slipNo: 'SLIP-1', voucherIds }
  await t.call(owner.pay, paid as never, finance())
  expect(await dues()).toEqual(months)
  expect(await left()).toBe(before)
})

it('expects what a platform collected by its terms, without its commission, before and after the return', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const asked = await form({ payment: 'prepaid', deposits: { rental: 'waived', violation: 'waived' } })
  const { totalFen } = (await post('/orders', asked)).data as Placed
  const expected = [['2026-12-15', totalFen - Math.round(totalFen / 10)]]
  const found = async () => (await rows({ kind: k.platform })).map(({ day, fen }) => [day, fen])
  expect(await found()).toEqual(expected)
  expect((await kinds())[k.order]).toBeUndefined()
  const setting = (monthly: boolean, days: number) =>
    t.root.query(
      'update merchant_channel set settle_monthly = $2, settle_days = $3 where merchant_id = $1 and source = 2',
      [w.merchantId, monthly, days],
    )
  await setting(false, 7)
  expect((await found())[0]![0]).toBe('2026-12-01')
  await setting(true, 100)
  expect(await found()).toEqual([])
})

it('expects the same of a platform once a closed month has booked its part of the commission', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const returnAt = '2026-12-09T10:00:00+08:00'
  const { totalFen } = await quote({ returnAt })
  const deposits = { rental: 'waived', violation: 'waived' }
  const asked = await form({ customer, returnAt, amountFen: totalFen, payment: 'prepaid', deposits })
  const { orderId } = (await post('/orders', asked)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, boss())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  const found = async () => (await rows({ kind: k.platform })).map(({ day, fen }) => [day, fen])
  const expected = [['2027-01-15', totalFen - Math.round(totalFen / 10)]]
  expect(await found()).toEqual(expected)
  t.clock.set(at('12-01T00:30'))
  await runDue(t, 'monthEnd')
  expect((await books(t, orderId))[account.channelCommission]).toBeGreaterThan(0)
  expect(await found()).toEqual(expected)
})

it('is exported as it is listed, for a week too, and refuses another week and a clerk', async () => {
  await book(t, w, { form: { vehicleId: car(0).id } })
  const { jobId } = await t.call(cashAhead.rowsExport, { week: '2026-11-29' }, finance())
  await workOff(t.jobs, bulk)
  const done = await t.call(contract.job.detail, { jobId }, finance())
  expect(done).toMatchObject({ state: jobState.done })
  const file = await t.app.inject({ url: done.resultUrl! })
  const [sheet] = await readTables(file.rawPayload, '.xlsx', 100)
  expect(sheet!.rows).toHaveLength(2)
  expect(sheet!.rows[1]).toEqual(expect.arrayContaining(['2026-11-23', '订单应收', '2026-11-27']))
  expect(await t.send(cashAhead.rows, { week: '2026-11-15' }, finance())).toMatchObject({ errorCode: -2 })
  expect(await t.send(cashAhead.rows, { week: '2027-02-15' }, finance())).toMatchObject({ errorCode: -2 })
  expect(await t.send(cashAhead.overview, {}, clerk())).toMatchObject({ errorCode: -3 })
  expect(wayOf(k.order)).toBe('in')
})
