import type { GeoPoint } from '@cheyi/domain/pricing/quote/rules'

/** Where this device is, WGS-84, and how far off that may be, metres. */
export interface Located extends GeoPoint {
  readonly accuracyM: number
}

/** Why no position came: the browser's own codes. */
export const notLocated = { denied: 1, unavailable: 2, timeout: 3 } as const

/** Whether this page may ask at all: no browser tells a page without https. */
export const canLocate = (): boolean => isSecureContext && 'geolocation' in navigator

interface Wanted {
  /** By its satellites where it can, which takes longer. */
  readonly exact?: boolean
  /** How old an answer may be that the device has already, ms. */
  readonly age?: number
}

/**
 * Asks the device where it is.
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
