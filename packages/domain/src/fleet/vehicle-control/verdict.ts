import { type GeoPoint, greatCircle } from '../../platform/geo/distance.ts'
import type { RefusalKey } from '../../refusal.ts'
import { type Instant, MINUTE } from '../../time.ts'
import { commandType, cutCategory } from './codes.ts'
import { type FenceShape, fromShape } from './fence.ts'

/*
 * Whether an engine may be cut or a car unlocked now. Checked when a user requests it, and again by the gateway
 * inside the transaction that sends the bytes: no user, role or setting can bypass the check that a car is stopped
 * before its engine is cut.
 */

/** A live report of the car; a report that arrived late, such as a backfill, is not live. */
export interface LiveFix extends GeoPoint {
  /** By the device's clock, and by the server's. */
  readonly at: Instant
  readonly receivedAt: Instant
  readonly valid: boolean
  /** 0.1 km/h. */
  readonly speed: number
  /** By wheel pulses, where the device reports it; 0.1 km/h. */
  readonly pulseSpeed: number | null
  readonly acc: boolean
}

export interface CutFacts {
  readonly type: typeof commandType.engineCut
  readonly now: Instant
  /** The device's identity is in doubt: it has an open alarm 设备身份不符. */
  readonly doubted: boolean
  /** The merchant's setting. */
  readonly enabled: boolean
  readonly category: number
  /** Of the last minutes, newest first. */
  readonly fixes: readonly LiveFix[]
  /** Where no engine may be cut. */
  readonly zones: readonly FenceShape[]
  /** The merchant's rule permits a cut only at an ordinary place of the day: whether the car was parked here; null: no such rule. */
  readonly parkedHere: boolean | null
  /** Until when the order with the car is paid; null: no customer has it. */
  readonly paidUntil: Instant | null
}

export interface UnlockFacts {
  readonly type: typeof commandType.unlock
  readonly now: Instant
  /** A customer has the car. */
  readonly rented: boolean
  /** An emergency that a second person has approved: neither speed nor position matters. */
  readonly emergency: boolean
  /** Of the last minutes, newest first. */
  readonly fixes: readonly LiveFix[]
}

/** Commands that are only sent after this check. */
export type JudgedFacts = CutFacts | UnlockFacts
export type JudgedType = JudgedFacts['type']

/** An older fix, by either clock, does not show the current state. */
const FRESH = MINUTE
/** How far a device's clock may be fast. */
const AHEAD = MINUTE / 12
/** A report that took longer to arrive is from another time, or the clock is slow; in both cases it does not show the current state. */
const LATE = MINUTE / 2
const LEAST_FIXES = 3
const STILL_FOR = MINUTE
/** With the engine running, because a stop at a traffic light is shorter. */
const STILL_RUNNING_FOR = 3 * MINUTE
/** Where the merchant's rule asks for an ordinary place of the day. */
const STILL_PARKED_FOR = 2 * MINUTE
/** 0.1 km/h. */
const STILL_BELOW = 30
const STILL_WITHIN_M = 30
/** Largest difference between satellite and pulse speed; 0.1 km/h. */
const AGREE = 50

/** A car is not unlocked above this speed; 0.1 km/h. */
const UNLOCK_UP_TO = 50
const UNLOCK_FRESH = 2 * MINUTE

const isFresh = (fix: LiveFix, now: Instant): boolean => isWithin(fix, now, FRESH) && fix.receivedAt - fix.at <= LATE

/** Current, by both clocks. */
const isWithin = ({ at, receivedAt }: LiveFix, now: Instant, span: number): boolean =>
  now - receivedAt <= span && now - at <= span && at - now <= AHEAD

const moves = ({ speed, pulseSpeed }: LiveFix): boolean =>
  speed >= STILL_BELOW || (pulseSpeed !== null && Math.abs(pulseSpeed - speed) > AGREE)

/** For how long the car has been stopped in the same position without interruption, by its fixes. */
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

/** A car that was stolen, or that the police request, may be cut during the paid time. */
const passesPaidTime = (category: number): boolean => category === cutCategory.stolen || category === cutCategory.police

/**
 * @param moment `send`: just before sending, when everything must be satisfied; `ask`: at the request, when an old
 * fix only causes a newer one to be requested first
 * @returns why not; null: allowed
 */
export function commandVerdict(facts: JudgedFacts, moment: 'ask' | 'send'): RefusalKey | null {
  return facts.type === commandType.engineCut ? cutVerdict(facts, moment) : unlockVerdict(facts)
}

/** Refusal for a moving car; above which speed it counts as moving, 0.1 km/h. */
export const movingRefusal = {
  [commandType.engineCut]: { above: STILL_BELOW - 1, refusal: 'cutWhileMoving' },
  [commandType.unlock]: { above: UNLOCK_UP_TO, refusal: 'unlockWhileMoving' },
} as const satisfies Record<JudgedType, { above: number; refusal: RefusalKey }>

/** The newest report of the current speed; 0.1 km/h. */
export function speedNow(
  fixes: readonly LiveFix[],
  now: Instant,
): { readonly at: Instant; readonly speed: number } | null {
  // Without satellites a device repeats its last speed, so that only the pulse speed counts then.
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
  const { now, enabled, doubted, fixes, zones, parkedHere, paidUntil, category } = facts
  if (!enabled) return 'forbidden'
  if (doubted) return 'deviceDoubted'
  if (paidUntil !== null && now <= paidUntil && !passesPaidTime(category)) return 'cutInPaidTime'
  const [last] = fixes
  if (last !== undefined && zones.some((zone) => fromShape(last, zone) <= 0)) return 'cutZone'
  if (last === undefined || !last.valid || !isFresh(last, now)) return moment === 'ask' ? null : 'cutFixStale'
  if (moves(last)) return 'cutWhileMoving'
  const still = stillness(fixes)
  const moved = still.count < fixes.length && fixes[still.count]!.valid
  const needed = last.acc ? STILL_RUNNING_FOR : parkedHere === null ? STILL_FOR : STILL_PARKED_FOR
  if (still.count >= LEAST_FIXES && still.for >= needed) return parkedHere === false ? 'cutNotParked' : null
  // It moved a moment ago; otherwise there are too few fixes.
  if (moved || last.acc) return 'cutWhileMoving'
  return moment === 'ask' ? null : 'cutFixStale'
}
