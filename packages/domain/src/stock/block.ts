import { exclusiveKinds, occupancyKind } from '../inventory/occupancy-codes.ts'
import { isSoft, overlaps, spanOf } from './board.ts'
import type { Interval, Move, Occupancy, Pool, Search } from './pool.ts'
import { repack } from './repack.ts'

/** What a new block on one vehicle does to its pool. */
export interface Blocked {
  /** Orders that go to other vehicles. */
  readonly moves: readonly Move[]
  /** The customer has the vehicle in that time. */
  readonly rented: readonly Occupancy[]
  /** Other work on the vehicle in that time. */
  readonly tickets: readonly Occupancy[]
  /** Orders on the vehicle in that time that somebody put there by hand. */
  readonly pinned: readonly Occupancy[]
  /** Orders on the vehicle in that time for which there is no other. */
  readonly harmed: readonly Occupancy[]
}

/**
 * Puts a block on one vehicle and gives the orders there other vehicles, moving as few as it can. Below a stop orders stay where
 * none is left for them, and those put there by hand stay anyway; a ticket takes the vehicle away, so that all of them move or
 * are harmed. Null when a hold is still being solved.
 */
export function block(pool: Pool, row: Occupancy, search: Search): Blocked | null {
  const others = pool.occupancies.filter((other) => other.refId !== row.refId)
  const taken = spanOf(row, pool)
  const there = others.filter((other) => other.vehicleId === row.vehicleId && overlaps(spanOf(other, pool), taken))
  const orders = there.filter(({ kind, onRent, returned }) => kind === occupancyKind.order && !onRent && !returned)
  const pinned = orders.filter((order) => order.pinned)
  const gives = !isSoft(row)
  const laid = others
    // What is left of a turnaround gives way to a ticket.
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

/** So many times are tried for a block that is put off. */
const MOST_TRIES = 10

/**
 * The first time from the begin of a block on, and as long as it, in which it takes the vehicle from nobody: orders there have others
 * to go to. Null when there is none that soon, or a hold is still being solved.
 */
export function putOff(
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
