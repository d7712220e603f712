import type { GeoPoint } from '../quote/rules.ts'
import { fromGcj, isInChina, toGcj } from './datum.ts'

/*
 * Places as a person names them. What is kept is WGS-84, as a device measures it; a map of the mainland draws GCJ-02,
 * which lies some 500 m beside it, so what is copied from one is converted here.
 */

/**
 * The position in a text pasted from a map, such as `121.4737,31.2304` or a link of the map; null when there is none in China.
 * Either order is understood: longitudes of China are above 73, latitudes below 54.
 */
export function readPosition(text: string): GeoPoint | null {
  for (const [, first, second] of text.matchAll(/(\d{1,3}\.\d{2,})\s*[,，\s]\s*(\d{1,3}\.\d{2,})/g)) {
    const [small, large] = [Number(first), Number(second)].sort((a, b) => a - b) as [number, number]
    if (isInChina({ lng: large, lat: small })) return fromGcj({ lng: large, lat: small })
  }
  return null
}

/** As a map would write it, for {@link readPosition} to read back. */
export function positionText(position: GeoPoint): string {
  const { lng, lat } = toGcj(position)
  return `${lng},${lat}`
}
