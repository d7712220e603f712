import { contract } from '@cheyi/contract/index'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { addDays, DAY } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { renter, saveRecord, signPaper } from '../../testing/world/handover.ts'
import { bookLong, longMerchant } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { remindOfInstalments } from './jobs.ts'

/*
 * Long rentals through the calls, by the worked examples: L1 is six months from 2027-01-31 at 420000 a month.
 */

const { instalment, order, overview, price, quote, stock, todo } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const list = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const pay = (instalmentId: string, amount: number, more: object = {}) =>
  t.send(instalment.pay, { instalmentId, amount, payMode: 2, payWay: 4, ...more }, owner())
const owed = async (orderId: string) => (await t.call(order.detail, { orderId }, owner())).fees.owed
const rows = async (sql: string, ...values: unknown[]) => (await t.root.query(sql, values)).rows

longMerchant({ cars: 4 })

describe('a long rental', () => {
  it('is stored with the plan that its quote showed, and bills its first row', async () => {
    const asked = {
      storeId: w.stores.hongqiao,
      modelId: w.models.lavida,
      pickupAt: at('2027-01-31T10:00'),
      orderKind: 2 as const,
      termMonths: 6,
    }
    const quoted = await t.call(quote.quote, asked, owner())
    expect(quoted).toMatchObject({ total: 2_520_000, prepay: null, days: 181, overHours: 0 })
    expect(quoted.term!.rows.map(({ periodFrom }) => periodFrom)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
    const { orderId, total } = await bookLong(t, w)
    const { rows: stored, sums, term } = await list(orderId)
    expect(total).toBe(2_520_000)
    expect(
      stored.map(({ seq, periodFrom, periodTo, dueDate, amount }) => ({ seq, periodFrom, periodTo, dueDate, amount })),
    ).toEqual(quoted.term!.rows)
    expect(term).toMatchObject({ months: 6, endDate: '2027-07-31', monthlyPrice: 420_000, penaltyMonths: 1 })
    expect(sums).toEqual({ amount: 2_520_000, paid: 0, due: 0, lateFees: 0, later: 2_520_000 })
    expect(await owed(orderId)).toBe(420_000)
    const { rows: preview } = await t.call(
      instalment.init,
      { pickupAt: asked.pickupAt, termMonths: 6, monthlyPrice: 420_000 },
      owner(),
    )
    expect(preview).toEqual(quoted.term!.rows)
  })

  it('needs the key of its own kind', async () => {
    const asked = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt: at('2027-01-31T10:00') }
    const long = { ...asked, orderKind: 2 as const, termMonths: 3 }
    // Customer service books regular orders alone.
    expect(await t.send(quote.quote, long, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
    const { quoteId, total } = await t.call(quote.quote, long, owner())
    const form = { submit: true, quoteId, expectTotal: total, contactName: '何远', contactPhone: '13917265580' }
    expect(await t.send(order.create, { ...form, orderKind: 2 }, { token: w.tokens.service })).toMatchObject({
      errorCode: -3,
    })
    expect(await t.send(order.create, form, owner())).toMatchObject({ errorCode: 3004 })
    expect(await t.send(quote.quote, { ...asked, termMonths: 3 }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: expect.stringMatching(/returnAt|termMonths/) },
    })
  })

  it('is offered by the month, model by model, also over dates that are closed to others', async () => {
    const stay = { storeId: w.stores.hongqiao, from: at('2027-01-31T10:00'), to: at('2027-07-31T10:00'), priced: true }
    const models = async (more: object) =>
      new Map((await t.call(stock.free, { ...stay, ...more }, owner())).map((one) => [one.modelId, one]))
    const modelId = w.models.lavida
    await t.call(
      price.saveCalendar,
      { storeId: w.stores.hongqiao, modelId, from: '2027-03-01', to: '2027-03-02', stop: true },
      owner(),
    )
    expect((await models({ orderKind: 2 })).get(modelId)).toMatchObject({
      ...{ monthlyPrice: 420_000, dayPrice: null, rent: null, why: null },
      free: 4,
    })
    expect((await models({ orderKind: 2, to: at('2027-02-20T10:00') })).get(modelId)).toMatchObject({
      monthlyPrice: null,
      why: '租期超出限制',
    })
    expect([...(await models({ orderKind: 2 })).values()].find((one) => one.modelId !== modelId)).toMatchObject({
      monthlyPrice: null,
      why: expect.stringContaining('价格'),
    })
    expect((await models({})).get(modelId)).toMatchObject({ monthlyPrice: null })
  })

  it('is cancelled by its first month: 42000 of 420000 stay', async () => {
    const { orderId } = await bookLong(t, w)
    const [first] = (await list(orderId)).rows
    expect(await pay(first!.id, 420_000)).toMatchObject({ success: true })
    t.clock.set(at('2027-01-30T20:00'))
    const cancel = { orderId, reason: 1 as const, responsibility: 1 as const, expectPenalty: 42_000 }
    expect(await t.call(order.cancel, cancel, owner())).toMatchObject({ refund: 378_000 })
    const stored = await rows('select status from instalment where order_id = $1 order by seq', orderId)
    expect(stored.map(({ status }) => status)).toEqual([s.refunded, s.void, s.void, s.void, s.void, s.void])
  })
})

describe('money of a plan', () => {
  it('is owed from the date that it is due, and paid row by row', async () => {
    const { orderId } = await bookLong(t, w)
    const plan = (await list(orderId)).rows
    expect(await pay(plan[1]!.id, 420_000)).toMatchObject({ errorCode: 4304 })
    expect(await pay(plan[0]!.id, 420_001)).toMatchObject({ errorCode: 4303 })
    expect(await pay(plan[0]!.id, 420_000)).toMatchObject({ success: true, data: { row: { status: s.paid } } })
    expect(await pay(plan[0]!.id, 1)).toMatchObject({ errorCode: 4302 })
    expect(await owed(orderId)).toBe(0)
    // Ahead of its date a part of the second is billed with what pays it.
    expect(await pay(plan[1]!.id, 100_000)).toMatchObject({ data: { row: { status: s.partlyPaid, open: 320_000 } } })
    expect(await owed(orderId)).toBe(0)
    t.clock.set(at('2027-02-28T00:10'))
    await runDue(t, 'instalment')
    await runDue(t, 'instalment')
    expect(await owed(orderId)).toBe(320_000)
    expect((await list(orderId)).sums).toMatchObject({ paid: 520_000, due: 320_000, later: 1_680_000 })
  })

  it('costs a late fee from the fourth day, posted once when its principal is paid', async () => {
    const { orderId } = await bookLong(t, w)
    const plan = (await list(orderId)).rows
    await pay(plan[0]!.id, 420_000)
    t.clock.set(at('2027-03-10T11:00'))
    await runDue(t, 'instalment')
    const late = (await list(orderId)).rows[1]!
    expect(late).toMatchObject({ status: s.overdue, lateFee: 1470, daysLate: 10, open: 420_000 })
    expect(await pay(late.id, 420_000)).toMatchObject({
      data: { row: { status: s.overdue, lateFee: 1470, feeOpen: 1470 } },
    })
    expect(await owed(orderId)).toBe(1470)
    t.clock.set(at('2027-03-20T11:00'))
    expect((await list(orderId)).rows[1]).toMatchObject({ lateFee: 1470 })
    expect(await pay(late.id, 1470)).toMatchObject({ data: { row: { status: s.paid, feeOpen: 0 } } })
    const posted = await rows(`select count(*)::int as n from ledger_txn where order_id = $1 and journal = 22`, orderId)
    expect(posted).toEqual([{ n: 1 }])
  })

  it('is paid as of the day that the money was there, and costs less by who may give something away', async () => {
    const { orderId } = await bookLong(t, w)
    const plan = (await list(orderId)).rows
    await pay(plan[0]!.id, 420_000)
    t.clock.set(at('2027-03-10T11:00'))
    await runDue(t, 'instalment')
    const [row] = plan.slice(1)
    const pays = (paidAt: number, amount: number, who: 'owner' | 'finance' = 'owner') =>
      t.send(instalment.pay, { instalmentId: row!.id, amount, payMode: 2, payWay: 4, paidAt }, { token: w.tokens[who] })
    expect(await pays(at('2027-03-11T09:00'), 420_000)).toMatchObject({ errorCode: -2 })
    expect(await pays(at('2027-01-29T09:00'), 420_000)).toMatchObject({ errorCode: -2 })
    expect(await pays(at('2027-03-05T09:00'), 420_000, 'finance')).toMatchObject({ errorCode: -3 })
    // Two days beyond the three of grace: 420 in place of 1470; more than that is not taken.
    expect(await pays(at('2027-03-05T09:00'), 421_470)).toMatchObject({ errorCode: 4303 })
    await inContext(t, w, 'owner', (ctx) => ctx.query(`insert into closed_month (month) values ('2027-02-01')`))
    expect(await pays(at('2027-02-28T09:00'), 420_000)).toMatchObject({ errorCode: -2 })
    expect(await pays(at('2027-03-05T09:00'), 420_420)).toMatchObject({
      data: { row: { status: s.paid, lateFee: 420, feeOpen: 0 } },
    })
    expect(await owed(orderId)).toBe(0)
    const posted = await rows(
      `select to_char(x.posted_on, 'YYYY-MM-DD') as day, to_char(p.paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as paid
         from payment p join ledger_txn x on x.payment_id = p.id where p.order_id = $1 and p.amount_fen = 420420`,
      orderId,
    )
    expect(posted).toEqual([{ day: '2027-03-10', paid: '2027-03-05' }])
  })

  it('is let off a late fee with its reason by who may', async () => {
    const { orderId } = await bookLong(t, w)
    const plan = (await list(orderId)).rows
    await pay(plan[0]!.id, 420_000)
    t.clock.set(at('2027-03-10T11:00'))
    await runDue(t, 'instalment')
    const waive = { waiveLateFee: true, waiveReason: '银行系统故障' }
    expect(await pay(plan[1]!.id, 421_470, waive)).toMatchObject({ errorCode: 4303 })
    expect(await pay(plan[1]!.id, 420_000, waive)).toMatchObject({ data: { row: { status: s.paid, lateFee: 0 } } })
    expect(await owed(orderId)).toBe(0)
  })

  it('falls due later where it was postponed, once', async () => {
    const { orderId } = await bookLong(t, w)
    const plan = (await list(orderId)).rows
    await pay(plan[0]!.id, 420_000)
    const move = (dueDate: string) => t.send(instalment.postpone, { instalmentId: plan[1]!.id, dueDate }, owner())
    expect(await move(addDays('2027-02-28', 16))).toMatchObject({ errorCode: -2, data: { field: 'dueDate' } })
    expect(await move('2027-03-15')).toMatchObject({ success: true, data: { row: { dueDate: '2027-03-15' } } })
    expect(await move('2027-03-15')).toMatchObject({ errorCode: 4306 })
    t.clock.set(at('2027-03-25T11:00'))
    await runDue(t, 'instalment')
    expect((await list(orderId)).rows[1]).toMatchObject({ lateFee: 1470, daysLate: 10 })
  })

  it('is told on the card of the order, and sought by', async () => {
    const { orderId } = await bookLong(t, w)
    const sought = async (planDue: 1 | 2) =>
      (await t.call(order.list, { orderKind: 2, planDue }, owner())).list.map((card) => card.orderId)
    await pay((await list(orderId)).rows[0]!.id, 420_000)
    expect(await sought(1)).toEqual([])
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    expect([await sought(1), await sought(2)]).toEqual([[orderId], []])
    t.clock.set(at('2027-03-10T11:00'))
    await runDue(t, 'instalment')
    expect([await sought(1), await sought(2)]).toEqual([[], [orderId]])
    const { list: cards, plans } = await t.call(order.list, { orderKind: 2, status: [8] }, owner())
    expect([cards, plans]).toEqual([
      [],
      [
        { planDue: 1, count: 0 },
        { planDue: 2, count: 1 },
      ],
    ])
  })

  it('waits on home from its day on, and leads to the list of what it counts', async () => {
    const { orderId } = await bookLong(t, w)
    const counters = async () =>
      (await t.call(todo.counts, {}, owner())).filter(({ code, count }) => code.startsWith('instalment') && count > 0)
    const todos = async () =>
      (await t.call(overview.home, {}, owner())).todos.filter(({ kind }) => kind.startsWith('instalment'))
    await pay((await list(orderId)).rows[0]!.id, 420_000)
    expect([await counters(), await todos()]).toEqual([[], []])
    t.clock.set(at('2027-02-28T09:00'))
    expect(await counters()).toMatchObject([
      { code: 'instalmentDue', name: '待收分期', count: 1, fen: 420_000, link: '/long-order?planDue=1' },
    ])
    expect(await todos()).toMatchObject([
      { kind: 'instalmentDue', orderId, orderKind: 2, amountFen: 420_000, action: 'collectInstalment' },
    ])
    t.clock.set(at('2027-04-10T11:00'))
    await runDue(t, 'instalment')
    expect(await counters()).toMatchObject([
      { code: 'instalmentLate', count: 1, fen: 840_000, link: '/long-order?planDue=2' },
    ])
    expect(await todos()).toMatchObject([{ kind: 'instalmentLate', amountFen: 840_000 }])
    expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
    expect((await t.call(order.list, { orderKind: 2, planDue: 2 }, owner())).total).toBe(1)
    const late = async () => (await list(orderId)).rows.filter(({ status }) => status === s.overdue)
    // Principal before fees.
    for (const row of await late()) await pay(row.id, row.open)
    for (const row of await late()) await pay(row.id, row.feeOpen)
    expect([await counters(), await todos()]).toEqual([[], []])
  })

  it('is listed by the day it is due, page by page, with how many there are', async () => {
    const starts = ['2027-02-03', '2027-02-01', '2027-02-02']
    const booked: string[] = []
    for (const from of starts) booked.push((await bookLong(t, w, { trip: { pickupAt: at(`${from}T10:00`) } })).orderId)
    t.clock.set(at('2027-02-03T11:00'))
    const page = (given: object) => t.call(order.list, { orderKind: 2, planDue: 1, pageSize: 2, ...given }, owner())
    const first = await page({})
    const second = await page({ cursor: first.nextCursor! })
    expect([...first.list, ...second.list].map(({ orderId }) => orderId)).toEqual([1, 2, 0].map((i) => booked[i]))
    expect([first.total, second.total, second.nextCursor]).toEqual([3, null, null])
    expect(first.counts).toEqual((await t.call(order.list, { orderKind: 2 }, owner())).counts)
    expect((await t.call(order.list, { orderKind: 1 }, owner())).plans).toBe(null)
  })

  it('is told on its card', async () => {
    const { orderId } = await bookLong(t, w)
    await pay((await list(orderId)).rows[0]!.id, 420_000)
    t.clock.set(at('2027-03-10T11:00'))
    await runDue(t, 'instalment')
    const { list: cards } = await t.call(order.list, { orderKind: 2 }, owner())
    expect(cards).toMatchObject([
      { total: 2_520_000, plan: { paid: 1, count: 6, late: 1, nextOn: '2027-02-28', nextDue: 420_000 } },
    ])
  })

  it('reminds its customer three days before, on the first day late and weekly, each once on two servers', async () => {
    const { orderId } = await bookLong(t, w)
    await pay((await list(orderId)).rows[0]!.id, 420_000)
    const told = async () =>
      (await messagesWhere(t, `order_id = $1 and kind like 'instalment%'`, [orderId])).map(({ body }) => body)
    const day = async (date: string) => {
      t.clock.set(at(`${date}T10:00`))
      await runDue(t, 'instalment')
      await Promise.all([runDue(t, 'instalmentReminder'), runDue(t, 'instalmentReminder')])
    }
    await day('2027-02-24')
    expect(await told()).toEqual([])
    // Killed before its commit it leaves nothing, and the next run tells.
    t.clock.set(at('2027-02-25T10:00'))
    const killed = inContext(t, w, 'owner', async (ctx) => {
      await remindOfInstalments(ctx, orderId)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    for (const date of ['2027-02-25', '2027-02-26', '2027-02-28', '2027-03-03']) await day(date)
    expect(await told()).toEqual([expect.stringContaining('第2期租金¥4,200.00将于2027-02-28到期')])
    for (const date of ['2027-03-04', '2027-03-05', '2027-03-10']) await day(date)
    expect((await told()).slice(1)).toEqual([
      expect.stringContaining('第2期租金已逾期4天，待支付¥4,202.10（含逾期违约金¥2.10）'),
    ])
    await day('2027-03-11')
    expect(await told()).toHaveLength(3)
    for (const row of (await list(orderId)).rows.slice(1, 2)) await pay(row.id, row.open + row.feeOpen)
    await day('2027-03-18')
    expect(await told()).toHaveLength(3)
  })

  it('is billed for every date that passed while the job did not run', async () => {
    const { orderId } = await bookLong(t, w)
    await pay((await list(orderId)).rows[0]!.id, 420_000)
    t.clock.set(at('2027-02-28T00:10') + 40 * DAY)
    await runDue(t, 'instalment')
    expect(await owed(orderId)).toBe(840_000)
  })
})

describe('deposits of a long rental', () => {
  const { deposit } = contract
  const agreed = (orderId: string, amount: number, token = w.tokens.owner) =>
    t.send(deposit.agreeLong, { orderId, kind: 1, amount }, { token })

  it('are agreed anew until they are collected, below the rules by who may waive', async () => {
    const { orderId } = await bookLong(t, w)
    expect(await agreed(orderId, 600_000, w.tokens.clerk)).toMatchObject({ success: true })
    expect(await agreed(orderId, 1, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await agreed(orderId, 50_000)).toMatchObject({ success: true })
    const { rows: due } = await t.call(deposit.forPickup, { orderId }, owner())
    expect(due.find(({ kind }) => kind === 1)).toMatchObject({ amount: 50_000 })
    const all = due.reduce((sum, { amount }) => sum + amount, 0)
    await t.call(
      deposit.pay,
      { orderId, kind: 3, mode: depositMode.offline, payWay: payWay.cash, amount: all },
      owner(),
    )
    expect(await agreed(orderId, 60_000)).toMatchObject({ errorCode: 4003 })
  })

  it('that become higher after the signature need another contract before the car leaves', async () => {
    const form = { renterId: await renter(t, w), vehicleId: w.vehicles.lavida[0]!.id }
    const { orderId } = await bookLong(t, w, { form })
    t.clock.set(at('2027-01-31T09:00'))
    const { record } = await saveRecord(t, w, orderId, handoverType.pickup)
    await signPaper(t, w, orderId, handoverType.pickup, record.recordId)
    const papers = async () =>
      (await t.call(contract.agreement.status, { orderId }, owner())).map(({ status }) => status)
    expect(await agreed(orderId, 50_000)).toMatchObject({ success: true })
    expect(await papers()).toEqual([agreementStatus.paper])
    expect(await agreed(orderId, 10_000_000)).toMatchObject({ success: true })
    expect(await papers()).toEqual([agreementStatus.void])
    const { blocking } = await t.call(contract.pickupReturn.task, { orderId, type: handoverType.pickup }, owner())
    expect(blocking.map(({ text }) => text)).toContain('合同未签署')
  })
})
