import { occupancyKind } from '../inventory/occupancy-codes.ts'
import type { Instant } from '../time.ts'
import { covers, createCounts, momentsOf } from './count/count.ts'
import type { Interval, Occupancy, Pool } from './pool.ts'

/**
 * Orders for which there would be no car within an interval: as many at each moment as cars are missing there, of those
 * not handed over yet the ones that begin last. Who suffers at one moment stands for the others too.
 */
export function harmedWithin(pool: Pool, interval: Interval): Occupancy[] {
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
 * Orders that have a car, of which not all could leave if every unit kept from sale were really away: by id, the first of
 * the stops that is over them. Cars that are missing without any stop are no stop's doing.
 */
export function stoppedOver<S extends Interval>(pool: Pool, stops: readonly S[], now: Instant): Map<string, S> {
  const found = new Map<string, S>()
  for (const stop of stops) {
    const interval = { from: Math.max(stop.from, now), to: stop.to }
    const besides = new Set(harmedWithin({ ...pool, stopSales: [] }, interval))
    for (const row of harmedWithin(pool, interval))
      if (row.kind === occupancyKind.order && row.vehicleId !== null && !besides.has(row) && !found.has(row.refId))
        found.set(row.refId, stop)
  }
  return found
}
