import { describe, expect, it } from 'vitest'
import { periods } from '../../pricing/quote/long/months.ts'
import { addMonths } from '../../time.ts'
import { earnedByRows } from './earning.ts'

describe('income of a plan by the periods of its rows', () => {
  const rows = periods('2027-01-31', '2027-01-31', '2027-07-31', 1).map(({ from, to }) => ({
    periodFrom: from,
    periodTo: to,
    amount: 420_000,
  }))
  it("adds up over the months to the contract's total", () => {
    const ends = Array.from({ length: 8 }, (_, i) => addMonths('2027-01-01', i))
    const months = ends.slice(1).map((end, i) => earnedByRows(rows, end) - earnedByRows(rows, ends[i]!))
    expect(months).toEqual([15_000, 418_548, 420_452, 419_548, 420_452, 419_548, 406_452])
    expect(months.reduce((sum, fen) => sum + fen, 0)).toBe(2_520_000)
  })
})
