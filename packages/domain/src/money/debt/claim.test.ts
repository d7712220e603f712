import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openClaim, standingClaim } from './claim.ts'

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
