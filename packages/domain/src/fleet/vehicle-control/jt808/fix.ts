import { greatCircle } from '../../../platform/geo/distance.ts'
import { type ChargeProfile, chargeOf } from '../charge.ts'
import type { Position } from './position.ts'

/* Which reports are accepted, and their distance to the reports before. */

/** A car counts as moving from this speed on, in tenths of a km/h. */
export const MOVING = 50
const AHEAD_MS = 10 * 60_000
const OLDEST_MS = 365 * 86_400_000
/** A higher speed between two reports is a wrong position. */
const FASTEST_KMH = 220
/** A car rests where it has stood for this time; until then a stop belongs to its drive. */
const RESTS_AFTER_MS = 10 * 60_000
/** The position of a standing car varies by this much. */
const STANDS_WITHIN_M = 60
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
  /** State of charge and range of an electric car, by the profile of its device. */
  readonly chargePct: number | null
  readonly rangeKm: number | null
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
  /** Where it last rested, and since when; null: not known. Of a live report. */
  readonly rest: Place | null
  /** Where its ignition went off, or where it has rested since; null while it is on. Of a live report. */
  readonly off: Place | null
  /** The live position before this one. */
  readonly previous: Place | null
  /** Distance from the report before. */
  readonly metres: number
  readonly movingS: number
}

export interface Place {
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
  /** Where the stop began that goes on, and where the car last rested. */
  readonly stop: Place | null
  readonly rest: Place | null
  readonly off: Place | null
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
  stop: null,
  rest: null,
  off: null,
  odometer: null,
  doubted: null,
  past: null,
}

/** What is stored of a terminal when it connects. */
interface StoredCourse {
  readonly at: number | null
  readonly lat: number | null
  readonly lng: number | null
  readonly stoppedSince: number | null
  readonly acc: boolean | null
  readonly restAt: number | null
  readonly restLat: number | null
  readonly restLng: number | null
}

/** A terminal goes on from what is stored of it. */
export function courseFrom({ at, lat, lng, stoppedSince, acc, restAt, restLat, restLng }: StoredCourse): Course {
  if (at === null || lat === null || lng === null) return noCourse
  const live = { at, lat, lng }
  return {
    ...noCourse,
    live,
    currentAt: at,
    stoppedSince,
    stop: stoppedSince === null ? null : { ...live, at: stoppedSince },
    rest: restAt === null ? null : { at: restAt, lat: restLat!, lng: restLng! },
    off: acc === false ? live : null,
  }
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
  { now, backfill, charge = null }: { now: number; backfill: boolean; charge?: ChargeProfile | null },
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
  const { stop, rest, off } = live ? standing(course, place, { speed, ignition: status.acc }) : course
  const step = valid && (live || backfill) ? stepOf(before, place, speed) : { metres: 0, movingS: 0 }
  const odometerM = nullAbove(items.odometerM, 0x7fffffff)
  const odometer = current && odometerM !== null ? { at, m: odometerM } : course.odometer
  return {
    kind: 'fix',
    fix: {
      at,
      latE6: Math.round(lat * 1e6),
      lngE6: Math.round(lng * 1e6),
      speed,
      pulseSpeed: nullAbove(items.pulseSpeed, 0x7fff),
      course: position.course % 360,
      altitude: position.altitude,
      satellites: items.satellites ?? null,
      signal: items.signal ?? null,
      status: position.statusBits,
      alarms: position.alarms,
      odometerM,
      fuel: items.fuel ?? null,
      batteryMv: items.batteryMv ?? null,
      ...chargeOf(items.others, charge),
      odometerJumpM: current ? jumpOf(course.odometer, odometer) : 0,
      valid,
      backfill,
      live,
      current,
      stoppedSince,
      rest,
      off,
      previous: course.live,
      ...step,
    },
    course: {
      live: live ? place : course.live,
      currentAt: current ? at : course.currentAt,
      stoppedSince,
      stop,
      rest,
      off,
      odometer,
      doubted: drifted ? place : valid ? null : course.doubted,
      past: backfill && valid ? place : course.past,
    },
  }
}

/** A stop that moves is another one, so that a car on a tow truck that reports no speed does not rest there. */
function standing(
  before: Course,
  place: Place,
  { speed, ignition }: { readonly speed: number; readonly ignition: boolean },
): Pick<Course, 'stop' | 'rest' | 'off'> {
  const isSame = before.stop !== null && greatCircle(before.stop, place) <= STANDS_WITHIN_M
  const stop = speed >= MOVING ? null : isSame ? before.stop : place
  const rests = stop !== null && place.at - stop.at >= RESTS_AFTER_MS
  return {
    stop,
    rest: rests ? stop : (before.rest ?? stop),
    off: ignition ? null : rests ? stop : (before.off ?? place),
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

const nullAbove = (value: number | undefined, most: number): number | null =>
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
