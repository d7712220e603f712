import { orderStatus } from '../../booking/order/codes.ts'
import { commandType } from '../../fleet/vehicle-control/codes.ts'
import { outcomeOf } from '../../fleet/vehicle-control/command.ts'
import type { GeoPoint } from '../../platform/geo/distance.ts'
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

/**
 * Metres from the customer to the last position of the car, where that is beyond the range; 0 within it.
 * @returns null where either position is missing or too inaccurate, so that nothing shows that the customer is at the car
 */
export function metresTooFar(customer: Position | null, car: GeoPoint | null, rangeM: number): number | null {
  const metres = distanceTo(customer, car)
  return metres === null || metres > rangeM ? metres : 0
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
