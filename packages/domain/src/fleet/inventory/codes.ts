import { type CodeOf, enumeration } from '../../enumeration.ts'

export const carTypes = enumeration({
  economy: [1, '经济'],
  comfort: [2, '舒适'],
  suv: [3, 'SUV'],
  mpv: [4, '商务MPV'],
  luxury: [5, '豪华'],
  sports: [6, '跑车'],
  camper: [7, '房车'],
  pickup: [8, '皮卡'],
  other: [9, '其他'],
})
export const carType = carTypes.code
export type CarType = CodeOf<typeof carTypes>

export const energies = enumeration({
  petrol: [1, '汽油'],
  diesel: [2, '柴油'],
  electric: [3, '纯电'],
  plugIn: [4, '插混'],
  rangeExtended: [5, '增程'],
  hybrid: [6, '油混'],
})
export const energy = energies.code
export type Energy = CodeOf<typeof energies>

export const gearboxes = enumeration({ automatic: [1, '自动'], manual: [2, '手动'] })

/** Licence classes that a vehicle may require, the usual ones first. */
export const neededLicences = ['C1', 'C2', 'B1', 'B2', 'A1', 'A2', 'A3'] as const

export const plateKinds = enumeration({
  ordinary: [1, '普通'],
  smallNewEnergy: [2, '小型新能源'],
  largeNewEnergy: [3, '大型新能源'],
  hkMacau: [4, '港澳'],
  trailer: [5, '挂车'],
  temporary: [9, '临时'],
})
export const plateKind = plateKinds.code
export type PlateKind = CodeOf<typeof plateKinds>

export const plateColors = enumeration({
  blue: [1, '蓝'],
  yellow: [2, '黄'],
  black: [3, '黑'],
  white: [4, '白'],
  yellowGreen: [93, '黄绿'],
  gradientGreen: [94, '渐变绿'],
  other: [9, '其他'],
})
export const plateColor = plateColors.code
export type PlateColor = CodeOf<typeof plateColors>

export const useNatures = enumeration({ rental: [1, '租赁'], nonOperating: [2, '非营运'], hailing: [3, '预约出租'] })
export const useNature = useNatures.code

export const ownerships = enumeration({
  own: [1, '自有'],
  affiliated: [2, '挂靠'],
  financeLease: [3, '融资租赁'],
  cooperation: [4, '合作'],
})

export const lifecycles = enumeration({
  waiting: [0, '待上架'],
  inService: [1, '在营'],
  off: [2, '下架'],
  disposed: [3, '已处置'],
})
export const lifecycle = lifecycles.code
export type Lifecycle = CodeOf<typeof lifecycles>

/** May be rented out. */
export const isInService = (status: number): boolean => status === lifecycle.inService
/** Sold or scrapped: its plate may be used by another car. */
export const isDisposed = (status: number): boolean => status === lifecycle.disposed

/** What a vehicle is doing now: derived, never stored; the first state that applies, in this order. */
export const runStates = enumeration({
  overdue: [40, '超时未还'],
  onRent: [30, '在租'],
  relocation: [50, '调车中'],
  maintenance: [60, '维保中'],
  inspection: [70, '年检中'],
  turnaround: [25, '整备中'],
  stopped: [80, '停售'],
  waitingPickup: [20, '待取'],
  idle: [10, '空闲'],
})
export const runState = runStates.code
export type RunState = CodeOf<typeof runStates>

/** The car was returned and is being prepared for the next customer. */
export const isInTurnaround = (state: number | null): boolean => state === runState.turnaround

/** Nobody has the car or is about to take it. */
export const isIdle = (state: number | null): boolean => state === runState.idle

/** Rented out, whether overdue or not. */
export const isWithCustomer = (state: number | null): boolean => state === runState.onRent || state === runState.overdue

export const insuranceKinds = enumeration({
  compulsory: [1, '交强险'],
  commercial: [2, '商业险'],
  passenger: [3, '座位险'],
})
export const insuranceKind = insuranceKinds.code
export type InsuranceKind = CodeOf<typeof insuranceKinds>

export const documentKinds = enumeration({
  licence: [1, '行驶证'],
  registration: [2, '登记证'],
  policy: [3, '保单'],
  inspection: [4, '年检'],
  filing: [5, '租赁备案'],
  other: [6, '其他'],
})
export const documentKind = documentKinds.code

/** A model that is off is not offered; it remains for its existing orders. */
export const modelStatus = { off: 0, inUse: 1 } as const
export const isModelInUse = (status: number | null): boolean => status === modelStatus.inUse
export const isModelOff = (status: number | undefined): boolean => status === modelStatus.off
