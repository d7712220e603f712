import { describe, expect, it } from 'vitest'
import { countedClock } from './testing/grown.ts'
import { faultsOf } from './testing/oracle.ts'
import { benchGrown } from './testing/run.ts'

/*
 * Bookings in realistically grown pools (testing/grown.ts): a few dozen small pools, measured by counted work and not
 * by time. The long test at real size is next to the linear solver, server/src/outside/linear/grown.unit.test.ts.
 */

describe('grown pools', { timeout: 60_000 }, () => {
  it.each([
    { pinnedShare: 0, least: 0.94 },
    { pinnedShare: 0.1, least: 0.85 },
    { pinnedShare: 0.3, least: 0.8 },
  ])('decide every booking, with few moves: $pinnedShare pinned', ({ pinnedShare, least }) => {
    const line = benchGrown(() => 0, {
      vehicles: 16,
      fullDays: 5,
      use: 0.95,
      pinnedShare,
      pools: 12,
      asks: 6,
      search: () => countedClock(),
      check: (...asked) => expect(faultsOf(...asked)).toEqual([]),
    })
    expect(line.use).toBeGreaterThan(least)
    expect(line.undecided).toBe(0)
    expect(line.moving.count).toBeGreaterThan(3)
    expect(line.moving.median).toBeLessThanOrEqual(6)
  })
})
