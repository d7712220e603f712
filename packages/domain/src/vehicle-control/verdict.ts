import { greatCircle } from '../geo/distance.ts'
import { insideRing } from '../quote/area/area.ts'
import type { GeoPoint } from '../quote/rules.ts'
import type { RefusalKey } from '../refusal.ts'
import { type Instant, MINUTE } from '../time.ts'
import { cutCategory } from './codes.ts'

/*
 * Whether an engine may be cut now (operations.md §10.3). Asked when somebody wants it, and again by the gateway inside the
 * transaction that lets the bytes go: nobody, no role and no setting passes the check that the car stands.
 */

/** A live report of the car; one that came later than it was made, as a backfill does, is none. */
export interface CutFix extends GeoPoint {
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
  readonly now: Instant
  /** The merchant's switch. */
  readonly enabled: boolean
  readonly category: number
  /** Of its last minutes, the newest first. */
  readonly fixes: readonly CutFix[]
  readonly zones: readonly CutZone[]
  /** Until when the order that has the car is paid for; null: no customer has it. */
  readonly paidUntil: Instant | null
}

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

const isFresh = (fix: CutFix, now: Instant): boolean =>
  now - fix.receivedAt <= FRESH && now - fix.at <= FRESH && fix.at - now <= AHEAD && fix.receivedAt - fix.at <= LATE

const moves = ({ speed, pulseSpeed }: CutFix): boolean =>
  speed >= STILL_BELOW || (pulseSpeed !== null && Math.abs(pulseSpeed - speed) > AGREE)

/** For how long it has stood in its place without a break, by the fixes that say so. */
function stillness(fixes: readonly CutFix[]): { readonly count: number; readonly for: number } {
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
export function cutVerdict(facts: CutFacts, moment: 'ask' | 'send'): RefusalKey | null {
  const { now, enabled, fixes, zones, paidUntil, category } = facts
  if (!enabled) return 'forbidden'
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
