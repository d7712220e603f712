import { describe, expect, it } from 'vitest'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { benchGrown, type GrownLine } from './bench.ts'
import type { Plan, Pool, Request } from './pool.ts'
import { countedClock } from './testing/grown.ts'
import { carryOut, clashes } from './testing/oracle.ts'

/*
 * Bookings in pools that have grown as a shop's do (testing/grown.ts). The standing test asks a few dozen small pools and
 * counts work, not time. The long run asks 60 vehicles with the product's limits, in time of one core, and prints what it counts:
 *
 *   GROWN=500 npx vitest run --project unit packages/domain/src/stock/grown.test.ts
 *
 * asks 500 requests where 95 % use is aimed at and 500 at 98 %, of 12 pools each, a third of them without pins, with 10 % and
 * with 30 %. `use` is what the growth reached. It checks every plan and holds no bar: decision 8 says what it counted.
 */

const PINNED = [0, 0.1, 0.3]

/** No car twice, nothing fixed moved, the request served. */
function check(pool: Pool, request: Request, answer: Plan) {
  if (answer.kind !== 'fits') return
  const fixed = new Set(pool.occupancies.filter((row) => !row.movable).map((row) => row.refId))
  expect(answer.moves.filter((move) => fixed.has(move.refId))).toEqual([])
  const { from, to } = request
  const row = { from, to, kind: occupancyKind.order, refId: 'new', vehicleId: answer.vehicleId }
  const after = carryOut(pool, answer.moves, { ...row, pinned: false, onRent: false, movable: true })
  expect(clashes(after)).toEqual([])
  expect(after.occupancies).toHaveLength(pool.occupancies.length + 1)
}

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
      check,
    })
    expect(line.use).toBeGreaterThan(least)
    expect(line.undecided).toBe(0)
    expect(line.moving.count).toBeGreaterThan(3)
    expect(line.moving.median).toBeLessThanOrEqual(6)
  })
})

/** Milliseconds of one core, so that a busy machine changes nothing. */
const cpuTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const asked = Number(process.env.GROWN ?? 0)

if (asked > 0)
  describe.runIf(asked > 0)('grown pools, at real size', { timeout: 7_200_000 }, () => {
    it.each([0.95, 0.98])('%f use', (use) => {
      const lines = PINNED.map((pinnedShare): GrownLine & { readonly pinnedShare: number } => {
        const search = () => {
          const start = cpuTime()
          return { elapsed: () => cpuTime() - start }
        }
        const [pools, asks] = [4, Math.ceil(asked / 12)]
        const run = { vehicles: 60, fullDays: 14, use, pinnedShare, pools, asks, search, check }
        return { pinnedShare, ...benchGrown(cpuTime, run) }
      })
      for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`)
    })
  })
