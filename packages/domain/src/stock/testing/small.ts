import { type OccupancyKind, occupancyKind } from '../../inventory/occupancy-codes.ts'
import { HOUR } from '../../time.ts'
import type { Occupancy, Pool, Request } from '../pool.ts'
import { randomFrom } from '../search/random.ts'

/** Whole hours from a fixed start, so that ends and starts often touch. */
const at = (hour: number): number => 1_772_413_200_000 + hour * HOUR

const BLOCKS: readonly OccupancyKind[] = [
  occupancyKind.shunting,
  occupancyKind.maintenance,
  occupancyKind.inspection,
  occupancyKind.stop,
  occupancyKind.documentExpired,
]

/** A feasible pool of at most 3 vehicles and 7 rows with random blocks, pins and orders in the lock window. */
export function smallPool(seed: number): Pool {
  const random = randomFrom(seed)
  const pick = (n: number) => Math.floor(random() * n)
  const vehicles = Array.from({ length: 1 + pick(3) }, (_, v) => `v${v + 1}`)
  const rows: Occupancy[] = []
  const wanted = pick(8)
  for (let k = 0; k < wanted; k++) {
    const from = pick(14)
    const leaves = random() < 0.06
    const to = from + 1 + pick(6)
    const vehicleId = vehicles[pick(vehicles.length)]!
    const reach = leaves ? Number.POSITIVE_INFINITY : at(to)
    const taken = rows.some(
      (row) =>
        row.vehicleId === vehicleId && at(from) < (row.leaves ? Number.POSITIVE_INFINITY : row.to!) && row.from < reach,
    )
    if (taken) continue
    const dice = random()
    const base = { from: at(from), to: at(to), refId: `r${k}`, vehicleId, onRent: false, movable: false, pinned: true }
    if (dice < 0.2 && !leaves) rows.push({ ...base, kind: BLOCKS[pick(BLOCKS.length)]! })
    else if (dice < 0.4) rows.push({ ...base, kind: occupancyKind.order, leaves })
    else if (dice < 0.5) rows.push({ ...base, kind: occupancyKind.order, leaves, pinned: false })
    else rows.push({ ...base, kind: occupancyKind.order, leaves, pinned: false, movable: true })
  }
  return { vehicles, occupancies: rows, deltas: [], stopSales: [] }
}

/** A request for any vehicle, or a certain one, sometimes forced, sometimes for good, sometimes by an order there. */
export function smallRequest(seed: number, pool: Pool): Request {
  const random = randomFrom(seed ^ 0x5bd1e995)
  const pick = (n: number) => Math.floor(random() * n)
  const from = pick(14)
  const one = random() < 0.35 ? pool.vehicles[pick(pool.vehicles.length)] : undefined
  const again = random() < 0.2 ? pool.occupancies[pick(pool.occupancies.length)] : undefined
  return {
    from: at(from),
    to: at(from + 1 + pick(7)),
    vehicleId: one,
    forces: one !== undefined && random() < 0.3,
    leaves: random() < 0.08,
    refId: again?.kind === occupancyKind.order ? again.refId : undefined,
  }
}
