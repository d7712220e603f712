import type { CodeOf } from '../../enumeration.ts'
import type { stockRuleModes } from '../../sales/channel/codes.ts'
import type { Instant } from '../../time.ts'
import type { OccupancyKind } from '../inventory/occupancy-codes.ts'
import type { LinearSolver } from './search/relax.ts'

/*
 * The stock of one store and model, as the rules read it: vehicles, their occupancies, planned moves into and out
 * of the pool, and stop-sales. A pool can be solved on its own: an order on a vehicle of another model is pinned in
 * that vehicle's pool and in no other, and a vehicle that moves between stores is one `-1` here and one `+1` there.
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
  /** Id of the order or ticket; the vehicle's own id for an expired document. One order may have several rows (a swap). */
  readonly refId: string
  /** null while the row has no vehicle: an order that is still being placed (kind 5), or an order that lost its vehicle. */
  readonly vehicleId: VehicleId | null
  /** Assigned by staff: it is never moved automatically. */
  readonly pinned: boolean
  /** The order is in status 5: the customer has the car. */
  readonly onRent: boolean
  /** The car was not returned when its time and the grace minutes after it had passed. */
  readonly late?: boolean
  /**
   * It may be moved: an order not pinned, in status 1–4, pickup later than the lock window (see `isMovable`). An
   * order neither movable nor pinned is inside the lock window: it moves only when its vehicle became unavailable.
   */
  readonly movable: boolean
  /**
   * The vehicle does not come back to this pool: a one-way order, a relocation that changes the home store. For
   * packing, the row then ends only where the vehicle's own blocks without an end begin, which it takes along; `to`
   * stays its real end, and a `-1` of the pool marks from when the total is smaller.
   */
  readonly leaves?: boolean
  /** The car is back and only its turnaround is left (status 6): unpinning it would free nothing. */
  readonly returned?: boolean
  /** Sales channel of the order, for channel shares; missing for everything else. */
  readonly source?: number
}

/**
 * A planned change of the fleet that has not happened yet; past-due ones count too. `-1` belongs to the row that
 * `leaves`, `+1` names the vehicle that arrives.
 */
export type PoolDelta =
  | { readonly at: Instant; readonly change: -1 }
  | {
      readonly at: Instant
      readonly change: 1
      readonly vehicleId: VehicleId
      /** When the vehicle left the other store, or will. */
      readonly leftAt: Instant
    }

/** Units that are not sold. Without channels: for every source. It only restricts new sales and never moves or refuses an order. */
export interface StopSale extends Interval {
  /** Vehicles; `'all'` follows the size of the pool. */
  readonly quantity: number | 'all'
  readonly channels: readonly number[]
}

/** Everything about one (store, model) that overlaps the requested time. */
export interface Pool {
  /** In service, and home store and model are the pool's. Vehicles that arrive later are added by their `+1`. */
  readonly vehicles: readonly VehicleId[]
  readonly occupancies: readonly Occupancy[]
  readonly deltas: readonly PoolDelta[]
  readonly stopSales: readonly StopSale[]
  /** Shares of channels; missing when there are none, so that every source may sell what is free. */
  readonly shares?: readonly ChannelShare[]
}

/** Share of a channel: 1 shared, 2 at most `value` % of the total, 3 at most `value`, 4 `value` guaranteed. */
export interface ChannelShare {
  readonly source: number
  readonly mode: CodeOf<typeof stockRuleModes>
  readonly value: number
  /** Vehicles never sold to this channel, against overbooking by slow channels. */
  readonly bufferUnits: number
  /** It sells nothing new, and has no guarantee; existing orders may change. */
  readonly paused?: boolean
}

export interface Request extends Interval {
  /** The requesting order or ticket; its present rows in the pool are ignored. Missing for a plain query. */
  readonly refId?: string
  /** Only this vehicle is possible (assigned by hand, renewal, ticket, swap, upgrade into another model's pool). */
  readonly vehicleId?: VehicleId
  /** Preferred among equal vehicles: a modified order's present one, which is no move. */
  readonly prefer?: VehicleId
  /** The vehicle does not come back to the pool (one-way). */
  readonly leaves?: boolean
  /** The vehicle is unavailable (broken, overdue): unpinned orders in the lock window move too. */
  readonly forces?: boolean
}

/** Time limits of a search. The rules have no clock: `elapsed` returns the ms since the request. */
export interface Search {
  readonly elapsed: () => number
  /** After this time the answer is `undecided`. Default 2000 ms; the background search uses 60 000. */
  readonly giveUpAfter?: number
  /** How long a plan with many moves is improved before it is used, ms. Default 300; 0 when the plan is not executed. */
  readonly improveFor?: number
  /** Solver of linear programs, if the caller has one: it decides what the search leaves open. */
  readonly linear?: LinearSolver
}

/** One order moves from one vehicle to another (`from` null: it had none). */
export interface Move {
  readonly refId: string
  readonly kind: OccupancyKind
  readonly from: VehicleId | null
  readonly to: VehicleId
}

/** Why there is no vehicle. */
export type NoReason =
  /** At `at` every vehicle is already needed. */
  | { readonly kind: 'peak'; readonly at: Instant }
  /** The requested vehicle is occupied by `blockers`, which may not move or have no other vehicle. */
  | { readonly kind: 'taken'; readonly blockers: readonly Occupancy[] }
  /** There are enough vehicles at each moment, but none for the whole time, in any arrangement. */
  | { readonly kind: 'split' }

/** A pinned order, or one in its lock window: releasing any one of these would free a vehicle. */
export interface Unlock {
  readonly refId: string
  readonly vehicleId: VehicleId
  readonly by: 'pin' | 'window'
}

/** The answer to one request. Moves are those of other orders (never of a pinned one); the request's own vehicle is `vehicleId`. */
export type Plan =
  | {
      readonly kind: 'fits'
      readonly vehicleId: VehicleId
      readonly moves: readonly Move[]
      /** The time limit ended the search for fewer moves. */
      readonly limited?: true
    }
  | { readonly kind: 'no'; readonly reason: NoReason; readonly unlock: readonly Unlock[] }
  | { readonly kind: 'undecided' }
