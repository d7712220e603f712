import { toVehicles } from '../assign.ts'
import { type Board, merge, type Span, type Stay } from '../board.ts'
import type { Search } from '../pool.ts'
import { fewestMoves } from './chain.ts'
import { eject } from './eject.ts'
import { exhaust } from './exhaust.ts'
import { expiresIn, improve, MOST_MOVES } from './improve.ts'
import { type Lanes, toLanes } from './lane.ts'
import { createNegotiation, WAYS } from './negotiate.ts'
import { createPruner } from './prune.ts'
import { relax } from './relax.ts'

export { expiresIn } from './improve.ts'

/**
 * `plan`: the vehicle of each board item, all placed; `limited`: it moves more than a few orders, and the search
 * for fewer moves reached its limit. `peak`: the moment when too many vehicles are needed.
 */
export type Solution =
  | { readonly kind: 'plan'; readonly at: readonly number[]; readonly limited: boolean }
  | { readonly kind: 'no'; readonly peak: number | null }
  | { readonly kind: 'undecided' }

const CHAIN_EFFORT = 3000
const NEAR_EFFORT = 300
const EJECT_EFFORT = 3000
/** Rounds of each turn of negotiation; the complete search beside it starts with this number of tries, and gets more in each turn. */
const ROUNDS = 5000
const SEARCH_EFFORT = 100
const SEARCH_GROWTH = 1.2
/** Up to this number of orders, the search alone decides faster than ejection gives up. */
const FEW = 24

/**
 * Places every item without a vehicle, moving others where needed. Exact and complete: `no` is a proof, a plan is valid
 * by construction, and only the time limit leaves something undecided.
 *
 * 1. The peak refuses what is obviously too much.
 * 2. Chains of moves find the plan with the fewest; otherwise ejection among single windows finds one near the present
 *    plan.
 * 3. The lanes decide, see {@link decide}.
 * 4. A plan that moves more than a few orders is improved, see {@link improve}.
 */
export function solve(board: Board, search: Search): Solution {
  if (!board.at.includes(-1)) return { kind: 'plan', at: board.at, limited: false }
  const peak = peakOf(board)
  if (peak !== null) return { kind: 'no', peak }
  const lanes = toLanes(board)
  if (isHopeless(lanes)) return { kind: 'no', peak: null }

  const chained = fewestMoves(board, MOST_MOVES, CHAIN_EFFORT)
  if (chained) return { kind: 'plan', at: chained, limited: false }
  const windows = toLanes(board, true)
  const near = eject(windows, windows.domain, 1, NEAR_EFFORT, () => expiresIn(search) <= 0)
  if (near) return improve(board, toVehicles(board, windows, near), { lanes, windows }, search)

  const found = decide(lanes, search, false)
  if (found === 'none') return { kind: 'no', peak: null }
  if (found === 'open') return { kind: 'undecided' }
  return improve(board, toVehicles(board, lanes, found), { lanes, windows }, search)
}

/** Whether {@link solve} would find a plan with any number of moves; null: undecided. */
export function isServable(board: Board, search: Search): boolean | null {
  if (!board.at.includes(-1)) return true
  if (peakOf(board) !== null) return false
  const lanes = toLanes(board)
  if (isHopeless(lanes)) return false
  // random ejection finds a plan of many orders sooner than search does, but is no proof that a few have none
  const few = lanes.items.length <= FEW
  if (!few && lanes.lanes > 1 && eject(lanes, lanes.domain, 1, NEAR_EFFORT, () => false)) return true
  const found = decide(lanes, search, few)
  return found === 'open' ? null : found !== 'none'
}

const isHopeless = (lanes: Lanes): boolean => lanes.domain.some((domain) => domain.length === 0)

/**
 * The lane of each item, `'none'` as a proof, or `'open'`. At each moment the orders need different windows: what
 * that makes impossible is excluded, or it refuses; in a single lane (nothing pinned or blocked) this is already
 * exact. Otherwise ejection looks for a plan, and if it fails early the linear relaxation decides; without a
 * solver, negotiation looks for a plan and complete search for a proof, in turns. `glance`: a short search first.
 */
function decide(lanes: Lanes, search: Search, glance: boolean): ArrayLike<number> | 'none' | 'open' {
  const expired = () => expiresIn(search) <= 0
  const pruner = createPruner(lanes)
  if (pruner.settle() >= 0) return 'none'
  if (lanes.lanes === 1) return new Int16Array(lanes.items.length)
  const domain = lanes.items.map((_, i) => pruner.lanesOf(i))
  const weights = new Float64Array(lanes.items.length).fill(1)
  const seek = (turn: number) => exhaust(lanes, pruner, weights, SEARCH_EFFORT * SEARCH_GROWTH ** turn, expired)
  if (glance) {
    const soon = seek(0)
    if (soon !== 'open') return soon
  }
  const found = eject(lanes, domain, 1, EJECT_EFFORT, expired)
  if (found) return found
  if (search.linear) return relax(lanes, pruner, search.linear, () => expiresIn(search))
  // the search restarts with its learned weights, the negotiation continues with its prices
  const talks = WAYS.map((way) => createNegotiation(lanes, domain, way))
  for (let turn = 1; !expired(); turn++) {
    const proof = seek(turn)
    if (proof !== 'open') return proof
    for (const talk of talks) {
      const agreed = talk(ROUNDS, expired)
      if (agreed) return agreed
    }
  }
  return 'open'
}

/**
 * A moment at which orders and fixed ranges together need more vehicles than there are, or null: counted by the
 * time for which each car is needed with valid documents, and where cars leave also without regard to documents,
 * which may be expired by then.
 */
const peakOf = (board: Board): number | null =>
  overfull(board, true) ?? (board.items.some((item) => item.ends < item.to) ? overfull(board, false) : null)

/**
 * The first such moment. `present`: counts cars while they belong to the pool, with their documents; else
 * everything except documents.
 */
function overfull(board: Board, present: boolean): number | null {
  const spanOf = (item: Stay): Span => (present ? { from: item.from, to: item.ends } : item)
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  board.items.forEach((item, i) => {
    if (board.at[i] !== -1) return
    from = Math.min(from, item.from)
    to = Math.max(to, spanOf(item).to)
  })
  const starts: number[] = []
  const ends: number[] = []
  const count = (span: Span) => {
    if (span.from >= to || span.to <= from) return
    starts.push(Math.max(span.from, from))
    ends.push(span.to)
  }
  board.fixed.forEach((spans, v) => {
    const over = { from: board.until[v]!, to: Number.POSITIVE_INFINITY }
    for (const span of present && over.from < over.to ? merge([...spans, over]) : spans) count(span)
  })
  for (const item of board.items) count(spanOf(item))
  starts.sort((a, b) => a - b)
  ends.sort((a, b) => a - b)
  let over = 0
  for (const [k, start] of starts.entries()) {
    while (ends[over]! <= start) over++
    if (k + 1 - over > board.vehicles.length) return start
  }
  return null
}
