import { DAY, MINUTE } from '../../time.ts'
import { arrivalOf, isAgainst, spanOf, stayOf, vehiclesOf } from './board.ts'
import { plan } from './plan.ts'
import type { Move, Occupancy, Pool, Request, Search, VehicleId } from './pool.ts'

/** `recommended` 推荐, `usable` 可用, `conflict` 冲突. */
export type RankGroup = 'recommended' | 'usable' | 'conflict'

export interface RankedVehicle {
  readonly vehicleId: VehicleId
  readonly group: RankGroup
  /**
   * Minutes between the end of the row before (its turnaround included), or the arrival from another store, and the
   * request; null: nothing before.
   */
  readonly gapBefore: number | null
  readonly gapAfter: number | null
  readonly previous: Occupancy | null
  readonly next: Occupancy | null
  /** Rows on the vehicle during the request, by start. Empty when it is free. */
  readonly blockers: readonly Occupancy[]
  /** Orders that would be moved; none when it is free or unavailable. */
  readonly moves: readonly Move[]
}

const RECOMMENDED = 3
/** Freeing a vehicle needs a search: the limit of vehicles that are tried. */
const MOST_TRIED = 12
/** Idle time that an open side counts as. */
const OPEN = 30 * DAY

/**
 * The vehicles of a pool for one request, best first: free ones by the smallest gap, so that long gaps stay
 * available for long rentals (the order's present vehicle before all), then those that can be freed by moves,
 * fewest first, then unavailable ones, by when they are free again.
 */
export function rankVehicles(pool: Pool, request: Request, search: Search): RankedVehicle[] {
  const span = stayOf(request)
  let tried = 0
  const ranked = vehiclesOf(pool).map((vehicleId) => {
    const rows = pool.occupancies
      .filter((row) => row.vehicleId === vehicleId && row.refId !== request.refId)
      .sort((a, b) => a.from - b.from)
    const blockers = rows.filter((row) => isAgainst(row, pool, span))
    const previous = rows.filter((row) => spanOf(row, pool).to <= span.from).at(-1) ?? null
    const next = rows.find((row) => row.from >= span.to) ?? null
    const arrival = arrivalOf(pool, vehicleId)
    const isHere = arrival === null || arrival <= span.from
    const isFree = isHere && blockers.length === 0
    let moves: readonly Move[] = []
    if (isHere && !isFree && blockers.every((row) => row.movable) && tried < MOST_TRIED) {
      tried++
      const answer = plan(pool, { ...request, vehicleId }, { ...search, improveFor: 0 })
      if (answer.kind === 'fits') moves = answer.moves
    }
    const since = previous === null ? arrival : spanOf(previous, pool).to
    const before = since === null || since > span.from ? null : span.from - since
    const after = next === null ? null : next.from - span.to
    const until = Math.max(...blockers.map((row) => spanOf(row, pool).to), arrival ?? Number.NEGATIVE_INFINITY)
    const vehicle: RankedVehicle = {
      vehicleId,
      group: isFree || moves.length > 0 ? 'usable' : 'conflict',
      gapBefore: before === null ? null : Math.floor(before / MINUTE),
      gapAfter: after === null ? null : Math.floor(after / MINUTE),
      previous,
      next,
      blockers,
      moves,
    }
    const own = isFree && vehicleId === request.prefer
    const order = isFree ? (before ?? OPEN) + (after ?? OPEN) : moves.length > 0 ? moves.length : until
    return { vehicle, key: [isFree ? 0 : moves.length > 0 ? 1 : 2, own ? 0 : 1, order] as const }
  })
  ranked.sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2])
  return ranked.map(({ vehicle, key }, i) =>
    key[0] === 0 && i < RECOMMENDED ? { ...vehicle, group: 'recommended' } : vehicle,
  )
}
