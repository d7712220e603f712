import { fromGcj, isInChina, toGcj } from './datum.ts'
import type { GeoPoint } from './distance.ts'

/*
 * Positions that users paste from a map. Stored positions are WGS-84; maps of the mainland draw GCJ-02, about 500 m
 * off, so that pasted positions are converted.
 */

/**
 * The position in a text pasted from a map, such as `121.4737,31.2304` or a map link; null when there is none in
 * China. Both orders are accepted: longitudes in China are above 73, latitudes below 54.
 */
export function readPosition(text: string): GeoPoint | null {
  for (const [, first, second] of text.matchAll(/(\d{1,3}\.\d{2,})\s*[,，\s]\s*(\d{1,3}\.\d{2,})/g)) {
    const [small, large] = [Number(first), Number(second)].sort((a, b) => a - b) as [number, number]
    if (isInChina({ lng: large, lat: small })) return fromGcj({ lng: large, lat: small })
  }
  return null
}

/** Formats a position as a map does, so that {@link readPosition} can read it. */
export function positionText(position: GeoPoint): string {
  const { lng, lat } = toGcj(position)
  return `${lng},${lat}`
}
