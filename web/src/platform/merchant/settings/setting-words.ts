import { formatHours } from '@cheyi/domain/length'
import { taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { violationAts } from '@cheyi/domain/money/deposit/codes'
import { RAISED_AFTER } from '@cheyi/domain/money/expense/late-multiplier'
import {
  boundsOf,
  isSettingValue,
  type SettingName,
  settingCatalogue,
  settingTitle,
} from '@cheyi/domain/platform/merchant/setting'
import { isSettingShown } from '@cheyi/domain/platform/role/built-parts'

/**
 * Input type of a setting: a number with its unit, an amount, a share in percent, a switch, a list of days, or one of
 * several options.
 */
export type Kind = 'number' | 'fen' | 'bp' | 'flag' | 'days' | 'way'

/** Settings that this page changes; channels, notices and the operator's consent have their own places. */
export type Listed = Exclude<SettingName, 'ownChannels' | 'notify' | 'operatorWriteUntil'>

interface Words {
  readonly label: string
  readonly kind: Kind
  readonly unit?: string
  readonly hint?: string
  readonly ways?: readonly { readonly value: number; readonly label: string }[]
}

type Kindly = Omit<Words, 'label'>

const minutes = (hint?: string): Kindly => ({ kind: 'number', unit: '分钟', hint })
const days = (hint?: string): Kindly => ({ kind: 'number', unit: '天', hint })
const fen = (hint?: string): Kindly => ({ kind: 'fen', hint })
const share = (hint?: string): Kindly => ({ kind: 'bp', unit: '%', hint })
const flag = (hint?: string): Kindly => ({ kind: 'flag', hint })

const kinds: Readonly<Record<Listed, Kindly>> = {
  turnaroundMinutes: minutes('还车后留给清洁、检查的时间'),
  prepMinutes: minutes('送车、接送前留出的时间'),
  lockWindowMinutes: minutes('取车前多久内不再自动改派'),
  overdueHoldMinutes: minutes('超时未还的车向后保留多久'),
  earlyPickupMinutes: minutes('比约定时间最多提前多久取车'),
  undoMinutes: minutes('取车、还车后多久内可撤销'),
  oneWayChangesHome: flag('关闭后车辆仍属原门店，需调车回店'),
  graceMinutes: minutes('超过约定时间多久内不收费'),
  dayAfterMinutes: minutes('超时多久以后按一天收费'),
  overdueMultiplierBp: share(`超时满${formatHours(RAISED_AFTER)}后的日租倍数，150% 即1.5倍`),
  earlyReturnMode: {
    kind: 'way',
    ways: [
      { value: 1, label: '不退' },
      { value: 2, label: '重算扣费' },
      { value: 3, label: '重算全退' },
    ],
  },
  earlyReturnFeeBp: share('重算扣费时，从应退租金中扣除'),
  manualDiscountBp: share('超过时需要「减免」权限'),
  autoConfirm: flag('关闭后每个订单都由门店确认'),
  payTimeoutMinutes: minutes('超时未付自动取消'),
  confirmAlarmMinutes: minutes('自有订单多久未确认时提醒'),
  taxpayer: { kind: 'way', ways: taxpayers.values.map((value) => ({ value, label: taxpayers.text(value) })) },
  violationHoldDays: days('还车后多久退还违章押金'),
  violationAgencyFeeFen: fen(),
  violationOverduePenaltyPerPointFen: fen('每扣1分，以合同约定为准'),
  violationDeadlineDays: days('通知客户后多久须处理'),
  leaseFiling: flag('取车后生成待备案合同，备案后违章可转移给承租人'),
  crossDeduct: flag('一种押金可抵扣另一种欠款'),
  violationAt: { kind: 'way', ways: violationAts.values.map((value) => ({ value, label: violationAts.text(value) })) },
  refundApproveLimitFen: fen('超过时需要「报销审批」'),
  advanceCapFen: fen('每单累计'),
  maintainApproveLimitFen: fen('报价超过时需要审批'),
  fuelFenPerLitre: fen('每升，用于油量差'),
  chargeFenPerKwh: fen('每度，用于电量差'),
  chargeFenPerPct: fen('每1%电量，填写后不再按度计；0 为按度计'),
  energyServiceFeeFen: fen('每次'),
  refundExtraFuel: flag(),
  lowBatteryFeeFen: fen('还车电量低于20%'),
  instalmentLeadDays: days(),
  instalmentGraceDays: days(),
  lateFeeBpPerDay: share('每天'),
  lateFeeCapBp: share('占当期金额'),
  terminatePenaltyMonths: { kind: 'number', unit: '个月' },
  selfOpenMinutes: minutes('约定时间前多久开放'),
  selfRangeM: { kind: 'number', unit: '米', hint: '距门店多远内可自助' },
  selfDoorM: { kind: 'number', unit: '米', hint: '客户距车辆多远内可用手机解锁、锁车、寻车' },
  inspectionRemindDays: { kind: 'days', hint: '到期前几天提醒，用逗号分开' },
  insuranceRemindDays: { kind: 'days', hint: '到期前几天提醒，用逗号分开' },
  maintainEveryKm: { kind: 'number', unit: 'km' },
  maintainEveryDays: days(),
  drivingFacts: flag(
    '新签合同写明汇总行驶里程、连续驾驶、超速和急刹，订单中可查看，并列入举证文件；自拟的合同模板请加入「驾驶数据约定」',
  ),
  pickupChargePct: { kind: 'number', unit: '%', hint: '取车前6小时内电量低于此值的车辆列入待办；0 为不提醒' },
  trackRetentionDays: days(),
  engineCutEnabled: flag(),
  engineCutTwoPerson: flag(),
  noCutRule: {
    kind: 'way',
    hint: '系统没有道路数据，认不出高速、隧道和桥梁：建议只在当天平时停放处停稳2分钟后断油电，并在「电子围栏」画出禁断区域',
    ways: [
      { value: 0, label: '未选择' },
      { value: 1, label: '只按围栏' },
      { value: 2, label: '平时停放处' },
    ],
  },
  askIdentityBack: flag('核验通过前须有照片，或填写未留存的原因；护照除外'),
  askLicence: flag('核验通过前须有驾驶证正页照片，或填写未留存的原因'),
  askLicenceSub: flag('在留存驾驶证照片时，副页也须有'),
  checkIdentityDaily: {
    kind: 'number',
    unit: '次',
    hint: '核验通过前自动比对姓名与身份证号，供应商按次收费；0 为不核验',
  },
  checkLicenceDaily: {
    kind: 'number',
    unit: '次',
    hint: '核验通过前自动查询驾驶证状态与准驾车型，供应商按次收费；0 为不核验',
  },
  queryViolationsDaily: {
    kind: 'number',
    unit: '辆',
    hint: '每晚自动查询，无违章的到期违章押金自动退还，供应商按车收费；0 为不查询',
  },
  readPapersDaily: { kind: 'number', unit: '张', hint: '证件、车牌与车架号各计，超过后当天手动填写，0 为不识别' },
  secondFactorRequired: flag('主账号、财务，以及能退押金或改角色的员工，须开启两步验证才能继续使用'),
}

export const words = Object.fromEntries(
  Object.entries(kinds).map(([name, kind]) => [name, { label: settingTitle(name as Listed), ...kind }]),
) as Readonly<Record<Listed, Words>>

interface Group {
  readonly title: string
  readonly names: readonly Listed[]
}

const all: readonly Group[] = [
  { title: '接单与支付', names: ['autoConfirm', 'payTimeoutMinutes', 'confirmAlarmMinutes'] },
  {
    title: '用车与库存',
    names: [
      'turnaroundMinutes',
      'prepMinutes',
      'lockWindowMinutes',
      'overdueHoldMinutes',
      'earlyPickupMinutes',
      'undoMinutes',
      'oneWayChangesHome',
    ],
  },
  {
    title: '超时与提前还车',
    names: [
      'graceMinutes',
      'dayAfterMinutes',
      'overdueMultiplierBp',
      'earlyReturnMode',
      'earlyReturnFeeBp',
      'manualDiscountBp',
    ],
  },
  {
    title: '油电费用',
    names: [
      'fuelFenPerLitre',
      'chargeFenPerKwh',
      'chargeFenPerPct',
      'energyServiceFeeFen',
      'lowBatteryFeeFen',
      'refundExtraFuel',
    ],
  },
  {
    title: '违章与押金',
    names: [
      'violationHoldDays',
      'violationDeadlineDays',
      'violationAgencyFeeFen',
      'violationOverduePenaltyPerPointFen',
      'violationAt',
      'crossDeduct',
      'leaseFiling',
      'queryViolationsDaily',
    ],
  },
  { title: '财税', names: ['taxpayer'] },
  { title: '审批限额', names: ['refundApproveLimitFen', 'advanceCapFen', 'maintainApproveLimitFen'] },
  {
    title: '长租',
    names: ['instalmentLeadDays', 'instalmentGraceDays', 'lateFeeBpPerDay', 'lateFeeCapBp', 'terminatePenaltyMonths'],
  },
  { title: '自助取还', names: ['selfOpenMinutes', 'selfRangeM', 'selfDoorM'] },
  {
    title: '车辆提醒',
    names: ['inspectionRemindDays', 'insuranceRemindDays', 'maintainEveryKm', 'maintainEveryDays'],
  },
  {
    title: '证件核验',
    names: [
      'askIdentityBack',
      'askLicence',
      'askLicenceSub',
      'readPapersDaily',
      'checkIdentityDaily',
      'checkLicenceDaily',
    ],
  },
  { title: '账号安全', names: ['secondFactorRequired'] },
  {
    title: '车辆控制',
    names: [
      'pickupChargePct',
      'trackRetentionDays',
      'drivingFacts',
      'noCutRule',
      'engineCutEnabled',
      'engineCutTwoPerson',
    ],
  },
]

/** The settings that the page shows: those of features that are not built yet are hidden. */
export const groups: readonly Group[] = all
  .map(({ title, names }) => ({ title, names: names.filter(isSettingShown) }))
  .filter(({ names }) => names.length > 0)

/** A value as it is displayed: 60分钟, ¥50.00, 20%, 开, 60、30、7天. */
export function valueWords(name: Listed, value: unknown): string {
  const { kind, unit = '', ways } = words[name]
  if (value === null || value === undefined) return '默认'
  if (kind === 'fen') return `¥${(Number(value) / 100).toFixed(2)}`
  if (kind === 'bp') return `${Number(value) / 100}%`
  if (kind === 'flag') return value ? '开' : '关'
  if (kind === 'days') return `${(value as number[]).join('、')}天`
  return ways?.find((way) => way.value === value)?.label ?? `${String(value)}${unit}`
}

/** The bounds of a number and its default: 0–480分钟，默认60分钟. */
export function rangeWords(name: Listed): string {
  const { min, max } = boundsOf(name)
  const fallback = valueWords(name, settingCatalogue[name].fallback)
  if (min === undefined || max === undefined || words[name].kind === 'way') return `默认${fallback}`
  const from = words[name].kind === 'number' ? String(min) : valueWords(name, min)
  return `${from}–${valueWords(name, max)}，默认${fallback}`
}

/** The error of a value; null if it may be stored. An empty value means the default. */
export function valueProblem(name: Listed, value: unknown): string | null {
  if (value === null || isSettingValue(name, value)) return null
  const { min, max } = boundsOf(name)
  if (words[name].kind === 'days') return '每项应为1至120之间的整数，最多10项'
  return `应在${valueWords(name, min)}至${valueWords(name, max)}之间`
}

/** Days separated by commas or spaces; NaN for an item that is not a number. */
export function readDays(text: string): number[] {
  return text
    .split(/[,，、\s]+/)
    .filter(Boolean)
    .map(Number)
}
