import { describe, expect, it } from 'vitest'
import {
  type LongPriceInput,
  type LongPriceRules,
  type LongSnapshot,
  priceLong,
} from '../../pricing/quote/long/price.ts'
import type { LateFeeTerms, PayInterval } from '../../pricing/quote/long/terms.ts'
import { ask, longSettings, refusalOf, rulesT } from '../../pricing/quote/testing.ts'
import { lateFee } from './late-fee.ts'
import { checkRowSum, type InstalmentRow, instalmentRows, renewalRows, splitTotal } from './rows.ts'
import { longLateExpense, type TerminationRequest, terminate } from './terminate.ts'

const rules: LongPriceRules = {
  ...rulesT,
  settings: { ...rulesT.settings, ...longSettings },
  services: [],
  longPrices: [
    { source: 0, fromMonths: 1, monthlyPrice: 480000 },
    { source: 0, fromMonths: 3, monthlyPrice: 450000 },
    { source: 0, fromMonths: 6, monthlyPrice: 420000 },
  ],
}
const sold = (from: string, to: string, more: Partial<LongPriceInput> = {}, over: Partial<LongPriceRules> = {}) =>
  priceLong(
    { ...ask(`${from} 10:00`, `${to} 10:00`), monthlyPrice: null, agreedTotal: null, payInterval: 1, ...more },
    { ...rules, ...over },
  ).snapshot
/** L1: six months from 2027-01-31, 420000 each. */
const l1 = () => sold('2027-01-31', '2027-07-31')
const every = (payInterval: PayInterval, leadDays = 0) => ({ payInterval, leadDays })
const brief = (rows: readonly InstalmentRow[]) =>
  rows.map(({ dueDate, periodTo, amount }) => [dueDate, periodTo, amount])

describe('instalmentRows', () => {
  it('L1: a row per month', () => {
    const rows = instalmentRows(l1(), every(1))
    expect(rows.map((row) => row.periodFrom)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
    expect(rows.at(-1)).toEqual({
      seq: 6,
      periodFrom: '2027-06-30',
      periodTo: '2027-07-31',
      dueDate: '2027-06-30',
      amount: 420000,
    })
  })

  it('L4: quarterly', () => {
    expect(brief(instalmentRows(l1(), every(3)))).toEqual([
      ['2027-01-31', '2027-04-30', 1260000],
      ['2027-04-30', '2027-07-31', 1260000],
    ])
  })

  it('L2: days beyond whole months belong to the last row', () => {
    expect(brief(instalmentRows(sold('2027-01-31', '2027-05-10'), every(1)))).toEqual([
      ['2027-01-31', '2027-02-28', 450000],
      ['2027-02-28', '2027-03-31', 450000],
      ['2027-03-31', '2027-05-10', 600000],
    ])
  })

  it('makes a shorter last row', () => {
    expect(brief(instalmentRows(sold('2027-01-31', '2027-05-31'), every(3)))).toEqual([
      ['2027-01-31', '2027-04-30', 1350000],
      ['2027-04-30', '2027-05-31', 450000],
    ])
    expect(instalmentRows(l1(), every(12))).toHaveLength(1)
  })

  it('is due earlier by the lead days, except the first row', () => {
    expect(instalmentRows(l1(), every(3, 10)).map((row) => row.dueDate)).toEqual(['2027-01-31', '2027-04-20'])
  })

  it('puts once-only charges into the first row and subtracts reductions from the last', () => {
    const once = sold('2027-01-31', '2027-05-31', {}, { services: rulesT.services.slice(1) })
    expect(instalmentRows(once, every(1)).map((row) => row.amount)).toEqual([453500, 450000, 450000, 450000])
    const less = sold('2027-01-31', '2027-05-31', { mayDiscount: true, reduces: [{ reduceType: 5, amount: 500000 }] })
    expect(instalmentRows(less, every(1)).map((row) => row.amount)).toEqual([450000, 450000, 400000, 0])
  })

  it('L5: splits a total agreed by hand', () => {
    expect(splitTotal(1000000, 3)).toEqual([333334, 333333, 333333])
    const rows = instalmentRows(sold('2027-01-31', '2027-04-30'), every(1), 1000000)
    expect(rows.map((row) => row.amount)).toEqual([333334, 333333, 333333])
  })

  it('refuses rows that do not add up to the total', () => {
    expect(refusalOf(() => checkRowSum([1, 2], 4))).toBe('instalmentSumWrong')
    expect(refusalOf(() => checkRowSum([1, 3], 4))).toBeNull()
  })
})

describe('renewalRows', () => {
  it('appends months and days at the order’s own price', () => {
    expect(brief(renewalRows(l1(), '2027-07-31', '2027-09-30', every(1, 5), 6))).toEqual([
      ['2027-07-26', '2027-08-31', 420000],
      ['2027-08-26', '2027-09-30', 420000],
    ])
    expect(brief(renewalRows(l1(), '2027-07-31', '2027-08-10', every(1), 6))).toEqual([
      ['2027-07-31', '2027-08-10', 140000],
    ])
  })

  it('completes a month that was begun', () => {
    const rows = renewalRows(sold('2027-01-31', '2027-05-10'), '2027-05-10', '2027-06-30', every(1), 3)
    expect(brief(rows)).toEqual([
      ['2027-05-10', '2027-05-31', 300000],
      ['2027-05-31', '2027-06-30', 450000],
    ])
    expect(rows.map((row) => row.seq)).toEqual([4, 5])
  })
})

describe('lateFee', () => {
  const terms: LateFeeTerms = { instalmentGraceDays: 3, lateFeeBpPerDay: 5, lateFeeCapBp: 2000 }
  const row = { amount: 420000, dueDate: '2027-02-28' }

  it('L6: paid 10 days late, 7 of them chargeable', () => {
    expect(lateFee(row, [{ date: '2027-03-10', amount: 420000 }], '2027-03-10', terms)).toBe(1470)
  })

  it('L11: paid in two parts', () => {
    const payments = [
      { date: '2027-03-05', amount: 200000 },
      { date: '2027-03-10', amount: 220000 },
    ]
    expect(lateFee(row, payments, '2027-03-10', terms)).toBe(970)
    expect(lateFee(row, payments, '2027-12-31', terms)).toBe(970)
  })

  it('starts after the grace days and ends at the cap', () => {
    expect(lateFee(row, [], '2027-03-03', terms)).toBe(0)
    expect(lateFee(row, [], '2027-03-04', terms)).toBe(210)
    expect(lateFee(row, [], '2029-03-04', terms)).toBe(84000)
    expect(lateFee(row, [{ date: '2027-03-03', amount: 420000 }], '2027-04-01', terms)).toBe(0)
  })
})

describe('terminate', () => {
  const paidRows = (snapshot: LongSnapshot, interval: PayInterval, paidCount: number) => {
    const rows = instalmentRows(snapshot, every(interval))
    return rows.map(({ seq, amount }) => ({ seq, amount, paid: seq <= paidCount ? amount : 0 }))
  }
  const end = (
    endDate: string,
    interval: PayInterval,
    paidCount: number,
    more: Partial<TerminationRequest> = {},
    snapshot = l1(),
  ) => {
    const rows = paidRows(snapshot, interval, paidCount)
    const paid = rows.reduce((sum, row) => sum + row.paid, 0)
    return terminate(snapshot, snapshot.endDate, {
      endDate,
      merchantCause: false,
      lateFees: 0,
      paid,
      rows,
      ...more,
    })
  }

  it('L7: two rows paid', () => {
    expect(end('2027-03-15', 1, 2)).toEqual({
      used: 630000,
      penalty: 420000,
      lateFees: 0,
      balance: 210000,
      voidSeqs: [3, 4, 5, 6],
    })
  })

  it('L8: quarterly, row 1 paid', () => {
    expect(end('2027-03-15', 3, 1)).toMatchObject({ balance: -210000, voidSeqs: [2] })
  })

  it('L9: the merchant caused the end', () => {
    expect(end('2027-03-15', 1, 2, { merchantCause: true })).toMatchObject({ penalty: 0, balance: -210000 })
  })

  it('L10: shortly before the end, all paid', () => {
    expect(end('2027-07-20', 1, 6)).toMatchObject({ used: 2380000, penalty: 140000, balance: 0, voidSeqs: [] })
  })

  it('adds late fees', () => {
    expect(end('2027-03-15', 1, 2, { lateFees: 1470 }).balance).toBe(211470)
  })

  it('charges once-only items in full and reductions in proportion', () => {
    const once = sold('2027-01-31', '2027-07-31', {}, { services: rulesT.services.slice(1) })
    expect(end('2027-03-15', 1, 2, {}, once).used).toBe(633500)
    const reduced = sold('2027-01-31', '2027-07-31', { reduces: [{ reduceType: 5, amount: 252000 }] })
    expect(end('2027-03-15', 1, 2, {}, reduced).used).toBe(567000)
  })

  it('never exceeds the whole term', () => {
    expect(end('2027-12-31', 1, 6)).toMatchObject({ used: 2520000, penalty: 0, balance: 0 })
  })
})

describe('longLateExpense', () => {
  it('L13: the second day costs half more', () => {
    expect(longLateExpense(420000, '2027-07-31', '2027-08-02', 15000)).toMatchObject({
      code: 1,
      amount: 35000,
      formula: '超时2天：首日¥140.00 + 1天 × ¥210.00',
    })
  })

  it('is null on the last day', () => {
    expect(longLateExpense(420000, '2027-07-31', '2027-07-31', 15000)).toBeNull()
    expect(longLateExpense(420000, '2027-07-31', '2027-08-01', 15000)?.amount).toBe(14000)
  })
})
