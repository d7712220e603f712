import { type Gender, gender, type IdentityType, identityType } from '../../rental/driver/codes.ts'
import { isLocalDate, type LocalDate } from '../../time.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/** The check character of an 18-character number, from its first 17 digits (ISO 7064 MOD 11-2). */
export const idCheckSign = (digits: string): string =>
  CHECKS.charAt(WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11)

/** Upper case, full-width characters narrowed, without spaces. */
export const normaliseId = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

const birthdayIn = (id: string): LocalDate => `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`

/** Whether an 18-character number has a real birthday (1900 or later) and the right check character. */
export const isIdNumber = (id: string): boolean =>
  /^\d{17}[\dX]$/.test(id) && id.slice(6, 8) >= '19' && isLocalDate(birthdayIn(id)) && idCheckSign(id) === id[17]

/** Birthday and gender encoded in an 18-character number; null when the number is invalid. */
export function readIdNumber(id: string): { readonly birthday: LocalDate; readonly gender: Gender } | null {
  if (!isIdNumber(id)) return null
  return { birthday: birthdayIn(id), gender: Number(id[16]) % 2 === 1 ? gender.male : gender.female }
}

/** Formats of each kind of document. Residence permits have an 18-character number with the same check character. */
const fits: Readonly<Record<IdentityType, (id: string) => boolean>> = {
  [identityType.idCard]: isIdNumber,
  [identityType.passport]: (id) => /^[A-Z0-9]{5,17}$/.test(id),
  [identityType.hkMacauPermit]: (id) => /^([HM]\d{8}(\d{2})?|[HM]A\d{7})$/.test(id),
  [identityType.taiwanPermit]: (id) => /^\d{8}$|^\d{10}[A-Z]?$/.test(id),
  [identityType.hkMacauTaiwanResidence]: (id) => /^8[123]0000/.test(id) && isIdNumber(id),
  [identityType.foreignerResidence]: (id) => /^[A-Z]{3}\d{12}$/.test(id) || (id.startsWith('9') && isIdNumber(id)),
}

/** Message for the form; null when the number fits its kind. `id` must be normalised. */
export function idProblem(type: IdentityType, id: string): string | null {
  if (id === '') return '请输入证件号码'
  return fits[type](id) ? null : '证件号码格式不正确'
}
