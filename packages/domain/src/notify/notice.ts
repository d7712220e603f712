import { type CodeOf, enumeration } from '../enumeration.ts'
import { notifyTypes } from '../lookup/codes.ts'
import { isQuiet } from '../order/timers.ts'
import { DAY, HOUR, type Instant, localDate, startOfDate } from '../time.ts'

/*
 * Notices to staff: what there is to tell, how it reaches people, and what the merchant or the person switched off.
 */

export const notifyType = notifyTypes.code
export type NotifyType = CodeOf<typeof notifyTypes>

/** What people are told of today; a type that nothing raises yet has no switch. */
export const raised: readonly NotifyType[] = [
  notifyType.orderNew,
  notifyType.confirmSoon,
  notifyType.orderCancelled,
  notifyType.overdue,
  notifyType.carePending,
  notifyType.channel,
  notifyType.oversold,
  notifyType.approval,
  notifyType.security,
]

/** `urgent` waits for no morning. */
export const notifyLevels = enumeration({ normal: [1, '普通'], important: [2, '重要'], urgent: [3, '紧急'] })
export const notifyLevel = notifyLevels.code
export type NotifyLevel = CodeOf<typeof notifyLevels>

export const notifyWays = enumeration({ inApp: [1, '站内'], sms: [2, '短信'] })
export const notifyWay = notifyWays.code
export type NotifyWay = CodeOf<typeof notifyWays>

type TypeName = keyof typeof notifyType
const names = Object.fromEntries(Object.entries(notifyType).map(([name, code]) => [code, name])) as Record<
  NotifyType,
  TypeName
>

/** What is worth a text message: somebody must act although they are not looking. */
const textable: ReadonlySet<NotifyType> = new Set([
  notifyType.confirmSoon,
  notifyType.alarm,
  notifyType.approval,
  notifyType.security,
])

/** The ways a type of notice may take. In the app it is always kept; switched off there, it comes without a sign. */
export const waysOf = (type: NotifyType): readonly NotifyWay[] =>
  textable.has(type) ? [notifyWay.inApp, notifyWay.sms] : [notifyWay.inApp]

/** Whether a person may switch a way off: notices about their own account are for their safety. */
export const mayMute = (type: NotifyType): boolean => type !== notifyType.security

/** The same notice about the same thing within so long is one. */
export const MERGE_MINUTES = 10

export const LONGEST_TITLE = 40
export const LONGEST_BODY = 200

/** Name of a switch: a person's own, and in the merchant's setting `notify` for everybody or for one role. */
export const switchOf = (type: NotifyType, way: NotifyWay): string =>
  `staff.${names[type]}.${way === notifyWay.sms ? 'sms' : 'inApp'}`

/** Whether a text message goes to somebody with these roles, as the merchant's matrix has it: one role left on is enough. */
export const isTexted = (type: NotifyType, muted: readonly string[], roleIds: readonly string[]): boolean => {
  const name = switchOf(type, notifyWay.sms)
  if (!textable.has(type) || muted.includes(name)) return false
  return roleIds.length === 0 || roleIds.some((roleId) => !muted.includes(`${name}.${roleId}`))
}

/** When a text message may go out: one of the night (22:00–08:00) waits for the morning unless it is urgent. */
export function textDueAt(now: Instant, level: NotifyLevel): Instant {
  if (level === notifyLevel.urgent || !isQuiet(now)) return now
  const morning = startOfDate(localDate(now)) + 8 * HOUR
  return morning > now ? morning : morning + DAY
}
