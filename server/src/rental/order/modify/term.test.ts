import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { runDue } from '../../../testing/jobs.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { confirmed, payDeposits, prepare, renter, sendConfirm } from '../../../testing/world/handover.ts'
import { bookLong, longMerchant, payInstalment, saveLongPrices } from '../../../testing/world/long.ts'
import { clerk, owner, t, w } from '../../../testing/world/merchant.ts'

/*
 * 改单 of a long order before its pickup: L1 is six months from 2027-01-31 at 420000 a month, of which the first is billed.
 */

const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const list = (orderId: string) => t.call(contract.instalment.list, { orderId }, owner())
const fees = async (orderId: string) => (await t.call(contract.order.detail, { orderId }, owner())).fees

longMerchant()
afterEach(() => booksAgree(t))

type Wish = Partial<InputOf<typeof contract.quote.quote>>
async function ask(orderId: string, wish: Wish, options = owner()) {
  const term = wish.termMonths === undefined ? { returnAt: at('2027-07-31T10:00') } : {}
  const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt: at('2027-01-31T10:00') }
  const answer = await t.send(contract.quote.quote, { orderId, orderKind: 2, ...place, ...term, ...wish }, options)
  return { ...answer, data: answer.data as OutputOf<typeof contract.quote.quote> | null }
}
const send = (orderId: string, quoteId: string, options = owner()) =>
  t.send(contract.order.updateStatus, { orderId, action: 'modify', quoteId }, options)
/** Asks for the price and takes it. */
async function modify(orderId: string, wish: Wish, options = owner()) {
  const quoted = await ask(orderId, wish, options)
  return quoted.success ? send(orderId, quoted.data!.quoteId, options) : quoted
}

/** All rows as they are stored, those that came to nothing too. */
const stored = async (orderId: string) =>
  (
    await t.root.query(
      'select seq, status, billed_fen::int as billed, amount_fen::int as amount from instalment where order_id = $1 order by seq',
      [orderId],
    )
  ).rows

describe('a long order gets', () => {
  it('another term and interval at its price: rows made anew, the difference of the first one billed', async () => {
    const { orderId } = await bookLong(t, w)
    await payInstalment(t, w, orderId, 1)
    const quoted = await ask(orderId, { termMonths: 3, payInterval: 3 })
    expect(quoted.data).toMatchObject({
      total: 1_350_000,
      term: { months: 3, monthlyPrice: 450_000, rows: [{ amount: 1_350_000, dueDate: '2027-01-31' }] },
      modification: { before: 2_520_000, difference: -1_170_000, owed: 930_000 },
    })
    expect(await send(orderId, quoted.data!.quoteId)).toMatchObject({ success: true })
    const plan = await list(orderId)
    expect(plan.rows.map(({ amount, paid, open }) => ({ amount, paid, open }))).toEqual([
      { amount: 1_350_000, paid: 420_000, open: 930_000 },
    ])
    expect(plan.term).toMatchObject({ months: 3, endDate: '2027-04-30', payInterval: 3, monthlyPrice: 450_000 })
    expect(await fees(orderId)).toMatchObject({ total: 1_350_000, owed: 930_000 })
    expect(await books(t, orderId)).toMatchObject({ customer_receivable: 930_000, unearned: -1_350_000 })
    const log = await t.call(contract.order.log, { orderId }, owner())
    expect(log.list[0]!.text).toContain('月租金 ¥4,200.00 → ¥4,500.00；付款方式 按月付 → 按季付')

    // Longer than ever: rows that came to nothing are taken up again, and what was paid of the first pays on.
    expect(await modify(orderId, { termMonths: 12, payInterval: 1 })).toMatchObject({ success: true })
    expect((await list(orderId)).rows.map(({ seq, amount, paid }) => [seq, amount, paid])).toEqual(
      Array.from({ length: 12 }, (_, i) => [i + 1, 390_000, i === 0 ? 390_000 : 0]),
    )
    expect(await fees(orderId)).toMatchObject({ total: 4_680_000, owed: -30_000 })
    t.clock.set(at('2027-02-28T00:10'))
    await runDue(t, 'instalment')
    expect((await list(orderId)).rows[1]).toMatchObject({ paid: 30_000, open: 360_000 })
  })

  it('another begin: its own price whatever the list says now, its terms frozen', async () => {
    const { orderId } = await bookLong(t, w)
    const dearer = [{ fromMonths: 1, monthlyPrice: 990_000 }]
    const { hongqiao: storeId } = w.stores
    await t.call(contract.price.saveLong, { storeId, modelId: w.models.lavida, rows: dearer }, owner())
    await t.root.query('update merchant set settings = settings || $2 where id = $1', [
      w.merchantId,
      { instalmentGraceDays: 0, lateFeeBpPerDay: 50 },
    ])
    expect(await modify(orderId, { pickupAt: at('2027-02-05T10:00'), termMonths: 6 })).toMatchObject({ success: true })
    const { rows, term } = await list(orderId)
    expect(rows.map(({ periodFrom, amount }) => [periodFrom, amount])[0]).toEqual(['2027-02-05', 420_000])
    expect(term).toMatchObject({ graceDays: 3, lateFeeBpPerDay: 5, endDate: '2027-08-05' })
    expect(await fees(orderId)).toMatchObject({ total: 2_520_000, owed: 420_000 })
    expect((await stored(orderId)).map(({ seq, status, billed }) => [seq, status, billed])).toEqual([
      [1, s.notDue, 420_000],
      ...[2, 3, 4, 5, 6].map((seq) => [seq, s.notDue, 0]),
    ])
  })

  it('another monthly price or total by who may give it', async () => {
    const { orderId } = await bookLong(t, w)
    expect(await ask(orderId, { monthlyPrice: 300_000 }, clerk())).toMatchObject({ errorCode: -3 })
    expect(await modify(orderId, { monthlyPrice: 300_000 })).toMatchObject({ success: true })
    expect(await fees(orderId)).toMatchObject({ total: 1_800_000, owed: 300_000 })
    // Nobody gives anything away by another begin.
    const moved = { pickupAt: at('2027-02-01T10:00'), returnAt: at('2027-08-01T10:00') }
    expect(await modify(orderId, moved, clerk())).toMatchObject({ success: true })
    expect(await fees(orderId)).toMatchObject({ total: 1_800_000, owed: 300_000 })
    expect(await modify(orderId, { ...moved, total: 1_500_000 })).toMatchObject({ success: true })
    expect((await list(orderId)).rows.map(({ amount }) => amount)).toEqual(Array(6).fill(250_000))
  })

  it('the plan that its quote showed, change after change', async () => {
    const { orderId } = await bookLong(t, w)
    for (let n = 1; n <= 12; n++) {
      const pickupAt = at(`2027-02-${String(n * 2).padStart(2, '0')}T10:00`)
      const termMonths = [1, 7, 2, 6, 3][n % 5]!
      const payInterval = ([1, 3, 6, 12] as const)[n % 4]!
      const quoted = await ask(orderId, {
        pickupAt,
        termMonths,
        payInterval,
        ...(n % 3 === 0 && { monthlyPrice: 400_000 + n }),
      })
      expect(await send(orderId, quoted.data!.quoteId)).toMatchObject({ success: true })
      const { rows } = await list(orderId)
      const planned = rows.map(({ seq, periodFrom, periodTo, dueDate, amount }) => ({
        seq,
        periodFrom,
        periodTo,
        dueDate,
        amount,
      }))
      expect(planned).toEqual(quoted.data!.term!.rows)
      const [first] = rows
      expect(await fees(orderId)).toMatchObject({ total: quoted.data!.total, owed: first!.amount })
      const card = (await t.call(contract.order.list, { orderKind: 2 }, owner())).list[0]!
      expect(card.plan).toMatchObject({ count: rows.length, nextOn: first!.dueDate, nextDue: first!.amount })
      await booksAgree(t)
    }
  })

  it('another model, and the pickup goes on from there', async () => {
    await saveLongPrices(t, w, w.models.qin)
    const renterId = await renter(t, w)
    const { orderId } = await bookLong(t, w, { form: { renterId } })
    expect(await modify(orderId, { modelId: w.models.qin })).toMatchObject({
      data: { status: orderStatus.confirmed },
    })
    t.clock.set(at('2027-01-31T10:00'))
    await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.qin[0]!.id }, owner())
    await payInstalment(t, w, orderId, 1)
    await payDeposits(t, w, orderId)
    await prepare(t, w, orderId, { batteryPct: 90 })
    await confirmed(sendConfirm(t, w, { orderId, type: 0, expectAmount: 0 }))
    expect(await ask(orderId, { termMonths: 12 })).toMatchObject({ errorCode: 2001 })
  })
})

describe('the change of a long order is refused', () => {
  it('once more than its first row is billed', async () => {
    const { orderId } = await bookLong(t, w)
    await payInstalment(t, w, orderId, 1)
    const second = (await list(orderId)).rows[1]!
    const part = { instalmentId: second.id, amount: 100, payMode: 2 as const, payWay: 4 as const }
    await t.call(contract.instalment.pay, part, owner())
    expect(await ask(orderId, { termMonths: 3 })).toMatchObject({
      errorCode: -2,
      message: '参数错误：第2期已出账或已收款，不能改单，请取消后重新下单',
    })
  })

  it('to what no contract may be, and by a quote that changes nothing', async () => {
    const { orderId } = await bookLong(t, w)
    expect(await ask(orderId, { returnAt: at('2027-02-20T10:00') })).toMatchObject({ errorCode: 3009 })
    expect(await ask(orderId, { returnAt: at('2027-01-30T10:00') })).toMatchObject({ errorCode: 3007 })
    expect(await ask(orderId, { payInterval: 2 as never })).toMatchObject({ errorCode: -2 })
    expect(await modify(orderId, {})).toMatchObject({ errorCode: -2, message: '参数错误：没有修改任何内容' })
    expect(await ask(orderId, { orderKind: 1 })).toMatchObject({ errorCode: -2, data: { field: 'orderKind' } })
    expect((await stored(orderId)).every(({ amount }) => amount === 420_000)).toBe(true)
  })

  it('of a regular order by a term', async () => {
    const { orderId } = await book(t, w, {
      trip: { pickupAt: at('2027-02-01T10:00'), returnAt: at('2027-02-03T10:00') },
    })
    expect(await ask(orderId, { termMonths: 3 })).toMatchObject({ errorCode: -2, data: { field: 'orderKind' } })
  })

  it('by a quote from before its paper was signed, while the car is handed over', async () => {
    const renterId = await renter(t, w)
    const { orderId } = await bookLong(t, w, { form: { renterId, vehicleId: w.vehicles.lavida[0]!.id } })
    await payInstalment(t, w, orderId, 1)
    await payDeposits(t, w, orderId)
    t.clock.set(at('2027-01-31T10:00'))
    const quoted = await ask(orderId, { termMonths: 3 })
    await prepare(t, w, orderId)
    const [handed, changed] = await Promise.all([
      sendConfirm(t, w, { orderId, type: 0, expectAmount: 0 }),
      send(orderId, quoted.data!.quoteId),
    ])
    expect(handed).toMatchObject({ success: true })
    expect([-2, 2001]).toContain(changed.errorCode)
    expect((await list(orderId)).rows.map(({ amount }) => amount)).toEqual(Array(6).fill(420_000))
  })

  it('at the same time as its first row is paid, or both hold: the rows are of one plan', async () => {
    for (let round = 0; round < 8; round++) {
      const { orderId } = await bookLong(t, w)
      const [first] = (await list(orderId)).rows
      const quoted = await ask(orderId, { termMonths: 12, payInterval: 12 })
      const pays = { instalmentId: first!.id, amount: 420_000, payMode: 2 as const, payWay: 4 as const }
      const [paid, changed] = await Promise.all([
        t.send(contract.instalment.pay, pays, owner()),
        send(orderId, quoted.data!.quoteId),
      ])
      expect([paid.success, changed.success]).toEqual([true, true])
      const { rows } = await list(orderId)
      expect(rows.map(({ amount, paid: of }) => [amount, of])).toEqual([[4_680_000, 420_000]])
      expect(await fees(orderId)).toMatchObject({ owed: 4_260_000 })
      await booksAgree(t)
      await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, owner())
    }
  })
})
