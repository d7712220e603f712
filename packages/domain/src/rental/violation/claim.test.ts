import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beyond, mostOf, refundShares, violationTotal, waivedShares } from './claim.ts'

const terms = { violationAgencyFeeFen: 5000, violationOverduePenaltyPerPointFen: 10_000, violationDeadlineDays: 7 }
const fen = fc.integer({ min: 0, max: 1_000_000 })
const lines = fc.record({ fine: fen, agency: fen, penalty: fen })

describe('what a violation costs the customer', () => {
  it('is the fine that the merchant paid, the fee, and a penalty once the deadline has passed', () => {
    const of = { points: 3, overdue: false, paidFen: 20_000, terms }
    expect(mostOf(of)).toEqual({ fine: 20_000, agency: 5000, penalty: 0 })
    expect(mostOf({ ...of, paidFen: 0, overdue: true })).toEqual({ fine: 0, agency: 5000, penalty: 30_000 })
    expect(violationTotal(mostOf(of))).toBe(25_000)
  })

  it('is never more than agreed, line by line', () => {
    const most = { fine: 20_000, agency: 5000, penalty: 0 }
    expect(beyond(most, most)).toBeNull()
    expect(beyond({ ...most, agency: 5001 }, most)).toBe('agency')
    expect(beyond({ ...most, penalty: 1 }, most)).toBe('penalty')
    expect(beyond({ fine: 0, agency: 0, penalty: 0 }, most)).toBeNull()
  })
})

it('refunds and a waiver add up to the claim, in any order', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }), (of, parts) => {
      let before = 0
      const taken = { fees: 0, fine: 0 }
      const take = ({ fees, fine }: { fees: number; fine: number }) => {
        taken.fees += fees
        taken.fine += fine
      }
      for (const part of parts) {
        const back = Math.floor(((violationTotal(of) - before) * part) / 100)
        take(refundShares(of, before, back))
        before += back
      }
      take(waivedShares(of, violationTotal(of) - before))
      expect(taken).toEqual({ fees: of.agency + of.penalty, fine: of.fine })
    }),
  )
})
