import type { CodeOf } from '../../enumeration.ts'
import { formatLength, groupThousands } from '../../length.ts'
import { alarmLevel, type alarmLevels, alarmType, alarmTypes, fenceRules } from './codes.ts'

/* What raises each type of alarm, and what a merchant may change of it. */

export type AlarmType = CodeOf<typeof alarmTypes>
export type AlarmLevel = CodeOf<typeof alarmLevels>

/** A threshold, in its unit; `tenths`: stored in tenths. */
interface Threshold {
  /** Label on the settings page. */
  readonly title: string
  readonly unit: string
  readonly fallback: number
  readonly min: number
  readonly max: number
  readonly tenths?: true
}

interface AlarmKind {
  readonly level: AlarmLevel
  /** Off unless a merchant switches it on: parked or idling cars would raise it every day. */
  readonly off?: true
  readonly limit?: Threshold
  /** It applies at night only: minutes of the day. */
  readonly hours?: { readonly from: number; readonly to: number }
  /** What raises it, where its name does not say so. */
  readonly note?: string
}

const { hint, important, urgent } = alarmLevel

const kinds = {
  sos: { level: urgent },
  overspeed: {
    level: hint,
    limit: { title: '车速超过', unit: 'km/h', fallback: 130, min: 40, max: 200 },
    note: '设备上报超速、车速超过此值，或超过超速围栏的限速',
  },
  fatigue: { level: hint },
  dangerousDriving: { level: hint, note: '设备上报；2013版终端的危险预警也在此' },
  gnssFault: { level: important },
  antennaOpen: { level: important },
  antennaShort: { level: important },
  lowVoltage: { level: hint },
  powerOff: { level: important },
  tyrePressure: { level: important, note: '设备上报，请先检查轮胎' },
  drivingTooLong: { level: hint },
  parkedTooLong: { level: hint, off: true },
  area: { level: important, note: '设备上报，或车辆驶出、驶入围栏；级别按围栏' },
  offRoute: { level: hint },
  stolen: { level: urgent },
  violationIgnition: { level: important },
  violationMove: { level: important },
  collision: { level: urgent },
  rollover: { level: urgent },
  violationDoor: { level: important },
  overdueMoving: {
    level: urgent,
    limit: { title: '超过还车时间', unit: '分钟', fallback: 60, min: 0, max: 1440 },
    note: '客户超时未还，车辆仍在行驶',
  },
  leftCity: {
    level: important,
    limit: { title: '距最近门店超过', unit: '公里', fallback: 100, min: 20, max: 500 },
    note: '没有城市边界数据，按到最近门店的直线距离判断',
  },
  nightMove: {
    level: urgent,
    limit: { title: '门店周围', unit: '米', fallback: 500, min: 100, max: 5000 },
    hours: { from: 22 * 60, to: 6 * 60 },
    note: '没有人可用车，车辆夜间在门店内移动',
  },
  unplugged: {
    level: urgent,
    limit: { title: '断电后无消息', unit: '分钟', fallback: 10, min: 3, max: 120 },
    note: '设备上报主电源断电，随后失去联系',
  },
  longOffline: { level: important, limit: { title: '无消息', unit: '小时', fallback: 24, min: 1, max: 720 } },
  lowBattery: {
    level: hint,
    limit: { title: '电瓶电压低于', unit: 'V', fallback: 115, min: 90, max: 250, tenths: true },
    note: '设备上报电压时才能判断',
  },
  mileageJump: {
    level: hint,
    limit: { title: '一天行驶超过', unit: '公里', fallback: 1000, min: 200, max: 3000 },
    note: '或设备里程突然跳变',
  },
  unusedMove: {
    level: urgent,
    limit: { title: '移动超过', unit: '米', fallback: 300, min: 100, max: 5000 },
    note: '没有订单、工单、调车、送取车或自用，车辆却在移动；在门店周围500米内为提示',
  },
  towed: {
    level: urgent,
    limit: { title: '移动超过', unit: '米', fallback: 100, min: 50, max: 2000 },
    note: '熄火状态下位置移动；调车、维保中不报警',
  },
  forged: { level: important, note: '疑似有其他终端冒用设备号' },
} as const satisfies Record<keyof typeof alarmType, AlarmKind>

const byCode = new Map(
  Object.entries<AlarmKind>(kinds).map(([name, kind]) => [
    alarmType[name as keyof typeof alarmType] as AlarmType,
    kind,
  ]),
)

export const alarmKind = (type: AlarmType): AlarmKind => byCode.get(type)!

/** Numbers up to 31 are bits of a terminal's report. */
const LAST_BIT = 31
export const bitTypes = alarmTypes.values.filter((type) => type <= LAST_BIT)

/** Raised by a movement; a shop switches them off for a car that it moves without any record. */
export const ofMovement = [alarmType.nightMove, alarmType.unusedMove, alarmType.towed] as const

/** Found by a job, because silence sends no report; ended by any report. */
export const silentTypes = [alarmType.unplugged, alarmType.longOffline] as const

/** A rule in force. */
export interface AlarmRule {
  readonly type: AlarmType
  readonly level: AlarmLevel
  readonly active: boolean
  /** Whether staff are notified. */
  readonly notify: boolean
  /** In the unit of its threshold; null: it has none. */
  readonly limit: number | null
}

/** A hint is in the list only, unless the merchant wants a notice of it. */
export const fallbackRule = (type: AlarmType): AlarmRule => {
  const { level, off, limit } = alarmKind(type)
  return { type, level, active: !off, notify: !off && level !== hint, limit: limit?.fallback ?? null }
}

/** The rules of a merchant: what it changed, and the default of the others. */
export const rulesOf = (changed: readonly AlarmRule[]): ReadonlyMap<AlarmType, AlarmRule> => {
  const own = new Map(changed.map((rule) => [rule.type, rule]))
  return new Map(
    alarmTypes.values.map((type) => {
      const fallback = fallbackRule(type)
      const rule = own.get(type) ?? fallback
      return [type, { ...rule, limit: fallback.limit === null ? null : (rule.limit ?? fallback.limit) }]
    }),
  )
}

/** Message for a threshold out of its range; null when it is valid. */
export function limitProblem(type: AlarmType, limit: number | null): string | null {
  const threshold = alarmKind(type).limit
  if (threshold === undefined) return limit === null ? null : '该报警没有阈值'
  const { min, max, unit } = threshold
  return limit !== null && Number.isInteger(limit) && limit >= min && limit <= max
    ? null
    : `应为${formatMeasure(type, min)}至${formatMeasure(type, max)}${unit}`
}

/** A threshold or measured value as users read it, without its unit. */
export const formatMeasure = (type: AlarmType, value: number): string =>
  alarmKind(type).limit?.tenths ? (value / 10).toFixed(1) : groupThousands(value)

/** What was measured, for a list and a notice; '' where the name of the type says all. */
export function alarmFacts({
  type,
  measured,
  limit,
  fenceName,
  fenceRule,
}: {
  readonly type: AlarmType
  readonly measured: number | null
  readonly limit: number | null
  readonly fenceName: string | null
  readonly fenceRule: number | null
}): string {
  const deed = type === alarmType.area && fenceRule !== null ? fenceRules.text(fenceRule) : ''
  const place = fenceName === null ? '' : `${deed}围栏「${fenceName}」`
  if (measured === null) return place
  switch (type) {
    case alarmType.overspeed:
      return [place, `车速 ${measured} km/h`, limit !== null && `限速 ${limit}`].filter(Boolean).join('，')
    case alarmType.overdueMoving:
      return `超时${formatLength(measured)}，仍在行驶`
    case alarmType.leftCity:
      return `距最近门店 ${formatMeasure(type, measured)} 公里`
    case alarmType.lowBattery:
      return `电瓶 ${formatMeasure(type, measured)} V`
    case alarmType.mileageJump:
      return `${formatMeasure(type, measured)} 公里`
    case alarmType.unusedMove:
    case alarmType.towed:
      return `移动 ${formatMeasure(type, measured)} 米`
    case alarmType.unplugged:
      return `断电后 ${formatMeasure(type, measured)} 分钟没有消息`
    case alarmType.longOffline:
      return `${formatMeasure(type, measured)} 小时没有消息`
    default:
      return place
  }
}
