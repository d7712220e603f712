import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, HOUR, MINUTE } from '../../../time.ts'
import { price } from '../price.ts'
import { ask, at, refusalOf, rulesT } from '../testing.ts'
import { chargedDates, closedDates } from './closed-dates.ts'

it('returns the dates for which a price is refused', () => {
  const seen = { closed: 0, open: 0 }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 47 }),
      fc.integer({ min: 90, max: 6 * 1440 }),
      fc.integer({ min: -1, max: 8 }),
      fc.constantFrom(0, 1, 2),
      (hour, minutes, day, source) => {
        const pickupAt = at('11-02 00:00') + hour * HOUR
        const trip = { pickupAt, returnAt: pickupAt + minutes * MINUTE }
        const calendar = [{ source, date: addDays('2026-11-02', day), price: null, stop: true }]
        const closed = closedDates(calendar, 1)
        const refused = refusalOf(() =>
          price({ ...ask('11-02 10:00', '11-03 10:00'), ...trip, source: 1 }, { ...rulesT, calendar }),
        )
        expect(chargedDates(trip, rulesT.settings).some((date) => closed.has(date))).toBe(refused === 'dateStopped')
        seen[refused === null ? 'open' : 'closed']++
      },
    ),
  )
  expect(Math.min(seen.closed, seen.open)).toBeGreaterThan(10)
})
