import { occupancyKind } from '../inventory/occupancy-codes.ts'
import {
  arrivalOf,
  type Item,
  isAgainst,
  isHeld,
  isSoft,
  layOut,
  movesOf,
  type Question,
  type Span,
  spanOf,
  stayOf,
  vehiclesOf,
} from './board.ts'
import type { Occupancy, Plan, Pool, Request, Search, Unlock } from './pool.ts'
import { setAside } from './repack.ts'
import { expiresIn, isServable, solve } from './search/solve.ts'

/**
 * Whether one more interval gets a vehicle, and the plan with which every order has one. Exact: "no" is a proof,
 * and only the time limit leaves it undecided. Orders that cannot be served even without the request (a broken car,
 * a stop over a whole pool) are ignored, so that one of them does not block the pool for all others.
 */
export function plan(pool: Pool, request: Request, search: Search): Plan {
  const { refId: without, vehicleId } = request
  const span = stayOf(request)
  if (vehicleId !== undefined) {
    const blockers = onVehicle(pool, request).filter((row) => isInTheWay(row, request))
    if (blockers.length > 0 || !isPresent(pool, vehicleId, span))
      return { kind: 'no', reason: { kind: 'taken', blockers }, unlock: [] }
  }
  const aside = setAside(pool, without, search)
  // without time it was not checked whether those could be served after all
  if (aside === null || (aside.staying.size + aside.dropped.size > 0 && expiresIn(search) <= 0))
    return { kind: 'undecided' }
  const kept = onVehicle(pool, request).filter((row) => aside.staying.has(row) || aside.dropped.has(row))
  if (kept.length > 0) return { kind: 'no', reason: { kind: 'taken', blockers: kept }, unlock: [] }
  const question: Question = {
    ...aside,
    without,
    ...(vehicleId === undefined
      ? { wanted: [itemOf(pool, request)] }
      : { mandatory: { ...span, vehicleId, forces: request.forces ?? false } }),
  }
  const board = layOut(pool, question)
  const solution = solve(board, search)
  if (solution.kind === 'undecided') return { kind: 'undecided' }
  if (solution.kind === 'plan') {
    // the request, if it is an item, is the last one
    const own = vehicleId ?? board.vehicles[solution.at.at(-1)!]!
    const fits = { kind: 'fits', vehicleId: own, moves: movesOf(board, solution.at) } as const
    return solution.limited ? { ...fits, limited: true } : fits
  }
  if (vehicleId !== undefined)
    return { kind: 'no', reason: { kind: 'taken', blockers: onVehicle(pool, request) }, unlock: [] }
  if (solution.peak !== null) return { kind: 'no', reason: { kind: 'peak', at: solution.peak }, unlock: [] }
  return { kind: 'no', reason: { kind: 'split' }, unlock: unlocks(pool, question, span, search) }
}

/** Whether {@link plan} has a vehicle for the request; false also while it is undecided. */
export const feasible = (pool: Pool, request: Request, search: Search): boolean =>
  plan(pool, request, { ...search, improveFor: 0 }).kind === 'fits'

/**
 * The latest possible end of a request for one vehicle, when `to` is longer than possible: the other orders are
 * moved as far as they can. null when not even the start is possible. The answer is the start of some other row, so
 * that subtracting the turnaround gives the latest return time.
 */
export function latestEnd(
  pool: Pool,
  request: Request & { readonly vehicleId: string },
  search: Search,
): number | null {
  const ends = [...new Set(pool.occupancies.map((row) => row.from))]
    .filter((from) => from > request.from && (request.to === null || from < request.to))
    .sort((a, b) => a - b)
  let low = -1
  for (let high = ends.length; high - low > 1; ) {
    const middle = (low + high) >> 1
    if (feasible(pool, { ...request, to: ends[middle]!, leaves: false }, search)) low = middle
    else high = middle
  }
  return low < 0 ? null : ends[low]!
}

/** Rows that cannot be moved off the requested vehicle. An overdue or broken car displaces even orders in their lock window. */
function isInTheWay(row: Occupancy, request: Request): boolean {
  if (isSoft(row)) return !request.forces
  if (row.movable) return false
  return !(request.forces && isHeld(row))
}

/** The vehicle belongs to the pool and has arrived by then. */
const isPresent = (pool: Pool, vehicleId: string, span: Span): boolean =>
  vehiclesOf(pool).includes(vehicleId) && (arrivalOf(pool, vehicleId) ?? Number.NEGATIVE_INFINITY) <= span.from

/** Rows of other orders on the requested vehicle during the request. */
const onVehicle = (pool: Pool, request: Request): Occupancy[] =>
  pool.occupancies.filter(
    (row) =>
      row.vehicleId === request.vehicleId && row.refId !== request.refId && isAgainst(row, pool, stayOf(request)),
  )

const itemOf = (pool: Pool, request: Request): Item => ({
  row: null,
  ...stayOf(request),
  home: request.prefer === undefined ? -1 : vehiclesOf(pool).indexOf(request.prefer),
})

/** Time limit for finding hints, ms, because a hint must not delay the answer. */
const HINT_MS = 60
const MOST_HINTS = 3

/**
 * Pinned orders, and those in their lock window, any one of which would free a vehicle if it could move; nearest to
 * the requested time first. For "订单A、B已锁定车辆，解锁其一即可排".
 */
function unlocks(pool: Pool, question: Question, span: Span, search: Search): Unlock[] {
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
