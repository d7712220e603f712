import { onlineStates } from './codes.ts'

/* Cars on the map of the fleet: their positions, and how each is drawn. */

/** Limit of cars that are drawn at once. */
export const MOST_ON_MAP = 5000

/** Position and state of a car, which an open map receives every few seconds. Degrees of WGS-84, km/h. */
export interface CarPlace {
  readonly vehicleId: string
  readonly at: number
  readonly lat: number
  readonly lng: number
  readonly speed: number
  readonly course: number
  readonly state: number
  readonly moving: boolean
  /** The engine is cut, or may be. */
  readonly cut: boolean
}

/**
 * A position on the wire: id, time, latitude, longitude, speed, course, state, and the sum of 1 for moving and 2 for a
 * cut engine. Without names a position takes less than half of the bytes.
 */
export type PackedPlace = readonly [string, number, number, number, number, number, number, number]

export const packPlace = ({ vehicleId, at, lat, lng, speed, course, state, moving, cut }: CarPlace): PackedPlace => [
  vehicleId,
  at,
  lat,
  lng,
  speed,
  course,
  state,
  (moving ? 1 : 0) + (cut ? 2 : 0),
]

export const unpackPlace = ([vehicleId, at, lat, lng, speed, course, state, bits]: PackedPlace): CarPlace => ({
  vehicleId,
  at,
  lat,
  lng,
  speed,
  course,
  state,
  moving: (bits & 1) !== 0,
  cut: (bits & 2) !== 0,
})

/** The part of the earth that a map shows, degrees of WGS-84. */
export interface MapBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Limit of maps that a tab shows at once: the list and a car beside it, with room for one more of each. */
export const MOST_BOXES = 4

export const isInBox = ({ lat, lng }: Pick<CarPlace, 'lat' | 'lng'>, { south, west, north, east }: MapBox): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east

/** Appearance of a car on the map; the first that applies. */
export const carLooks = ['alarm', 'overdue', 'cut', 'lowCharge', 'moving', 'online', 'sleeping', 'offline'] as const
export type CarLook = (typeof carLooks)[number]

export function carLook({
  alarms,
  overdue,
  cut,
  lowCharge,
  moving,
  state,
}: Pick<CarPlace, 'cut' | 'moving' | 'state'> & {
  readonly alarms: number
  readonly overdue: boolean
  readonly lowCharge: boolean
}): CarLook {
  if (alarms > 0) return 'alarm'
  if (overdue) return 'overdue'
  if (cut) return 'cut'
  if (lowCharge) return 'lowCharge'
  if (moving) return 'moving'
  const { online, sleeping } = onlineStates.code
  return state === online ? 'online' : state === sleeping ? 'sleeping' : 'offline'
}

/** Whether a received position is newer than the known one; of the same time the later message counts. */
export const isNewer = (told: Pick<CarPlace, 'at'>, known: { readonly at: number | null }): boolean =>
  known.at === null || told.at >= known.at
