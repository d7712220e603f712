import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, startOfDate } from '../../time.ts'
import { carOfDay } from './car-of-day.ts'

const at = (day: number, hour: number) => startOfDate(addDays('2026-11-01', day)) + hour * 3_600_000

it('is the vehicle that the order had at the end of the day', () => {
  const holdings = [
    { vehicleId: 'B', from: at(5, 23) },
    { vehicleId: 'A', from: at(2, 10) },
  ]
  const days = [0, 2, 4, 5, 6, 40].map((n) => carOfDay(holdings, addDays('2026-11-01', n)))
  expect(days).toEqual(['A', 'A', 'A', 'B', 'B', 'B'])
  expect(carOfDay([], '2026-11-01')).toBeNull()
  const swapped = ['A', 'B'].map((vehicleId) => ({ vehicleId, from: at(2, 10) }))
  expect(carOfDay(swapped, '2026-11-03')).toBe('B')
})

it('is one of the vehicles of the order, and never an earlier one on a later day', () => {
  const holding = fc.record({
    vehicleId: fc.constantFrom<string>('A', 'B', 'C'),
    from: fc.nat(30 * 24).map((h) => at(0, h)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(holding, { minLength: 1, selector: ({ from }) => from }), fc.nat(40), (of, n) => {
      const indexOf = (day: number) =>
        of
          .toSorted((a, b) => a.from - b.from)
          .map(({ vehicleId }) => vehicleId)
          .indexOf(carOfDay(of, addDays('2026-11-01', day))!)
      expect(indexOf(n)).toBeGreaterThanOrEqual(0)
      if (new Set(of.map(({ vehicleId }) => vehicleId)).size === of.length)
        expect(indexOf(n + 1)).toBeGreaterThanOrEqual(indexOf(n))
    }),
  )
})
