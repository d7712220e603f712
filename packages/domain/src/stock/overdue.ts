import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { overlaps } from './board.ts'
import { plan } from './plan.ts'
import type { Move, Occupancy, Pool, Search } from './pool.ts'
import { repack } from './repack.ts'

export interface Rolled {
  /** New end of the overdue row. */
  readonly to: number
  /** Later orders that get other vehicles. */
  readonly moves: readonly Move[]
  /** Orders and tickets that still wait for this vehicle and cannot be served elsewhere: a conflict for a person. */
  readonly hit: readonly Occupancy[]
}

/**
 * A car that is not back keeps its place until `until` (now + hold + turnaround, so later with every run): later orders
 * move away, even inside the lock window, since their car is impossible. What cannot move stays, and the row ends where
 * it begins, because two orders never stand on one vehicle at once; as far up to it as the others can give way.
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
 * A car that is moved arrives later than the pool expects it: what is planned on it there goes to other cars. What cannot move
 * stays, and the car's own row ends where it begins.
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
 * The pool for giving an order that stands another car: a car that is late is taken until `until`, or as far as nobody else
 * waits for it, so that neither the order nor one that makes room for it is put there. What is to be sold counts with the
 * car after the hold of {@link rollOverdue}. Nobody knows when a late car comes, so giving it to the next customer would only
 * make that customer late too.
 * @param without order that asks: that it waits for the car itself does not matter
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
