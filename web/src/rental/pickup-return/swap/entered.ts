import { type FuelKind, fuelKind } from '@cheyi/domain/rental/pickup-return/codes'
import { missingSlots, type PhotoSlot, recordProblems } from '@cheyi/domain/rental/pickup-return/record'
import { isBrokenReason } from '@cheyi/domain/rental/pickup-return/swap'
import type { Candidate } from '../../arrange/parts/candidate.ts'
import type { FlowCard } from '../parts/card/cards.ts'
import { kilometres } from '../parts/compare-words.ts'
import type { Filled, Mark } from '../parts/entered.ts'
import type { Block } from '../parts/types.ts'

/* The entered values of a swap, and the missing ones. */

export type Side = 'old' | 'new'
export type Readings = Pick<Filled, 'mileageKm' | 'fuelEighths' | 'batteryPct'>

export interface Entered {
  readonly reason: string
  /** New return time, epoch ms; required only for an overdue order. */
  readonly dueAt: number | null
  readonly car:
    | (Pick<Candidate, 'vehicleId' | 'plate' | 'modelId' | 'modelName'> & Partial<Pick<Candidate, 'moves'>>)
    | null
  /** Whether the returned car is taken out of service; undefined: the reason decides. */
  readonly stop?: boolean | undefined
  readonly old: Readings
  readonly new: Readings
  /** All marks of the returned car, once one was added or changed. */
  readonly marks?: readonly Mark[] | undefined
  /** Store that the car is returned to; undefined: the pickup store. */
  readonly storeId?: string | undefined
}

/** A broken car is taken out of service unless the clerk chooses otherwise. */
export const stopsOldCar = ({ stop, reason }: Pick<Entered, 'stop' | 'reason'>): boolean =>
  stop ?? isBrokenReason(reason)

const unread: Readings = { mileageKm: null, fuelEighths: null, batteryPct: null }
export const nothing: Entered = { reason: '', dueAt: null, car: null, old: unread, new: unread }

/** Changes the car: readings of the previous choice must not be saved on the new one. */
export const withCar = (entered: Entered, car: Entered['car']): Entered => ({ ...entered, car, new: unread })

/** The cards of the page, from top to bottom. */
export const swapCards = {
  car: { mark: '选', name: '选车', steps: [1] },
  old: { mark: '收', name: '收车', steps: [2] },
  new: { mark: '交', name: '交车', steps: [3] },
} as const satisfies Record<string, FlowCard>

/** The inspection state of a car. */
export interface SeenCar {
  /** undefined while unknown, or without a car. */
  readonly fuelKind: FuelKind | undefined
  /** Last odometer value. */
  readonly odometerKm: number
  /** Photographed places, including pictures that are still uploading. */
  readonly slots: readonly PhotoSlot[]
  /** Pictures that are not uploaded yet, and how many of them failed. */
  readonly unsent: number
  readonly failed: number
}

export interface Swapping {
  readonly entered: Entered
  /** The agreed return has passed: a new return time is required. */
  readonly overdue: boolean
  /** Epoch ms. */
  readonly now: number
  readonly old: SeenCar
  readonly new: SeenCar
  readonly online: boolean
}

/** What blocks the confirmation of the swap; the code is the field of the call, without `swap.`. */
export function gapsOf({ entered, overdue, now, online, ...cars }: Swapping): Block[] {
  const { reason, dueAt, car } = entered
  const gaps: Block[] = []
  const add = (code: string, step: number, text: string) => gaps.push({ code, step, text, overridable: false })
  if (reason.trim() === '') add('reason', 1, '请填写换车原因')
  if (overdue && (dueAt === null || dueAt <= now))
    add('dueAt', 1, dueAt === null ? '订单已超时，请填写预计还车时间' : '预计还车时间须晚于现在')
  if (car === null) add('vehicleId', 1, '请选择新车')
  for (const [side, step] of [
    ['old', 2],
    ['new', 3],
  ] as const) {
    if (side === 'new' && car === null) {
      add('new.photos', step, '选好新车后验车')
      continue
    }
    for (const [field, text] of carProblems(cars[side], entered[side])) add(`${side}.${field}`, step, text)
  }
  const least = cars.new.odometerKm
  if (entered.new.mileageKm !== null && entered.new.mileageKm < least)
    add('new.mileageKm', 3, `里程不能小于当前 ${kilometres(least)} km`)
  if (!online) add('offline', 1, '网络不可用，恢复后才能确认')
  return gaps
}

function carProblems({ fuelKind: kind, slots, unsent, failed }: SeenCar, readings: Readings): [string, string][] {
  const missing = missingSlots(slots).length
  const read = recordProblems({ fuelKind: kind ?? fuelKind.oil, slots, ...readings })
    .filter(({ field }) => field !== 'photos')
    .map(({ field, text }): [string, string] => [field, text])
  return [
    ...(missing > 0 ? [['photos', `还差 ${missing} 张必拍照片`] satisfies [string, string]] : []),
    ...(failed > 0 ? [['uploadFailed', `${failed} 张照片上传失败，请重试或删除`] satisfies [string, string]] : []),
    ...(unsent > failed ? [['uploading', `还有 ${unsent - failed} 张照片在上传`] satisfies [string, string]] : []),
    ...read,
  ]
}
