/*
 * Places as the map tells them. Everything kept is GCJ-02, which the maps of the mainland draw; a device's own position
 * is WGS-84 and lies some 500 m beside it.
 */

export interface Position {
  readonly lng: number
  readonly lat: number
}

/** Six decimals are a decimetre. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/**
 * The position in a pasted text, such as `121.4737,31.2304` or a link of the map; null when there is none in China.
 * Either order is understood: longitudes of China are above 73, latitudes below 54.
 */
export function readPosition(text: string): Position | null {
  for (const [, first, second] of text.matchAll(/(\d{1,3}\.\d{3,})\s*[,，\s]\s*(\d{1,3}\.\d{3,})/g)) {
    const [small, large] = [Number(first), Number(second)].sort((a, b) => a - b) as [number, number]
    if (isInChina({ lng: large, lat: small })) return { lng: rounded(large), lat: rounded(small) }
  }
  return null
}

export const positionText = ({ lng, lat }: Position): string => `${lng},${lat}`

const isInChina = ({ lng, lat }: Position) => lng > 73 && lng < 136 && lat > 3 && lat < 54

// Krasovsky ellipsoid, on which GCJ-02 is defined.
const AXIS = 6_378_245
const ECCENTRICITY = 0.006_693_421_622_965_943

const sine = (degrees: number) => Math.sin(degrees * Math.PI)
const ripple = (x: number) => ((20 * sine(6 * x) + 20 * sine(2 * x)) * 2) / 3

/** A device's position (WGS-84) as the maps of the mainland draw it (GCJ-02); unchanged outside China. */
export function fromDevice(device: Position): Position {
  if (!isInChina(device)) return device
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
  return {
    lng: rounded(device.lng + (east * 180) / metresEast),
    lat: rounded(device.lat + (north * 180) / metresNorth),
  }
}
