/*
 * The merchant's settings: type, default, range. A store may override the ones marked so; null or absent means the
 * merchant's value, an absent merchant value means the default.
 */

interface Setting<T> {
  readonly fallback: T
  readonly min?: number
  readonly max?: number
  readonly storeOverride?: true
}

/** Minutes, days, basis points, fen or a code within bounds. */
const number = (fallback: number, min: number, max: number): Setting<number> => ({ fallback, min, max })
/** As `number`, and a store may differ from its merchant. */
const perStore = (fallback: number, min: number, max: number): Setting<number> => ({
  fallback,
  min,
  max,
  storeOverride: true,
})
const flag = (fallback: boolean): Setting<boolean> => ({ fallback })

export const settingCatalogue = {
  /** Minutes kept free after a return. */
  turnaroundMinutes: perStore(60, 0, 480),
  /** Minutes kept free before a delivery or shuttle. */
  prepMinutes: perStore(60, 0, 240),
  /** Inside it before pickup, re-pack leaves an order alone and the car is arranged by itself. */
  lockWindowMinutes: number(120, 0, 1440),
  /** How far ahead the end of an overdue order is kept. */
  overdueHoldMinutes: number(30, 15, 720),
  /** Free minutes past the agreed time. */
  graceMinutes: perStore(30, 0, 120),
  /** Minutes past full days from which on over-hours become a day. */
  dayAfterMinutes: perStore(240, 60, 720),
  overdueMultiplierBp: number(15000, 10000, 30000),
  /** 1 no refund, 2 recalculated less a fee, 3 recalculated. */
  earlyReturnMode: number(2, 1, 3),
  earlyReturnFeeBp: number(2000, 0, 10000),
  manualDiscountBp: number(2000, 0, 10000),
  autoConfirm: flag(true),
  payTimeoutMinutes: number(30, 5, 120),
  confirmAlarmMinutes: number(60, 10, 240),
  earlyPickupMinutes: number(240, 0, 1440),
  undoMinutes: number(30, 0, 120),
  illegalHoldDays: number(30, 7, 60),
  illegalAgencyFeeFen: number(5000, 0, 100000),
  illegalOverduePenaltyPerPointFen: number(0, 0, 100000),
  illegalDeadlineDays: number(7, 3, 30),
  crossDeduct: flag(false),
  refundApproveLimitFen: number(50000, 0, 10000000),
  advanceCapFen: number(500000, 0, 5000000),
  maintainApproveLimitFen: number(200000, 0, 10000000),
  fuelFenPerLitre: number(850, 0, 10000),
  chargeFenPerKwh: number(200, 0, 10000),
  energyServiceFeeFen: number(3000, 0, 50000),
  refundExtraFuel: flag(false),
  lowBatteryFeeFen: number(0, 0, 50000),
  instalmentLeadDays: number(0, 0, 15),
  instalmentGraceDays: number(3, 0, 30),
  lateFeeBpPerDay: number(5, 0, 50),
  lateFeeCapBp: number(2000, 0, 5000),
  terminatePenaltyMonths: number(1, 0, 3),
  selfOpenMinutes: number(60, 0, 240),
  selfRangeM: number(500, 50, 5000),
  maintainEveryKm: number(10000, 1000, 50000),
  maintainEveryDays: number(180, 30, 730),
  oneWayChangesHome: flag(true),
  trackRetentionDays: number(90, 30, 365),
  engineCutEnabled: flag(false),
  engineCutTwoPerson: flag(true),
} as const satisfies Record<string, Setting<number> | Setting<boolean>>

export type SettingName = keyof typeof settingCatalogue

/** Settings in force. */
export type Settings = {
  readonly [K in SettingName]: (typeof settingCatalogue)[K] extends Setting<infer T> ? T : never
}

export const settingNames = Object.keys(settingCatalogue) as SettingName[]

/** Whether a value may be stored under a name. */
export function isSettingValue(name: SettingName, value: unknown): boolean {
  const setting: Setting<number> | Setting<boolean> = settingCatalogue[name]
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
export function effectiveSettings(merchant: StoredSettings, store: StoredSettings = {}): Settings {
  const pick = (name: SettingName) => {
    const setting: Setting<number> | Setting<boolean> = settingCatalogue[name]
    if (setting.storeOverride && isSettingValue(name, store[name])) return store[name]
    return isSettingValue(name, merchant[name]) ? merchant[name] : setting.fallback
  }
  return Object.fromEntries(settingNames.map((name) => [name, pick(name)])) as unknown as Settings
}
