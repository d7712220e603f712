import type { CodeOf } from '../../enumeration.ts'
import { fromRing, type GeoPoint, greatCircle } from '../../platform/geo/distance.ts'
import { ringProblem } from '../../platform/geo/ring.ts'
import { type Instant, minuteOfDay } from '../../time.ts'
import { type alarmLevels, fenceKind, type fenceKinds, fenceRule, fenceRules } from './codes.ts'

/*
 * Fences: areas that cars may not leave, enter, or pass too fast, and where no engine is cut. Degrees of WGS-84.
 */

export const MAX_FENCES = 100
export const MIN_RADIUS_M = 50
export const MAX_RADIUS_M = 200_000
/** Limit of chosen cars of one fence. */
export const MAX_FENCED_CARS = 500
/** Limits of a speed rule, km/h. */
export const MIN_LIMIT_KMH = 10
export const MAX_LIMIT_KMH = 200

/**
 * A car that was inside is outside only from this distance on, metres, because the position of a parked car varies by
 * some metres and would cross the edge again and again.
 */
export const SLACK_M = 30
/** A car that was too fast is no longer so only from this much below the limit, km/h. */
export const SLACK_KMH = 5

export type FenceShape =
  | { readonly center: GeoPoint; readonly radiusM: number }
  | { readonly ring: readonly GeoPoint[] }

/** A shape as stored: pairs of degrees, longitude first. */
export type StoredShape = { readonly center: Degrees; readonly radiusM: number } | { readonly ring: readonly Degrees[] }
type Degrees = readonly [lng: number, lat: number]

const pointOf = ([lng, lat]: Degrees): GeoPoint => ({ lng, lat })
const degreesOf = ({ lng, lat }: GeoPoint): Degrees => [lng, lat]

export const shapeOf = (stored: StoredShape): FenceShape =>
  'ring' in stored ? { ring: stored.ring.map(pointOf) } : { center: pointOf(stored.center), radiusM: stored.radiusM }

export const storedShape = (shape: FenceShape): StoredShape =>
  'ring' in shape ? { ring: shape.ring.map(degreesOf) } : { center: degreesOf(shape.center), radiusM: shape.radiusM }

export const kindOf = (shape: FenceShape): CodeOf<typeof fenceKinds> =>
  'ring' in shape ? fenceKind.polygon : fenceKind.circle

/** Message for an invalid shape; null when it is valid. */
export function shapeProblem(shape: FenceShape): string | null {
  if ('ring' in shape) return ringProblem(shape.ring, '围栏')
  return shape.radiusM >= MIN_RADIUS_M && shape.radiusM <= MAX_RADIUS_M
    ? null
    : `半径应为${MIN_RADIUS_M}米至${MAX_RADIUS_M / 1000}公里`
}

/** Distance from the edge in metres, negative inside. */
export const fromShape = (point: GeoPoint, shape: FenceShape): number =>
  'ring' in shape ? fromRing(point, shape.ring) : greatCircle(shape.center, point) - shape.radiusM

/** Whether a car is inside; near the edge it remains where it was. */
export function isInside(shape: FenceShape, point: GeoPoint, before: boolean, slackM = SLACK_M): boolean {
  const metres = fromShape(point, shape)
  return metres <= 0 || (metres <= slackM && before)
}

/** Minutes of the day, [from, to); `to` before `from` is on the next day. */
export interface FenceHours {
  readonly from: number
  readonly to: number
}

export const isWithinHours = (hours: FenceHours | null, at: Instant): boolean => {
  if (hours === null) return true
  const minute = minuteOfDay(at)
  const { from, to } = hours
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

export interface Fence {
  readonly id: string
  readonly shape: FenceShape
  readonly rule: CodeOf<typeof fenceRules>
  readonly limitKmh: number | null
  readonly level: CodeOf<typeof alarmLevels>
  /** For cars of this store; null: of every store. */
  readonly storeId: string | null
  /** For these cars only; empty: for all. */
  readonly vehicleIds: readonly string[]
  readonly hours: FenceHours | null
}

export interface FencedCar {
  readonly vehicleId: string
  /** The store where it is, and its home store. */
  readonly storeIds: readonly string[]
}

export const covers = ({ storeId, vehicleIds }: Pick<Fence, 'storeId' | 'vehicleIds'>, car: FencedCar): boolean =>
  (storeId === null || car.storeIds.includes(storeId)) &&
  (vehicleIds.length === 0 || vehicleIds.includes(car.vehicleId))

/** A valid report of a position. Speed in 0.1 km/h. */
export interface FencedFix extends GeoPoint {
  readonly at: Instant
  readonly speed: number
}

/** @param before it broke the rule at its last report */
export function breaks(fence: Pick<Fence, 'shape' | 'rule' | 'limitKmh' | 'hours'>, fix: FencedFix, before: boolean) {
  if (!isWithinHours(fence.hours, fix.at)) return false
  switch (fence.rule) {
    case fenceRule.leave:
      return !isInside(fence.shape, fix, !before)
    case fenceRule.enter:
      return isInside(fence.shape, fix, before)
    case fenceRule.speed:
      return isTooFast(fix.speed, fence.limitKmh!, before) && isInside(fence.shape, fix, before)
    default:
      return false
  }
}

/** @param speed 0.1 km/h */
export const isTooFast = (speed: number, limitKmh: number, before: boolean): boolean =>
  speed > (before ? Math.max(limitKmh - SLACK_KMH, 0) : limitKmh) * 10

const clock = (minute: number): string =>
  `${`${Math.floor(minute / 60)}`.padStart(2, '0')}:${`${minute % 60}`.padStart(2, '0')}`

export const hoursText = (hours: FenceHours | null): string =>
  hours === null ? '全天' : `${clock(hours.from)}–${clock(hours.to)}`

/** For example `驶出 · 半径 500 米 · 22:00–06:00`. */
export function fenceWords({
  rule,
  limitKmh,
  radiusM,
  hours,
}: Pick<Fence, 'rule' | 'limitKmh' | 'hours'> & { readonly radiusM: number | null }): string {
  const size = radiusM === null ? '多边形' : radiusM < 1000 ? `半径 ${radiusM} 米` : `半径 ${radiusM / 1000} 公里`
  return [
    limitKmh === null ? fenceRules.text(rule) : `限速 ${limitKmh} km/h`,
    size,
    ...(rule === fenceRule.noCut ? [] : [hoursText(hours)]),
  ].join(' · ')
}
