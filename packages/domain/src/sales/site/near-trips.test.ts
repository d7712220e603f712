import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../time.ts'
import { nearShifts, nearTrips } from './near-trips.ts'

describe('the nearest trips beside a sold-out model', () => {
  const trip = { pickupAt: 100 * DAY, returnAt: 102 * DAY }

  it('are of the same length, possible, and no other moment that is tried is nearer', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...nearShifts)), (free) => {
        const found = nearTrips(trip, ({ pickupAt }) => free.includes(pickupAt - trip.pickupAt))
        expect(found).toHaveLength(Math.min(2, free.length))
        for (const { pickupAt, returnAt } of found) expect(returnAt - pickupAt).toBe(2 * DAY)
        const distances = found.map(({ pickupAt }) => Math.abs(pickupAt - trip.pickupAt))
        const others = free.filter((shift) => !found.some(({ pickupAt }) => pickupAt - trip.pickupAt === shift))
        for (const shift of others) expect(Math.abs(shift)).toBeGreaterThanOrEqual(Math.max(...distances))
      }),
    )
  })

  it('are hours of the same day before other days, and none is asked for once two are found', () => {
    const asked: number[] = []
    nearTrips(trip, ({ pickupAt }) => asked.push(pickupAt - trip.pickupAt) > 0)
    expect(asked).toEqual([HOUR, -HOUR])
  })
})
