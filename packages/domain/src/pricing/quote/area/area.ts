import { type GeoPoint, greatCircle, insideRing } from '../../../platform/geo/distance.ts'
import type { AreaShape } from '../../../platform/store/area-shape.ts'

const METRES = 1000

/** Whether a position is inside an area of a store; a circle around a store without a position contains nothing. */
export function areaHolds({ radiusKm, polygon }: AreaShape, store: GeoPoint | null, point: GeoPoint): boolean {
  if (radiusKm == null) return insideRing(point, polygon)
  return store !== null && greatCircle(store, point) <= radiusKm * METRES
}
