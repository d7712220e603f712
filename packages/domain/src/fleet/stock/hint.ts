import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { isHeld, layOut, type Question, type Span, spanOf } from './board.ts'
import type { Occupancy, Pool, Search, Unlock } from './pool.ts'
import { expiresIn, isServable } from './search/solve.ts'

/** Time limit for finding hints, ms, because a hint must not delay the answer. */
const HINT_MS = 60
const MOST_HINTS = 3

/**
 * Pinned orders, and those in their lock window, any one of which would free a vehicle if it could move; nearest to
 * the requested time first. For "订单A、B已锁定车辆，解锁其一即可排".
 */
export function unlocks(pool: Pool, question: Question, span: Span, search: Search): Unlock[] {
  const until = search.elapsed() + Math.min(HINT_MS, expiresIn(search))
  const distance = (row: Occupancy): number => {
    const own = spanOf(row, pool)
    return Math.max(0, own.from - span.to, span.from - own.to)
  }
  const locked = pool.occupancies
    .filter((row) => row.kind === occupancyKind.order && !row.onRent && !row.returned && (row.pinned || isHeld(row)))
    .filter((row) => row.vehicleId !== null && row.refId !== question.without)
    .sort((a, b) => distance(a) - distance(b))
  const found: Unlock[] = []
  for (const row of locked) {
    if (found.length === MOST_HINTS || search.elapsed() >= until) break
    const board = layOut(pool, { ...question, loose: new Set([row.refId]) })
    const giveUpAfter = Math.min(until, search.elapsed() + HINT_MS / 3)
    if (isServable(board, { elapsed: search.elapsed, giveUpAfter }))
      found.push({ refId: row.refId, vehicleId: row.vehicleId!, by: row.pinned ? 'pin' : 'window' })
  }
  return found
}
