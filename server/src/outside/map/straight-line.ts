import { greatCircle } from '@cheyi/domain/geo/distance'
import { estimatedMetres } from '@cheyi/domain/quote/lines/handover'
import type { MapService } from './port.ts'

/** The map without a vendor: what is also taken when a vendor fails. */
export const straightLine: MapService = {
  roadDistance: async (from, to) => ({ metres: estimatedMetres(greatCircle(from, to)), estimated: true }),
}
