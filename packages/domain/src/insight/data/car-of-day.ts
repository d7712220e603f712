import { type LocalDate, localDate } from '../../time.ts'

/** From when on an order had a vehicle. */
export interface Holding {
  readonly vehicleId: string
  readonly from: number
}

/**
 * The vehicle that an order's income of a day belongs to: the one that it had at the end of that day. Income before the first pickup is of
 * the first vehicle, income after the return of the last; null for an order that never had one. Of two handovers in the same
 * minute the later one in `holdings` counts.
 */
export function carOfDay(holdings: readonly Holding[], day: LocalDate): string | null {
  const sorted = holdings.toSorted((a, b) => a.from - b.from)
  const last = sorted.findLast(({ from }) => localDate(from) <= day)
  return (last ?? sorted[0])?.vehicleId ?? null
}
