import { formatLength } from '../../length.ts'
import { MINUTE } from '../../time.ts'
import { alarmType } from './codes.ts'
import { LONGEST_STEP_MS, MOVING, stepOf } from './jt808/fix.ts'
import type { TrackFix } from './track.ts'

/*
 * How a car was driven while an order had it, from its positions in order of time. The sums go on from where they stood, so that a long
 * rental is not read again and again.
 */

/** A shorter halt is no pause, as the rules for drivers of lorries have it. */
const PAUSE_MS = 20 * MINUTE
/** Above the limit, until the speed is this much below it again; 0.1 km/h. */
const SLOWER_BY = 50
/** Braking shows in two reports at most so far apart; others are counted by the alarm of the device. */
const BRAKES_WITHIN_MS = 5000
/** In 0.1 km/h a second: 3.6 m/s². */
const BRAKES_FROM = 130

/** A position with the alarm bits of its report. */
export interface DrivenFix extends TrackFix {
  readonly alarms: number
}

export interface Driving {
  readonly metres: number
  readonly movingS: number
  /** The longest drive without a pause. */
  readonly longestMs: number
  /** 0.1 km/h. */
  readonly fastest: number
  /** How often the car went faster than the limit. */
  readonly speedings: number
  /** How often it braked hard, or its device reported dangerous driving. */
  readonly brakings: number
}

/** Sums so far, and where they go on from. */
export interface DrivingSums extends Driving {
  readonly last: DrivenFix | null
  /** Start of the drive that goes on, and when the car was last moving in it; null: it stands. */
  readonly drive: { readonly from: number; readonly movedAt: number } | null
  readonly isSpeeding: boolean
}

export const noDriving: DrivingSums = {
  metres: 0,
  movingS: 0,
  longestMs: 0,
  fastest: 0,
  speedings: 0,
  brakings: 0,
  last: null,
  drive: null,
  isSpeeding: false,
}

/** @param limit speed in 0.1 km/h from which driving counts as speeding: roads are not known here */
export function driveOn(before: DrivingSums, fixes: readonly DrivenFix[], limit: number): DrivingSums {
  let sums = before
  for (const fix of fixes) if (sums.last === null || fix.at > sums.last.at) sums = sumsAfterFix(sums, fix, limit)
  return sums
}

function sumsAfterFix({ last, ...sums }: DrivingSums, fix: DrivenFix, limit: number): DrivingSums {
  const { metres, movingS } = stepOf(last, fix, fix.speed)
  const isMoving = fix.speed >= MOVING
  const isSame = last !== null && fix.at - last.at <= LONGEST_STEP_MS
  const goesOn = sums.drive !== null && fix.at - sums.drive.movedAt < PAUSE_MS
  const drive = isMoving ? { from: goesOn ? sums.drive!.from : fix.at, movedAt: fix.at } : goesOn ? sums.drive : null
  const isSpeeding = fix.speed > limit || (isSame && sums.isSpeeding && fix.speed > limit - SLOWER_BY)
  return {
    metres: sums.metres + metres,
    movingS: sums.movingS + movingS,
    longestMs: Math.max(sums.longestMs, drive === null ? 0 : drive.movedAt - drive.from),
    fastest: Math.max(sums.fastest, fix.speed),
    speedings: sums.speedings + (isSpeeding && !(isSame && sums.isSpeeding) ? 1 : 0),
    brakings: sums.brakings + (brakes(last, fix) ? 1 : 0),
    last: fix,
    drive,
    isSpeeding,
  }
}

const isReported = ({ alarms }: DrivenFix): boolean => ((alarms >>> alarmType.dangerousDriving) & 1) === 1

/** The alarm of the device begins, or the speed fell faster than by ordinary braking. */
function brakes(last: DrivenFix | null, fix: DrivenFix): boolean {
  if (isReported(fix)) return last === null || !isReported(last)
  if (last === null || isReported(last)) return false
  const ms = fix.at - last.at
  return ms <= BRAKES_WITHIN_MS && (last.speed - fix.speed) * 1000 >= BRAKES_FROM * ms
}

/** All stays of cars with an order together. */
export const drivingOfAll = (stays: readonly Driving[]): Driving => ({
  metres: stays.reduce((sum, one) => sum + one.metres, 0),
  movingS: stays.reduce((sum, one) => sum + one.movingS, 0),
  longestMs: Math.max(0, ...stays.map(({ longestMs }) => longestMs)),
  fastest: Math.max(0, ...stays.map(({ fastest }) => fastest)),
  speedings: stays.reduce((sum, one) => sum + one.speedings, 0),
  brakings: stays.reduce((sum, one) => sum + one.brakings, 0),
})

/** In words, for the page of the order and its dispute pack. @param limit as of {@link driveOn} */
export const drivingLines = ({
  limit,
  ...of
}: Driving & { readonly limit: number }): (readonly [label: string, text: string])[] => [
  ['行驶里程', `${(of.metres / 1000).toFixed(1)} km`],
  ['行驶时间', formatLength(Math.round((of.movingS * 1000) / MINUTE))],
  ['最长连续驾驶', formatLength(Math.round(of.longestMs / MINUTE))],
  ['最高车速', `${Math.round(of.fastest / 10)} km/h`],
  [`超速（超过 ${limit / 10} km/h）`, `${of.speedings} 次`],
  ['急刹车等危险驾驶', `${of.brakings} 次`],
]
