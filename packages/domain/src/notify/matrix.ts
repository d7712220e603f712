import { notifyTypes } from '../lookup/codes.ts'
import { customerMessageNames, customerMessages, customerSwitch } from './customer.ts'
import { isTexted, type NotifyType, notifyWay, raised, switchOf, waysOf } from './notice.ts'

/*
 * The merchant's matrix as people see it: per type of notice the roles whose people get a text message, and which messages
 * customers get. Stored is what is off, so that whatever is new is on.
 */

/** Types whose text messages a merchant decides on. */
export const textedTypes: readonly NotifyType[] = raised.filter((type) => waysOf(type).includes(notifyWay.sms))
/** The others, which stay in the app. */
export const quietTypes: readonly NotifyType[] = raised.filter((type) => !textedTypes.includes(type))

/** Of these roles, those whose people get a text message of a type. */
export const rolesOf = (type: NotifyType, muted: readonly string[], roleIds: readonly string[]): string[] =>
  roleIds.filter((roleId) => isTexted(type, muted, [roleId]))

/** What is off of a type when only the `on` of all roles are on; with none on, roles that are made later are off too. */
export function mutedOf(type: NotifyType, on: readonly string[], roleIds: readonly string[]): string[] {
  const name = switchOf(type, notifyWay.sms)
  const off = roleIds.filter((roleId) => !on.includes(roleId))
  return off.length === roleIds.length ? [name] : off.map((roleId) => `${name}.${roleId}`)
}

/** A switch that is off, in words: `审批短信`, of one role `审批短信（角色 1012）`. */
export function switchWords(name: string): string {
  const message = customerMessageNames.find((one) => customerSwitch(one) === name)
  if (message !== undefined) return `客户短信 · ${customerMessages[message]}`
  const type = textedTypes.find((one) => name.startsWith(switchOf(one, notifyWay.sms)))
  if (type === undefined) return name
  const roleId = name.slice(switchOf(type, notifyWay.sms).length + 1)
  return `${notifyTypes.text(type)}短信${roleId === '' ? '' : `（角色 ${roleId}）`}`
}
