import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../time.ts'
import { type FillRow, fillRows, type RentMoney } from './fill.ts'

const row = (seq: number, dueOn: string, amount: number, lateFee = 0): FillRow => ({ seq, dueOn, amount, lateFee })
const money = (date: string, amount: number, seq: number | null = null): RentMoney => ({ date, amount, seq })

/** A quarterly plan; the row of 08-10 was not paid. */
const rows = [row(1, '2027-08-10', 420000), row(2, '2027-09-01', 450000), row(3, '2027-09-10', 420000)]

describe('allocation of payments to a plan', () => {
  it('money used for another claim pays no row, and no row loses it', () => {
    const took = (date: string, amount: number): RentMoney => ({ date, amount: -amount, seq: null, ofCase: true })
    const paid = (all: readonly RentMoney[]) => fillRows(rows, all, '2027-09-02').map((one) => one.paid)
    expect(paid([money('2027-08-01', 10_000), took('2027-08-01', 10_000)])).toEqual([0, 0, 0])
    // Due rows are paid first; no payment is left for a debt that was written off.
    expect(paid([money('2027-08-12', 425_000), took('2027-08-12', 10_000)])).toEqual([420_000, 0, 0])
    expect(paid([money('2027-08-12', 435_000), took('2027-08-13', 10_000)])).toEqual([420_000, 5_000, 0])
  })

  it('pays the principal of all due rows before any late fee', () => {
    const late = [row(1, '2027-08-10', 420000, 6930), ...rows.slice(1)]
    const filled = fillRows(late, [money('2027-09-15', 1290000)], '2027-09-15')
    expect(filled.map(({ paid, feePaid }) => [paid, feePaid])).toEqual([
      [420000, 0],
      [450000, 0],
      [420000, 0],
    ])
  })

  it('beyond what is due is credit, and pays the next row on its date', () => {
    const filled = fillRows(rows, [money('2027-08-10', 500000)], '2027-09-05')
    expect(filled.map(({ payments }) => payments)).toEqual([
      [{ date: '2027-08-10', amount: 420000 }],
      [{ date: '2027-09-01', amount: 80000 }],
      [],
    ])
  })

  it('for a row that is not due yet pays it on the day of the payment', () => {
    const filled = fillRows(rows, [money('2027-08-10', 420000), money('2027-08-11', 450000, 2)], '2027-08-11')
    expect(filled[1]).toMatchObject({ paid: 450000, payments: [{ date: '2027-08-11', amount: 450000 }] })
  })

  it('that is refunded is taken from the latest rows first', () => {
    const filled = fillRows(rows, [money('2027-09-01', 870000), money('2027-09-02', -500000)], '2027-09-02')
    expect(filled.map(({ paid }) => paid)).toEqual([370000, 0, 0])
  })

  it('is never lost, never counted twice, and fills rows in their order', () => {
    const day = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2027-08-01', n))
    const some = fc.array(
      fc.record({ date: day, amount: fc.integer({ min: 1, max: 700000 }), seq: fc.constant(null) }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(some, (given) => {
        const sorted = given.toSorted((a, b) => (a.date < b.date ? -1 : 1))
        const filled = fillRows(rows, sorted, '2027-12-31')
        const total = sorted.reduce((sum, { amount }) => sum + amount, 0)
        const paid = filled.reduce((sum, one) => sum + one.paid, 0)
        expect(paid).toBe(Math.min(total, 1290000))
        for (const [i, one] of filled.entries()) {
          expect(one.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(one.paid)
          if (one.paid > 0 && i > 0) expect(filled[i - 1]!.paid).toBe(rows[i - 1]!.amount)
        }
      }),
    )
  })
})
