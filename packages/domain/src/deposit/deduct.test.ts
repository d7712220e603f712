import { describe, expect, it } from 'vitest'
import { depositKind } from './codes.ts'
import { availableFen, depositsFor, heldBackFen, refuseBadDeduction, refuseBadRelease, splitClaim } from './deduct.ts'

const funds = { heldFen: 300000, capturedFen: 80000, releasedFen: 0, inFlightFen: 20000 }

describe('a deduction', () => {
  it('takes at most what is available and owed', () => {
    expect(availableFen(funds)).toBe(200000)
    expect(() => refuseBadDeduction(funds, 200000, 200000)).not.toThrow()
    expect(() => refuseBadDeduction(funds, 200001, 300000)).toThrow('扣款金额不能超过可用押金2,000.00元')
    expect(() => refuseBadDeduction(funds, 13333, 13332)).toThrow('金额不正确')
    expect(() => refuseBadDeduction(funds, 0, 100)).toThrow('金额不正确')
  })

  it('leaves the rest of the example to be released', () => {
    const after = { heldFen: 300000, capturedFen: 80000 + 13332, releasedFen: 0, inFlightFen: 0 }
    expect(availableFen(after)).toBe(206668)
    expect(() => refuseBadRelease(after, 206668)).not.toThrow()
    expect(() => refuseBadRelease(after, 206669)).toThrow('退款金额不能超过可退金额2,066.68元')
    expect(() => refuseBadRelease(after, 200000, 6669)).toThrow('退款金额不能超过可退金额1,999.99元')
    expect(() => refuseBadRelease(after, 0)).toThrow('金额不正确')
  })

  it('turns what the deposit does not hold into a supplement', () => {
    expect(splitClaim(25000, 200000)).toEqual({ deductFen: 25000, supplementFen: 0 })
    expect(splitClaim(25000, 18000)).toEqual({ deductFen: 18000, supplementFen: 7000 })
  })

  it('goes to its own deposit first', () => {
    const { rental, violation } = depositKind
    expect(depositsFor('violation', false)).toEqual([violation])
    expect(depositsFor('other', false)).toEqual([rental])
    expect(depositsFor('violation', true)).toEqual([violation, rental])
  })

  it('is prepared for by keeping back open damage with a fifth on top', () => {
    expect(heldBackFen(funds, { expectedDamageFen: 80000, debtFen: 0 })).toBe(96000)
    expect(heldBackFen(funds, { expectedDamageFen: 0, debtFen: 500 })).toBe(500)
    expect(heldBackFen(funds, { expectedDamageFen: 900000, debtFen: 0 })).toBe(200000)
  })
})
