import { HOUR, type Instant, MINUTE, toMinute } from '../time.ts'

/*
 * Who held a car at the minute of a violation. Pure: it takes what is known of the car's time and says what follows. Stretches
 * are half-open and counted in minutes, so a minute on the border belongs to who takes the car then.
 */

export interface Stretch {
  readonly from: Instant
  /** Null while it lasts. */
  readonly to: Instant | null
}

export interface RentalStretch extends Stretch {
  readonly orderId: string
}
export interface StaffStretch extends Stretch {
  readonly accountId: string
}

/** What is known of a car around a minute. */
export interface CarTime {
  /** Orders that held it, swaps included. */
  readonly rentals: readonly RentalStretch[]
  /** Employees on the road with it: a delivery under way, a car that is moved to another store. */
  readonly driven: readonly StaffStretch[]
  /** At a garage, at the inspection. */
  readonly away: readonly Stretch[]
}

export interface Candidate extends RentalStretch {
  /** How far the minute is from it. */
  readonly minutes: number
  /** Its rental lies before the minute, or after it. */
  readonly side: 'before' | 'after'
}

export type Holder =
  | { readonly by: 'order'; readonly orderId: string; readonly stretch: RentalStretch }
  | { readonly by: 'staff'; readonly accountId: string }
  | { readonly by: 'merchant' }
  | { readonly by: 'nobody'; readonly candidates: readonly Candidate[] }

/** Stretches so near are offered. */
export const NEAR = 2 * HOUR
/** By hand an order may be named whose stretch is so near, and no other. */
export const NEAR_BY_HAND = 24 * HOUR

export const holds = ({ from, to }: Stretch, at: Instant): boolean => {
  const minute = toMinute(at)
  return toMinute(from) <= minute && (to === null || minute < toMinute(to))
}

/** How far a minute is from a stretch, ms; 0 within. */
export function distance(stretch: Stretch, at: Instant): number {
  if (holds(stretch, at)) return 0
  const minute = toMinute(at)
  return minute < toMinute(stretch.from) ? toMinute(stretch.from) - minute : minute - toMinute(stretch.to!)
}

/** Exactly one order that had it, else whoever of the staff drove it, else the merchant whose garage had it. */
export function holderAt(car: CarTime, at: Instant): Holder {
  const orders = new Map(car.rentals.filter((one) => holds(one, at)).map((one) => [one.orderId, one]))
  if (orders.size === 1) {
    const [stretch] = orders.values()
    return { by: 'order', orderId: stretch!.orderId, stretch: stretch! }
  }
  if (orders.size === 0) {
    const driver = car.driven.find((one) => holds(one, at))
    if (driver !== undefined) return { by: 'staff', accountId: driver.accountId }
    if (car.away.some((one) => holds(one, at))) return { by: 'merchant' }
  }
  return { by: 'nobody', candidates: candidatesOf(car.rentals, at) }
}

/** Orders that had it shortly before or after, the nearest first. */
export const candidatesOf = (rentals: readonly RentalStretch[], at: Instant, within = NEAR): Candidate[] =>
  rentals
    .map((one) => ({ ...one, far: distance(one, at) }))
    .filter(({ far }) => far <= within)
    .map(
      ({ far, ...one }): Candidate => ({
        ...one,
        minutes: far / MINUTE,
        side: toMinute(one.from) > toMinute(at) ? 'after' : 'before',
      }),
    )
    .toSorted((a, b) => a.minutes - b.minutes || a.from - b.from)

/** A car that carries a plate, or did. */
export interface PlateCarrier {
  readonly vehicleId: string
  /** The plate it has now, and the earlier ones with when each was taken off. */
  readonly plate: string
  readonly former: readonly FormerPlate[]
  /** Its time with the merchant. */
  readonly from: Instant
  readonly to: Instant | null
}
export interface FormerPlate {
  readonly plate: string
  readonly until: Instant
}

/** When a car carried a plate, as far as is known. */
function carried({ plate, former, from, to }: PlateCarrier, asked: string): Stretch[] {
  const ends = former.map(({ until }) => until)
  const earlier = former.map((one, i) => ({
    plate: one.plate,
    from: ends[i - 1] ?? from,
    to: one.until as Instant | null,
  }))
  return [...earlier, { plate, from: ends.at(-1) ?? from, to }].filter((one) => one.plate === asked)
}

/**
 * The car that a violation of a plate is about. A plate goes from one car to another: then the one that carried it at that
 * minute. One that only a single car ever had is that car's, since records begin later than cars do. Null: nobody knows.
 */
export function carOf(cars: readonly PlateCarrier[], plate: string, at: Instant): string | null {
  const having = cars.filter((car) => carried(car, plate).length > 0)
  if (having.length <= 1) return having[0]?.vehicleId ?? null
  const then = having.filter((car) => carried(car, plate).some((one) => holds(one, at)))
  return then.length === 1 ? then[0]!.vehicleId : null
}
