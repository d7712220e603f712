import { idCheckSign, isIdNumber, normaliseId } from '@cheyi/domain/platform/check/id-number'
import { type IdentityType, identityType } from '@cheyi/domain/rental/driver/codes'
import { isLocalDate } from '@cheyi/domain/time'

/* Errors in a typed document number, as precise as the form can show them. The server uses the same rules but reports only 证件号码格式不正确. */

const LENGTH = 18

/** Formats of the numbers of other documents. */
const forms: Readonly<Partial<Record<IdentityType, string>>> = {
  [identityType.passport]: '护照号为 5 至 17 位字母和数字',
  [identityType.hkMacauPermit]: '以 H 或 M 开头，后接 8 或 10 位数字',
  [identityType.taiwanPermit]: '8 位或 10 位数字，末尾可带 1 位字母',
  [identityType.hkMacauTaiwanResidence]: '以 81、82 或 83 开头的 18 位号码',
  [identityType.foreignerResidence]: '3 位字母加 12 位数字，或以 9 开头的 18 位号码',
}

/** The error in a number that does not fit its type; null for an empty or valid one. */
export function idHint(type: IdentityType, typed: string): string | null {
  const id = normaliseId(typed)
  if (id === '') return null
  if (type === identityType.idCard || type === identityType.hkMacauTaiwanResidence)
    return numberHint(id) ?? forms[type] ?? null
  return forms[type] ?? null
}

/** The first error in an 18-character number. */
function numberHint(id: string): string | null {
  if (!/^\d*X?$/.test(id)) return '只能是数字，最后一位可为 X'
  if (id.length < LENGTH) return `少 ${LENGTH - id.length} 位，请核对`
  if (id.length > LENGTH) return `多 ${id.length - LENGTH} 位，请核对`
  if (isIdNumber(id)) return null
  const birthday = `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
  if (id.slice(6, 8) < '19' || !isLocalDate(birthday)) return '第 7 至 14 位不是出生日期，请核对'
  return idCheckSign(id) === id[LENGTH - 1] ? null : '与最后一位校验不符，请核对'
}
