import { describe, expect, it } from 'vitest'
import { beyond, maxClaimLines, violationTotal } from './claim.ts'

const terms = { violationAgencyFeeFen: 5000, violationOverduePenaltyPerPointFen: 10_000, violationDeadlineDays: 7 }

describe('what a violation costs the customer', () => {
  it('is the fine that the merchant paid, the fee, and a penalty once the deadline has passed', () => {
    const of = { points: 3, overdue: false, paidFen: 20_000, terms }
    expect(maxClaimLines(of)).toEqual({ fine: 20_000, agency: 5000, penalty: 0 })
    expect(maxClaimLines({ ...of, paidFen: 0, overdue: true })).toEqual({ fine: 0, agency: 5000, penalty: 30_000 })
    expect(violationTotal(maxClaimLines(of))).toBe(25_000)
  })

  it('is never more than agreed, line by line', () => {
    const most = { fine: 20_000, agency: 5000, penalty: 0 }
    expect(beyond(most, most)).toBeNull()
    expect(beyond({ ...most, agency: 5001 }, most)).toBe('agency')
    expect(beyond({ ...most, penalty: 1 }, most)).toBe('penalty')
    expect(beyond({ fine: 0, agency: 0, penalty: 0 }, most)).toBeNull()
  })
})
