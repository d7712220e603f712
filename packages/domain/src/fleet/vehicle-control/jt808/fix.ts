import { greatCircle } from '../../../platform/geo/distance.ts'
import type { Position } from './position.ts'

/* Which reports are accepted, and their distance to the reports before. */

/** From this speed a car counts as moving, 0.1 km/h. */
export const MOVING = 50
const AHEAD_MS = 10 * 60_000
const OLDEST_MS = 365 * 86_400_000
/** A higher speed between two reports is a wrong position. */
const FASTEST_KMH = 220
/** With more time between them, two reports belong to different trips. */
export const LONGEST_STEP_MS = 10 * 60_000

/** A report as stored. Degrees in millionths, speeds in 0.1 km/h. */
export interface Fix {
  readonly at: number
  readonly latE6: number
  readonly lngE6: number
  readonly speed: number
  readonly pulseSpeed: number | null
  readonly course: number
  readonly altitude: number
  readonly satellites: number | null
  readonly signal: number | null
  readonly status: number
  readonly alarms: number
  readonly odometerM: number | null
  readonly fuel: number | null
  readonly batteryMv: number | null
  /** How far its odometer jumped back, or ahead of what a car can drive since the report before; 0: it did not. */
  readonly odometerJumpM: number
  /** Its position is plausible. */
  readonly valid: boolean
  /** Sent later from the terminal's buffer: part of the track, not of the current state. */
  readonly backfill: boolean
  /** It has the current position. */
  readonly live: boolean
  /** It has the current state of the car, possibly without a position: in a garage there are no satellites. */
  readonly current: boolean
  /** Since when the car is stopped; null: it moves. Of a live report. */
  readonly stoppedSince: number | null
  /** Distance from the report before. */
  readonly metres: number
  readonly movingS: number
}

interface Place {
  readonly at: number
  readonly lat: number
  readonly lng: number
}

/** State of a terminal's reports so far; stored with its connection. */
export interface Course {
  /** The last live position. */
  readonly live: Place | null
  /** Time of the last current report. */
  readonly currentAt: number
  readonly stoppedSince: number | null
  /** The last reading of the odometer. */
  readonly odometer: { readonly at: number; readonly m: number } | null
  /** A position that seemed wrong, in case the next one confirms it. */
  readonly doubted: Place | null
  /** The last report of a backfill. */
  readonly past: Place | null
}

export const noCourse: Course = {
  live: null,
  currentAt: 0,
  stoppedSince: null,
  odometer: null,
  doubted: null,
  past: null,
}

export type Judged =
  /** Impossible values: 0x8001 result 2. */
  | { readonly kind: 'wrong' }
  /** Too old to be stored. */
  | { readonly kind: 'old' }
  | { readonly kind: 'fix'; readonly fix: Fix; readonly course: Course }

export function judge(
  position: Position,
  course: Course,
  { now, backfill }: { now: number; backfill: boolean },
): Judged {
  const { at, lat, lng, items, status } = position
  if (at === null || Math.abs(lat) > 90 || Math.abs(lng) > 180 || at > now + AHEAD_MS) return { kind: 'wrong' }
  if (at < now - OLDEST_MS) return { kind: 'old' }
  const place: Place = { at, lat, lng }
  const before = backfill ? course.past : course.live
  const hasPlace = status.fixed && !(lat === 0 && lng === 0)
  const drifted = hasPlace && isTooFar(before, place) && (course.doubted === null || isTooFar(course.doubted, place))
  const valid = hasPlace && !drifted
  const current = !backfill && at >= course.currentAt
  const live = valid && !backfill && (course.live === null || at > course.live.at)
  const speed = Math.min(position.speed, 0x7fff)
  const stoppedSince = !live ? course.stoppedSince : speed >= MOVING ? null : (course.stoppedSince ?? at)
  const step = valid && (live || backfill) ? stepOf(before, place, speed) : { metres: 0, movingS: 0 }
  const odometerM = within(items.odometerM, 0x7fffffff)
  const odometer = current && odometerM !== null ? { at, m: odometerM } : course.odometer
  return {
    kind: 'fix',
    fix: {
      at,
      latE6: Math.round(lat * 1e6),
      lngE6: Math.round(lng * 1e6),
      speed,
      pulseSpeed: within(items.pulseSpeed, 0x7fff),
      course: position.course % 360,
      altitude: position.altitude,
      satellites: items.satellites ?? null,
      signal: items.signal ?? null,
      status: position.statusBits,
      alarms: position.alarms,
      odometerM,
      fuel: items.fuel ?? null,
      batteryMv: items.batteryMv ?? null,
      odometerJumpM: current ? jumpOf(course.odometer, odometer) : 0,
      valid,
      backfill,
      live,
      current,
      stoppedSince,
      ...step,
    },
    course: {
      live: live ? place : course.live,
      currentAt: current ? at : course.currentAt,
      stoppedSince,
      odometer,
      doubted: drifted ? place : valid ? null : course.doubted,
      past: backfill && valid ? place : course.past,
    },
  }
}

/** Readings are rounded, and a device may add them up by its own wheel size. */
const ODOMETER_SLACK_M = 5000

function jumpOf(before: Course['odometer'], now: Course['odometer']): number {
  if (before === null || now === null) return 0
  const metres = now.m - before.m
  const most = (Math.max(now.at - before.at, 0) / 3_600_000) * FASTEST_KMH * 1000 + ODOMETER_SLACK_M
  return metres < -ODOMETER_SLACK_M ? -metres : metres > most ? metres : 0
}

const within = (value: number | undefined, most: number): number | null =>
  value === undefined || value > most ? null : value

function isTooFar(from: Place | null, to: Place): boolean {
  if (from === null) return false
  const metres = greatCircle(from, to)
  const hours = Math.max(Math.abs(to.at - from.at), 1000) / 3_600_000
  return metres > 500 && metres / 1000 / hours > FASTEST_KMH
}

/** Distance from the report before. The position of a parked car varies slightly, which is no distance. */
export function stepOf(from: Place | null, to: Place, speed: number): { metres: number; movingS: number } {
  if (from === null || to.at <= from.at || to.at - from.at > LONGEST_STEP_MS || speed < MOVING)
    return { metres: 0, movingS: 0 }
  return { metres: Math.round(greatCircle(from, to)), movingS: Math.round((to.at - from.at) / 1000) }
}
