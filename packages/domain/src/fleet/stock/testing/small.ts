import { DAY, HOUR } from '../../../time.ts'
import { type OccupancyKind, occupancyKind } from '../../inventory/occupancy-codes.ts'
import type { Occupancy, Pool, Request } from '../pool.ts'
import { randomFrom } from '../search/random.ts'
import { clashes } from './oracle.ts'

/** Half of all pools cover hours, the others weeks: their documents may expire during a rental that does not need them that long. */
export const unitOf = (seed: number): number => (seed % 2 === 0 ? HOUR : 5 * DAY)

/** Whole units from a fixed start, so that ends and starts often coincide. */
const clock =
  (unit: number) =>
  (n: number): number =>
    1_772_413_200_000 + n * unit

const BLOCKS: readonly OccupancyKind[] = [
  occupancyKind.relocation,
  occupancyKind.maintenance,
  occupancyKind.inspection,
  occupancyKind.stop,
  occupancyKind.documentExpired,
]

/**
 * A feasible pool of at most 3 vehicles and 7 rows with random blocks, pins and orders in the lock window, in whole
 * hours or the given unit.
 */
export function smallPool(seed: number, unit = HOUR): Pool {
  const at = clock(unit)
  const random = randomFrom(seed)
  const pick = (n: number) => Math.floor(random() * n)
  const vehicles = Array.from({ length: 1 + pick(3) }, (_, v) => `v${v + 1}`)
  const rows: Occupancy[] = []
  const wanted = pick(8)
  for (let k = 0; k < wanted; k++) {
    const from = pick(14)
    const leaves = random() < 0.1
    const to = from + 1 + pick(6)
    const dice = random()
    // like the documents of every car
    const forGood = !leaves && dice < 0.1
    const vehicleId = vehicles[pick(vehicles.length)]!
    const own = { from: at(from), to: forGood ? null : at(to), refId: `r${k}`, vehicleId }
    const kind: OccupancyKind = forGood ? BLOCKS[3 + pick(2)]! : occupancyKind.order
    const row = { kind, ...own, onRent: false, movable: false, pinned: true, leaves }
    if (clashes({ vehicles, occupancies: [...rows, row], deltas: [], stopSales: [] }).length > 0) continue
    if (dice < 0.2 && !leaves) rows.push(forGood ? row : { ...row, kind: BLOCKS[pick(BLOCKS.length)]! })
    else if (dice < 0.4) rows.push(row)
    else rows.push({ ...row, pinned: false, movable: dice >= 0.5 })
  }
  return { vehicles, occupancies: rows, deltas: [], stopSales: [] }
}

/** A request for any vehicle or one vehicle, sometimes forced, sometimes without end, sometimes of an existing order. */
export function smallRequest(seed: number, pool: Pool, unit = HOUR): Request {
  const at = clock(unit)
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
    leaves: random() < 0.25,
    refId: again?.kind === occupancyKind.order ? again.refId : undefined,
  }
}
