import { DAY, HOUR, type Instant, MINUTE } from '../../../time.ts'
import { occupancyKind } from '../../inventory/occupancy-codes.ts'
import type { Occupancy, Pool, Search } from '../pool.ts'

/** Monday 2026-03-02 00:00 in Asia/Shanghai. */
export const MONDAY: Instant = 1_772_380_800_000

/** `day(3)` is the start of the third day, `day(3, 10)` its 10:00, `day(3, 10, 30)` half past. */
export const day = (n: number, hour = 0, minute = 0): Instant => MONDAY + (n - 1) * DAY + hour * HOUR + minute * MINUTE

/** A row of a movable order by default. */
export const order = (
  refId: string,
  vehicleId: string | null,
  from: Instant,
  to: Instant | null,
  other: Partial<Occupancy> = {},
): Occupancy => ({
  kind: occupancyKind.order,
  refId,
  vehicleId,
  from,
  to,
  pinned: false,
  onRent: false,
  movable: other.pinned !== true && other.onRent !== true,
  ...other,
})

export const block = (
  kind: Occupancy['kind'],
  vehicleId: string,
  from: Instant,
  to: Instant | null,
  refId = `${kind}${vehicleId}`,
): Occupancy => ({ kind, refId, vehicleId, from, to, pinned: true, onRent: false, movable: false })

export const poolOf = (
  vehicles: readonly string[],
  occupancies: readonly Occupancy[],
  other: Partial<Pool> = {},
): Pool => ({
  vehicles,
  occupancies,
  deltas: [],
  stopSales: [],
  ...other,
})

/** A clock that does not advance, so that every answer has to be found. */
export const patient: Search = { elapsed: () => 0 }
