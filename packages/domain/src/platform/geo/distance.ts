export interface GeoPoint {
  readonly lng: number
  readonly lat: number
}

const EARTH_RADIUS_M = 6_371_000

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Great-circle distance in metres. */
export function greatCircle(from: GeoPoint, to: GeoPoint): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(h))
}

/** Polygon of a circle around `centre` for drawing on a map. */
export function circleRing(centre: GeoPoint, metres: number, corners = 72): GeoPoint[] {
  const angle = metres / EARTH_RADIUS_M
  const lat = radians(centre.lat)
  return Array.from({ length: corners }, (_, i) => {
    const bearing = (2 * Math.PI * i) / corners
    const at = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing))
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
      Math.cos(angle) - Math.sin(lat) * Math.sin(at),
    )
    return { lng: centre.lng + degrees(east), lat: degrees(at) }
  })
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

/**
 * Distance of a point from the edge of a polygon in metres, negative inside of it. Computed in a plane that touches the
 * earth at the point: exact to a metre near the edge of a region of a few hundred kilometres.
 */
export function fromRing(point: GeoPoint, polygon: readonly GeoPoint[]): number {
  const perLat = radians(1) * EARTH_RADIUS_M
  const perLng = perLat * Math.cos(radians(point.lat))
  const flat = ({ lng, lat }: GeoPoint) => ({ x: (lng - point.lng) * perLng, y: (lat - point.lat) * perLat })
  let nearest = Number.POSITIVE_INFINITY
  let before = polygon.at(-1)
  for (const corner of polygon) {
    const [a, b] = [flat(before!), flat(corner)]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.min(Math.max(-(a.x * dx + a.y * dy) / length, 0), 1)
    nearest = Math.min(nearest, Math.hypot(a.x + along * dx, a.y + along * dy))
    before = corner
  }
  return insideRing(point, polygon) ? -nearest : nearest
}
