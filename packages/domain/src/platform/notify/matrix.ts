import { notifyTypes } from '../lookup/codes.ts'
import type { Notify } from '../merchant/setting.ts'
import { customerMessageNames, customerMessages, customerSwitch } from './customer.ts'
import {
  type NotifyType,
  notifyWays,
  type RingWay,
  raised,
  ringsByDefault,
  ringsFor,
  ringWays,
  switchOf,
} from './notice.ts'

/*
 * The notification matrix of a merchant: which roles are notified of each type by each channel, and which messages
 * customers get. Only differences to the default are stored.
 */

/** Those of these roles that are notified of a type by a channel. */
export const rolesOf = (type: NotifyType, way: RingWay, notify: Notify, roleIds: readonly string[]): string[] =>
  roleIds.filter((roleId) => ringsFor(type, way, notify, [roleId]))

/**
 * Converts the matrix that the user edited (the roles that are notified of each type by each channel, and the types
 * that are `off` for customers) into the stored form. A role that is created later gets the default, unless the
 * type is off for all roles.
 */
export function notifyOf(
  chosen: (type: NotifyType, way: RingWay) => readonly string[],
  off: readonly string[],
  roleIds: readonly string[],
): Notify {
  const cells = raised.flatMap((type) => ringWays.map((way) => ({ type, way, on: chosen(type, way) })))
  return {
    muted: [
      ...cells.filter(({ type, way }) => ringsByDefault(type, way)).flatMap((cell) => mutedOf(cell, roleIds)),
      ...off,
    ],
    texted: cells
      .filter(({ type, way }) => !ringsByDefault(type, way))
      .flatMap(({ type, way, on }) => on.map((roleId) => `${switchOf(type, way)}.${roleId}`)),
  }
}

interface Cell {
  readonly type: NotifyType
  readonly way: RingWay
  readonly on: readonly string[]
}

function mutedOf({ type, way, on }: Cell, roleIds: readonly string[]): string[] {
  const name = switchOf(type, way)
  const off = roleIds.filter((roleId) => !on.includes(roleId))
  return off.length === roleIds.length ? [name] : off.map((roleId) => `${name}.${roleId}`)
}

/** Label of a stored switch: `审批短信`, for one role `审批短信（角色 1012）`. */
export function switchWords(name: string): string {
  const message = customerMessageNames.find((one) => customerSwitch(one) === name)
  if (message !== undefined) return `客户短信 · ${customerMessages[message]}`
  for (const type of raised)
    for (const way of ringWays) {
      const whole = switchOf(type, way)
      if (!`${name}.`.startsWith(`${whole}.`)) continue
      const roleId = name.slice(whole.length + 1)
      return `${notifyTypes.text(type)}${notifyWays.text(way)}${roleId === '' ? '' : `（角色 ${roleId}）`}`
    }
  return name
}
