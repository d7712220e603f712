import { ringProblem } from '../../../platform/geo/ring.ts'
import type { AreaShape } from './area.ts'

/* Validation of a service area: a circle around its store, or a polygon. */

export const MAX_AREAS = 20
/** Limits of the radius around a store, km. */
export const MIN_RADIUS_KM = 0.5
export const MAX_RADIUS_KM = 200

/** Message for an invalid area; null when it is valid. A circle has no corners. */
export function areaProblem({ radiusKm, polygon }: AreaShape): string | null {
  if (radiusKm == null) return ringProblem(polygon, '送取范围')
  return polygon.length === 0 ? null : '送取范围按半径时不画点'
}
