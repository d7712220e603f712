import { onlineStates } from './codes.ts'

/*
 * Cars on a map of all: where they are, and what each looks like there.
 */

/** More are not drawn at once. */
export const MOST_ON_MAP = 5000

/** Where a car is now and what it does, as an open map is told every few seconds. Degrees of WGS-84, km/h. */
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

/** What a car looks like on a map; the first that holds. */
export const carLooks = ['alarm', 'cut', 'moving', 'online', 'sleeping', 'offline'] as const
export type CarLook = (typeof carLooks)[number]

export function carLook({
  alarms,
  cut,
  moving,
  state,
}: Pick<CarPlace, 'cut' | 'moving' | 'state'> & { readonly alarms: number }): CarLook {
  if (alarms > 0) return 'alarm'
  if (cut) return 'cut'
  if (moving) return 'moving'
  const { online, sleeping } = onlineStates.code
  return state === online ? 'online' : state === sleeping ? 'sleeping' : 'offline'
}

/** Whether what is told of a car is newer than what is known of it: the later moment wins, and of the same the later word. */
export const isNewer = (told: Pick<CarPlace, 'at'>, known: { readonly at: number | null }): boolean =>
  known.at === null || told.at >= known.at
