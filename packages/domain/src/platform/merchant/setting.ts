import { tickable } from '../../booking/order/codes.ts'
import { formatHours } from '../../length.ts'
import { badInput } from '../../refusal.ts'
import { DAY, type Instant } from '../../time.ts'

/*
 * The merchant's settings: type, default, range. A store may override those with `storeOverride`; null or absent
 * means the merchant's value, an absent merchant value means the default.
 */

interface Setting<T> {
  /** Label on the settings page and in the audit log. */
  readonly title: string
  readonly fallback: T
  readonly min?: number
  readonly max?: number
  readonly storeOverride?: true
  /** For values that are neither a number in a range nor a flag. */
  readonly accepts?: (value: unknown) => boolean
}

/** Differences to the default of notifications (`notify/matrix.ts`), by name. */
export interface Notify {
  /** On by default, and switched off. */
  readonly muted: readonly string[]
  /** Off by default, and switched on. */
  readonly texted?: readonly string[] | undefined
}

/** Minutes, days, basis points, fen or a code within bounds. */
const number = (title: string, fallback: number, min: number, max: number): Setting<number> => ({
  title,
  fallback,
  min,
  max,
})
/** Like `number`; a store may override it. */
const perStore = (...of: Parameters<typeof number>): Setting<number> => ({ ...number(...of), storeOverride: true })
const flag = (title: string, fallback: boolean): Setting<boolean> => ({ title, fallback })
const listOf = (value: unknown, fits: (one: unknown) => boolean, most: number): boolean =>
  Array.isArray(value) && value.length <= most && value.every(fits)
/** How many days before an expiry reminders are sent, the earliest first. */
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
  /** Minutes that a car is blocked after a return. */
  turnaroundMinutes: perStore('整备时间', 60, 0, 480),
  /** Minutes that a car is blocked before a delivery or shuttle. */
  prepMinutes: perStore('送车准备', 60, 0, 240),
  /** Within this time before pickup, an order is no longer moved to another car, and a car is assigned automatically. Minutes. */
  lockWindowMinutes: number('排车锁定', 120, 0, 1440),
  /** How far the end of an overdue order is extended at a time, minutes. */
  overdueHoldMinutes: number('超时占用', 30, 15, 720),
  /** Free minutes after the agreed time. */
  graceMinutes: perStore('宽限时间', 30, 0, 120),
  /** Minutes beyond full days from which additional hours count as a day. */
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
  /** 1 small-scale, 2 general: the rates in vouchers for accounting software. */
  taxpayer: number('纳税人类型', 1, 1, 2),
  violationHoldDays: number('违章押金保留', 30, 7, 60),
  /** When the violation deposit is taken: 1 at the pickup, 2 at the return, 3 from the rental deposit at the return. */
  violationAt: number('违章押金收取', 1, 1, 3),
  violationAgencyFeeFen: number('违章代办费', 5000, 0, 100000),
  violationOverduePenaltyPerPointFen: number('违章未处理违约金', 0, 0, 100000),
  violationDeadlineDays: number('违章处理期限', 7, 3, 30),
  /** Contracts are filed with the traffic police within a day of signing. */
  leaseFiling: flag('租赁合同备案', false),
  crossDeduct: flag('押金互抵', false),
  refundApproveLimitFen: number('退款审批线', 50000, 0, 10000000),
  advanceCapFen: number('客户垫付上限', 500000, 0, 5000000),
  maintainApproveLimitFen: number('维保审批线', 200000, 0, 10000000),
  fuelFenPerLitre: number('油价', 850, 0, 10000),
  chargeFenPerKwh: number('电价', 200, 0, 10000),
  /** 0: missing charge is priced by kWh. */
  chargeFenPerPct: number('按百分比计充电费', 0, 0, 10000),
  energyServiceFeeFen: number('加油充电服务费', 3000, 0, 50000),
  refundExtraFuel: flag('多还油量退费', false),
  lowBatteryFeeFen: number('低电量费', 0, 0, 50000),
  instalmentLeadDays: number('提前出账', 0, 0, 15),
  instalmentGraceDays: number('账单宽限', 3, 0, 30),
  lateFeeBpPerDay: number('逾期违约金', 5, 0, 50),
  lateFeeCapBp: number('逾期违约金上限', 2000, 0, 5000),
  terminatePenaltyMonths: number('提前退租违约金', 1, 0, 3),
  selfOpenMinutes: number('自助取车提前', 60, 0, 240),
  selfRangeM: number('自助取还范围', 500, 50, 5000),
  /** Whoever stands at the car can enter it, so this is far less than the distance to a store. */
  selfDoorM: number('自助开锁距离', 50, 20, 200),
  inspectionRemindDays: remindDays('年检提醒', 60, 30, 7),
  insuranceRemindDays: remindDays('保险提醒', 30, 15, 3),
  maintainEveryKm: number('保养里程', 10000, 1000, 50000),
  maintainEveryDays: number('保养间隔', 180, 30, 730),
  oneWayChangesHome: flag('异店还车后归属还车门店', true),
  /** Contracts say that kilometres, length of drives, speeding and hard braking of the rental are summed up. */
  drivingFacts: flag('合同约定驾驶数据', false),
  /** Charge that an electric car should have at its pickup, percent; 0: staff are not reminded. */
  pickupChargePct: number('取车电量', 50, 0, 100),
  trackRetentionDays: number('轨迹保存', 90, 30, 365),
  engineCutEnabled: flag('允许断油电', false),
  engineCutTwoPerson: flag('断油电须双人复核', true),
  /**
   * Where an engine may be cut: 0 the merchant has not decided, so that cuts cannot be permitted; 1 outside of its zones; 2 also only
   * where the car was parked that day. No road data is available, so that motorways, tunnels and bridges are unknown.
   */
  noCutRule: number('禁断油电规则', 0, 0, 2),
  /** Pictures that are required to verify a customer's documents, besides the front page, or a reason for their absence. */
  askIdentityBack: flag('留存证件背面照片', true),
  askLicence: flag('留存驾驶证照片', true),
  askLicenceSub: flag('留存驾驶证副页照片', false),
  /** Daily limit of OCR requests for documents, which the vendor charges for. */
  readPapersDaily: number('每天识别照片', 200, 0, 5000),
  /** Daily limit of queries to the police register of identity cards, which the vendor charges for; 0: none. */
  checkIdentityDaily: number('每天公安实名核验', 0, 0, 5000),
  /** Daily limit of queries to the traffic police register of licences; 0: none. */
  checkLicenceDaily: number('每天驾驶证核验', 0, 0, 5000),
  /** Daily limit of plates that are queried for violations, which the provider charges for; 0: none. */
  queryViolationsDaily: number('每天查询违章', 0, 0, 20000),
  /** Owner, finance staff, and accounts that may release deposits or edit roles need a second factor to sign in. */
  secondFactorRequired: flag('要求两步验证', false),
  /** Platforms that sell for the merchant, by source; set by the merchant until the platform is connected. */
  ownChannels: channelList('合作渠道'),
  notify: switches('消息通知'),
  /** Until when an operator of the platform may make changes; at most a day ahead. */
  operatorWriteUntil: moment('允许平台修改至'),
} as const satisfies Record<string, AnySetting>

export type SettingName = keyof typeof settingCatalogue

export type AllSettings = {
  readonly [K in SettingName]: (typeof settingCatalogue)[K] extends Setting<infer T> ? T : never
}

/** Settings that a contract copies when it is made (`order/return-terms.ts`): changing one affects later contracts only. */
export const contractSettings = [
  'overdueMultiplierBp',
  'earlyReturnMode',
  'earlyReturnFeeBp',
  'fuelFenPerLitre',
  'chargeFenPerKwh',
  'chargeFenPerPct',
  'energyServiceFeeFen',
  'refundExtraFuel',
  'lowBatteryFeeFen',
  'crossDeduct',
  'drivingFacts',
  'violationAt',
  'violationAgencyFeeFen',
  'violationOverduePenaltyPerPointFen',
  'violationDeadlineDays',
] as const satisfies readonly SettingName[]
export type ContractSettings = Pick<AllSettings, (typeof contractSettings)[number]>

/** Settings in force at present, without those of a contract, which each order stores itself. */
export type Settings = Omit<AllSettings, keyof ContractSettings>

export const settingNames = Object.keys(settingCatalogue) as SettingName[]

export const settingTitle = (name: SettingName): string => settingCatalogue[name].title

export const boundsOf = (name: SettingName): { readonly min?: number; readonly max?: number } => settingCatalogue[name]

export const mayDiffer = (name: SettingName): boolean => 'storeOverride' in settingCatalogue[name]

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

/** Stored values of a merchant or store; unknown names and values out of range are ignored. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** The settings in force: the store's where it may and does override, then the merchant's, then the default. */
export function effectiveSettings(merchant: StoredSettings, store: StoredSettings = {}): AllSettings {
  const pick = (name: SettingName) => {
    const setting: AnySetting = settingCatalogue[name]
    if (setting.storeOverride && isSettingValue(name, store[name])) return store[name]
    return isSettingValue(name, merchant[name]) ? merchant[name] : setting.fallback
  }
  return Object.fromEntries(settingNames.map((name) => [name, pick(name)])) as unknown as AllSettings
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingCatalogue, name)

/** Longest time for which a merchant lets the platform's people write. */
export const LONGEST_GRANT = DAY

/**
 * Validates changed settings. null for a store restores the merchant's value. Throws `badInput` with the setting as
 * its field: an unknown one, a value out of range, a merchant setting changed for a store, or operator access for
 * longer than {@link LONGEST_GRANT}.
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
    if (name === 'operatorWriteUntil' && value !== null && Number(value) > now + LONGEST_GRANT) {
      throw badInput(name, `授权时间最长${formatHours(LONGEST_GRANT)}`)
    }
  }
  return changes
}

const rangeText = ({ min, max }: AnySetting): string =>
  min === undefined || max === undefined ? '设置的值不正确' : `应为${min}至${max}之间的整数`
