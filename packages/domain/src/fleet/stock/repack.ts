import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { type Board, layOut, movesOf, overlaps, type Question, spanOf } from './board.ts'
import type { Move, Occupancy, Pool, Request, Search } from './pool.ts'
import { expiresIn, isServable, solve } from './search/solve.ts'

/**
 * Orders for which no vehicle can be found. `staying` keep their vehicle although it is stopped or its documents are
 * invalid; `dropped` have no vehicle.
 */
export type Aside = Required<Pick<Question, 'staying' | 'dropped'>>

const openRows = (board: Board): Occupancy[] =>
  board.items.flatMap(({ row }, i) => (row !== null && board.at[i] === -1 ? [row] : []))

/**
 * Orders that cannot be served in the present pool (usually none): a small set, found one after the other. null
 * while the assignment of an order is still being solved and nothing is known before that.
 */
export const setAside = (pool: Pool, without: string | undefined, search: Search): Aside | null =>
  asideOf(pool, layOut(pool, { without }), without, search)

/** The board of the present pool without what {@link setAside} leaves out; null like there. */
export function layAside(
  pool: Pool,
  { refId: without, leaves }: Pick<Request, 'refId' | 'leaves'>,
  search: Search,
): Board | null {
  const board = layOut(pool, { without, leaves })
  const aside = asideOf(pool, board, without, search)
  if (aside === null) return null
  return aside.staying.size + aside.dropped.size === 0 ? board : layOut(pool, { ...aside, without, leaves })
}

function asideOf(pool: Pool, board: Board, without: string | undefined, search: Search): Aside | null {
  const open = openRows(board)
  const aside = { staying: new Set<Occupancy>(), dropped: new Set<Occupancy>() }
  if (open.length === 0) return aside
  // most of the time is reserved for the request itself
  const limited = (): Search => ({ ...search, giveUpAfter: search.elapsed() + expiresIn(search) / 4 })
  const servable = isServable(board, limited())
  if (servable === true) return aside
  if (servable === null && open.some((row) => row.kind === occupancyKind.placing)) return null
  for (const row of open) (canStay(pool, row) ? aside.staying : aside.dropped).add(row)
  if (servable === null) return aside
  const size = () => aside.staying.size + aside.dropped.size
  // An order that gets another vehicle leaves its own to those that were tried before.
  for (let before = Number.POSITIVE_INFINITY; size() > 0 && size() < before; ) {
    before = size()
    for (const row of open) {
      const list = aside.staying.has(row) ? aside.staying : aside.dropped
      if (list.delete(row) && isServable(layOut(pool, { without, ...aside }), limited()) !== true) list.add(row)
    }
  }
  return aside
}

/** Only a stop or an expired document overlaps it on its own vehicle. */
function canStay(pool: Pool, row: Occupancy): boolean {
  const span = spanOf(row, pool)
  return (
    row.vehicleId !== null &&
    pool.vehicles.includes(row.vehicleId) &&
    !pool.occupancies.some(
      (other) =>
        other !== row &&
        other.vehicleId === row.vehicleId &&
        other.kind !== occupancyKind.stop &&
        other.kind !== occupancyKind.documentExpired &&
        overlaps(spanOf(other, pool), span),
    )
  )
}

export interface Repacked {
  readonly moves: readonly Move[]
  /** Orders without a vehicle, or with one whose documents are invalid: staff have to resolve each. */
  readonly unserved: readonly Occupancy[]
}

/**
 * Assigns vehicles to orders whose own became unavailable (broken, gone, stopped, expired documents, overdue order
 * before), with as few moves of others as possible. The pool is passed in its new state: a lost vehicle removed, a
 * new block added. null while the assignment of an order is still being solved.
 */
export function repack(pool: Pool, search: Search): Repacked | null {
  const aside = setAside(pool, undefined, search)
  if (aside === null) return null
  const board = layOut(pool, aside)
  const solution = solve(board, search)
  if (solution.kind === 'plan')
    return { moves: movesOf(board, solution.at), unserved: [...aside.staying, ...aside.dropped] }
  return { moves: [], unserved: openRows(layOut(pool)) }
}
