import type { stockRuleModes } from '../channel/codes.ts'
import type { CodeOf } from '../enumeration.ts'
import type { OccupancyKind } from '../inventory/occupancy-codes.ts'
import type { Instant } from '../time.ts'
import type { LinearSolver } from './search/relax.ts'

/*
 * What the stock of one store and model looks like to the rules: the vehicles, who holds them when, planned moves
 * into and out of the pool, and what is kept from sale. A pool can be solved alone: an order on a vehicle of another
 * model stands, pinned, in that vehicle's pool and in no other, and a vehicle on its way between stores is one
 * `-1` here and one `+1` there.
 *
 * Instants are epoch ms, intervals half-open `[from, to)`; `to: null` has no end.
 */

export type VehicleId = string

/** `[from, to)`; `to: null` has no end. */
export interface Interval {
  readonly from: Instant
  readonly to: Instant | null
}

/** One active row of table `occupancy`. */
export interface Occupancy extends Interval {
  readonly kind: OccupancyKind
  /** Order or ticket; the vehicle's own id for an expired document. One order may have several rows (a swap). */
  readonly refId: string
  /** Null while the row still wants a vehicle: an order still being placed (kind 5), or an order that lost its vehicle. */
  readonly vehicleId: VehicleId | null
  /** Put there by hand: re-pack never moves it. */
  readonly pinned: boolean
  /** The order is in status 5: the customer has the car. */
  readonly onRent: boolean
  /** It should have been back by now, grace included. */
  readonly late?: boolean
  /**
   * Re-pack may move it: an order not pinned, in status 1–4, pickup later than the lock window (see `isMovable`).
   * An order neither movable nor pinned is inside the lock window: it moves only when its vehicle became impossible.
   */
  readonly movable: boolean
  /**
   * The vehicle does not come back to this pool: a one-way order, a shunting that changes the home store. To packing the
   * row then has no end but where the vehicle's own blocks without an end begin, which it takes along; `to` stays its own
   * end, and a `-1` of the pool says from when the total is smaller.
   */
  readonly leaves?: boolean
  /** The car is back and only its turnaround is left (status 6): unpinning it would free nothing. */
  readonly returned?: boolean
  /** Sales channel of the order, for channel shares; left out for everything else. */
  readonly source?: number
}

/**
 * A planned change of the fleet, not consumed yet; past-due ones count too. `-1` belongs to the row that `leaves`,
 * `+1` names the vehicle that arrives.
 */
export type PoolDelta =
  | { readonly at: Instant; readonly change: -1 }
  | { readonly at: Instant; readonly change: 1; readonly vehicleId: VehicleId }

/** Units kept from sale. No channels: for everybody. It restricts selling and never moves or refuses an order. */
export interface StopSale extends Interval {
  /** Vehicles; `'all'` follows the size of the pool. */
  readonly quantity: number | 'all'
  readonly channels: readonly number[]
}

/** Everything known about one (store, model) that overlaps the time looked at. */
export interface Pool {
  /** In service, home store and model are the pool's. Vehicles that only arrive later come in by their `+1`. */
  readonly vehicles: readonly VehicleId[]
  readonly occupancies: readonly Occupancy[]
  readonly deltas: readonly PoolDelta[]
  readonly stopSales: readonly StopSale[]
  /** How channels share it; left out where none says anything: everybody sells what is free. */
  readonly shares?: readonly ChannelShare[]
}

/** How a channel shares the pool: 1 shares, 2 at most `value` % of the total, 3 at most `value`, 4 `value` guaranteed. */
export interface ChannelShare {
  readonly source: number
  readonly mode: CodeOf<typeof stockRuleModes>
  readonly value: number
  /** Vehicles never sold to this channel, against overbooking by slow channels. */
  readonly bufferUnits: number
  /** It sells nothing new, and nothing is guaranteed to it; orders that stand may change. */
  readonly paused?: boolean
}

export interface Request extends Interval {
  /** Order or ticket that asks; its present rows in the pool are left out first. Left out for a plain question. */
  readonly refId?: string
  /** Only this vehicle will do (arranged by hand, renewal, ticket, swap, upgrade into another model's pool). */
  readonly vehicleId?: VehicleId
  /** Of several equal vehicles the one to keep: a modified order's present one. Staying there is no move. */
  readonly prefer?: VehicleId
  /** The vehicle does not come back to the pool (one-way). */
  readonly leaves?: boolean
  /** The vehicle is impossible whatever was promised (broken, overdue): unpinned orders in the lock window move too. */
  readonly forces?: boolean
}

/** How long to look. The rules have no clock: `elapsed` gives the milliseconds since the question was asked. */
export interface Search {
  readonly elapsed: () => number
  /** Then the answer is `undecided`. Default 2000 ms; the background solve takes 60 000. */
  readonly giveUpAfter?: number
  /**
   * A plan that moves many is bettered for so long, in milliseconds, before it is used. Default 300; 0 for a question of
   * which nothing is carried out.
   */
  readonly improveFor?: number
  /** Solves linear programs, where the caller has something that does: it decides what search leaves open. */
  readonly linear?: LinearSolver
}

/** One order goes from one vehicle to another (`from` null: it had none). */
export interface Move {
  readonly refId: string
  readonly kind: OccupancyKind
  readonly from: VehicleId | null
  readonly to: VehicleId
}

/** Why there is no vehicle. */
export type NoReason =
  /** At `at` every vehicle is needed already. */
  | { readonly kind: 'peak'; readonly at: Instant }
  /** The vehicle asked for is held by `blockers`, which may not move or have no other vehicle to go to. */
  | { readonly kind: 'taken'; readonly blockers: readonly Occupancy[] }
  /** Enough vehicles at each moment, but none for the whole time, however the orders are arranged. */
  | { readonly kind: 'split' }

/** A pinned order, or one in its lock window: freeing any one of these would make room. */
export interface Unlock {
  readonly refId: string
  readonly vehicleId: VehicleId
  readonly by: 'pin' | 'window'
}

/** The answer to one request. Moves are the other orders' (and never a pinned one's); the request's own is `vehicleId`. */
export type Plan =
  | {
      readonly kind: 'fits'
      readonly vehicleId: VehicleId
      readonly moves: readonly Move[]
      /** The limit ended the search for fewer moves. */
      readonly limited?: true
    }
  | { readonly kind: 'no'; readonly reason: NoReason; readonly unlock: readonly Unlock[] }
  | { readonly kind: 'undecided' }
