import { type GeoPoint, greatCircle } from '../../platform/geo/distance.ts'
import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { machine } from '../../step.ts'
import { type Instant, MINUTE } from '../../time.ts'
import { type AlarmLevel, type AlarmRule, type AlarmType, alarmKind, bitTypes, silentTypes } from './alarm-rule.ts'
import { alarmLevel, alarmState, alarmStates, alarmType, fenceRule } from './codes.ts'
import { breaks, covers, type Fence, type FencedCar, isTooFast, isWithinHours } from './fence.ts'
import { type Fix, MOVING, type Place } from './jt808/fix.ts'
import { dueAtOf, mayBeCarried, useAt, type VehicleUse } from './use.ts'

/*
 * Alarms of cars. A report is compared with the rules of its merchant; a car has at most one alarm of a type that has
 * not ended or is not handled, so that a condition that comes and goes is one alarm. A fence of a higher level raises it.
 */

const { open, running, done, mistaken } = alarmState

export const alarmSteps = machine(alarmStates, {
  entry: [open],
  final: [done, mistaken],
  refusal: 'stale',
  steps: {
    take: { from: [open], to: running, by: 'vehicleControl' },
    handle: { from: [open, running], to: done, by: 'vehicleControl' },
    dismiss: { from: [open, running], to: mistaken, by: 'vehicleControl' },
    /** Somebody else may take it. */
    release: { from: [running], to: open, by: 'vehicleControl' },
  },
})

/** It waits for a person. */
const isUnhandled = (state: number): boolean => state === open || state === running
export const unhandledStates = [open, running] as const

/** The home page counts these and more serious ones; a hint is in the list only. */
export const COUNTED_LEVEL = 2

export interface AlarmPendingFacts {
  readonly state: number
  readonly level: number
}

/** Pending work of an alarm: until it is handled, whether or not its condition goes on. */
export const pendingWorkOf = ({ state, level }: AlarmPendingFacts): Waiting[] =>
  isUnhandled(state) && level >= COUNTED_LEVEL ? [waiting('alarm', { countsFrom: ALWAYS })] : []

/** Facts of a car that a report of its device is compared with. */
export interface WatchedCar extends FencedCar {
  /** Where its current store is; null: the store has no position. */
  readonly store: GeoPoint | null
  /** Who may move it, around the time of the reports. */
  readonly uses: readonly VehicleUse[]
  /** Where it was when the last use before ended, if it has not rested since. */
  readonly freed: Place | null
  /** Types that are switched off for this car. */
  readonly off: readonly AlarmType[]
  /** Of today, by its reports. */
  readonly todayMetres: number
  /** Its alarms that have not ended, of the types that reports raise and end. */
  readonly open: readonly OpenAlarm[]
}

export interface OpenAlarm {
  readonly type: AlarmType
  readonly fenceId: string | null
  readonly level: AlarmLevel
}

/** Rules of a merchant. */
export interface Watch {
  readonly rules: ReadonlyMap<AlarmType, AlarmRule>
  readonly fences: readonly Fence[]
  /** Where its stores are. */
  readonly stores: readonly GeoPoint[]
}

export interface AlarmChange {
  readonly type: AlarmType
  /** It begins or takes a higher level, or it has ended. */
  readonly on: boolean
  readonly level: AlarmLevel
  readonly fenceId: string | null
  /** What was measured, and the threshold, in the unit of the type; null where it has none. */
  readonly value: number | null
  readonly limit: number | null
  readonly at: Instant
  readonly latE6: number
  readonly lngE6: number
}

/** A report that is compared: the current state of a car, not from the terminal's buffer. */
export type WatchedFix = Pick<
  Fix,
  | 'at'
  | 'latE6'
  | 'lngE6'
  | 'speed'
  | 'alarms'
  | 'valid'
  | 'live'
  | 'stoppedSince'
  | 'rest'
  | 'off'
  | 'previous'
  | 'batteryMv'
  | 'odometerJumpM'
>

/** A stop counts as the end of a drive after this time, so that traffic lights do not end an alarm. */
const STOPPED_FOR = 10 * MINUTE
/** How much nearer a car must come again, and how much a voltage must rise, before an alarm ends. */
const NEARER_M = 1000
const RISES_MV = 300
/** A car that has moved has come to rest, or has come back, within this distance of its place. */
const BACK_WITHIN_M = 50
/** Around its store a car is moved for the next customer, or to be washed. */
const YARD_M = 500

type Holds = { readonly value?: number; readonly fence?: Fence; readonly level?: AlarmLevel } | null

/** One report: which of the conditions hold. `undefined`: the report does not say. */
type Condition = (of: {
  readonly fix: WatchedFix
  readonly point: GeoPoint
  readonly car: WatchedCar
  readonly watch: Watch
  /** The alarm of the type that has not ended. */
  readonly before: OpenAlarm | undefined
  readonly limit: number
  readonly type: AlarmType
}) => Holds | undefined

const yes = {}

/** The fence of the highest level that the car breaks; of several, that of its alarm. */
function brokenFence(
  { fix, point, car, watch, before }: Parameters<Condition>[0],
  rules: readonly Fence['rule'][],
): Holds {
  const of = watch.fences.filter((fence) => rules.includes(fence.rule) && covers(fence, car))
  const known = (fence: Fence) => fence.id === before?.fenceId
  const broken = (fence: Fence) => breaks(fence, { ...point, at: fix.at, speed: fix.speed }, known(fence))
  const [fence] = of.filter(broken).sort((a, b) => b.level - a.level || Number(known(b)) - Number(known(a)))
  return fence === undefined ? null : { fence, value: Math.round(fix.speed / 10) }
}

/** It drives, or stopped a moment ago. */
const goesOn = ({ fix, before }: Parameters<Condition>[0]): boolean =>
  before === undefined ? fix.speed >= MOVING : fix.stoppedSince === null || fix.at - fix.stoppedSince < STOPPED_FOR

const isNear = (place: GeoPoint | null, point: GeoPoint, metres: number): boolean =>
  place !== null && greatCircle(place, point) <= metres

/** Where a car was that nobody may move: where it last rested or, if its last use ended after that, where that ended. */
const unusedSince = ({ at, rest }: WatchedFix, { freed }: WatchedCar): Place | null =>
  freed !== null && freed.at <= at && (rest === null || freed.at > rest.at) ? freed : rest

/** How far a car is from a place, by its last two positions, because one alone may be wrong; null: it has not moved away. */
function metresAway(from: Place | null, { fix, point, before, limit }: Parameters<Condition>[0]): number | null {
  const { previous } = fix
  if (from === null || previous === null || previous.at < from.at) return null
  const metres = Math.min(greatCircle(from, point), greatCircle(from, previous))
  return metres > (before === undefined ? limit : BACK_WITHIN_M) ? Math.round(metres) : null
}

/** Conditions that need a position. */
const placed: Partial<Record<AlarmType, Condition>> = {
  [alarmType.area]: (of) => brokenFence(of, [fenceRule.leave, fenceRule.enter]),
  [alarmType.overspeed]: (of) =>
    brokenFence(of, [fenceRule.speed]) ??
    (isTooFast(of.fix.speed, of.limit, of.before !== undefined) ? { value: Math.round(of.fix.speed / 10) } : null),
  [alarmType.overdueMoving]: (of) => {
    const { fix, car, limit } = of
    const dueAt = dueAtOf(car.uses, fix.at)
    return dueAt !== null && fix.at > dueAt + limit * MINUTE && goesOn(of)
      ? { value: Math.round((fix.at - dueAt) / MINUTE) }
      : null
  },
  [alarmType.leftCity]: ({ point, watch: { stores }, before, limit }) => {
    if (stores.length === 0) return null
    const metres = Math.min(...stores.map((store) => greatCircle(store, point)))
    return metres > limit * 1000 - (before === undefined ? 0 : NEARER_M) ? { value: Math.round(metres / 1000) } : null
  },
  [alarmType.nightMove]: (of) => {
    const { fix, point, car, before, limit, type } = of
    const isNight = isWithinHours(alarmKind(type).hours ?? null, fix.at)
    if (useAt(car.uses, fix.at) !== null || !isNight || !goesOn(of)) return null
    return before !== undefined || isNear(car.store, point, limit) ? yes : null
  },
  [alarmType.unusedMove]: (of) => {
    const { fix, point, car, watch, type } = of
    if (useAt(car.uses, fix.at) !== null) return null
    const value = metresAway(unusedSince(fix, car), of)
    if (value === null) return null
    if (!isNear(car.store, point, YARD_M)) return { value, level: watch.rules.get(type)!.level }
    // At night a movement in the yard is an alarm of its own.
    const isTold = car.open.some((one) => one.type === alarmType.nightMove)
    return isTold ? null : { value, level: alarmLevel.hint }
  },
  [alarmType.towed]: (of) => {
    const { fix, car } = of
    if (mayBeCarried(useAt(car.uses, fix.at))) return null
    const value = metresAway(fix.off, of)
    return value === null ? null : { value }
  },
  [alarmType.mileageJump]: ({ fix, car, limit }) => {
    const km = Math.round(car.todayMetres / 1000)
    if (km > limit) return { value: km }
    return fix.odometerJumpM > 0 ? { value: Math.round(fix.odometerJumpM / 1000) } : null
  },
}

/** Conditions that any report shows. */
const seen: Partial<Record<AlarmType, Condition>> = {
  [alarmType.lowBattery]: ({ fix, before, limit }) =>
    fix.batteryMv === null
      ? undefined
      : fix.batteryMv < limit * 100 + (before === undefined ? 0 : RISES_MV)
        ? { value: Math.round(fix.batteryMv / 100) }
        : null,
  // Any report ends them.
  ...Object.fromEntries(silentTypes.map((type) => [type, () => null])),
}

const watchedTypes = [...new Set([...bitTypes, ...Object.keys({ ...placed, ...seen }).map(Number)])] as AlarmType[]

function holds(type: AlarmType, fix: WatchedFix, car: WatchedCar, watch: Watch): Holds | undefined {
  const rule = watch.rules.get(type)!
  if (!rule.active || car.off.includes(type)) return null
  const before = car.open.find((one) => one.type === type)
  const point = { lat: fix.latE6 / 1e6, lng: fix.lngE6 / 1e6 }
  const of = { fix, point, car, watch, before, limit: rule.limit ?? 0, type }
  const bit = bitTypes.includes(type) && ((fix.alarms >>> type) & 1) === 1
  const own = ownCondition(type, of)
  return own ?? (bit ? yes : own)
}

function ownCondition(type: AlarmType, of: Parameters<Condition>[0]): Holds | undefined {
  const condition = placed[type]
  if (condition !== undefined) return of.fix.valid && of.fix.live ? condition(of) : undefined
  return seen[type] === undefined ? null : seen[type](of)
}

/**
 * What changes by these reports of one car, in their order. The result does not depend on how the reports are divided
 * among calls.
 */
export function watchCar(fixes: readonly WatchedFix[], car: WatchedCar, watch: Watch): AlarmChange[] {
  const changes: AlarmChange[] = []
  let now = car.open
  for (const fix of fixes) {
    for (const type of watchedTypes) {
      const before = now.find((one) => one.type === type)
      const found = holds(type, fix, { ...car, open: now }, watch)
      if (found === undefined) continue
      const fence = found?.fence
      const rule = watch.rules.get(type)!
      const level = fence?.level ?? found?.level ?? rule.level
      const rises = (fence ?? found?.level) !== undefined && before !== undefined && level > before.level
      if (!rises && (found !== null) === (before !== undefined)) continue
      const fenceId = fence?.id ?? before?.fenceId ?? null
      changes.push({
        type,
        on: found !== null,
        level,
        fenceId,
        value: found?.value ?? null,
        limit: fence ? fence.limitKmh : found?.value === undefined ? null : rule.limit,
        at: fix.at,
        latE6: fix.latE6,
        lngE6: fix.lngE6,
      })
      now = now.filter((one) => one !== before)
      if (found !== null) now = [...now, { type, fenceId, level }]
    }
  }
  return changes
}
