import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { toVehicles } from '@cheyi/domain/fleet/stock/assign'
import { layOut, movesOf, stayOf } from '@cheyi/domain/fleet/stock/board'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Pool, Request } from '@cheyi/domain/fleet/stock/pool'
import { toLanes } from '@cheyi/domain/fleet/stock/search/lane'
import { createPruner } from '@cheyi/domain/fleet/stock/search/prune'
import { randomFrom } from '@cheyi/domain/fleet/stock/search/random'
import { type LinearSolver, relax } from '@cheyi/domain/fleet/stock/search/relax'
import { countedClock } from '@cheyi/domain/fleet/stock/testing/grown'
import { canServe, carryOut, clashes } from '@cheyi/domain/fleet/stock/testing/oracle'
import { randomPool, randomRequest } from '@cheyi/domain/fleet/stock/testing/sample'
import { smallPool, smallRequest } from '@cheyi/domain/fleet/stock/testing/small'
import { describe, expect, it } from 'vitest'
import { openLinear } from './highs.ts'

const linear = await openLinear()
const middle: LinearSolver = (program, where, ms) => (where === 'corner' ? null : linear(program, where, ms))
const SMALL = 1500
const ENOUGH = { left: () => 20_000 }

/** What the relaxation alone says of a request, and what becomes of the pool by its plan. */
function relaxed(pool: Pool, { from, to, leaves }: Request, solver: LinearSolver) {
  const item = { row: null, ...stayOf({ from, to, leaves }), home: -1 }
  const board = layOut(pool, { wanted: [item] })
  const lanes = toLanes(board)
  if (lanes.domain.some((domain) => domain.length === 0)) return { said: 'none' as const }
  const said = relax(lanes, createPruner(lanes), solver, ENOUGH.left)
  if (typeof said === 'string') return { said }
  const at = toVehicles(board, lanes, said)
  const row = { from, to, leaves, kind: occupancyKind.order, refId: 'new', vehicleId: board.vehicles[at.at(-1)!]! }
  const after = carryOut(pool, movesOf(board, at), { ...row, pinned: false, onRent: false, movable: true })
  return { said: 'plan' as const, after }
}

describe('the relaxation by lanes', { timeout: 60_000 }, () => {
  it.each([
    { by: 'corners', solver: linear },
    { by: 'the middle', solver: middle },
  ])(`agrees with trying everything on ${SMALL} small pools: $by`, ({ solver }) => {
    const counts = { plan: 0, none: 0 }
    for (let seed = 1; seed <= SMALL; seed++) {
      const pool = smallPool(seed)
      const request = smallRequest(seed, pool)
      const answer = relaxed(pool, request, solver)
      const { from, to, leaves } = request
      expect(answer.said, `seed ${seed}`).toBe(canServe(pool, { from, to, leaves }) ? 'plan' : 'none')
      if (answer.after) expect(clashes(answer.after), `seed ${seed}`).toEqual([])
      counts[answer.said === 'plan' ? 'plan' : 'none']++
    }
    expect(Math.min(counts.plan, counts.none)).toBeGreaterThan(SMALL / 10)
  })

  it('believes nothing that is not so, whatever the solver says', () => {
    for (let seed = 1; seed <= SMALL; seed++) {
      const random = randomFrom(seed)
      const wrong: LinearSolver = ({ cost, right }) => ({
        x: Float64Array.from(cost, () => Math.round(random() * 1.2)),
        prices: Float64Array.from(right, () => (random() - 0.5) * 400),
      })
      const pool = smallPool(seed)
      const request = smallRequest(seed, pool)
      const answer = relaxed(pool, request, wrong)
      const { from, to, leaves } = request
      if (answer.said === 'none') expect(canServe(pool, { from, to, leaves }), `seed ${seed}`).toBe(false)
      if (answer.after) expect(clashes(answer.after), `seed ${seed}`).toEqual([])
    }
  })

  it('is given up when it has no time', () => {
    const sample = randomPool(1, { vehicles: 60, orders: 400, use: 0.95, pinnedShare: 0.3 })
    const item = { row: null, ...stayOf(randomRequest(23, sample)), home: -1 }
    const lanes = toLanes(layOut(sample.pool, { wanted: [item] }))
    expect(relax(lanes, createPruner(lanes), (program, where) => linear(program, where, 0.01), ENOUGH.left)).toBe(
      'open',
    )
    expect(relax(lanes, createPruner(lanes), linear, () => 0)).toBe('open')
  })
})

describe('plan, with the relaxation', { timeout: 60_000 }, () => {
  it('refuses what search leaves open after two seconds', () => {
    const sample = randomPool(1, { vehicles: 60, orders: 400, use: 0.95, pinnedShare: 0.3 })
    const answer = plan(sample.pool, randomRequest(23, sample), { ...countedClock({ giveUpAfter: 20_000 }), linear })
    expect(answer).toMatchObject({ kind: 'no', reason: { kind: 'split' } })
  })

  it.each([0, 0.1, 0.3])('says the same as search where that decides: %f pinned', (pinnedShare) => {
    const said = { fits: 0, no: 0, undecided: 0 }
    for (let seed = 1; seed <= 6; seed++) {
      const sample = randomPool(seed, { vehicles: 20, orders: 120, use: 0.95, pinnedShare })
      for (let k = 1; k <= 40; k++) {
        const request = randomRequest(k, sample)
        const limits = { giveUpAfter: 400, improveFor: 0 }
        const search = plan(sample.pool, request, countedClock(limits))
        if (search.kind === 'no' && search.reason.kind === 'peak') continue
        const answer = plan(sample.pool, request, { ...countedClock({ ...limits, giveUpAfter: 20_000 }), linear })
        said[answer.kind]++
        if (search.kind !== 'undecided') expect(answer.kind, `pool ${seed}, request ${k}`).toBe(search.kind)
      }
    }
    expect(said.undecided).toBe(0)
    expect(said.fits).toBeGreaterThan(3)
  })
})
