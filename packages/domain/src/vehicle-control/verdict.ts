import { greatCircle } from '../geo/distance.ts'
import { insideRing } from '../quote/area/area.ts'
import type { GeoPoint } from '../quote/rules.ts'
import type { RefusalKey } from '../refusal.ts'
import { type Instant, MINUTE } from '../time.ts'
import { commandType, cutCategory } from './codes.ts'

/*
 * Whether an engine may be cut or a car opened now. Asked when somebody wants it, and again by the gateway
 * inside the transaction that lets the bytes go: nobody, no role and no setting passes the check that a car stands before its engine
 * is cut.
 */

/** A live report of the car; one that came later than it was made, as a backfill does, is none. */
export interface LiveFix extends GeoPoint {
  /** By the device's clock, and by ours. */
  readonly at: Instant
  readonly receivedAt: Instant
  readonly valid: boolean
  /** 0.1 km/h. */
  readonly speed: number
  /** By the car's own pulses, where the device tells it; 0.1 km/h. */
  readonly pulseSpeed: number | null
  readonly acc: boolean
}

/** Where no engine is cut: a circle, or a ring of corners. */
export type CutZone = { readonly center: GeoPoint; readonly radiusM: number } | { readonly ring: readonly GeoPoint[] }

/** A zone as its fence keeps it: degrees in pairs, the longitude first. */
export type StoredZone = { readonly center: Degrees; readonly radiusM: number } | { readonly ring: readonly Degrees[] }
type Degrees = readonly [lng: number, lat: number]

const placeOf = ([lng, lat]: Degrees): GeoPoint => ({ lng, lat })

export const zoneOf = (stored: StoredZone): CutZone =>
  'ring' in stored ? { ring: stored.ring.map(placeOf) } : { center: placeOf(stored.center), radiusM: stored.radiusM }

export interface CutFacts {
  readonly type: typeof commandType.engineCut
  readonly now: Instant
  /** Somebody else may speak for the device: an alarm 设备身份不符 that nobody has ended. */
  readonly doubted: boolean
  /** The merchant's switch. */
  readonly enabled: boolean
  readonly category: number
  /** Of its last minutes, the newest first. */
  readonly fixes: readonly LiveFix[]
  readonly zones: readonly CutZone[]
  /** Until when the order that has the car is paid for; null: no customer has it. */
  readonly paidUntil: Instant | null
}

export interface UnlockFacts {
  readonly type: typeof commandType.unlock
  readonly now: Instant
  /** A customer has the car. */
  readonly rented: boolean
  /** Somebody is locked in, or worse: a second person has agreed, and neither speed nor place matters. */
  readonly emergency: boolean
  /** Of its last minutes, the newest first. */
  readonly fixes: readonly LiveFix[]
}

/** Commands that a car is told only behind a verdict. */
export type JudgedFacts = CutFacts | UnlockFacts
export type JudgedType = JudgedFacts['type']

/** A fix older than this, by either clock, tells nothing of now. */
const FRESH = MINUTE
/** So much a device's clock may be ahead. */
const AHEAD = MINUTE / 12
/** A report that took longer to come is of another moment, or its clock is slow: either way it says nothing of now. */
const LATE = MINUTE / 2
const LEAST_FIXES = 3
const STILL_FOR = MINUTE
/** With the engine running: a stop at a light is none. */
const STILL_RUNNING_FOR = 3 * MINUTE
/** 0.1 km/h. */
const STILL_BELOW = 30
const STILL_WITHIN_M = 30
/** Satellites and pulses agree within this; 0.1 km/h. */
const AGREE = 50

/** A car is not opened at more than this; 0.1 km/h. */
const UNLOCK_UP_TO = 50
const UNLOCK_FRESH = 2 * MINUTE

const isFresh = (fix: LiveFix, now: Instant): boolean => isWithin(fix, now, FRESH) && fix.receivedAt - fix.at <= LATE

/** Of now, by either clock. */
const isWithin = ({ at, receivedAt }: LiveFix, now: Instant, span: number): boolean =>
  now - receivedAt <= span && now - at <= span && at - now <= AHEAD

const moves = ({ speed, pulseSpeed }: LiveFix): boolean =>
  speed >= STILL_BELOW || (pulseSpeed !== null && Math.abs(pulseSpeed - speed) > AGREE)

/** For how long it has stood in its place without a break, by the fixes that say so. */
function stillness(fixes: readonly LiveFix[]): { readonly count: number; readonly for: number } {
  const [last] = fixes
  let count = 0
  let since = last?.at ?? 0
  for (const fix of fixes) {
    if (last === undefined || !fix.valid || moves(fix) || greatCircle(fix, last) >= STILL_WITHIN_M) break
    count++
    since = fix.at
  }
  return { count, for: (last?.at ?? 0) - since }
}

const holds = (zone: CutZone, point: GeoPoint): boolean =>
  'ring' in zone ? insideRing(point, zone.ring) : greatCircle(zone.center, point) <= zone.radiusM

/** Whoever took the car, or the police, does not pay for it. */
const passesPaidTime = (category: number): boolean => category === cutCategory.stolen || category === cutCategory.police

/**
 * @param moment `send`: in front of the bytes, where everything must hold; `ask`: where a fix that is old only means that a newer
 *   one is asked for first
 * @returns why not; null: it may
 */
export function commandVerdict(facts: JudgedFacts, moment: 'ask' | 'send'): RefusalKey | null {
  return facts.type === commandType.engineCut ? cutVerdict(facts, moment) : unlockVerdict(facts)
}

/** What a car that moves is refused; above which speed it moves, 0.1 km/h. */
export const movingRefusal = {
  [commandType.engineCut]: { above: STILL_BELOW - 1, refusal: 'cutWhileMoving' },
  [commandType.unlock]: { above: UNLOCK_UP_TO, refusal: 'unlockWhileMoving' },
} as const satisfies Record<JudgedType, { above: number; refusal: RefusalKey }>

/** The newest report that says how fast the car is now, and the speed; 0.1 km/h. */
export function speedNow(
  fixes: readonly LiveFix[],
  now: Instant,
): { readonly at: Instant; readonly speed: number } | null {
  // Without satellites a device tells the speed that it knew last; the car's own pulses hold there too.
  const told = fixes
    .filter((fix) => isWithin(fix, now, UNLOCK_FRESH))
    .map(({ at, valid, speed, pulseSpeed }) => ({ at, speed: Math.max(valid ? speed : -1, pulseSpeed ?? -1) }))
  return told.find(({ speed }) => speed >= 0) ?? null
}

function unlockVerdict({ emergency, fixes, now, rented }: UnlockFacts): RefusalKey | null {
  if (emergency) return null
  const last = speedNow(fixes, now)
  if (last !== null && last.speed > UNLOCK_UP_TO) return 'unlockWhileMoving'
  return rented && !fixes.some((fix) => fix.valid && isWithin(fix, now, UNLOCK_FRESH)) ? 'unlockFixStale' : null
}

function cutVerdict(facts: CutFacts, moment: 'ask' | 'send'): RefusalKey | null {
  const { now, enabled, doubted, fixes, zones, paidUntil, category } = facts
  if (!enabled) return 'forbidden'
  if (doubted) return 'deviceDoubted'
  if (paidUntil !== null && now <= paidUntil && !passesPaidTime(category)) return 'cutInPaidTime'
  const [last] = fixes
  if (last !== undefined && zones.some((zone) => holds(zone, last))) return 'cutZone'
  if (last === undefined || !last.valid || !isFresh(last, now)) return moment === 'ask' ? null : 'cutFixStale'
  if (moves(last)) return 'cutWhileMoving'
  const still = stillness(fixes)
  const moved = still.count < fixes.length && fixes[still.count]!.valid
  const needed = last.acc ? STILL_RUNNING_FOR : STILL_FOR
  if (still.count >= LEAST_FIXES && still.for >= needed) return null
  // It moved a moment ago; else too little is known of it yet.
  if (moved || last.acc) return 'cutWhileMoving'
  return moment === 'ask' ? null : 'cutFixStale'
}
