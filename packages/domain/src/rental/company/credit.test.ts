import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beyondCredit, creditExcess } from './credit.ts'

const fen = fc.integer({ min: 0, max: 100_000_000 })

it('a booking is within the limit exactly when its price and the debts together are', () => {
  fc.assert(
    fc.property(fen, fen, fc.integer({ min: 1, max: 100_000_000 }), (limit, owed, more) => {
      expect(creditExcess({ limit, owed, more }) === 0).toBe(owed + more <= limit)
      expect(creditExcess({ limit: null, owed, more })).toBe(0)
    }),
  )
})

it('says by how much, and a booking without a price is never over', () => {
  expect(creditExcess({ limit: 50_000, owed: 30_000, more: 25_000 })).toBe(5_000)
  expect(creditExcess({ limit: 0, owed: 10_000, more: 0 })).toBe(0)
})

it('what is added to a debt within the limit is over by exactly what the debt is over afterwards', () => {
  fc.assert(
    fc.property(fc.option(fen), fen, fc.integer({ min: 1, max: 100_000_000 }), (limit, owed, more) => {
      expect(creditExcess({ limit, owed, more })).toBe(beyondCredit(limit, owed + more))
      expect(beyondCredit(limit, owed)).toBeLessThanOrEqual(beyondCredit(limit, owed + more))
    }),
  )
})
