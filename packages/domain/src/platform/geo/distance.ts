import type { GeoPoint } from '../../pricing/quote/rules.ts'

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
