import type { GeoPoint } from '../geo/distance.ts'
import { ringProblem } from '../geo/ring.ts'

/** The area: everything within `radiusKm` of its store, or a polygon. */
export interface AreaShape {
  /** Radius around the store in a straight line, km; missing: the polygon applies. */
  readonly radiusKm?: number | null
  readonly polygon: readonly GeoPoint[]
}

export const MAX_AREAS = 20
/** Limits of the radius around a store, km. */
export const MIN_RADIUS_KM = 0.5
export const MAX_RADIUS_KM = 200

/** Message for an invalid area; null when it is valid. A circle has no corners. */
export function areaProblem({ radiusKm, polygon }: AreaShape): string | null {
  if (radiusKm == null) return ringProblem(polygon, '送取范围')
  return polygon.length === 0 ? null : '送取范围按半径时不画点'
}
