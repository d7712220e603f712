import { describe, expect, it } from 'vitest'
import { payMode, payWay } from '../payment/codes.ts'
import { depositKind } from './codes.ts'
import { depositsFor, heldBackFen, refuseBadDeduction, refuseBadRelease } from './deduct.ts'
import { authHoldStatus, isByMachine, machineReleaseFen } from './hold.ts'
import { availableFen } from './steps.ts'

const funds = { heldFen: 300000, capturedFen: 80000, releasedFen: 0, inFlightFen: 20000 }

describe('a deduction', () => {
  it('takes at most what is available and owed', () => {
    expect(availableFen(funds)).toBe(200000)
    expect(() => refuseBadDeduction(availableFen(funds), 200000, 200000)).not.toThrow()
    expect(() => refuseBadDeduction(availableFen(funds), 200001, 300000)).toThrow('扣款金额不能超过可用押金¥2,000.00')
    expect(() => refuseBadDeduction(availableFen(funds), 13333, 13332)).toThrow('金额不正确')
    expect(() => refuseBadDeduction(availableFen(funds), 0, 100)).toThrow('金额不正确')
  })

  it('leaves the rest to be released', () => {
    const after = { heldFen: 300000, capturedFen: 80000 + 13332, releasedFen: 0, inFlightFen: 0 }
    expect(availableFen(after)).toBe(206668)
    expect(() => refuseBadRelease(after, 206668)).not.toThrow()
    expect(() => refuseBadRelease(after, 206669)).toThrow('退款金额不能超过可退金额¥2,066.68')
    expect(() => refuseBadRelease(after, 200000, 6669)).toThrow('退款金额不能超过可退金额¥1,999.99')
    expect(() => refuseBadRelease(after, 0)).toThrow('金额不正确')
  })

  it('uses the deposit of its own kind first', () => {
    const { rental, violation } = depositKind
    expect(depositsFor('violation', false)).toEqual([violation])
    expect(depositsFor('other', false)).toEqual([rental])
    expect(depositsFor('violation', true)).toEqual([violation, rental])
  })
})

describe('what is held back after the settlement', () => {
  const { rental, violation } = depositKind
  const inHand = { [rental]: 200000, [violation]: 100000 }
  const nothing = { expectedDamageFen: 0, debtFen: 0, openViolations: 0 }

  it.each([
    ['open damage with a fifth on top', rental, { ...nothing, expectedDamageFen: 80000 }, 96000],
    ['a debt', rental, { ...nothing, debtFen: 500 }, 500],
    ['no more than is in hand', rental, { ...nothing, expectedDamageFen: 900000 }, 200000],
    ['nothing for money that goes back', rental, { ...nothing, debtFen: -500 }, 0],
    ['nothing while the rental deposit answers for the debt', violation, { ...nothing, debtFen: 200000 }, 0],
    ['what that does not cover', violation, { ...nothing, debtFen: 200001 }, 1],
    ['no more than is in hand, here too', violation, { ...nothing, debtFen: 900000 }, 100000],
    ['all of it while a violation is open', violation, { ...nothing, openViolations: 1 }, 100000],
    ['nothing for a violation, which the other deposit pays', rental, { ...nothing, openViolations: 2 }, 0],
    ['nothing for damage, which the rental deposit pays', violation, { ...nothing, expectedDamageFen: 900000 }, 0],
  ] as const)('%s', (_, kind, open, fen) => {
    expect(heldBackFen(kind, inHand, open)).toBe(fen)
  })

  it('uses the violation deposit when there is no other', () => {
    expect(heldBackFen(violation, { [violation]: 100000 }, { ...nothing, debtFen: 400 })).toBe(400)
    expect(heldBackFen(rental, { [violation]: 100000 }, { ...nothing, debtFen: 400 })).toBe(0)
  })
})

describe('a deduction completed at the card machine', () => {
  const hold = {
    payWay: payWay.pos,
    status: authHoldStatus.held,
    amount: 300000,
    captured: 0,
    released: 0,
    expireAt: 2,
  }

  it.each([
    ['its authorisation', [hold], payMode.offlineDeduct, true],
    ['one that is over', [{ ...hold, status: authHoldStatus.ended }], payMode.offlineDeduct, false],
    ['one that nothing is left of', [{ ...hold, captured: 100000, released: 200000 }], payMode.offlineDeduct, false],
    ['what a provider holds', [{ ...hold, payWay: payWay.alipay }], payMode.offlineDeduct, false],
    ['what is captured online', [hold], payMode.onlineIn, false],
    ['money in hand', [], payMode.offlineDeduct, false],
  ] as const)('%s', (_, holds, mode, told) => {
    expect(isByMachine(holds, mode)).toBe(told)
  })

  it('releases the rest of the authorization hold that expires first', () => {
    const sooner = { ...hold, amount: 100000, expireAt: 1 }
    expect(machineReleaseFen([hold, sooner], 80000)).toBe(20000)
    expect(machineReleaseFen([hold, sooner], 100000)).toBe(0)
    expect(machineReleaseFen([hold, { ...sooner, payWay: payWay.alipay }], 80000)).toBe(220000)
    expect(machineReleaseFen([hold], 0)).toBe(0)
    expect(machineReleaseFen([], 80000)).toBe(0)
  })
})
