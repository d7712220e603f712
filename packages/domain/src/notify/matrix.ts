import { notifyTypes } from '../lookup/codes.ts'
import type { Notify } from '../merchant/setting.ts'
import { customerMessageNames, customerMessages, customerSwitch } from './customer.ts'
import { isTexted, isTextedByDefault, type NotifyType, notifyWay, raised, switchOf } from './notice.ts'

/*
 * The merchant's matrix as people see it: per type of notice the roles whose people get a text message, and which messages
 * customers get. Stored is what differs from the default: off where texts are usual, on where they are not.
 */

/** Of these roles, those whose people get a text message of a type. */
export const rolesOf = (type: NotifyType, notify: Notify, roleIds: readonly string[]): string[] =>
  roleIds.filter((roleId) => isTexted(type, notify, [roleId]))

/**
 * Converts the matrix that the user edited (the roles that get a text message of each type, and the types that are `off` for customers)
 * into the stored form. A role that is made later inherits the default of a type, unless the type is off for all roles.
 */
export function notifyOf(
  chosen: (type: NotifyType) => readonly string[],
  off: readonly string[],
  roleIds: readonly string[],
): Notify {
  const usual = raised.filter(isTextedByDefault)
  return {
    muted: [...usual.flatMap((type) => mutedOf(type, chosen(type), roleIds)), ...off],
    texted: raised
      .filter((type) => !isTextedByDefault(type))
      .flatMap((type) => chosen(type).map((roleId) => `${switchOf(type, notifyWay.sms)}.${roleId}`)),
  }
}

function mutedOf(type: NotifyType, on: readonly string[], roleIds: readonly string[]): string[] {
  const name = switchOf(type, notifyWay.sms)
  const off = roleIds.filter((roleId) => !on.includes(roleId))
  return off.length === roleIds.length ? [name] : off.map((roleId) => `${name}.${roleId}`)
}

/** A stored switch in words: `审批短信`, of one role `审批短信（角色 1012）`. */
export function switchWords(name: string): string {
  const message = customerMessageNames.find((one) => customerSwitch(one) === name)
  if (message !== undefined) return `客户短信 · ${customerMessages[message]}`
  const type = raised.find((one) => `${name}.`.startsWith(`${switchOf(one, notifyWay.sms)}.`))
  if (type === undefined) return name
  const roleId = name.slice(switchOf(type, notifyWay.sms).length + 1)
  return `${notifyTypes.text(type)}短信${roleId === '' ? '' : `（角色 ${roleId}）`}`
}
