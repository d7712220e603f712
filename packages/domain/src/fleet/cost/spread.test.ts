import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../../time.ts'
import {
  bookValue,
  depreciationUntil,
  endOfMonth,
  firstDepreciationMonth,
  monthOf,
  planMonths,
  sharesByMonth,
} from './spread.ts'

const day = fc.nat(2000).map((n) => addDays('2024-01-01', n))
const sum = (shares: readonly { readonly fen: number }[]) => shares.reduce((all, { fen }) => all + fen, 0)

describe('a cost of a period', () => {
  it('adds up to the fen, and no month differs from its days by more than a fen', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000_000, max: 9_000_000 }), day, fc.nat(800), (fen, from, length) => {
        const to = addDays(from, length)
        const shares = sharesByMonth(fen, from, to)
        expect(sum(shares)).toBe(fen)
        for (const share of shares) {
          const [, first] = [share.month, from].toSorted()
          const [last] = [endOfMonth(share.month), to].toSorted()
          let days = 0
          for (let at = first!; at <= last!; at = addDays(at, 1)) days++
          expect(Math.abs(share.fen - (fen * days) / (length + 1))).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('counts in its month when it is of one day', () => {
    expect(sharesByMonth(1234, '2026-11-30', '2026-11-30')).toEqual([{ month: '2026-11-01', fen: 1234 }])
  })

  it('counts a year of insurance by days', () => {
    const shares = sharesByMonth(365_00, '2026-01-16', '2027-01-15')
    expect(shares[0]).toEqual({ month: '2026-01-01', fen: 16_00 })
    expect(shares[1]).toEqual({ month: '2026-02-01', fen: 28_00 })
    expect(shares.at(-1)).toEqual({ month: '2027-01-01', fen: 15_00 })
  })
})

describe('a plan', () => {
  const plan = fc.record({
    firstMonth: day.map(monthOf),
    months: fc.integer({ min: 1, max: 120 }),
    totalFen: fc.integer({ min: 1, max: 90_000_000 }),
  })

  it('adds up to its total in equal parts', () => {
    fc.assert(
      fc.property(plan, (one) => {
        const months = planMonths(one, null)
        expect(sum(months)).toBe(one.totalFen)
        for (const { fen } of months) expect(Math.abs(fen - one.totalFen / one.months)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('leaves out closed months, whatever they would have cost', () => {
    fc.assert(
      fc.property(plan, fc.nat(130), (one, closed) => {
        const openFrom = addMonths(one.firstMonth, closed)
        expect(planMonths(one, openFrom)).toEqual(planMonths(one, null).filter(({ month }) => month >= openFrom))
      }),
    )
  })

  it('of depreciation leads from the price to the residual value', () => {
    fc.assert(
      fc.property(plan, fc.nat(90_000_000), fc.nat(140), (one, residual, n) => {
        const price = residual + one.totalFen
        const month = addMonths(one.firstMonth, n)
        const gone = sum(planMonths(one, null).filter((share) => share.month <= month))
        const plans = [{ ...one, endedMonth: null }]
        expect(bookValue(price, plans, month)).toBe(price - gone)
        expect(bookValue(price, plans, addMonths(one.firstMonth, -1))).toBe(price)
        expect(bookValue(price, plans, addMonths(one.firstMonth, one.months))).toBe(residual)
      }),
    )
  })

  it('of depreciation that is estimated anew adds what the ended one has cost', () => {
    fc.assert(
      fc.property(plan, fc.nat(120), fc.integer({ min: 1, max: 120 }), (one, at, months) => {
        const endedMonth = addMonths(one.firstMonth, Math.min(at, one.months - 1))
        const ended = { ...one, endedMonth }
        const gone = depreciationUntil([ended], addMonths(endedMonth, 200))
        expect(gone).toBe(sum(planMonths(one, null).filter(({ month }) => month < endedMonth)))
        const rest = { firstMonth: endedMonth, months, totalFen: one.totalFen - gone, endedMonth: null }
        expect(depreciationUntil([ended, rest], addMonths(endedMonth, months))).toBe(one.totalFen)
      }),
    )
  })

  it('begins in the month after the purchase', () => {
    expect(firstDepreciationMonth('2026-12-31')).toBe('2027-01-01')
    expect(bookValue(100, [], '2026-12-01')).toBe(100)
  })
})
