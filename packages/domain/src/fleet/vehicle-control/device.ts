import type { CodeOf } from '../../enumeration.ts'
import { deviceKind, deviceProfile, deviceProfiles } from './codes.ts'

/* Entering devices: the format of their numbers, and pasted tables. */

/** Limit of devices that are saved at once. */
export const MAX_DEVICES = 200

/**
 * The phone in a terminal's header as stored: lower-case hex without leading zeros, `0` for all zeros, so that
 * frames of 2013 and 2019 identify the same device. Spaces and dashes are ignored.
 * @returns null for anything else
 */
export function devicePhone(typed: string): string | null {
  const hex = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^[0-9a-f]{1,20}$/.test(hex)) return null
  return hex.replace(/^0+(?=.)/, '')
}

/** Words of oil and power that a device of that kind may have. */
export const profilesOf = (kind: number): CodeOf<typeof deviceProfiles>[] =>
  deviceProfiles.values.filter((profile) => profileProblem({ kind, profile }) === null)

/** Message for words of commands that a device of another kind has; null: they fit. */
export function profileProblem({ kind, profile }: { readonly kind: number; readonly profile: number }): string | null {
  const { none, traccar } = deviceProfile
  if (profile === none || (profile === traccar) === (kind !== deviceKind.direct)) return null
  return kind === deviceKind.direct ? '直连设备请选择断油电指令' : '该设备只能经Traccar断油电'
}

/** A device in a pasted table. */
export interface DeviceLine {
  /** Line number, from 1. */
  readonly line: number
  readonly phone: string
  readonly terminalId: string
  readonly imei: string
  readonly plate: string
}

/** 15 digits, which no other column has. */
const isImei = (word: string): boolean => /^\d{15}$/.test(word)
/** Begins with the Chinese character of a province. */
const isPlate = (word: string): boolean => /^[\u4e00-\u9fff]/.test(word)

/** A line without a device, and the problem. */
export interface UnreadLine {
  readonly line: number
  readonly message: string
}

/** Words in headings of such tables. */
const isHeading = (words: readonly string[]): boolean =>
  words.every((word) => !/\d{5}/.test(word)) &&
  words.some((word) => /设备|终端|车牌|号码|序号|imei|phone|plate|sim/i.test(word))

/**
 * Reads a pasted table: the number first, then in any order a plate, an IMEI and the terminal's own id, separated by
 * tabs, commas or spaces. A heading and empty lines are skipped; every other line that cannot be read is reported.
 */
export function deviceLines(pasted: string): { rows: readonly DeviceLine[]; unread: readonly UnreadLine[] } {
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map((text, n) => ({ line: n + 1, words: text.split(/[\t,，;；\s]+/).filter((word) => word !== '') }))
    .filter(({ words }) => words.length > 0)
  const [first, ...others] = lines
  const rows: DeviceLine[] = []
  const unread: UnreadLine[] = []
  for (const { line, words } of first !== undefined && isHeading(first.words) ? others : lines) {
    const [phone = '', ...rest] = words
    if (devicePhone(phone) === null || !/\d/.test(phone))
      unread.push({ line, message: `“${phone.slice(0, 20)}”不是设备号，应为1至20位数字（或字母a-f）` })
    else
      rows.push({
        line,
        phone,
        plate: rest.find(isPlate) ?? '',
        imei: rest.find(isImei) ?? '',
        terminalId: rest.find((word) => !isPlate(word) && !isImei(word)) ?? '',
      })
  }
  return { rows, unread }
}
