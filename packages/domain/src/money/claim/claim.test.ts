import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { can } from '../../step.ts'
import { claimName, claimShares, claimSteps, openClaim, refundShares, standingClaim, waivedShares } from './claim.ts'
import { claimState as s } from './codes.ts'

const fen = fc.integer({ min: 0, max: 100_000_000 })

it('collects no more of a claim than is left of it and than its order owes', () => {
  const shares = fc.tuple(fen, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(shares, fen, fc.integer({ min: -100_000, max: 100_000_000 }), ([payable, a, b], own, owed) => {
      const refunded = Math.floor((payable * a) / 100)
      const claim = { payable, refunded, withdrawn: Math.floor(((payable - refunded) * b) / 100) }
      const open = openClaim(claim, own, owed)
      expect(standingClaim(claim)).toBeGreaterThanOrEqual(0)
      expect(open).toBeGreaterThanOrEqual(0)
      expect(open).toBeLessThanOrEqual(Math.max(0, owed))
      expect(open + own).toBeLessThanOrEqual(Math.max(own, standingClaim(claim)))
    }),
  )
})

it('refunds and a waiver add up to the claim, in any order', () => {
  fc.assert(
    fc.property(fen, fen, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }), (fees, passed, parts) => {
      const of = { payable: fees + passed, passed }
      let before = 0
      const taken = { fees: 0, fine: 0 }
      const take = (shares: typeof taken) => {
        taken.fees += shares.fees
        taken.fine += shares.fine
      }
      for (const part of parts) {
        const back = Math.floor(((of.payable - before) * part) / 100)
        take(refundShares(of, before, back))
        before += back
      }
      take(waivedShares(of, of.payable - before))
      expect(taken).toEqual(claimShares(of))
    }),
  )
})

/** Rows: steps; columns: 0 expected, 1 due, 2 met, 3 ended; `.` refused, `=` unchanged. */
const moves: Readonly<Record<keyof typeof claimSteps.steps, string>> = {
  expect: '=...',
  open: '1...',
  meet: '.2..',
  refund: '.123',
  withdraw: '333.',
}

it.each(Object.entries(moves))('%s leads to %s', (step, row) => {
  for (const [state, to] of [...row].entries()) {
    const verdict = can(claimSteps, step as keyof typeof moves, state)
    expect(verdict.ok).toBe(to !== '.')
    if (verdict.ok)
      expect(advance(claimSteps, step as 'open', state as 0, { payable: 1, left: 1, state } as never)).toBe(
        to === '=' ? state : Number(to),
      )
  }
})

it('is met when nothing is to be collected, and has ended when nothing is left of it', () => {
  expect(advance(claimSteps, 'open', s.expected, { payable: 0 })).toBe(s.met)
  expect(advance(claimSteps, 'refund', s.met, { left: 0, state: s.met })).toBe(s.ended)
  expect(advance(claimSteps, 'refund', s.due, { left: 0, state: s.due })).toBe(s.ended)
})

it('is named by its kind and subject', () => {
  expect([claimName('damage', ''), claimName('damage', '前保险杠'), claimName('violation', '超速')]).toEqual([
    '车辆损失',
    '车损：前保险杠',
    '违章：超速',
  ])
})
