import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'

/** Position of this device, WGS-84, and its accuracy in metres. */
export interface Located extends GeoPoint {
  readonly accuracyM: number
}

/** The browser's error codes for a missing position. */
export const notLocated = { denied: 1, unavailable: 2, timeout: 3 } as const

/** Whether this page may request a position at all: browsers give none to a page without https. */
export const canLocate = (): boolean => isSecureContext && 'geolocation' in navigator

interface Wanted {
  /** By satellite where possible, which takes longer. */
  readonly exact?: boolean
  /** Maximum age in ms of a cached position. */
  readonly age?: number
}

/**
 * Requests the position of the device.
 * @throws GeolocationPositionError whose code is one of {@link notLocated}
 */
export const locate = ({ exact = true, age = 60_000 }: Wanted = {}): Promise<Located> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude, accuracyM: coords.accuracy }),
      reject,
      { enableHighAccuracy: exact, timeout: 10_000, maximumAge: age },
    ),
  )
