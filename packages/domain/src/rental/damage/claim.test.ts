import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { can } from '../../step.ts'
import { damagePayable, damageSteps, damageTotal } from './claim.ts'
import { liabilities, damageStatus as s } from './codes.ts'

const liability = liabilities.code
const fen = fc.integer({ min: 0, max: 100_000_000 })
const costs = fc.record({
  parts: fc.array(fc.record({ amount: fen }), { maxLength: 5 }),
  worth: fen,
  downtimeDays: fc.integer({ min: 0, max: 365 }),
  downtimeFee: fen,
  depreciationFee: fen,
  otherFee: fen,
})

describe('what the customer owes for damage', () => {
  it('is the part that nobody else covers', () => {
    const case1 = {
      parts: [{ amount: 98_000 }, { amount: 28_000 }],
      worth: 0,
      downtimeDays: 3,
      downtimeFee: 20_000,
      depreciationFee: 10_000,
      otherFee: 0,
    }
    expect(damageTotal(case1)).toBe(196_000)
    const payable = (covered: number, by: 1 | 2 | 3) => damagePayable({ ...case1, covered, liability: by })
    expect(payable(0, liability.customer)).toBe(196_000)
    expect(payable(126_000, liability.customer)).toBe(70_000)
    expect(payable(126_000, liability.thirdParty)).toBe(70_000)
    expect(payable(196_000, liability.thirdParty)).toBe(0)
    expect(payable(0, liability.nobody)).toBe(0)
  })

  it('is never negative nor above the total, and is reduced by the covered part', () => {
    fc.assert(
      fc.property(costs, fen, fc.constantFrom(...liabilities.values), (given, covered, by) => {
        const payable = damagePayable({ ...given, covered, liability: by })
        expect(payable).toBeGreaterThanOrEqual(0)
        expect(payable + (payable > 0 ? covered : 0)).toBeLessThanOrEqual(damageTotal(given))
      }),
    )
  })
})

/** Rows: steps; columns: 0 待定损 1 待扣款 2 已完成 3 已关闭; `.` refused, `=` unchanged. */
const moves: Readonly<Record<keyof typeof damageSteps.steps, string>> = {
  edit: '=...',
  assess: '1...',
  deduct: '.=..',
  pay: '.2..',
  refund: '.12.',
  close: '33..',
}

it.each(Object.entries(moves))('%s leads to %s', (step, row) => {
  const action = step as keyof typeof moves
  for (const [status, to] of [...row].entries()) {
    const facts = { payable: 1, left: 1, wasDone: status === s.done }
    const verdict = can(damageSteps, action, status)
    expect(verdict.ok).toBe(to !== '.')
    if (verdict.ok)
      expect(advance(damageSteps, action as 'assess', status as 0, facts as never)).toBe(
        to === '=' ? status : Number(to),
      )
  }
})

it('is finished when nothing is to be collected, and when nothing is left', () => {
  expect(advance(damageSteps, 'assess', s.assessing, { payable: 0 })).toBe(s.done)
  expect(advance(damageSteps, 'refund', s.done, { left: 0, wasDone: true })).toBe(s.closed)
  expect(advance(damageSteps, 'refund', s.deducting, { left: 0, wasDone: false })).toBe(s.closed)
})
