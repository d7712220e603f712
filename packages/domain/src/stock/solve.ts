import { toVehicles } from './assign.ts'
import type { Board, Span } from './board.ts'
import { fewestMoves } from './chain.ts'
import { eject } from './eject.ts'
import { exhaust } from './exhaust.ts'
import { toLanes } from './lane.ts'
import type { Search } from './pool.ts'
import { createPruner } from './prune.ts'

/** `plan`: the vehicle of each board item, every one placed. `peak` at the moment when too many vehicles are needed. */
export type Solution =
  | { readonly kind: 'plan'; readonly at: readonly number[] }
  | { readonly kind: 'no'; readonly peak: number | null }
  | { readonly kind: 'undecided' }

const GIVE_UP_AFTER = 2000
/** Chains longer than this cost more than they are worth: other plans with about as few moves are found sooner. */
const MOST_MOVES = 4
const CHAIN_EFFORT = 3000
const NEAR_EFFORT = 300

/**
 * Places every item that wants a place, moving the others where needed. Exact and complete: `no` is a proof, a plan
 * is one by construction, and only the clock leaves something undecided.
 *
 * 1. The peak refuses at once what is plainly too much.
 * 2. Chains of moves find the plan that disturbs fewest; failing that, ejection among single windows finds one near
 *    the live plan.
 * 3. At each moment the orders out need different windows: what that rules out is struck, or it refuses. In a single
 *    lane (nothing pinned or blocked ahead) this is the whole truth.
 * 4. Otherwise ejection among lanes looks for a plan and complete search for a proof, in turns of growing length.
 */
export function solve(board: Board, search: Search): Solution {
  const expired = () => expiresIn(search) <= 0
  if (!board.at.includes(-1)) return { kind: 'plan', at: board.at }

  const peak = overfull(board)
  if (peak !== null) return { kind: 'no', peak }
  const lanes = toLanes(board)
  if (lanes.domain.some((domain) => domain.length === 0)) return { kind: 'no', peak: null }

  const chained = fewestMoves(board, MOST_MOVES, CHAIN_EFFORT)
  if (chained) return { kind: 'plan', at: chained }
  const windows = toLanes(board, true)
  const near = eject(windows, windows.domain, 1, NEAR_EFFORT, expired)
  if (near) return { kind: 'plan', at: toVehicles(board, windows, near) }

  const pruner = createPruner(lanes)
  if (pruner.settle() >= 0) return { kind: 'no', peak: null }
  if (lanes.lanes === 1) return { kind: 'plan', at: toVehicles(board, lanes, new Int16Array(lanes.items.length)) }
  const domain = lanes.items.map((_, i) => pruner.lanesOf(i))
  const weights = new Float64Array(lanes.items.length).fill(1)
  for (let turn = 0; !expired(); turn++) {
    const found = eject(lanes, domain, turn + 1, 2000 * 4 ** Math.min(turn, 8), expired)
    if (found) return { kind: 'plan', at: toVehicles(board, lanes, found) }
    const proof = exhaust(lanes, pruner, weights, 20 * 2 ** Math.min(turn, 30), expired)
    if (proof === 'none') return { kind: 'no', peak: null }
    if (proof !== 'open') return { kind: 'plan', at: toVehicles(board, lanes, proof) }
  }
  return { kind: 'undecided' }
}

/** Milliseconds left to look. */
export const expiresIn = (search: Search): number => (search.giveUpAfter ?? GIVE_UP_AFTER) - search.elapsed()

/** The first moment at which orders and fixed things together need more vehicles than there are, or null. */
function overfull(board: Board): number | null {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  board.items.forEach((item, i) => {
    if (board.at[i] !== -1) return
    from = Math.min(from, item.from)
    to = Math.max(to, item.to)
  })
  const starts: number[] = []
  const ends: number[] = []
  const count = (span: Span) => {
    if (span.from >= to || span.to <= from) return
    starts.push(Math.max(span.from, from))
    ends.push(span.to)
  }
  for (const spans of board.fixed) spans.forEach(count)
  board.items.forEach(count)
  starts.sort((a, b) => a - b)
  ends.sort((a, b) => a - b)
  let over = 0
  for (const [k, start] of starts.entries()) {
    while (ends[over]! <= start) over++
    if (k + 1 - over > board.vehicles.length) return start
  }
  return null
}
