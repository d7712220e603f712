import { orderStatus } from '../../booking/order/codes.ts'
import { commandType } from '../../fleet/vehicle-control/codes.ts'
import { outcomeOf } from '../../fleet/vehicle-control/command.ts'
import type { GeoPoint } from '../../platform/geo/distance.ts'
import { type Instant, MINUTE } from '../../time.ts'
import { type HandoverType, handoverType } from '../pickup-return/codes.ts'
import { awaitsCheck, distanceTo, isOpenVisit, isPassed, type Position } from './visit.ts'

/* The car that a customer opens and locks by the page of a self-service link. */

/** Commands that a customer may give; staff alone cut an engine. */
export const customerCommands = [commandType.unlock, commandType.find, commandType.lock] as const
export type CustomerCommand = (typeof customerCommands)[number]

interface Visited {
  readonly type: HandoverType
  readonly status: number
  readonly orderStatus: number
  /** Status of the order's self-service return; null without one. */
  readonly returnStatus: number | null
}

/** Whether the customer has the car: from the confirmed pickup until the submission of the return. */
export const hasCar = ({ type, status, orderStatus: order, returnStatus }: Visited): boolean =>
  order === orderStatus.pickedUp &&
  (type === handoverType.pickup ? isPassed(status) : isOpenVisit(status)) &&
  !(returnStatus !== null && (awaitsCheck(returnStatus) || isPassed(returnStatus)))

/** The last position of a car by its terminal. */
export interface CarPlace extends GeoPoint {
  readonly at: Instant
  /** The terminal has reported a stopped engine since then, so the car is still there. */
  readonly parked: boolean
}

/** An older position does not show where the car is, unless it is parked. */
const FIX_HOLDS = 15 * MINUTE
/** How much of the inaccuracy of a phone's position extends the range, metres. */
const MOST_ACCURACY = 50

/** Why nothing shows that a customer is beside the car; `n`: metres to it, or minutes since its position. */
export type NotBeside =
  | { readonly why: 'noPosition' | 'vague' | 'noFix' }
  | { readonly why: 'oldFix' | 'far'; readonly n: number }

/** Whether a customer is within `rangeM` metres of the car. @returns null where they are */
export function notBeside(
  customer: Position | null,
  car: CarPlace | null,
  { rangeM, now }: { readonly rangeM: number; readonly now: Instant },
): NotBeside | null {
  if (customer === null) return { why: 'noPosition' }
  if (car === null) return { why: 'noFix' }
  if (!car.parked && now - car.at > FIX_HOLDS) return { why: 'oldFix', n: Math.floor((now - car.at) / MINUTE) }
  const metres = distanceTo(customer, car)
  if (metres === null) return { why: 'vague' }
  return metres > rangeM + Math.min(customer.accuracyM, MOST_ACCURACY) ? { why: 'far', n: metres } : null
}

interface Doors {
  /** As the terminal reports it; null: it reports none. */
  readonly locked: boolean | null
  /** The last command that locks or unlocks; null: none. */
  readonly last: { readonly type: number; readonly state: number } | null
}

/** Whether the car is locked: by the terminal's report or, without one, by an accepted command. */
export const isLocked = ({ locked, last }: Doors): boolean =>
  locked ?? (last !== null && last.type === commandType.lock && outcomeOf(last.state) === 'done')
