import { describe, expect, it } from 'vitest'
import { carOnDay } from './plate-days.ts'

describe('the car of a plate', () => {
  const [sold, next] = [
    { id: '1', since: '2025-03-01' },
    { id: '2', since: '2026-12-08' },
  ]

  it('is the one that the merchant had on that day, in whatever order they are', () => {
    for (const cars of [
      [sold, next],
      [next, sold],
    ]) {
      expect(carOnDay(cars, '2026-11-10')).toBe(sold)
      expect(carOnDay(cars, '2026-12-07')).toBe(sold)
      expect(carOnDay(cars, '2026-12-08')).toBe(next)
      expect(carOnDay(cars, '2027-06-01')).toBe(next)
    }
  })

  it('is the first before there were records, and nothing where no car has it', () => {
    expect(carOnDay([next, sold], '2020-01-01')).toBe(sold)
    expect(carOnDay([], '2026-11-10')).toBeUndefined()
  })
})
