/*
 * Terminals as they are entered: what their numbers look like, and a table that was pasted.
 */

/** Most devices that are saved at once. */
export const MAX_DEVICES = 200

/**
 * The phone of a terminal's header as it is kept: lower-case hex without leading zeros, all zeros being `0`, so that frames of 2013
 * and 2019 name the same device. Spaces and dashes of a label are passed over.
 * @returns null for anything else
 */
export function devicePhone(typed: string): string | null {
  const hex = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^[0-9a-f]{1,20}$/.test(hex)) return null
  return hex.replace(/^0+(?=.)/, '')
}

/** A device as a line of a pasted table names it. */
export interface DeviceLine {
  /** Which of the text, from 1 on. */
  readonly line: number
  readonly phone: string
  readonly terminalId: string
  readonly imei: string
  readonly plate: string
}

/** 15 digits; what else stands in a line is told from it by that. */
const isImei = (word: string): boolean => /^\d{15}$/.test(word)
/** Begins with the sign of a province. */
const isPlate = (word: string): boolean => /^[\u4e00-\u9fff]/.test(word)

/** A line that names no device, and what is wrong with it. */
export interface UnreadLine {
  readonly line: number
  readonly message: string
}

/** Words that columns of such tables are called by. */
const isHeading = (words: readonly string[]): boolean =>
  words.every((word) => !/\d{5}/.test(word)) &&
  words.some((word) => /设备|终端|车牌|号码|序号|imei|phone|plate|sim/i.test(word))

/**
 * Lines of a table that was pasted: the number first, then in any order a plate, an IMEI and the terminal's own id, parted by tabs,
 * commas or spaces. A heading in front is passed over, and so are empty lines; what else cannot be read is named.
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
