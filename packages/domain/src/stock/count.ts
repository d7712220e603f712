import type { Instant } from '../time.ts'
import { type OccupancyKind, occupancyKind } from '../vehicle/occupancy-codes.ts'
import type { Interval, Occupancy, Pool, StopSale } from './pool.ts'

/** What a pool looks like at one instant. Nothing counts twice: a vehicle counts in the first of the three it is in. */
export interface Counts {
  readonly total: number
  readonly ordered: number
  readonly ticketed: number
  readonly stopped: number
  /** total − ordered − ticketed − stopped; negative: oversold. */
  readonly spare: number
}

const group: Readonly<Record<OccupancyKind, 'ordered' | 'ticketed' | 'stopped'>> = {
  [occupancyKind.order]: 'ordered',
  [occupancyKind.placing]: 'ordered',
  [occupancyKind.shunting]: 'ticketed',
  [occupancyKind.maintenance]: 'ticketed',
  [occupancyKind.inspection]: 'ticketed',
  [occupancyKind.documentExpired]: 'ticketed',
  [occupancyKind.stop]: 'stopped',
}
const precedence = { ordered: 0, ticketed: 1, stopped: 2 } as const

const covers = (span: Interval, t: Instant): boolean => span.from <= t && (span.to === null || t < span.to)

/** A row that leaves the pool counts until its own end: from then on the total is smaller by its `-1`. */
const counts = (row: Occupancy, t: Instant): boolean => covers(row, t)

/** How many a stop-sale takes away. */
const quantityOf = (stop: StopSale, total: number): number => (stop.quantity === 'all' ? total : stop.quantity)

/** Counts at an instant. `source`: stop-sales that name channels count for those only. */
export function countsAt(pool: Pool, t: Instant, options: { without?: string; source?: number } = {}): Counts {
  let total = pool.vehicles.length
  for (const delta of pool.deltas) if (delta.at <= t) total += delta.change
  const byVehicle = new Map<string, 'ordered' | 'ticketed' | 'stopped'>()
  const sums = { ordered: 0, ticketed: 0, stopped: 0 }
  for (const row of pool.occupancies) {
    if (row.refId === options.without || !counts(row, t)) continue
    const kind = group[row.kind]
    if (row.vehicleId === null) {
      sums[kind]++
      continue
    }
    const before = byVehicle.get(row.vehicleId)
    if (before === undefined || precedence[kind] < precedence[before]) byVehicle.set(row.vehicleId, kind)
  }
  for (const kind of byVehicle.values()) sums[kind]++
  for (const stop of pool.stopSales) {
    const forAll = stop.channels.length === 0
    if (covers(stop, t) && (forAll || (options.source !== undefined && stop.channels.includes(options.source))))
      sums.stopped += quantityOf(stop, total)
  }
  return { total, ...sums, spare: total - sums.ordered - sums.ticketed - sums.stopped }
}

/** The smallest spare within an interval, and when: it can only get smaller where something begins. */
export function smallestSpare(
  pool: Pool,
  interval: Interval,
  options: { without?: string; source?: number } = {},
): { readonly spare: number; readonly at: Instant } {
  const moments = new Set([interval.from])
  const note = (t: Instant) => {
    if (t > interval.from && (interval.to === null || t < interval.to)) moments.add(t)
  }
  for (const row of pool.occupancies) note(row.from)
  for (const delta of pool.deltas) note(delta.at)
  for (const stop of pool.stopSales) note(stop.from)
  let least = { spare: Number.POSITIVE_INFINITY, at: interval.from }
  for (const at of moments) {
    const { spare } = countsAt(pool, at, options)
    if (spare < least.spare) least = { spare, at }
  }
  return least
}
