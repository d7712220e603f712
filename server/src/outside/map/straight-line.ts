import { estimatedMetres } from '@cheyi/domain/quote/lines/handover'
import type { GeoPoint } from '@cheyi/domain/quote/rules'
import type { MapService } from './port.ts'

const EARTH_RADIUS_M = 6_371_000

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in metres. */
export function greatCircle(from: GeoPoint, to: GeoPoint): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(h))
}

/** The map without a vendor: what is also taken when a vendor fails. */
export const straightLine: MapService = {
  roadDistance: async (from, to) => ({ metres: estimatedMetres(greatCircle(from, to)), estimated: true }),
}
