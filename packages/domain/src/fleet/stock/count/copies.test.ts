import { expect, it } from 'vitest'
import { DAY } from '../../../time.ts'
import { occupancyKind } from '../../inventory/occupancy-codes.ts'
import { layOut, stayOf } from '../board.ts'
import type { Occupancy, Pool, Request } from '../pool.ts'
import { setAside } from '../repack.ts'
import { solve } from '../search/solve.ts'
import { block, order, patient } from '../testing/pool.ts'
import { randomPool, randomRequest } from '../testing/sample.ts'
import { copies } from './copies.ts'
import { smallestSpare } from './count.ts'

/** Number of compared pools and rentals; COPIES_PAIRS=10000 runs the long test. */
const PAIRS = Number(process.env.COPIES_PAIRS ?? 400)
const STAYS = 10

/** Tries every number from the largest down, each with the full search over the whole pool. */
function exhaustively(pool: Pool, request: Request, most: number): number {
  const item = { row: null, ...stayOf(request), home: -1 }
  const aside = setAside(pool, request.refId, patient)!
  for (let n = most; n > 0; n--) {
    const board = layOut(pool, { ...aside, without: request.refId, wanted: Array.from({ length: n }, () => item) })
    if (solve(board, { ...patient, improveFor: 0 }).kind === 'plan') return n
  }
  return 0
}

/** A random pool like a store's: various sizes and use, some orders pinned, a few without end or without a car. */
function poolOf(seed: number) {
  const sample = randomPool(seed, {
    vehicles: 4 + (seed % 9),
    orders: 12 + (seed % 31),
    use: 0.4 + ((seed * 7) % 12) / 20,
    pinnedShare: [0, 0.05, 0.2][seed % 3]!,
  })
  const { pool, now } = sample
  const rows = pool.occupancies.map((row, i): Occupancy => (seed % 4 === 1 && i === 5 ? { ...row, leaves: true } : row))
  // like real documents: they expire, most of them long after all bookings
  const papers = pool.vehicles.map((id, i) => {
    const days = (seed + i) % 3 === 0 ? 5 + i : 200 + i
    return block(occupancyKind.documentExpired, id, now + days * DAY, null)
  })
  const expiring = papers.filter(
    ({ from, vehicleId }) => !rows.some((row) => row.vehicleId === vehicleId && row.to! > from),
  )
  const waiting = seed % 7 === 2 ? [order('waits', null, now + DAY, now + 3 * DAY)] : []
  return { ...sample, pool: { ...pool, occupancies: [...rows, ...expiring, ...waiting] } }
}

it('equals the result of trying every number', { timeout: 600_000 }, () => {
  const seen = { spare: 0, less: 0 }
  for (let pair = 0; pair < PAIRS; pair++) {
    const sample = poolOf(1 + Math.floor(pair / STAYS))
    const refId = pair % 6 === 3 ? sample.pool.occupancies[pair % sample.pool.occupancies.length]?.refId : undefined
    const request = { ...randomRequest(pair, sample), refId, leaves: pair % 4 === 1 }
    const { spare } = smallestSpare(sample.pool, request, { without: refId })
    const most = Math.max(0, spare)
    const expected = exhaustively(sample.pool, request, most)
    expect(copies(sample.pool, request, spare, patient).count, `pair ${pair}`).toBe(expected)
    if (most > 0) seen[expected < most ? 'less' : 'spare']++
  }
  expect(Math.min(seen.spare, seen.less)).toBeGreaterThan(PAIRS / 40)
})
