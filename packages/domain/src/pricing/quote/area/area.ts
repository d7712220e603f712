import { greatCircle } from '../../../platform/geo/distance.ts'
import type { GeoPoint, ServiceArea } from '../rules.ts'

/** The area: everything within `radiusKm` of its store, or a polygon. */
export type AreaShape = Pick<ServiceArea, 'radiusKm' | 'polygon'>

const METRES = 1000

/** Whether a position is inside an area of a store; a circle around a store without a position contains nothing. */
export function areaHolds({ radiusKm, polygon }: AreaShape, store: GeoPoint | null, point: GeoPoint): boolean {
  if (radiusKm == null) return insideRing(point, polygon)
  return store !== null && greatCircle(store, point) <= radiusKm * METRES
}

/**
 * Whether a point is inside a polygon (even-odd rule; closed implicitly). Degrees are treated as a plane, which is
 * exact enough for a delivery area; point and polygon must use the same coordinate system.
 */
export function insideRing(point: GeoPoint, polygon: readonly GeoPoint[]): boolean {
  let inside = false
  let before = polygon.at(-1)
  for (const corner of polygon) {
    if (before !== undefined && corner.lat > point.lat !== before.lat > point.lat) {
      const crossing = corner.lng + ((point.lat - corner.lat) / (before.lat - corner.lat)) * (before.lng - corner.lng)
      if (point.lng < crossing) inside = !inside
    }
    before = corner
  }
  return inside
}
