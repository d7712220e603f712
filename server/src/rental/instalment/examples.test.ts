import { contract } from '@cheyi/contract/index'
import { cancelReason, orderKind, reduceType, responsibility } from '@cheyi/domain/booking/order/codes'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { addDays, addMonths, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { rounds } from '../../testing/rounds.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack } from '../../testing/world/handover.ts'
import { driveLong, longMerchant, passMonths, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/*
 * The worked examples of long rentals through the calls, by their numbers in the design; those of collecting stand in
 * handlers.test.ts, of an agreed end in drive.test.ts, of renewals in ../renewal/long.test.ts, of companies in company.test.ts.
 */

const { instalment, order, quote } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const ten = (date: string): number => at(`${date}T10:00`)
const list = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const rowOf = async (orderId: string, seq: number) => (await list(orderId)).rows.find((one) => one.seq === seq)!
const plan = (from: string, more: object) => t.call(instalment.init, { pickupAt: ten(from), ...more } as never, owner())
const spans = async (from: string, more: object) =>
  (await plan(from, more)).rows.map(({ periodFrom, periodTo, amount }) => `${periodFrom} ${periodTo} ${amount}`)
const dues = async (from: string, more: object) =>
  (await plan(from, more)).rows.map(({ dueDate, amount }) => `${dueDate} ${amount}`)
const back = async (orderId: string, date: string) =>
  (await bringBack(t, w, orderId, { at: ten(date) })).settlement.balance
const statuses = async (orderId: string) =>
  (await t.root.query('select status from instalment where order_id = $1 order by seq', [orderId])).rows.map(
    ({ status }) => status,
  )
const rentByMonth = async () =>
  (
    await t.root.query(
      `select to_char(x.posted_on, 'MM') as month, sum(credit_fen - debit_fen)::int as fen
         from ledger_entry e join ledger_txn x on x.merchant_id = e.merchant_id and x.id = e.txn_id
        where e.merchant_id = $1 and account = 'rent_income' group by 1 order by 1`,
      [w.merchantId],
    )
  ).rows.map(({ fen }) => fen)

longMerchant({ cars: 4, settings: { freeKmPerDay: 0, refundApproveLimitFen: 10_000_000 } })
afterEach(() => booksAgree(t))

describe('a plan', () => {
  it('F1: leap year, boundaries of the original start', async () => {
    expect(await spans('2028-01-31', { termMonths: 3, monthlyPrice: 450_000 })).toEqual([
      '2028-01-31 2028-02-29 450000',
      '2028-02-29 2028-03-31 450000',
      '2028-03-31 2028-04-30 450000',
    ])
  })

  it('F2: over New Year, the days beyond whole months in the last row', async () => {
    expect(await spans('2026-12-31', { returnAt: ten('2027-03-15'), monthlyPrice: 480_000 })).toEqual([
      '2026-12-31 2027-01-31 480000',
      '2027-01-31 2027-03-15 720000',
    ])
  })

  it('F3: half-yearly with five days of lead', async () => {
    const half = { termMonths: 14, monthlyPrice: 390_000, payInterval: 6, leadDays: 5 }
    expect(await dues('2026-11-30', half)).toEqual(['2026-11-30 2340000', '2027-05-25 2340000', '2027-11-25 780000'])
    expect((await plan('2026-11-30', half)).rows.map(({ periodTo }) => periodTo)).toEqual([
      '2027-05-30',
      '2027-11-30',
      '2028-01-30',
    ])
  })

  it('is at no price that nobody means, with the limit in words', async () => {
    const asked = { pickupAt: ten('2027-01-31'), termMonths: 3 }
    const init = (monthlyPrice: number) => t.send(instalment.init, { ...asked, monthlyPrice } as never, owner())
    expect(await init(99_999_900)).toMatchObject({ success: true })
    expect(await init(10_000_000_000)).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('月租金不能超过¥999,999.00'),
    })
  })

  it('is no term of 0 or 37 months, of less than one, and no sum that misses its total by a fen (4301)', async () => {
    const send = (more: object) =>
      t.send(instalment.init, { pickupAt: ten('2027-01-31'), monthlyPrice: 480_000, ...more } as never, owner())
    for (const termMonths of [0, 37]) expect((await send({ termMonths })).errorCode).toBe(-2)
    expect(await send({ returnAt: ten('2027-02-27') })).toMatchObject({ errorCode: 3009 })
    expect(await send({ returnAt: ten('2027-02-28') })).toMatchObject({ success: true })
    expect(await send({ returnAt: ten('2027-01-30') })).toMatchObject({ success: false })
    expect((await send({ termMonths: 3, payInterval: 2 })).errorCode).toBe(-2)
    expect(await send({ termMonths: 2, amounts: [480_000, 480_000] })).toMatchObject({ success: true })
    expect(await send({ termMonths: 2, amounts: [480_000, 479_999] })).toMatchObject({ errorCode: 4301 })
    expect(await send({ termMonths: 2, total: 960_001, amounts: [480_000, 480_000] })).toMatchObject({
      errorCode: 4301,
    })
  })
})

describe('services and reductions', () => {
  const quoted = async (more: object) => {
    await t.root.query(`update service_item set enabled = code in ('base', 'handling') where merchant_id = $1`, [
      w.merchantId,
    ])
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt: ten('2027-01-31') }
    const asked = { ...place, orderKind: 2 as const, termMonths: 3, ...more }
    const { total, term } = await t.call(quote.quote, asked, owner())
    return [total, ...term!.rows.map(({ amount }) => amount)]
  }

  it('F5: services by the day become monthly, what is charged once stands in the first row', async () => {
    expect(await quoted({})).toEqual([1_803_500, 603_500, 600_000, 600_000])
  })

  it('F6: a reduction meets what is charged once first, then comes off the last row', async () => {
    const reduces = [{ reduceType: reduceType.manual, amount: 20_000 }]
    expect(await quoted({ reduces })).toEqual([1_783_500, 600_000, 600_000, 583_500])
  })

  it('F15: a quarterly rental ended in its first quarter keeps what is charged once, its penalty is of rent alone', async () => {
    await t.root.query(`update service_item set enabled = code in ('base', 'handling') where merchant_id = $1`, [
      w.merchantId,
    ])
    const orderId = await driveLong(t, w, { payInterval: 3 })
    expect((await list(orderId)).rows.map(({ amount }) => amount)).toEqual([1_713_500, 1_710_000])
    t.clock.set(ten('2027-03-15'))
    const asked = { orderId, endOn: '2027-03-15' }
    const preview = async (merchantCause: boolean) =>
      (await t.call(instalment.terminatePreview, { ...asked, merchantCause }, owner())).owed
    expect(await preview(true)).toBe(-855_000)
    expect(await preview(false)).toBe(-435_000)
    expect(await back(orderId, '2027-03-15')).toBe(-435_000)
  })

  it('F16: a reduction is shared by what is used', async () => {
    const reduces = [{ reduceType: reduceType.manual, amount: 252_000 }]
    const orderId = await driveLong(t, w, { reduces })
    expect((await list(orderId)).rows.map(({ amount }) => amount)).toEqual([...Array(5).fill(420_000), 168_000])
    await passMonths(t, w, orderId, '2027-02-28', [2])
    expect(await back(orderId, '2027-03-15')).toBe(147_000)
  })
})

describe('a late fee', () => {
  it('F7: sixteen days after three of grace, and its cap', async () => {
    t.clock.set(at('2026-10-01T08:00'))
    const orderId = await driveLong(t, w, { pickupAt: ten('2026-10-01'), termMonths: 3 })
    t.clock.set(ten('2026-11-20'))
    await runDue(t, 'instalment')
    expect(await rowOf(orderId, 2)).toMatchObject({
      amount: 450_000,
      dueDate: '2026-11-01',
      lateFee: 3_600,
      daysLate: 19,
    })
    t.clock.set(ten('2027-12-08'))
    expect(await rowOf(orderId, 2)).toMatchObject({ lateFee: 89_775 })
    t.clock.set(ten('2027-12-09'))
    expect(await rowOf(orderId, 2)).toMatchObject({ lateFee: 90_000 })
    t.clock.set(ten('2028-03-01'))
    expect(await rowOf(orderId, 2)).toMatchObject({ lateFee: 90_000 })
  })

  it.each([
    ['2027-03-03', 0],
    ['2027-03-04', 210],
  ])('F8: paid on %s it is %i', async (day, fee) => {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, '2027-02-28', [])
    t.clock.set(ten(day))
    expect(await rowOf(orderId, 2)).toMatchObject({ lateFee: fee })
    await payInstalment(t, w, orderId, 2)
    expect(await rowOf(orderId, 2)).toMatchObject({ status: s.paid, lateFee: fee })
  })

  it('F9: postponed to 03-15 and paid on 03-25', async () => {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, '2027-02-28', [])
    const { id } = await rowOf(orderId, 2)
    await t.call(instalment.postpone, { instalmentId: id, dueDate: '2027-03-15' }, owner())
    t.clock.set(ten('2027-03-25'))
    expect(await rowOf(orderId, 2)).toMatchObject({ lateFee: 1_470 })
  })

  it('F10: a part paid meanwhile counts from its day on', async () => {
    const orderId = await driveLong(t, w, { payInterval: 3 })
    await passMonths(t, w, orderId, '2027-04-30', [])
    const { id, amount } = await rowOf(orderId, 2)
    expect(amount).toBe(1_260_000)
    t.clock.set(ten('2027-05-20'))
    await t.call(instalment.pay, { instalmentId: id, amount: 500_000, payMode: 2, payWay: 4 }, owner())
    t.clock.set(ten('2027-06-15'))
    expect(await rowOf(orderId, 2)).toMatchObject({ open: 760_000, lateFee: 20_590 })
  })
})

describe('the end', () => {
  it('F4: what is earned month by month comes to the contract', async () => {
    const orderId = await driveLong(t, w)
    for (const { seq, dueDate } of (await list(orderId)).rows) {
      if (seq === 1) {
        t.clock.set(at('2027-02-01T00:30'))
        await runDue(t, 'monthEnd')
        continue
      }
      t.clock.set(at(`${dueDate}T00:30`))
      await runDue(t, 'instalment')
      await payInstalment(t, w, orderId, seq)
      const month = addMonths(`${dueDate.slice(0, 7)}-01`, 1)
      t.clock.set(at(`${month}T00:30`))
      await runDue(t, 'monthEnd')
    }
    expect(await back(orderId, '2027-07-31')).toBe(0)
    expect(await rentByMonth()).toEqual([15_000, 418_548, 420_452, 419_548, 420_452, 419_548, 406_452])
  })

  it.each([
    ['F11', '2027-02-10', [], 140_000],
    ['F13', '2027-03-31', [2], 420_000],
    ['F14', '2027-07-30', [2, 3, 4, 5, 6], 0],
  ])('%s: ended on %s', async (_, day, paid, balance) => {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, addDays(day, -1), paid)
    expect(await back(orderId, day)).toBe(balance)
    const kept = paid.length + 1
    expect(await statuses(orderId)).toEqual([...Array(kept).fill(s.paid), ...Array(6 - kept).fill(s.void)])
  })

  it('F13: by the cause of the merchant it costs nothing', async () => {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, '2027-03-30', [2])
    t.clock.set(ten('2027-03-30'))
    const asked = { orderId, endOn: '2027-03-31', merchantCause: true }
    expect(await t.call(instalment.terminatePreview, asked, owner())).toMatchObject({ owed: 0, penalty: 0 })
    await t.call(instalment.terminate, { ...asked, reason: '车辆故障', expectAmount: 0 }, owner())
    expect(await back(orderId, '2027-03-31')).toBe(0)
  })
})

describe('for many terms', () => {
  it('the plan of a quote is the one that init gives and the one that is stored, covers its term and comes to its total', async () => {
    let seed = 7
    const dice = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % n
    }
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    const tried = rounds('INSTALMENT_TERMS', 60, 200)
    for (let round = 0; round < tried; round++) {
      const from = addDays('2027-02-01', dice(60))
      const months = 1 + dice(35)
      const end = addDays(addMonths(from, months), dice(3) === 0 ? dice(25) : 0)
      const payInterval = ([1, 3, 6, 12] as const)[dice(4)]!
      const asked = {
        ...place,
        orderKind: 2 as const,
        pickupAt: ten(from),
        returnAt: ten(end) + dice(8) * HOUR,
        payInterval,
      }
      const { quoteId, total, term } = await t.call(quote.quote, asked, owner())
      const same = { pickupAt: asked.pickupAt, returnAt: asked.returnAt, payInterval, monthlyPrice: term!.monthlyPrice }
      const { rows, total: whole } = await t.call(instalment.init, same, owner())
      expect(rows).toEqual(term!.rows)
      expect(whole).toBe(total)
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      expect([rows[0]!.periodFrom, rows.at(-1)!.periodTo]).toEqual([from, end])
      for (const [i, { periodFrom, periodTo }] of rows.entries()) {
        expect(periodFrom).toBe(i === 0 ? from : addMonths(from, i * payInterval))
        if (i < rows.length - 1) expect(periodTo).toBe(rows[i + 1]!.periodFrom)
      }
      const form = { contactName: '周明轩', contactPhone: '13900000001', orderKind: orderKind.long }
      const { orderId } = await t.call(order.create, { submit: true, quoteId, expectTotal: total, ...form }, owner())
      const stored = (await list(orderId)).rows.map(({ seq, periodFrom, periodTo, dueDate, amount }) => ({
        ...{ seq, periodFrom, periodTo, dueDate, amount },
      }))
      expect(stored).toEqual(rows)
      // Its car is for the next one.
      const cancel = {
        orderId,
        reason: cancelReason.noVehicle,
        responsibility: responsibility.merchant,
        expectPenalty: 0,
      }
      await t.call(order.cancel, cancel, owner())
    }
  }, 240_000)
})
