import type { GeoPoint } from './distance.ts'

/* Validation of a drawn polygon: simple, of 3 to 200 corners, closed implicitly. */

export const MIN_CORNERS = 3
export const MAX_CORNERS = 200

/** Message for an invalid polygon, which begins with its name; null when it is valid. */
export function ringProblem(ring: readonly GeoPoint[], name: string): string | null {
  if (ring.length < MIN_CORNERS) return `${name}至少${MIN_CORNERS}个点`
  if (ring.length > MAX_CORNERS) return `${name}最多${MAX_CORNERS}个点`
  if (ring.some((point, i) => isSamePoint(point, ring[(i + 1) % ring.length]!))) return `${name}有重复的点`
  if (crosses(ring)) return `${name}的边线不能交叉`
  return null
}

const isSamePoint = (a: GeoPoint, b: GeoPoint): boolean => a.lng === b.lng && a.lat === b.lat

/** Sign of the area of a triangle: positive when `c` is to the left of the line from `a` to `b`. */
const side = (a: GeoPoint, b: GeoPoint, c: GeoPoint): number =>
  Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))

const between = (a: GeoPoint, b: GeoPoint, c: GeoPoint): boolean =>
  Math.min(a.lng, b.lng) <= c.lng &&
  c.lng <= Math.max(a.lng, b.lng) &&
  Math.min(a.lat, b.lat) <= c.lat &&
  c.lat <= Math.max(a.lat, b.lat)

/** Whether two edges touch or cross, their ends included. */
function meet(a: GeoPoint, b: GeoPoint, c: GeoPoint, d: GeoPoint): boolean {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (c1 !== d1 && a1 !== b1) return true
  return (
    (c1 === 0 && between(a, b, c)) ||
    (d1 === 0 && between(a, b, d)) ||
    (a1 === 0 && between(c, d, a)) ||
    (b1 === 0 && between(c, d, b))
  )
}

/** Whether the polygon crosses itself: neighbouring edges may share their corner only. At most 200² pairs. */
function crosses(ring: readonly GeoPoint[]): boolean {
  const n = ring.length
  const at = (i: number) => ring[i % n]!
  for (let i = 0; i < n; i++) {
    // A neighbouring edge that turns straight back lies on this edge.
    if (side(at(i), at(i + 1), at(i + 2)) === 0 && foldsBack(at(i), at(i + 1), at(i + 2))) return true
    for (let k = i + 2; k < n; k++) {
      if (i === 0 && k === n - 1) continue
      if (meet(at(i), at(i + 1), at(k), at(k + 1))) return true
    }
  }
  return false
}

const foldsBack = (a: GeoPoint, b: GeoPoint, c: GeoPoint): boolean =>
  (b.lng - a.lng) * (c.lng - b.lng) + (b.lat - a.lat) * (c.lat - b.lat) < 0
