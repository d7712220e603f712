import { tickable } from '../channel/offered.ts'
import { badInput } from '../refusal.ts'
import { DAY, type Instant } from '../time.ts'

/*
 * The merchant's settings: type, default, range. A store may override the ones marked so; null or absent means the
 * merchant's value, an absent merchant value means the default.
 */

interface Setting<T> {
  /** What it is called, wherever it is named: on the page that changes it, in the log. */
  readonly title: string
  readonly fallback: T
  readonly min?: number
  readonly max?: number
  readonly storeOverride?: true
  /** For values that are neither a number in a range nor a flag. */
  readonly accepts?: (value: unknown) => boolean
}

/** What differs from the defaults of messages (`notify/matrix.ts`), by name. */
export interface Notify {
  /** Sent by default, and switched off. */
  readonly muted: readonly string[]
  /** Not sent by default, and switched on. */
  readonly texted?: readonly string[] | undefined
}

/** Minutes, days, basis points, fen or a code within bounds. */
const number = (title: string, fallback: number, min: number, max: number): Setting<number> => ({
  title,
  fallback,
  min,
  max,
})
/** As `number`, and a store may differ from its merchant. */
const perStore = (...of: Parameters<typeof number>): Setting<number> => ({ ...number(...of), storeOverride: true })
const flag = (title: string, fallback: boolean): Setting<boolean> => ({ title, fallback })
const listOf = (value: unknown, fits: (one: unknown) => boolean, most: number): boolean =>
  Array.isArray(value) && value.length <= most && value.every(fits)
/** Days before something ends at which to remind, the earliest first. */
const remindDays = (title: string, ...fallback: readonly number[]): Setting<readonly number[]> => ({
  title,
  fallback,
  accepts: (value) => listOf(value, (day) => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 120, 10),
})
const channelList = (title: string): Setting<readonly number[]> => ({
  title,
  fallback: [],
  accepts: (value) => listOf(value, (one) => tickable.some((code) => code === one), tickable.length),
})
const switches = (title: string): Setting<Notify> => ({
  title,
  fallback: { muted: [] },
  accepts: (value) =>
    typeof value === 'object' &&
    value !== null &&
    'muted' in value &&
    isNames(value.muted) &&
    (!('texted' in value) || value.texted === undefined || isNames(value.texted)),
})
const isNames = (value: unknown): boolean => listOf(value, (name) => typeof name === 'string' && name.length <= 60, 500)
const moment = (title: string): Setting<Instant | null> => ({
  title,
  fallback: null,
  accepts: (value) => value === null || (Number.isInteger(value) && Number(value) > 0),
})

type AnySetting =
  | Setting<number>
  | Setting<boolean>
  | Setting<readonly number[]>
  | Setting<Notify>
  | Setting<Instant | null>

export const settingCatalogue = {
  /** Minutes kept free after a return. */
  turnaroundMinutes: perStore('整备时间', 60, 0, 480),
  /** Minutes kept free before a delivery or shuttle. */
  prepMinutes: perStore('送车准备', 60, 0, 240),
  /** Inside it before pickup, re-pack leaves an order alone and the car is arranged by itself. */
  lockWindowMinutes: number('排车锁定', 120, 0, 1440),
  /** How far ahead the end of an overdue order is kept. */
  overdueHoldMinutes: number('超时占用', 30, 15, 720),
  /** Free minutes past the agreed time. */
  graceMinutes: perStore('宽限时间', 30, 0, 120),
  /** Minutes past full days from which on over-hours become a day. */
  dayAfterMinutes: perStore('超时按天计', 240, 60, 720),
  overdueMultiplierBp: number('超时加收', 15000, 10000, 30000),
  /** 1 no refund, 2 recalculated less a fee, 3 recalculated. */
  earlyReturnMode: number('提前还车', 2, 1, 3),
  earlyReturnFeeBp: number('提前还车扣费', 2000, 0, 10000),
  manualDiscountBp: number('店员减免上限', 2000, 0, 10000),
  autoConfirm: flag('自动接单', true),
  payTimeoutMinutes: number('支付时限', 30, 5, 120),
  confirmAlarmMinutes: number('接单提醒', 60, 10, 240),
  earlyPickupMinutes: number('最早可取', 240, 0, 1440),
  undoMinutes: number('撤销时限', 30, 0, 120),
  illegalHoldDays: number('违章押金保留', 30, 7, 60),
  /** When the violation deposit is taken: 1 at the pickup, 2 at the return, 3 out of the rental one at the return. */
  violationAt: number('违章押金收取', 1, 1, 3),
  illegalAgencyFeeFen: number('违章代办费', 5000, 0, 100000),
  illegalOverduePenaltyPerPointFen: number('违章未处理违约金', 0, 0, 100000),
  illegalDeadlineDays: number('违章处理期限', 7, 3, 30),
  /** Contracts of rental cars are filed with the traffic police, within a day of their signing. */
  leaseFiling: flag('租赁合同备案', false),
  crossDeduct: flag('押金互抵', false),
  refundApproveLimitFen: number('退款审批线', 50000, 0, 10000000),
  advanceCapFen: number('客户垫付上限', 500000, 0, 5000000),
  maintainApproveLimitFen: number('维保审批线', 200000, 0, 10000000),
  fuelFenPerLitre: number('油价', 850, 0, 10000),
  chargeFenPerKwh: number('电价', 200, 0, 10000),
  energyServiceFeeFen: number('加油充电服务费', 3000, 0, 50000),
  refundExtraFuel: flag('多还油量退费', false),
  lowBatteryFeeFen: number('低电量费', 0, 0, 50000),
  instalmentLeadDays: number('提前出账', 0, 0, 15),
  instalmentGraceDays: number('账单宽限', 3, 0, 30),
  lateFeeBpPerDay: number('滞纳金', 5, 0, 50),
  lateFeeCapBp: number('滞纳金上限', 2000, 0, 5000),
  terminatePenaltyMonths: number('提前退租违约金', 1, 0, 3),
  selfOpenMinutes: number('自助取车提前', 60, 0, 240),
  selfRangeM: number('自助取还范围', 500, 50, 5000),
  inspectionRemindDays: remindDays('年检提醒', 60, 30, 7),
  insuranceRemindDays: remindDays('保险提醒', 30, 15, 3),
  maintainEveryKm: number('保养里程', 10000, 1000, 50000),
  maintainEveryDays: number('保养间隔', 180, 30, 730),
  oneWayChangesHome: flag('异店还车后归属还车门店', true),
  trackRetentionDays: number('轨迹保存', 90, 30, 365),
  engineCutEnabled: flag('允许断油电', false),
  engineCutTwoPerson: flag('断油电须双人复核', true),
  /** Pictures that a pass of somebody's papers asks for, beside the front page, or the reason why not. */
  askIdentityBack: flag('留存证件背面照片', true),
  askLicence: flag('留存驾驶证照片', true),
  askLicenceSub: flag('留存驾驶证副页照片', false),
  /** Pictures of papers that are read in a day: the vendor is paid for each. */
  readPapersDaily: number('每天识别照片', 200, 0, 5000),
  /** Names and numbers that the register of the police is asked about in a day; 0: none. The vendor is paid for each. */
  checkIdentityDaily: number('每天公安实名核验', 0, 0, 5000),
  /** Driving licences that the register of the traffic police is asked about in a day; 0: none. */
  checkLicenceDaily: number('每天驾驶证核验', 0, 0, 5000),
  /** Plates that the provider of violations is asked about in a day; 0: none. It is paid for each. */
  queryIllegalsDaily: number('每天查询违章', 0, 0, 20000),
  /** Owner, finance and who may release deposits or edit roles sign in with a second factor. */
  secondFactorRequired: flag('要求两步验证', false),
  /** Platforms that sell for the merchant, by source: until one is connected by its room, the merchant says so itself. */
  ownChannels: channelList('合作渠道'),
  /** Messages to staff and customers. */
  notify: switches('消息通知'),
  /** Until when an operator of the platform may write; at most a day ahead. */
  operatorWriteUntil: moment('允许平台修改至'),
} as const satisfies Record<string, AnySetting>

export type SettingName = keyof typeof settingCatalogue

/** Every setting in force, as the merchant sees and changes them. */
export type AllSettings = {
  readonly [K in SettingName]: (typeof settingCatalogue)[K] extends Setting<infer T> ? T : never
}

/**
 * Settings that a contract takes over when it is made (`order/return-terms.ts`): changing one changes the contracts to
 * come, never one that runs.
 */
export const contractSettings = [
  'overdueMultiplierBp',
  'earlyReturnMode',
  'earlyReturnFeeBp',
  'fuelFenPerLitre',
  'chargeFenPerKwh',
  'energyServiceFeeFen',
  'refundExtraFuel',
  'lowBatteryFeeFen',
  'crossDeduct',
  'violationAt',
  'illegalAgencyFeeFen',
  'illegalOverduePenaltyPerPointFen',
  'illegalDeadlineDays',
] as const satisfies readonly SettingName[]
export type ContractSettings = Pick<AllSettings, (typeof contractSettings)[number]>

/** Settings in force for whatever is done now: those of a contract are not among them, an order has its own. */
export type Settings = Omit<AllSettings, keyof ContractSettings>

export const settingNames = Object.keys(settingCatalogue) as SettingName[]

export const settingTitle = (name: SettingName): string => settingCatalogue[name].title

export const boundsOf = (name: SettingName): { readonly min?: number; readonly max?: number } => settingCatalogue[name]

export const mayDiffer = (name: SettingName): boolean => 'storeOverride' in settingCatalogue[name]

/** Whether a value may be stored under a name. */
export function isSettingValue<K extends SettingName>(name: K, value: unknown): value is AllSettings[K] {
  const setting: AnySetting = settingCatalogue[name]
  if (setting.accepts !== undefined) return setting.accepts(value)
  if (typeof setting.fallback === 'boolean') return typeof value === 'boolean'
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= (setting.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (setting.max ?? Number.POSITIVE_INFINITY)
  )
}

/** Stored values of a merchant or store; unknown names and values out of range do not count. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** The settings that hold: the store's where it may and does override, then the merchant's, then the default. */
export function effectiveSettings(merchant: StoredSettings, store: StoredSettings = {}): AllSettings {
  const pick = (name: SettingName) => {
    const setting: AnySetting = settingCatalogue[name]
    if (setting.storeOverride && isSettingValue(name, store[name])) return store[name]
    return isSettingValue(name, merchant[name]) ? merchant[name] : setting.fallback
  }
  return Object.fromEntries(settingNames.map((name) => [name, pick(name)])) as unknown as AllSettings
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingCatalogue, name)

/**
 * Checks changed settings before they are stored. null at a store gives the merchant's value back. Throws `badInput` with the
 * name as its field: an unknown one, a value out of range, a store's change to what only the merchant sets, or more than
 * a day of writing for an operator.
 */
export function parseSettings(changes: StoredSettings, level: 'merchant' | 'store', now: Instant): StoredSettings {
  for (const [name, value] of Object.entries(changes)) {
    if (!isSettingName(name)) throw badInput(name, '没有这项设置')
    const setting: AnySetting = settingCatalogue[name]
    if (level === 'store') {
      if (!setting.storeOverride) throw badInput(name, '该设置不能按门店修改')
      if (value === null) continue
    }
    if (!isSettingValue(name, value)) throw badInput(name, rangeText(setting))
    if (name === 'operatorWriteUntil' && value !== null && Number(value) > now + DAY) {
      throw badInput(name, '授权时间最长24小时')
    }
  }
  return changes
}

const rangeText = ({ min, max }: AnySetting): string =>
  min === undefined || max === undefined ? '设置的值不正确' : `应为${min}至${max}之间的整数`
