import { type OrderStatus, orderStatus, type PickupType, pickupType } from '../../../booking/order/codes.ts'
import { DAY, type Instant, MINUTE } from '../../../time.ts'

export interface Rental {
  readonly status: OrderStatus
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly pickupType: PickupType
  readonly oneWay: boolean
  readonly actualPickupAt?: Instant | null
  readonly actualReturnAt?: Instant | null
  /** New return time of a renewal still waiting for payment or confirmation: blocked from its request on. */
  readonly renewalReturnAt?: Instant | null
  /** End of the row as the overdue timer extended it, turnaround included. */
  readonly rolledTo?: Instant | null
}

/** Settings of the merchant, in minutes. */
export interface TurnSettings {
  /** Before a pickup that is not at the store: the car is being delivered. */
  readonly prepMinutes: number
  /** After each return: cleaning and checking ("buffer"). */
  readonly turnaroundMinutes: number
  /** A one-way return makes the return store the vehicle's home. */
  readonly oneWayChangesHome: boolean
}

export interface Period {
  readonly from: Instant
  readonly to: Instant
  /** The vehicle does not come back to the pickup pool: see `Occupancy.leaves`. */
  readonly leaves: boolean
}

/**
 * The time for which an order occupies a vehicle of its pickup pool; null in a status without one: a draft or a
 * quote occupies nothing and a cancelled order frees its vehicle at once. A returned vehicle is occupied until its
 * turnaround has passed. Without a change of the home store, a one-way car needs another day to be driven back.
 */
export function occupyPeriod(order: Rental, settings: TurnSettings): Period | null {
  const buffer = settings.turnaroundMinutes * MINUTE
  const prep = order.pickupType === pickupType.store ? 0 : settings.prepMinutes * MINUTE
  switch (order.status) {
    case orderStatus.submitted:
    case orderStatus.confirming:
    case orderStatus.confirmed:
    case orderStatus.arranged:
    case orderStatus.pickedUp: {
      const from =
        order.status === orderStatus.pickedUp ? (order.actualPickupAt ?? order.pickupAt) : order.pickupAt - prep
      const returnAt = Math.max(order.returnAt, order.renewalReturnAt ?? 0)
      const wayBack = order.oneWay && !settings.oneWayChangesHome ? DAY : 0
      return {
        from,
        to: Math.max(returnAt + buffer + wayBack, order.rolledTo ?? 0),
        leaves: order.oneWay && settings.oneWayChangesHome,
      }
    }
    case orderStatus.returned:
      return {
        from: order.actualPickupAt ?? order.pickupAt,
        to: (order.actualReturnAt ?? order.returnAt) + buffer,
        leaves: false,
      }
    default:
      return null
  }
}

/**
 * The planned moves of an order's vehicle between pools: `-1` of the pickup pool from its reservation on, `+1` of
 * the return pool only after the pickup, because only then the vehicle is certain. Both at the end of the order's
 * period; at the return the home store changes and both are removed.
 */
export function poolMoves(
  order: Rental,
  settings: TurnSettings,
): { readonly out: Instant; readonly in: Instant | null } | null {
  const period = occupyPeriod(order, settings)
  if (period === null || !period.leaves) return null
  return { out: period.to, in: order.status === orderStatus.pickedUp ? period.to : null }
}

/** The order may be moved to another vehicle: not pinned, not picked up, pickup later than the lock window. */
export function isMovable(
  order: { readonly status: number; readonly pinned: boolean; readonly pickupAt: Instant },
  now: Instant,
  lockWindowMinutes: number,
): boolean {
  return (
    !order.pinned &&
    order.status >= orderStatus.submitted &&
    order.status <= orderStatus.arranged &&
    order.pickupAt > now + lockWindowMinutes * MINUTE
  )
}
