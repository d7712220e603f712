import type { GeoPoint } from '@cheyi/domain/quote/rules'

export interface RoadDistance {
  /** Whole metres by road. */
  readonly metres: number
  /** The service failed: straight line × 1.3, shown as 预估. */
  readonly estimated: boolean
}

/** Distances by road. A failure of the vendor never reaches a rule: the estimate stands in. */
export interface MapService {
  roadDistance(from: GeoPoint, to: GeoPoint): Promise<RoadDistance>
}
