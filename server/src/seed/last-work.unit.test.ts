import { endOfMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { lastStorableDay } from '@cheyi/domain/insight/data/contributions'
import { addMonths, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastWork } from './last-work.ts'

it("at any instant, and around midnight, the month before the demo's last work has its income, and the work is over", () => {
  const begin = startOfDate('2026-01-01')
  const instant = fc.oneof(
    fc.integer({ min: begin, max: startOfDate('2032-01-01') }),
    fc
      .tuple(fc.integer({ min: 0, max: 72 }), fc.integer({ min: -HOUR, max: HOUR }))
      .map(([months, off]) => startOfDate(addMonths('2026-01-01', months)) + off),
  )
  fc.assert(
    fc.property(instant, (now) => {
      const { at, today } = lastWork(now)
      expect(at).toBeLessThanOrEqual(now)
      expect(now - at).toBeLessThanOrEqual(25 * HOUR)
      expect(localDate(at)).toBe(today)
      expect(lastStorableDay(at) >= endOfMonth(addMonths(monthOf(today), -1))).toBe(true)
    }),
    { numRuns: 1000 },
  )
  // The income of a month is known ten minutes after its end.
  expect(lastWork(startOfDate('2026-12-01') + 9 * MINUTE).today).toBe('2026-11-30')
  expect(lastWork(startOfDate('2026-12-01') + 10 * MINUTE).today).toBe('2026-12-01')
})
