import { type Energy, energy } from '../../fleet/inventory/codes.ts'
import { DAY } from '../../time.ts'
import type { DamageKind } from '../damage/codes.ts'
import { type FuelKind, fuelKind } from './codes.ts'
import type { PhotoFault } from './photo-fault.ts'

/** Positions of the guided photos; `extra` is any further one. */
export const photoSlots = {
  front: '车头',
  rear: '车尾',
  left: '左侧',
  right: '右侧',
  dashboard: '仪表盘',
  interior: '内饰',
  /** Where the car is parked after a return; not a photo of the car itself. */
  parking: '停放位置',
  /** A video around the car; optional. */
  video: '环车视频',
  extra: '其他',
} as const
export type PhotoSlot = keyof typeof photoSlots

const aroundTheCar: readonly PhotoSlot[] = ['front', 'rear', 'left', 'right']
/** Photos that every handover needs. */
export const requiredSlots: readonly PhotoSlot[] = [...aroundTheCar, 'dashboard']

/** Limit of photos and videos of one record together. */
export const MAX_RECORD_MEDIA = 20

/** Accessories that are handed over with the car. */
export const accessories = {
  licence: '行驶证',
  triangle: '三角警示牌',
  vest: '反光背心',
  charger: '充电枪',
  cable: '充电线',
  spare: '备胎',
  tools: '随车工具',
  extinguisher: '灭火器',
} as const
export type Accessory = keyof typeof accessories

const ofABattery: readonly Accessory[] = ['charger', 'cable']

/** Accessories of a car of this kind; charging equipment only for cars that can be charged. */
export const accessoriesFor = (kind: FuelKind): Accessory[] =>
  (Object.keys(accessories) as Accessory[]).filter((one) => readsBattery(kind) || !ofABattery.includes(one))

export interface StoredPhoto {
  readonly slot: PhotoSlot
  readonly mediaId: string
  /** Added after the handover; `at` is when (epoch ms). */
  readonly reissued: boolean
  readonly at: number
  /** Why it was added, and by whom. */
  readonly reason?: string
  readonly by?: string
  /** Fault that the customer's phone detected; the customer sent the photo nevertheless. */
  readonly fault?: PhotoFault
}

/** A stored damage mark; x and y are fractions (0–1) of the outline. */
export interface StoredMark {
  readonly markId: string
  readonly part: string
  readonly kind: DamageKind
  readonly x: number
  readonly y: number
  readonly isNew: boolean
  readonly photoIds: readonly string[]
  readonly reason: string
  /** Charge for a new mark at a return, fen; missing when nothing is charged. */
  readonly amount?: number
}

/** Whether an accessory was present. */
export interface StoredAccessory {
  readonly code: Accessory
  readonly present: boolean
}

/** Readings and photos as far as they are filled in. Kilometres; fuel in eighths of the tank, battery in percent. */
export interface RecordFacts {
  readonly fuelKind: FuelKind
  readonly mileageKm: number | null
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  readonly slots: readonly PhotoSlot[]
}

const fuelKindByEnergy: Readonly<Record<Energy, FuelKind>> = {
  [energy.petrol]: fuelKind.oil,
  [energy.diesel]: fuelKind.oil,
  [energy.hybrid]: fuelKind.oil,
  [energy.electric]: fuelKind.electric,
  [energy.plugIn]: fuelKind.hybrid,
  [energy.rangeExtended]: fuelKind.hybrid,
}

/** Readings that a model's energy needs; a full hybrid without a plug has only a tank. */
export const fuelKindOf = (of: Energy): FuelKind => fuelKindByEnergy[of]

export const readsFuel = (kind: FuelKind): boolean => kind !== fuelKind.electric
export const readsBattery = (kind: FuelKind): boolean => kind !== fuelKind.oil

/** A problem with photos or readings, as shown at its field. */
export interface RecordProblem {
  readonly field: 'photos' | 'mileageKm' | 'fuelEighths' | 'batteryPct'
  readonly text: string
}

/** Required photos that are missing, in the order in which they are taken. */
export const missingSlots = (slots: readonly PhotoSlot[]): PhotoSlot[] =>
  requiredSlots.filter((slot) => !slots.includes(slot))

/** Problems with photos and readings that any handover may have; the guards check the limits of each handover. */
export function recordProblems(record: RecordFacts): RecordProblem[] {
  const missing = missingSlots(record.slots)
  const problems: RecordProblem[] = []
  if (missing.some((slot) => aroundTheCar.includes(slot))) {
    problems.push({ field: 'photos', text: '请上传车辆前后左右照片' })
  }
  if (missing.includes('dashboard')) problems.push({ field: 'photos', text: '请上传仪表盘照片' })
  if (record.mileageKm === null) problems.push({ field: 'mileageKm', text: '请输入里程数' })
  if (readsFuel(record.fuelKind) && record.fuelEighths === null) {
    problems.push({ field: 'fuelEighths', text: '请选择油量' })
  }
  if (readsBattery(record.fuelKind) && record.batteryPct === null) {
    problems.push({ field: 'batteryPct', text: '请选择电量' })
  }
  return problems
}

/** A fuel reading in eighths as percent, rounded, as stored with the vehicle. */
export const fuelPctOf = (eighths: number): number => Math.round(eighths * 12.5)

const SWAPPED = '换车：'
/** The note in the records of a swap. */
export const swapNote = (reason: string): string => SWAPPED + reason
/** The reason in such a note. */
export const swapReason = (note: string | undefined): string => (note ?? '').replace(SWAPPED, '')

/** How long after the return photos may be added to a record. */
export const REISSUE_WITHIN = 90 * DAY
