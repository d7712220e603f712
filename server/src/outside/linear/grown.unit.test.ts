import type { LinearSolver } from '@cheyi/domain/fleet/stock/search/relax'
import { faultsOf } from '@cheyi/domain/fleet/stock/testing/oracle'
import { benchGrown, type GrownRun } from '@cheyi/domain/fleet/stock/testing/run'
import { describe, expect, it } from 'vitest'
import { openLinear } from './highs.ts'

/*
 * Bookings in pools of 60 vehicles that have grown as a shop's do, asked with the product's limits, in time of one core:
 *
 *   GROWN=500 npx vitest run --project unit server/src/outside/linear/grown.unit.test.ts
 *
 * asks 500 requests where 95 % use is aimed at and 500 at 98 %, of 12 pools each, a third of them without pins, with 10 % and
 * with 30 %, and prints what it counts. It checks every plan; the bar is that none at 95 % is left undecided (decision 8).
 */

const asked = Number(process.env.GROWN ?? 0)
const linear = await openLinear()
/** Its own limit is time of the clock on the wall. What it takes of a core counts as everything does. */
const PATIENT = 60_000

/** Milliseconds of one core, so that a busy machine changes little. */
const cpuTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe.runIf(asked > 0)('grown pools, at real size', { timeout: 7_200_000 }, () => {
  it.each([0.95, 0.98])('%f use', (use) => {
    const lines = [0, 0.1, 0.3].map((pinnedShare) => {
      const search = () => {
        const start = cpuTime()
        const solver: LinearSolver = (program, where) => linear(program, where, PATIENT)
        return { elapsed: () => cpuTime() - start, linear: solver }
      }
      const [pools, asks] = [4, Math.ceil(asked / 12)]
      const check: GrownRun['check'] = (...asked) => expect(faultsOf(...asked)).toEqual([])
      const run = { vehicles: 60, fullDays: 14, use, pinnedShare, pools, asks, search, check }
      return { pinnedShare, ...benchGrown(cpuTime, run) }
    })
    for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`)
    if (use === 0.95) expect(lines.map((line) => line.undecided)).toEqual([0, 0, 0])
  })
})
