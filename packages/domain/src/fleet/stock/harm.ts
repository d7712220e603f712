import type { Instant } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { covers, createCounts, momentsOf } from './count/count.ts'
import type { Interval, Occupancy, Pool } from './pool.ts'

/**
 * Orders without a car within an interval: at each moment as many as cars are missing, of those not picked up the
 * ones that begin last. An order that is harmed at one moment also counts at the others.
 */
export function harmedOrders(pool: Pool, interval: Interval): Occupancy[] {
  const counts = createCounts(pool, { within: interval })
  const harmed = new Set<Occupancy>()
  const waiting = pool.occupancies
    .filter((row) => row.kind === occupancyKind.order || row.kind === occupancyKind.placing)
    .filter((row) => !row.onRent && !row.returned)
    .sort((a, b) => b.from - a.from)
  for (const t of momentsOf(pool, interval)) {
    const { spare } = counts.at(t)
    if (spare >= 0) continue
    const there = waiting.filter((row) => covers(row, t))
    let missing = -spare - there.filter((row) => harmed.has(row)).length
    for (const row of there) {
      if (missing <= 0) break
      if (harmed.has(row)) continue
      harmed.add(row)
      missing--
    }
  }
  return waiting.filter((row) => harmed.has(row))
}

/**
 * Orders with a car, of which not all could be served if every unit on stop-sale were really missing: by id, the
 * first stop that overlaps them. Cars that are missing without any stop are not attributed to one.
 */
export function stopByHarmedOrder<S extends Interval>(pool: Pool, stops: readonly S[], now: Instant): Map<string, S> {
  const found = new Map<string, S>()
  for (const stop of stops) {
    const interval = { from: Math.max(stop.from, now), to: stop.to }
    const besides = new Set(harmedOrders({ ...pool, stopSales: [] }, interval))
    for (const row of harmedOrders(pool, interval))
      if (row.kind === occupancyKind.order && row.vehicleId !== null && !besides.has(row) && !found.has(row.refId))
        found.set(row.refId, stop)
  }
  return found
}
