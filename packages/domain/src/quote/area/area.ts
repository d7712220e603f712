import type { GeoPoint } from '../rules.ts'

/**
 * Whether a point lies in a polygon (even-odd rule; the ring closes itself). Degrees are treated as a plane, which
 * is exact enough for a delivery area; point and polygon must be of one coordinate system.
 */
export function insideArea(point: GeoPoint, polygon: readonly GeoPoint[]): boolean {
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
