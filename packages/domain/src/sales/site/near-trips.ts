import { DAY, HOUR, type Instant } from '../../time.ts'

/** When a car is picked up and returned. */
export interface Moments {
  readonly pickupAt: Instant
  readonly returnAt: Instant
}

/** How far before the pickup that a customer wants, and after it, other moments are looked for. */
export const EARLIER_DAYS = 3
const LATER_DAYS = 7
/** Hours that are tried on the same day; cars mostly come back, and leave, within a few hours of each other. */
const HOURS = [1, 2, 3, 4, 6, 8, 12]

const days = (count: number) => Array.from({ length: count }, (_, i) => (i + 1) * DAY)

/** Distances between the wanted moment and the others that are tried, ms, the nearest first; of two, the later one. */
export const nearShifts: readonly number[] = [
  ...HOURS.flatMap((hours) => [hours * HOUR, -hours * HOUR]),
  ...days(LATER_DAYS),
  ...days(EARLIER_DAYS).map((ms) => -ms),
].toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a)

/** Moments that are offered beside a sold-out model. */
const MOST_NEAR = 2

/**
 * The nearest trips of the same length that are possible.
 * @param isPossible whether a car is free then, at open stores and at a price; it is asked until two are found
 */
export function nearTrips({ pickupAt, returnAt }: Moments, isPossible: (trip: Moments) => boolean): Moments[] {
  const found: Moments[] = []
  for (const shift of nearShifts) {
    if (found.length === MOST_NEAR) break
    const trip = { pickupAt: pickupAt + shift, returnAt: returnAt + shift }
    if (isPossible(trip)) found.push(trip)
  }
  return found
}
