import { typedText } from '../../typed-text.ts'

/** Values of the letters in the check sum; I, O and Q are never used. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Upper case, without full-width forms, invisible characters, spaces and hyphens, the asterisks around it on
 * registration documents, and the prefix `VIN:`.
 */
export const normaliseVin = (text: string): string =>
  typedText(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/^(VIN码?|车架号|车辆识别代号)\s*:/, '')
    .replace(/[\s*\-–—_·]/g, '')

export const isVin = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)

/** Message for the form; null when the frame number has a valid form. */
export const vinProblem = (vin: string): string | null => (isVin(vin) ? null : '车架号应为17位，且不含I、O、Q')

/** Whether the ninth character is the right check digit (GB 16735). Imported cars often have none, so that a mismatch only warns. */
export function isVinChecked(vin: string): boolean {
  const sum = WEIGHTS.reduce(
    (total, weight, i) => total + weight * (LETTERS[vin.charAt(i)] ?? Number(vin.charAt(i))),
    0,
  )
  return isVin(vin) && vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11))
}
