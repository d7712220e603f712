import { type CodeOf, enumeration } from '../../enumeration.ts'
import { DAY, HOUR, type Instant, localDate, startOfDate } from '../../time.ts'
import { notifyTypes } from '../lookup/codes.ts'
import type { Notify } from '../merchant/setting.ts'
import { isQuiet } from './quiet-hours.ts'

/* Notices to staff: their types, channels, and what the merchant or the person switched off. */

export const notifyType = notifyTypes.code
export type NotifyType = CodeOf<typeof notifyTypes>

/** Types that are raised; a type that the server does not raise has no switch (a law compares both). */
export const raised = [
  notifyType.orderNew,
  notifyType.confirmSoon,
  notifyType.orderCancelled,
  notifyType.overdue,
  notifyType.carePending,
  notifyType.ticket,
  notifyType.alarm,
  notifyType.selfCheck,
  notifyType.violationNew,
  notifyType.deposit,
  notifyType.money,
  notifyType.oversold,
  notifyType.approval,
  notifyType.referral,
  notifyType.security,
  notifyType.channel,
  notifyType.morning,
] as const satisfies readonly NotifyType[]

/** Urgent notices are also sent at night. */
export const notifyLevels = enumeration({ normal: [1, '普通'], important: [2, '重要'], urgent: [3, '紧急'] })
export const notifyLevel = notifyLevels.code
export type NotifyLevel = CodeOf<typeof notifyLevels>

export const notifyWays = enumeration({
  inApp: [1, '站内'],
  sms: [2, '短信'],
  wechat: [3, '微信'],
  push: [4, 'App推送'],
})
export const notifyWay = notifyWays.code
export type NotifyWay = CodeOf<typeof notifyWays>

/** Channels that notify a phone; in the app every notice is stored. */
export const ringWays = [notifyWay.push, notifyWay.wechat, notifyWay.sms] as const
export type RingWay = (typeof ringWays)[number]
/** Channels with an address of their own; a text message is sent to the account's mobile number. */
export type AddressWay = Exclude<RingWay, typeof notifyWay.sms>

type TypeName = keyof typeof notifyType
const names = Object.fromEntries(Object.entries(notifyType).map(([name, code]) => [code, name])) as Record<
  NotifyType,
  TypeName
>

/** Types that send a text message by default, because somebody must act although they are not using the app. */
const urgentTypes: ReadonlySet<NotifyType> = new Set([
  notifyType.confirmSoon,
  notifyType.alarm,
  notifyType.approval,
  notifyType.security,
  notifyType.selfCheck,
])

/**
 * Whether a type notifies every role by this channel unless it is switched off; otherwise only roles that are
 * switched on. Text messages cost money; the other channels were set up by the person on their own phone.
 */
export const ringsByDefault = (type: NotifyType, way: RingWay): boolean =>
  way !== notifyWay.sms || urgentTypes.has(type)

/** Whether a person may switch a type off: security notices about their own account are always sent. */
export const mayMute = (type: NotifyType): boolean => type !== notifyType.security

/**
 * Types that are shown in the app only to persons who switched them on: a report that needs no action. Its switch
 * is stored when it is on.
 */
export const isAskedFor = (type: NotifyType, way: NotifyWay): boolean =>
  type === notifyType.morning && way === notifyWay.inApp

/** Whether a person's own switch is on, by the stored names. */
export const isOn = (type: NotifyType, way: NotifyWay, stored: readonly string[]): boolean =>
  stored.includes(switchOf(type, way)) === isAskedFor(type, way)

/** Notices of the same type about the same record within this time are merged. */
export const MERGE_MINUTES = 10

export const LONGEST_TITLE = 40
export const LONGEST_BODY = 200

const wayNames = Object.fromEntries(Object.entries(notifyWay).map(([name, code]) => [code, name])) as Record<
  NotifyWay,
  keyof typeof notifyWay
>

/** Name of a switch: a person's own, and in the merchant's setting `notify`. */
export const switchOf = (type: NotifyType, way: NotifyWay): string => `staff.${names[type]}.${wayNames[way]}`

/** Whether a person with these roles is notified by this channel under the merchant's matrix: one role that is on is enough. */
export const ringsFor = (
  type: NotifyType,
  way: RingWay,
  { muted, texted = [] }: Notify,
  roleIds: readonly string[],
): boolean => {
  const name = switchOf(type, way)
  if (!ringsByDefault(type, way)) return roleIds.some((roleId) => texted.includes(`${name}.${roleId}`))
  if (muted.includes(name)) return false
  return roleIds.length === 0 || roleIds.some((roleId) => !muted.includes(`${name}.${roleId}`))
}

/** When phones may be notified: a notice at night (22:00–08:00) is sent at 8:00 unless it is urgent. */
export function ringsAt(now: Instant, level: NotifyLevel): Instant {
  if (level === notifyLevel.urgent || !isQuiet(now)) return now
  const morning = startOfDate(localDate(now)) + 8 * HOUR
  return morning > now ? morning : morning + DAY
}

/** Example of each type, for the settings page. */
export const examples: Readonly<Record<(typeof raised)[number], string>> = {
  [notifyType.orderNew]: '新订单 261120000123：11月28日10:00取车，请尽快接单',
  [notifyType.confirmSoon]: '待接单 261120000123：11月28日10:00取车，仍未接单',
  [notifyType.orderCancelled]: '订单取消 261120000123：原定11月28日10:00取车',
  [notifyType.overdue]: '超时未还 沪A12345：应于11月30日18:00还车',
  [notifyType.carePending]: '2辆车的年检7天后到期：沪A12345、沪B23456',
  [notifyType.alarm]: '报警 沪A12345 驶出城市：重要，距最近门店 120 公里，11月28日 10:00',
  [notifyType.selfCheck]: '待自助验车 沪A12345：261120000123 张先生已提交自助取车，正在现场等待',
  [notifyType.violationNew]: '新违章 沪A12345：11月25日09:30 违反禁止标线，罚款¥100.00，记1分',
  [notifyType.ticket]: '送车任务 沪A12345：11月28日09:00，延安西路100号',
  [notifyType.money]: '对账有差异：11月27日的微信账单有2笔与系统不一致',
  [notifyType.deposit]: '押金授权即将到期 261120000123：租车押金¥3,000.00的授权11-30 18:00到期，请重新授权或改收押金',
  [notifyType.oversold]: '有订单无车可用：排车冲突，请尽快安排车辆或联系客户',
  [notifyType.approval]: '押金扣款待复核：王强：订单261120000123 扣款¥6,000.00',
  [notifyType.referral]: '请办理「取消订单」：王强：订单261120000123，客户来电取消',
  [notifyType.morning]: '昨日营业收入¥2,224.74，出租率41.13%：下单6单，取车5单，还车5单',
  [notifyType.channel]: '携程旅行有回调未送达：两天内多次重试仍未送达，请联系平台后在「回调」中重发',
  [notifyType.security]: '您的账号在新设备登录：iPhone，IP 203.0.113.7。如非本人操作，请修改密码并让该设备下线',
}
