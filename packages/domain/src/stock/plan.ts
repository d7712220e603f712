import { occupancyKind } from '../vehicle/occupancy-codes.ts'
import { type Board, type Item, isHeld, isSoft, layOut, overlaps, type Question, spanOf, vehiclesOf } from './board.ts'
import type { Move, Occupancy, Plan, Pool, Request, Search, Unlock } from './pool.ts'
import { solve } from './solve.ts'

/** Looking for what would make room is a hint, not an answer: it takes no longer than this, in milliseconds. */
const HINT_MS = 150
const MOST_HINTS = 3

/**
 * Whether one more stay has a vehicle, and the plan with which every order keeps one: exact and complete, so a "no" is
 * a proof. Orders that have no vehicle already, or stand under a stop that no plan avoids, are left as they are and do not
 * make everything impossible.
 */
export function plan(pool: Pool, request: Request, search: Search): Plan {
  const asked = questionOf(pool, request)
  if (asked.kind === 'taken') return { kind: 'no', reason: asked, unlock: [] }
  const question = { ...asked.question, ...hopeless(pool, request, search) }
  const board = layOut(pool, question)
  const solution = solve(board, search)
  if (solution.kind === 'undecided') return { kind: 'undecided' }
  if (solution.kind === 'no') {
    const blockers = request.vehicleId === undefined ? [] : onVehicle(pool, request)
    if (blockers.length > 0) return { kind: 'no', reason: { kind: 'taken', blockers }, unlock: [] }
    return {
      kind: 'no',
      reason: solution.peak === null ? { kind: 'split' } : { kind: 'peak', at: solution.peak },
      unlock: unlocks(pool, question, search),
    }
  }
  const own = request.vehicleId ?? board.vehicles[solution.at[solution.at.length - 1]!]!
  return { kind: 'fits', vehicleId: own, moves: movesOf(board, solution.at) }
}

/**
 * The largest number of copies of a stay that all find a vehicle, at most `most`; what is undecided does not count.
 */
export function copies(pool: Pool, request: Request, most: number, search: Search): number {
  const left = hopeless(pool, request, search)
  for (let n = most; n > 0; n--) {
    const wanted = Array.from({ length: n }, () => itemOf(pool, request))
    if (solve(layOut(pool, { ...left, without: request.refId, wanted }), search).kind === 'plan') return n
  }
  return 0
}

type Asked =
  | { readonly kind: 'open'; readonly question: Question }
  | { readonly kind: 'taken'; readonly blockers: Occupancy[] }

function questionOf(pool: Pool, request: Request): Asked {
  const { refId: without, vehicleId } = request
  if (vehicleId === undefined) return { kind: 'open', question: { without, wanted: [itemOf(pool, request)] } }
  const blockers = onVehicle(pool, request).filter((row) => isInTheWay(row, request))
  if (blockers.length > 0 || !vehiclesOf(pool).includes(vehicleId)) return { kind: 'taken', blockers }
  const mandatory = { ...itemOf(pool, request), vehicleId, forces: request.forces ?? false }
  return { kind: 'open', question: { without, mandatory } }
}

/** What may not move off the vehicle asked for. An overdue or broken car displaces even orders in their lock window. */
function isInTheWay(row: Occupancy, request: Request): boolean {
  if (isSoft(row)) return !request.forces
  if (row.movable) return false
  return !(request.forces && isHeld(row))
}

const onVehicle = (pool: Pool, request: Request): Occupancy[] =>
  pool.occupancies.filter(
    (row) =>
      row.vehicleId === request.vehicleId &&
      row.refId !== request.refId &&
      overlaps(spanOf(row, pool), itemOf(pool, request)),
  )

const itemOf = (pool: Pool, request: Request): Item => ({
  row: null,
  from: request.from,
  to: request.to === null || request.leaves ? Number.POSITIVE_INFINITY : request.to,
  home: request.prefer === undefined ? -1 : vehiclesOf(pool).indexOf(request.prefer),
})

/** Orders that cannot be served already, without the request: under a stop they stay, without a vehicle they wait. */
function hopeless(pool: Pool, request: Request, search: Search): Pick<Question, 'staying' | 'dropped'> {
  const staying = new Set<Occupancy>()
  const dropped = new Set<Occupancy>()
  for (;;) {
    const board = layOut(pool, { without: request.refId, staying, dropped })
    const open = board.items.filter((item, i) => board.at[i] === -1 && item.row !== null)
    if (open.length === 0 || solve(board, search).kind !== 'no') return { staying, dropped }
    for (const { row } of open) (row!.vehicleId === null ? dropped : staying).add(row!)
    // An order that stays may still clash with a pinned one: then it is left aside.
    if (
      open.every(({ row }) => staying.has(row!)) &&
      layOut(pool, { without: request.refId, staying, dropped }).at.includes(-1)
    )
      for (const { row } of open) dropped.add(row!)
  }
}

function movesOf(board: Board, at: readonly number[]): Move[] {
  return board.items.flatMap((item, i): Move[] => {
    const { row } = item
    if (row === null) return []
    const to = board.vehicles[at[i]!]!
    return to === row.vehicleId ? [] : [{ refId: row.refId, kind: row.kind, from: row.vehicleId, to }]
  })
}

/** Pinned orders, and those in their lock window, any one of which would make room if it could move. */
function unlocks(pool: Pool, question: Question, search: Search): Unlock[] {
  const started = search.elapsed()
  const found: Unlock[] = []
  for (const row of pool.occupancies) {
    if (found.length >= MOST_HINTS || search.elapsed() - started > HINT_MS) break
    if (row.kind !== occupancyKind.order || row.onRent || row.movable || row.vehicleId === null) continue
    const giveUpAfter = search.elapsed() + HINT_MS / 4
    const board = layOut(pool, { ...question, loose: new Set([row.refId]) })
    if (solve(board, { elapsed: search.elapsed, giveUpAfter }).kind === 'plan')
      found.push({ refId: row.refId, vehicleId: row.vehicleId, by: row.pinned ? 'pin' : 'window' })
  }
  return found
}
