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
 * `plan`: the vehicle of each board item, every one placed; `limited`: more moves than few, and the search for fewer came to
 * its limit. `peak` at the moment when too many vehicles are needed.
 */
export type Solution =
  | { readonly kind: 'plan'; readonly at: readonly number[]; readonly limited: boolean }
  | { readonly kind: 'no'; readonly peak: number | null }
  | { readonly kind: 'undecided' }

const CHAIN_EFFORT = 3000
const NEAR_EFFORT = 300
const EJECT_EFFORT = 3000
/** Of each turn of negotiation; the complete search beside it has so many tries at first, and more in each turn. */
const ROUNDS = 5000
const SEARCH_EFFORT = 100
const SEARCH_GROWTH = 1.2
/** So many orders are decided by search alone in less time than ejection takes to give up. */
const FEW = 24

/**
 * Places every item that wants a place, moving the others where needed. Exact and complete: `no` is a proof, a plan
 * is one by construction, and only the clock leaves something undecided.
 *
 * 1. The peak refuses at once what is plainly too much.
 * 2. Chains of moves find the plan that disturbs fewest; failing that, ejection among single windows finds one near
 *    the live plan.
 * 3. The lanes decide, see {@link decide}.
 * 4. A plan that moves more than a few orders is bettered, see {@link improve}.
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

/** Whether {@link solve} would find a plan, without caring how many moves it takes; null: undecided. */
export function isServable(board: Board, search: Search): boolean | null {
  if (!board.at.includes(-1)) return true
  if (peakOf(board) !== null) return false
  const lanes = toLanes(board)
  if (isHopeless(lanes)) return false
  // chance finds a plan of many orders sooner than search does, but never says that a few have none
  const few = lanes.items.length <= FEW
  if (!few && lanes.lanes > 1 && eject(lanes, lanes.domain, 1, NEAR_EFFORT, () => false)) return true
  const found = decide(lanes, search, few)
  return found === 'open' ? null : found !== 'none'
}

const isHopeless = (lanes: Lanes): boolean => lanes.domain.some((domain) => domain.length === 0)

/**
 * The lane of each item, `'none'` as a proof, or `'open'`. At each moment the orders out need different windows: what
 * that rules out is struck, or it refuses; in a single lane (nothing pinned or blocked ahead) this is the whole truth.
 * Otherwise ejection looks for a plan, and if that is soon lost the linear relaxation decides; where nobody solves that,
 * negotiation looks for a plan and complete search for a proof, in turns. `glance`: all that after a short search.
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
  // the search starts over with what it learned about the knots, negotiation goes on with its prices
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
 * A moment at which orders and fixed things together need more vehicles than there are, or null: counted by what each car is
 * needed for, papers included, and where cars leave also by what is left of them, whose papers may be those that are over.
 */
const peakOf = (board: Board): number | null =>
  overfull(board, true) ?? (board.items.some((item) => item.ends < item.to) ? overfull(board, false) : null)

/** The first such moment. `present`: of cars while they are the pool's, with their papers; else of all but papers. */
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
