import type { GeoPoint } from './distance.ts'

/*
 * Positions are stored in WGS-84, as devices measure them. Maps of the mainland draw GCJ-02, which differs by about
 * 500 m; positions for or from such a map are converted only here.
 */

/** Coordinate system of a map. */
export const datums = ['wgs84', 'gcj02'] as const
export type Datum = (typeof datums)[number]

/** Six decimals are about a decimetre. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** A bounding box of the mainland; outside of it both systems are the same. */
export const isInChina = ({ lng, lat }: GeoPoint): boolean => lng > 73 && lng < 136 && lat > 3 && lat < 54

// Krasovsky ellipsoid, by which GCJ-02 is defined.
const AXIS = 6_378_245
const ECCENTRICITY = 0.006_693_421_622_965_943

const sine = (degrees: number) => Math.sin(degrees * Math.PI)
const ripple = (x: number) => ((20 * sine(6 * x) + 20 * sine(2 * x)) * 2) / 3

/** Offset of GCJ-02 from a WGS-84 position, in degrees. */
function shift(device: GeoPoint): { readonly lng: number; readonly lat: number } {
  const x = device.lng - 105
  const y = device.lat - 35
  const bend = 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x))
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    bend +
    ripple(x) +
    ((20 * sine(y) + 40 * sine(y / 3)) * 2) / 3 +
    ((160 * sine(y / 12) + 320 * sine(y / 30)) * 2) / 3
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    ripple(x) +
    ((20 * sine(x) + 40 * sine(x / 3)) * 2) / 3 +
    ((150 * sine(x / 12) + 300 * sine(x / 30)) * 2) / 3
  const angle = (device.lat / 180) * Math.PI
  const flat = 1 - ECCENTRICITY * Math.sin(angle) ** 2
  const metresNorth = ((AXIS * (1 - ECCENTRICITY)) / (flat * Math.sqrt(flat))) * Math.PI
  const metresEast = (AXIS / Math.sqrt(flat)) * Math.cos(angle) * Math.PI
  return { lng: (east * 180) / metresEast, lat: (north * 180) / metresNorth }
}

export function toGcj(point: GeoPoint): GeoPoint {
  if (!isInChina(point)) return point
  const by = shift(point)
  return { lng: roundDegrees(point.lng + by.lng), lat: roundDegrees(point.lat + by.lat) }
}

/** Converts a position of a GCJ-02 map to WGS-84. The formula has no inverse; three iterations are exact to a centimetre. */
export function fromGcj(drawn: GeoPoint): GeoPoint {
  if (!isInChina(drawn)) return drawn
  let guess = drawn
  for (let step = 0; step < 3; step++) {
    const by = shift(guess)
    guess = { lng: drawn.lng - by.lng, lat: drawn.lat - by.lat }
  }
  return { lng: roundDegrees(guess.lng), lat: roundDegrees(guess.lat) }
}

/** Converts a stored position to the coordinates of a map, and back. */
export const mapPointOf = (point: GeoPoint, datum: Datum): GeoPoint => (datum === 'gcj02' ? toGcj(point) : point)
export const storedPointOf = (drawn: GeoPoint, datum: Datum): GeoPoint => (datum === 'gcj02' ? fromGcj(drawn) : drawn)
