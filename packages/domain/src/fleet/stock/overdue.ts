import type { Instant } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { overlaps } from './board.ts'
import { plan } from './plan.ts'
import type { Move, Occupancy, Pool, Search, VehicleId } from './pool.ts'
import { repack } from './repack.ts'

export interface Rolled {
  /** New end of the overdue row. */
  readonly to: number
  /** Later orders that get other vehicles. */
  readonly moves: readonly Move[]
  /** Orders and tickets that still need this vehicle and cannot be served elsewhere: staff have to resolve the conflict. */
  readonly hit: readonly Occupancy[]
}

/**
 * Extends an overdue car until `until` (now + extension + turnaround, so that it is later with every run): later
 * orders move away, even inside the lock window, because their car is not available. An order that cannot move
 * stays, and the row ends where it begins, because two orders never overlap on one vehicle; it is extended as far
 * as the others can be moved.
 */
export function rollOverdue(
  pool: Pool,
  row: Occupancy & { readonly to: number },
  until: number,
  search: Search,
): Rolled {
  if (until <= row.to || row.leaves || row.vehicleId === null)
    return { to: Math.max(row.to, until), moves: [], hit: [] }
  const late = { from: row.to, to: until }
  const next = pool.occupancies
    .filter((other) => other.vehicleId === row.vehicleId && other.refId !== row.refId)
    .filter((other) => other.kind !== occupancyKind.stop && other.kind !== occupancyKind.documentExpired)
    .filter((other) => overlaps({ from: other.from, to: other.to ?? Number.POSITIVE_INFINITY }, late))
    .sort((a, b) => a.from - b.from)
  for (let reached = next.length; reached > 0; reached--) {
    const to = next[reached]?.from ?? until
    const request = { refId: row.refId, vehicleId: row.vehicleId, from: row.from, to, forces: true }
    const answer = plan(pool, request, search)
    if (answer.kind === 'fits') return { to, moves: answer.moves, hit: next.slice(reached) }
  }
  return { to: Math.min(until, Math.max(row.to, next[0]?.from ?? until)), moves: [], hit: next }
}

/**
 * A car in a relocation arrives later than planned: orders on it at the new store move to other cars. An order that
 * cannot move stays, and the car's own row ends where it begins.
 */
export function rollArrival(
  pool: Pool,
  row: Pick<Occupancy, 'vehicleId'> & { readonly to: number },
  until: number,
  search: Search,
): Rolled {
  const deltas = pool.deltas.map((delta) =>
    delta.change === 1 && delta.vehicleId === row.vehicleId ? { ...delta, at: until } : delta,
  )
  const answer = repack({ ...pool, deltas }, search) ?? { moves: [], unserved: pool.occupancies }
  const hit = answer.unserved.filter((other) => other.vehicleId === row.vehicleId && other.from < until)
  const to = Math.max(row.to, Math.min(until, ...hit.map((other) => other.from)))
  return { to, moves: answer.moves, hit }
}

/**
 * The orders that move when a vehicle arrives at `at` instead of as planned; null where one that waits for it would be left without a vehicle,
 * or while the assignment of an order is still being solved.
 */
export function movesForArrival(pool: Pool, vehicleId: VehicleId, at: Instant, search: Search): readonly Move[] | null {
  const deltas = pool.deltas.map((delta) =>
    delta.change === 1 && delta.vehicleId === vehicleId ? { ...delta, at } : delta,
  )
  const answer = repack({ ...pool, deltas }, search)
  if (answer === null || answer.unserved.some((row) => row.vehicleId === vehicleId && row.from < at)) return null
  return answer.moves
}

/**
 * The latest arrival of a vehicle before `to` for which {@link movesForArrival} has moves; null when there is none. Orders that stand on
 * other vehicles count too, because they may be exchanged for those that wait for this one: what is possible changes where any row begins.
 */
export function latestArrival(pool: Pool, vehicleId: VehicleId, to: Instant, search: Search): Instant | null {
  const starts = [...new Set(pool.occupancies.map(({ from }) => from))]
    .filter((from) => from < to)
    .sort((a, b) => a - b)
  let low = -1
  for (let high = starts.length; high - low > 1; ) {
    const middle = (low + high) >> 1
    if (movesForArrival(pool, vehicleId, starts[middle]!, search) === null) high = middle
    else low = middle
  }
  return low < 0 ? null : starts[low]!
}

/**
 * The pool for assigning another car to an existing order: an overdue car is blocked until `until`, or as far as no
 * other order needs it, so that neither this order nor one that is moved for it gets that car. New sales count with
 * the car after the extension of {@link rollOverdue}.
 * @param without the requesting order, whose own claim to the car is ignored
 */
export function distrustLate(pool: Pool, until: number, without: string | undefined): Pool {
  if (!pool.occupancies.some((row) => row.late)) return pool
  const nextOn = (row: Occupancy): number =>
    pool.occupancies
      .filter((other) => other.vehicleId === row.vehicleId && other.refId !== row.refId && other.refId !== without)
      .filter((other) => other.from > row.from)
      .reduce((first, other) => Math.min(first, other.from), until)
  return {
    ...pool,
    occupancies: pool.occupancies.map((row) =>
      row.late && row.to !== null ? { ...row, to: Math.max(row.to, nextOn(row)) } : row,
    ),
  }
}
