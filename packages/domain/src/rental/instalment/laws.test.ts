import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { monthSpan } from '../../pricing/quote/long/months.ts'
import { type LongSnapshot, priceLong, usedPrice } from '../../pricing/quote/long/price.ts'
import { payIntervals } from '../../pricing/quote/long/terms.ts'
import { ask, baseService, handling, longSettings, rulesT } from '../../pricing/quote/testing.ts'
import { addDays, dateOfEpochDay, epochDayOf, parseDateTime } from '../../time.ts'
import { lateFee } from './late-fee.ts'
import { instalmentRows, renewalRows, splitTotal } from './rows.ts'
import { terminate } from './terminate.ts'

/* Invariants of long rentals, checked with random input. */

const clock = (date: string): number => parseDateTime(`${date} 10:00`) ?? 0

const snapshot: fc.Arbitrary<LongSnapshot> = fc
  .record({
    start: fc.integer({ min: epochDayOf('2026-01-01'), max: epochDayOf('2029-12-31') }),
    length: fc.integer({ min: 31, max: 1090 }),
    monthlyPrice: fc.integer({ min: 1, max: 9_999_900 }),
    once: fc.boolean(),
    coupon: fc.integer({ min: 0, max: 4000 }),
  })
  .map(({ start, length, monthlyPrice, once, coupon }) => {
    const pickupAt = clock(dateOfEpochDay(start))
    const returnAt = clock(dateOfEpochDay(start + length))
    const input = {
      ...ask('11-02 10:00', '11-03 10:00'),
      now: pickupAt,
      pickupAt,
      returnAt,
      monthlyPrice,
      agreedTotal: null,
      payInterval: 1 as const,
    }
    const services = once ? [baseService, handling] : [baseService]
    const reduces = coupon > 0 ? [{ reduceType: 1 as const, amount: coupon }] : []
    return priceLong(
      { ...input, mayDiscount: true, reduces },
      { ...rulesT, settings: { ...rulesT.settings, ...longSettings }, services, longPrices: [] },
    ).snapshot
  })

const terms = fc.record({
  payInterval: fc.constantFrom(...payIntervals.values),
  leadDays: fc.integer({ min: 0, max: 15 }),
})
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

describe('every payment plan', () => {
  it('covers the term without a gap and adds up to the total', () => {
    fc.assert(
      fc.property(snapshot, terms, (sold, by) => {
        const rows = instalmentRows(sold, by)
        expect(sum(rows.map((row) => row.amount))).toBe(sold.total)
        expect(rows.every((row) => row.amount >= 0 && Number.isSafeInteger(row.amount))).toBe(true)
        expect([rows[0]?.periodFrom, rows.at(-1)?.periodTo]).toEqual([sold.startDate, sold.endDate])
        expect(rows.slice(1).map((row) => row.periodFrom)).toEqual(rows.slice(0, -1).map((row) => row.periodTo))
        expect(rows).toHaveLength(Math.ceil(monthSpan(sold.startDate, sold.endDate).months / by.payInterval))
      }),
    )
  })

  it('splits any total into rows of equal amounts, except the first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 1, max: 36 }), (total, n) => {
        const rows = splitTotal(total, n)
        expect(sum(rows)).toBe(total)
        expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(n)
      }),
    )
  })

  it('appends what the longer rental costs more when it is renewed', () => {
    fc.assert(
      fc.property(snapshot, terms, fc.integer({ min: 1, max: 400 }), (sold, by, days) => {
        const newEnd = addDays(sold.endDate, days)
        const rows = renewalRows(sold, sold.endDate, newEnd, by, 9)
        expect(sum(rows.map((row) => row.amount))).toBe(usedPrice(sold, newEnd) - usedPrice(sold, sold.endDate))
        expect(rows.every((row) => row.amount >= 0)).toBe(true)
        expect([rows[0]?.periodFrom, rows.at(-1)?.periodTo]).toEqual([sold.endDate, newEnd])
      }),
    )
  })
})

describe('every termination', () => {
  it('costs at most the whole term, and more the later it is', () => {
    fc.assert(
      fc.property(
        snapshot,
        fc.integer({ min: 0, max: 1100 }),
        fc.integer({ min: 0, max: 3 }),
        (sold, after, penaltyMonths) => {
          const at = (days: number) =>
            terminate({ ...sold, terms: { ...sold.terms, penaltyMonths } }, sold.endDate, {
              endDate: addDays(sold.startDate, days),
              merchantCause: false,
              lateFees: 0,
              paid: sold.total,
              rows: [],
            })
          const { used, penalty, balance } = at(after)
          expect(penalty).toBeGreaterThanOrEqual(0)
          expect(used).toBeGreaterThanOrEqual(0)
          expect(used).toBeLessThanOrEqual(sold.total)
          expect(balance).toBe(used + penalty - sold.total)
          expect(at(after + 1).used).toBeGreaterThanOrEqual(used)
          const whole = usedPrice(sold, sold.endDate)
          expect(penalty).toBeLessThanOrEqual(Math.max(0, whole - usedPrice(sold, addDays(sold.startDate, after))))
        },
      ),
    )
  })
})

describe('every late fee', () => {
  it('never decreases with time, exceeds its cap, or grows once paid', () => {
    const day = fc.integer({ min: 0, max: 800 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), day, day, day, (amount, paidAfter, asOf, later) => {
        const row = { amount, dueDate: '2026-12-15' }
        const fee = (days: number) =>
          lateFee(row, [{ date: addDays(row.dueDate, paidAfter), amount }], addDays(row.dueDate, days), {
            instalmentGraceDays: 3,
            lateFeeBpPerDay: 5,
            lateFeeCapBp: 2000,
          })
        expect(fee(asOf + later)).toBeGreaterThanOrEqual(fee(asOf))
        expect(fee(asOf)).toBeLessThanOrEqual(Math.round((amount * 2000) / 10000))
        expect(fee(paidAfter + later)).toBe(fee(paidAfter))
      }),
    )
  })
})
