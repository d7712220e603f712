import type { Instant } from '../../time.ts'
import type { CarTime, Holder, PlateCarrier } from './match.ts'

/* What is known of the cars and orders that reports of plates and minutes refer to: of violations, and of bills. */

export interface Report {
  readonly plate: string
  readonly occurAt: Instant
}
export interface KnownCar extends PlateCarrier {
  readonly homeStoreId: string
}
export interface KnownOrder {
  readonly id: string
  readonly orderNo: string
  readonly storeId: string
  readonly returnStoreId: string | null
}

export interface KnownHolders {
  readonly cars: readonly KnownCar[]
  /** Rental times of each car, around the minutes of the reports. */
  readonly times: ReadonlyMap<string, CarTime>
  readonly orders: ReadonlyMap<string, KnownOrder>
  /** Whether the user may access a store. */
  readonly inSight: (storeId: string) => boolean
}

export const NOBODY: Holder = { by: 'nobody', candidates: [] }

/** The cars that have or had each plate. */
export function byPlate(cars: readonly KnownCar[]): ReadonlyMap<string, readonly KnownCar[]> {
  const map = new Map<string, KnownCar[]>()
  for (const car of cars)
    for (const plate of new Set([car.plate, ...car.former.map((one) => one.plate)]))
      map.set(plate, [...(map.get(plate) ?? []), car])
  return map
}

/** An account of some stores imports reports of their cars and orders, and none of unknown cars. */
export function isInSight(
  { storeId, orderId }: { readonly storeId: string | null; readonly orderId: string | null },
  { orders, inSight }: Pick<KnownHolders, 'orders' | 'inSight'>,
): boolean {
  const returned = orderId === null ? null : orders.get(orderId)?.returnStoreId
  return inSight(storeId ?? '') || (returned != null && inSight(returned))
}
