import { isInChina } from '@cheyi/domain/platform/geo/datum'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'

/** One corner per line: 121.473700,31.230400. */
export const pointsText = (polygon: readonly GeoPoint[]): string =>
  polygon.map(({ lng, lat }) => `${lng},${lat}`).join('\n')

/**
 * Parses corners that were typed or pasted, one per line; longitude first, as maps in mainland China write them, or latitude first.
 * `wrong` is the number of the first invalid line.
 */
export function readPoints(text: string): { points: GeoPoint[]; wrong: number | null } {
  const points: GeoPoint[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const match = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(line)
    const [first, second] = [Number(match?.[1]), Number(match?.[2])]
    // In China longitude is above 73 and latitude below 54, so a swapped pair is recognized.
    const swapped = isInChina({ lng: second, lat: first })
    const [lng, lat] = swapped ? [second, first] : [first, second]
    if (match === null || Math.abs(lng) > 180 || Math.abs(lat) > 90) return { points, wrong: index + 1 }
    points.push({ lng: rounded(lng), lat: rounded(lat) })
  }
  return { points, wrong: null }
}

/** Six decimals have a precision of about a decimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const KM_PER_DEGREE = 111.32

/**
 * Approximate area of a polygon in square kilometres, computed on a plane; it is precise enough to detect a polygon that is far too
 * large.
 */
function squareKm(polygon: readonly GeoPoint[]): number {
  let sum = 0
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!
    sum += a.lng * b.lat - b.lng * a.lat
  })
  const middle = polygon.reduce((total, { lat }) => total + lat, 0) / Math.max(1, polygon.length)
  return (Math.abs(sum) / 2) * KM_PER_DEGREE ** 2 * Math.cos((middle * Math.PI) / 180)
}

/** For example 约12 km². */
export function areaWords(polygon: readonly GeoPoint[]): string {
  const km = squareKm(polygon)
  return `${polygon.length}个点 · 约${km < 10 ? km.toFixed(1) : Math.round(km)} km²`
}
