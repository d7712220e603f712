import { exclusiveKinds, occupancyKind } from '../inventory/occupancy-codes.ts'
import { isSoft, overlaps, spanOf } from './board.ts'
import type { Interval, Move, Occupancy, Pool, Search } from './pool.ts'
import { repack } from './repack.ts'

/** Effects of a new block on one vehicle. */
export interface Blocked {
  /** Orders that move to other vehicles. */
  readonly moves: readonly Move[]
  /** The customer has the vehicle at that time. */
  readonly rented: readonly Occupancy[]
  /** Other tickets of the vehicle at that time. */
  readonly tickets: readonly Occupancy[]
  /** Orders on the vehicle at that time that staff pinned to it. */
  readonly pinned: readonly Occupancy[]
  /** Orders on the vehicle at that time for which there is no other. */
  readonly harmed: readonly Occupancy[]
}

/**
 * Puts a block on one vehicle and moves the orders there to other vehicles, with as few moves as possible. For a
 * stop, orders without another vehicle stay, and pinned orders always stay; a ticket takes the vehicle away, so
 * that every order is moved or harmed. null while the assignment of an order is still being solved.
 */
export function block(pool: Pool, row: Occupancy, search: Search): Blocked | null {
  const others = pool.occupancies.filter((other) => other.refId !== row.refId)
  const taken = spanOf(row, pool)
  const there = others.filter((other) => other.vehicleId === row.vehicleId && overlaps(spanOf(other, pool), taken))
  const orders = there.filter(({ kind, onRent, returned }) => kind === occupancyKind.order && !onRent && !returned)
  const pinned = orders.filter((order) => order.pinned)
  const gives = !isSoft(row)
  const laid = others
    // The rest of a turnaround is cancelled by a ticket.
    .filter((other) => !(gives && other.returned && there.includes(other)))
    .map((other) => (gives && pinned.includes(other) ? { ...other, pinned: false, movable: true } : other))
  const packed = repack({ ...pool, occupancies: [...laid, row] }, search)
  if (packed === null) return null
  const moved = new Set(packed.moves.map(({ refId }) => refId))
  return {
    moves: packed.moves,
    rented: there.filter(({ onRent }) => onRent),
    tickets: there.filter(
      ({ kind }) => kind !== occupancyKind.order && (exclusiveKinds as readonly number[]).includes(kind),
    ),
    pinned,
    harmed: orders.filter(({ refId }) => !moved.has(refId)),
  }
}

/** Limit of start times that are tried for a postponed block. */
const MOST_TRIES = 10

/**
 * The first time range after the start of a block, of the same length, in which all orders of the vehicle can be
 * moved. null when none is found within the limit, or while the assignment of an order is still being solved.
 */
export function postponedRange(
  pool: Pool,
  row: Occupancy & { readonly to: number },
  search: Search,
): (Interval & { readonly to: number }) | null {
  let { from } = row
  for (let tries = 0; tries < MOST_TRIES && Number.isFinite(from); tries++) {
    const time = { from, to: from + row.to - row.from }
    const blocked = block(pool, { ...row, ...time }, search)
    if (blocked === null) return null
    const { rented, tickets, pinned, harmed } = blocked
    const against = [...rented, ...tickets, ...pinned, ...harmed]
    if (against.length === 0) return time
    from = Math.min(...against.map((other) => spanOf(other, pool).to))
  }
  return null
}
