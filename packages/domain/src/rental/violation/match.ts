import { HOUR, type Instant, MINUTE, toMinute } from '../../time.ts'

/*
 * Who had a car at the minute of a violation. Pure: all facts are passed in. Ranges are half-open and counted in
 * minutes, so that a minute at a change belongs to the later one.
 */

export interface Stretch {
  readonly from: Instant
  /** Null while the period is running. */
  readonly to: Instant | null
}

export interface RentalStretch extends Stretch {
  readonly orderId: string
}
export interface StaffStretch extends Stretch {
  readonly accountId: string
}

/** Use of a car around a minute. */
export interface CarTime {
  /** Orders that had it, including swaps. */
  readonly rentals: readonly RentalStretch[]
  /** Drives by employees: a delivery in progress, a relocation. */
  readonly driven: readonly StaffStretch[]
  /** In repair or at an inspection. */
  readonly away: readonly Stretch[]
}

export interface Candidate extends RentalStretch {
  /** Distance to the minute. */
  readonly minutes: number
  /** The rental is before or after the minute. */
  readonly side: 'before' | 'after'
}

export type Holder =
  | { readonly by: 'order'; readonly orderId: string; readonly stretch: RentalStretch }
  | { readonly by: 'staff'; readonly accountId: string }
  | { readonly by: 'merchant' }
  | { readonly by: 'nobody'; readonly candidates: readonly Candidate[] }

/** Orders this near are proposed. */
export const NEAR = 2 * HOUR
/** By hand only an order this near can be chosen. */
export const NEAR_BY_HAND = 24 * HOUR

export const holds = ({ from, to }: Stretch, at: Instant): boolean => {
  const minute = toMinute(at)
  return toMinute(from) <= minute && (to === null || minute < toMinute(to))
}

/** Distance of a minute from a range, ms; 0 inside. */
export function distance(stretch: Stretch, at: Instant): number {
  if (holds(stretch, at)) return 0
  const minute = toMinute(at)
  return minute < toMinute(stretch.from) ? toMinute(stretch.from) - minute : minute - toMinute(stretch.to!)
}

/** The only order that had it, else the employee who drove it, else the merchant while it was in repair. */
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

/** A car that has a plate, or had it. */
export interface PlateCarrier {
  readonly vehicleId: string
  /** The current plate, and earlier ones with the time of their removal. */
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

/** When a car had a plate, as far as is known. */
function stretchesWithPlate({ plate, former, from, to }: PlateCarrier, asked: string): Stretch[] {
  const ends = former.map(({ until }) => until)
  const earlier = former.map((one, i) => ({
    plate: one.plate,
    from: ends[i - 1] ?? from,
    to: one.until as Instant | null,
  }))
  return [...earlier, { plate, from: ends.at(-1) ?? from, to }].filter((one) => one.plate === asked)
}

/**
 * The car of a plate at the minute of a violation. A plate may move from one car to another: then the one that had
 * it at that minute. A plate that only one car ever had always means that car, since records begin later than the
 * car. null: unknown.
 */
export function carOf(cars: readonly PlateCarrier[], plate: string, at: Instant): string | null {
  const having = cars.filter((car) => stretchesWithPlate(car, plate).length > 0)
  if (having.length <= 1) return having[0]?.vehicleId ?? null
  const then = having.filter((car) => stretchesWithPlate(car, plate).some((one) => holds(one, at)))
  return then.length === 1 ? then[0]!.vehicleId : null
}
