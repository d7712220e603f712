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
  readonly phone: string
  readonly terminalId: string
  readonly imei: string
  readonly plate: string
}

/** 15 digits; what else stands in a line is told from it by that. */
const isImei = (word: string): boolean => /^\d{15}$/.test(word)
/** Begins with the sign of a province. */
const isPlate = (word: string): boolean => /^[\u4e00-\u9fff]/.test(word)

/**
 * Lines of a table that was pasted: the number first, then in any order a plate, an IMEI and the terminal's own id, parted by tabs,
 * commas or spaces. A heading is passed over.
 */
export const deviceLines = (pasted: string): DeviceLine[] =>
  pasted
    .split(/[\r\n]+/)
    .map((line) => line.split(/[\t,，;；\s]+/).filter((word) => word !== ''))
    .filter(([first]) => first !== undefined && /\d/.test(first) && !isPlate(first))
    .map(([phone, ...words]) => ({
      phone: phone!,
      plate: words.find(isPlate) ?? '',
      imei: words.find(isImei) ?? '',
      terminalId: words.find((word) => !isPlate(word) && !isImei(word)) ?? '',
    }))
