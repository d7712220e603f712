import { idProblem, normaliseId, readIdNumber } from '../../platform/check/id-number.ts'
import { contactPhoneProblem } from '../../platform/check/mobile.ts'
import type { LocalDate } from '../../time.ts'
import type { Gender, IdentityType } from './codes.ts'
import { isEndMissing, type KindOfLicence } from './licence-kind.ts'
import { licenceClasses } from './person.ts'

/* Validation of a customer's file: the form shows the same problems as the server. */

/** Fields that are validated on their own; null: not given. */
export interface PersonEntry extends KindOfLicence {
  readonly name: string
  readonly phone: string
  readonly identityType: IdentityType
  /** Normalised; null: the stored number is not changed, or none is known. */
  readonly identityNo: string | null
  readonly identityExpire: LocalDate | null
  readonly licenceClass: string
  readonly licenceFirstIssue: LocalDate | null
  readonly birthday: LocalDate | null
}

/** Message at the missing end of a temporary permit. */
export const PERMIT_END = '请填写临时驾驶许可的截止日期'

export interface EntryProblem {
  readonly field: keyof PersonEntry
  readonly text: string
}

/**
 * Problems of an entry by field; empty when it is valid. An expired document is refused when it is entered, but
 * does not block later edits of the file: dates equal to those of `stored` are accepted.
 */
export function entryProblems(
  entry: PersonEntry,
  today: LocalDate,
  stored: Pick<PersonEntry, 'identityExpire' | 'licenceExpire'> | null = null,
): EntryProblem[] {
  const problems: EntryProblem[] = []
  const check = (field: keyof PersonEntry, text: string | null) => {
    if (text !== null) problems.push({ field, text })
  }
  const expired = (date: LocalDate | null, before: LocalDate | null | undefined) =>
    date !== null && date < today && date !== before
  const ahead = (date: LocalDate | null) => date !== null && date > today

  check('phone', contactPhoneProblem(entry.phone))
  if (entry.identityNo !== null) check('identityNo', idProblem(entry.identityType, entry.identityNo))
  if (expired(entry.identityExpire, stored?.identityExpire)) check('identityExpire', '证件已过期')
  if (entry.licenceClass !== '' && licenceClasses(entry.licenceClass).length === 0)
    check('licenceClass', '准驾车型不正确')
  if (ahead(entry.licenceFirstIssue)) check('licenceFirstIssue', '初次领证日期不能晚于今天')
  if (expired(entry.licenceExpire, stored?.licenceExpire)) check('licenceExpire', '驾驶证已过期')
  if (isEndMissing(entry)) check('licenceExpire', PERMIT_END)
  if (ahead(entry.birthday)) check('birthday', '出生日期不能晚于今天')
  return problems
}

/** Birthday and gender: an 18-character number encodes both, and overrides what was typed. */
export function birthdayAndGender(
  identityNo: string | null,
  typed: { readonly birthday: LocalDate | null; readonly gender: Gender | null },
): { readonly birthday: LocalDate | null; readonly gender: Gender | null } {
  return (identityNo === null ? null : readIdNumber(normaliseId(identityNo))) ?? typed
}

/** Fields that staff compare with the originals: changing any of them resets the verification. */
export const verifiedFields = [
  'name',
  'identityType',
  'identityNo',
  'identityExpire',
  'licenceKind',
  'licenceNo',
  'licenceClass',
  'licenceFirstIssue',
  'licenceExpire',
  'birthday',
] as const

type Verified = Readonly<Record<(typeof verifiedFields)[number], unknown>>

export const losesVerification = (before: Verified, after: Verified): boolean =>
  verifiedFields.some((field) => before[field] !== after[field])
