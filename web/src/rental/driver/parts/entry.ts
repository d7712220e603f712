import { idProblem, normaliseId, readIdNumber } from '@cheyi/domain/platform/check/id-number'
import { normalisePhone } from '@cheyi/domain/platform/check/mobile'
import {
  checkResult,
  type Gender,
  type IdentityType,
  identityType,
  type LicenceKind,
  verifyStatus,
} from '@cheyi/domain/rental/driver/codes'
import { consentKind, consentMissing } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, FACE } from '@cheyi/domain/rental/driver/documents'
import { entryProblems } from '@cheyi/domain/rental/driver/entry'
import {
  bareAnswer,
  type CheckedPaper,
  type CheckFault,
  checkedPapers,
  checkFault,
  faultText,
  type PaperAnswer,
  reasonFields,
} from '@cheyi/domain/rental/driver/paper-check'
import { type AskedPapers, licenceGaps, missingSlots, missingText } from '@cheyi/domain/rental/driver/papers'
import { personProblems, type RentalDates } from '@cheyi/domain/rental/driver/person'
import { isLocalDate, type LocalDate } from '@cheyi/domain/time'
import { driverSavePerson } from '../../../form/calls/driver-save-person.gen.ts'
import { problemsOf as boundProblems } from '../../../form/form-call.ts'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import { idHint } from './id-hint.ts'
import type { PersonDetail } from './person-words.ts'

/* A customer's file during entry. The form lies over the stored file: only changed fields are stored as a draft, so that changes by
 * another person show in all other fields. */

type SaveInput = InputOf<typeof calls.driver.savePerson>

/** null in one of the three numbers: unchanged, shown masked. A date may be typed only partly. */
export interface Entry {
  readonly name: string
  readonly phone: string | null
  readonly identityType: IdentityType
  readonly identityNo: string | null
  readonly identityExpire: LocalDate | null
  /** The document has no expiry date, which an empty date could not express: it may just be missing. */
  readonly forever: boolean
  /** null: not said. */
  readonly licenceKind: LicenceKind | null
  readonly licenceNo: string | null
  readonly licenceClass: string
  readonly licenceFirstIssue: LocalDate | null
  readonly licenceExpire: LocalDate | null
  readonly birthday: LocalDate | null
  readonly gender: Gender | null
  readonly address: string
}

export type Changes = Partial<Entry>

const dates = ['identityExpire', 'licenceFirstIssue', 'licenceExpire', 'birthday'] as const

const isUnfinished = (date: LocalDate | null): boolean => date !== null && !isLocalDate(date)

/** The part of an entry that can be validated: an incomplete date counts as missing. */
const judgeable = (entry: Entry): Entry => ({
  ...entry,
  ...Object.fromEntries(dates.filter((field) => isUnfinished(entry[field])).map((field) => [field, null])),
})

const blank: Entry = {
  name: '',
  phone: '',
  identityType: identityType.idCard,
  identityNo: '',
  identityExpire: null,
  forever: false,
  licenceKind: null,
  licenceNo: '',
  licenceClass: '',
  licenceFirstIssue: null,
  licenceExpire: null,
  birthday: null,
  gender: null,
  address: '',
}

/** A stored number stays until another is typed; a missing one must be typed. */
const kept = (mask: string): string | null => (mask === '' ? '' : null)

/** The form: the stored file with the changes applied. */
export function entryOf(stored: PersonDetail | null, changes: Changes): Entry {
  if (stored === null) return { ...blank, ...changes }
  const { name, identityType: type, identityExpire, licenceClass, licenceFirstIssue, licenceExpire } = stored
  const { licenceKind } = stored
  const { birthday, gender, address } = stored
  return {
    name,
    phone: kept(stored.phone),
    identityType: type,
    identityNo: kept(stored.identityNo),
    identityExpire,
    forever: identityExpire === null && stored.identityNo !== '',
    licenceKind,
    licenceNo: kept(stored.licenceNo),
    licenceClass,
    licenceFirstIssue,
    licenceExpire,
    birthday,
    gender,
    address,
    ...changes,
  }
}

/** Document types whose number contains birthday and gender. */
const speaking: readonly IdentityType[] = [identityType.idCard, identityType.hkMacauTaiwanResidence]

/** Birthday and gender, and whether they come from the number and are not typed. */
export function birthFieldsOf(entry: Entry, stored: PersonDetail | null) {
  const { identityNo, identityType: type, birthday, gender } = entry
  const read = identityNo === null ? null : readIdNumber(normaliseId(identityNo))
  if (read !== null) return { ...read, fixed: true }
  if (!speaking.includes(type)) return { birthday, gender, fixed: false }
  const known = identityNo === null && stored !== null
  return { birthday: known ? stored.birthday : null, gender: known ? stored.gender : null, fixed: true }
}

/** Whether the licence number is not typed because it equals that of the identity card. */
export const isCardLicence = ({ licenceNo, identityType: type }: Entry): boolean =>
  licenceNo === '' && type === identityType.idCard

/** The licence number as far as it is known; `stored`: masked, or in full after it was revealed. */
export const licenceNoOf = (
  entry: Entry,
  stored: Pick<PersonDetail, 'identityNo' | 'licenceNo'> | null | undefined,
): string =>
  (isCardLicence(entry) ? (entry.identityNo ?? stored?.identityNo) : (entry.licenceNo ?? stored?.licenceNo)) ?? ''

/** The pages of the two documents. */
export const PAPERS = ['imgFront', 'imgBack', 'licenceMain', 'licenceSub'] as const satisfies DocumentSlot[]

/** Consents given now; a picture of the face requires a separate one. */
export interface Agreed {
  readonly consent: boolean
  readonly faceConsent: boolean
}

/** All fields of the form, including those that are not typed. */
type Field =
  | keyof Entry
  | DocumentSlot
  | keyof Agreed
  | 'pictures'
  | 'waiveReason'
  | (typeof reasonFields)[CheckedPaper]

/** Messages beside the fields, by the field names of the call. */
export type Problems = Readonly<Partial<Record<Field, string>>>

const NOTHING_AGREED: Agreed = { consent: false, faceConsent: false }

/** Errors in the typed fields. `today`: Asia/Shanghai. */
export function problemsOf(entry: Entry, stored: PersonDetail | null, today: LocalDate): Problems {
  const { phone, identityNo, identityType: type, identityExpire, forever } = entry
  const number = identityNo === null ? null : normaliseId(identityNo)
  const born = birthFieldsOf(entry, stored)
  const judged = entryProblems(
    {
      ...judgeable(entry),
      phone: normalisePhone(phone ?? ''),
      identityNo: number,
      identityExpire: forever || isUnfinished(identityExpire) ? null : identityExpire,
      licenceClass: entry.licenceClass.toUpperCase(),
      birthday: isUnfinished(born.birthday) ? null : born.birthday,
    },
    today,
    stored,
  ).filter(({ field }) => field !== 'phone' || phone !== null)
  const problems: Record<string, string> = {
    ...boundProblems(driverSavePerson.fields, inputOf(entry, stored, {}, NOTHING_AGREED)),
    ...Object.fromEntries(judged.map(({ field, text }) => [field, text])),
  }
  if (number !== null && idProblem(type, number) !== null)
    problems.identityNo = idHint(type, number) ?? idProblem(type, number) ?? ''
  if (!forever && identityExpire === null) problems.identityExpire = '请填写证件有效期，长期有效的请勾选'
  const unasked = { identityExpire: forever, birthday: born.fixed, licenceFirstIssue: false, licenceExpire: false }
  for (const field of dates)
    if (!unasked[field] && isUnfinished(entry[field])) problems[field] = '日期不正确，如 2016-05-18'
  return problems
}

/** A picture in the upload queue of the phone. */
export interface Picture {
  readonly slot: string
  readonly status: 'uploading' | 'failed' | 'done'
}

interface Pictures {
  /** New pictures, not saved yet. */
  readonly taken: readonly Picture[]
  /** Slots filled by the stored file. */
  readonly held: readonly DocumentSlot[]
  /** The customer consented to the storage of documents, now or earlier. */
  readonly agreed: boolean
}

/** Errors of the pictures that prevent saving; storing any requires the customer's consent, once. */
export function pictureProblems({ taken, agreed }: Omit<Pictures, 'held'>): Problems {
  const failed = taken.some(({ status }) => status === 'failed')
  const waiting = taken.some(({ status }) => status === 'uploading')
  const papers = taken.filter(({ slot }) => slot !== FACE)
  return {
    ...(failed ? { pictures: '有照片上传失败，请重试' } : waiting ? { pictures: '照片还在上传，请稍候' } : {}),
    ...(papers.length > 0 && !agreed ? { consent: consentMissing[consentKind.documents] } : {}),
  }
}

/** Pictures that the merchant requires and that are missing. */
export const missingPictures = (
  entry: Entry,
  { taken, held }: Pick<Pictures, 'taken' | 'held'>,
  asked: AskedPapers,
): readonly DocumentSlot[] =>
  missingSlots(
    asked,
    entry,
    PAPERS.filter((page) => held.includes(page) || taken.some(({ slot }) => slot === page)),
  )

/** The register's answer for the values in the form; it is void when name or number have changed. */
export function answerOf(paper: CheckedPaper, entry: Entry, stored: PersonDetail | null): PaperAnswer {
  const { identityNo, identityType: type, licenceNo, name } = entry
  const isOther =
    stored === null ||
    identityNo !== null ||
    (paper === 'licence' && licenceNo !== kept(stored.licenceNo)) ||
    name.trim() !== stored.name ||
    type !== stored.identityType
  if (isOther) return bareAnswer(checkResult.unchecked)
  return paper === 'idCard' ? stored.identityCheck : stored.licenceCheck
}

/** The fault that the answer shows in the document, with the entered classes. */
export const faultOf = (paper: CheckedPaper, entry: Entry, stored: PersonDetail | null): CheckFault | null =>
  checkFault(paper, answerOf(paper, entry, stored), entry)

/** Length of residents' numbers, also masked: registers have no others. */
const RESIDENT_LENGTH = 18

/** Whether a register can be queried for the document as entered. */
export const isAskable = (paper: CheckedPaper, entry: Entry, stored: PersonDetail | null): boolean =>
  paper === 'idCard'
    ? entry.identityType === identityType.idCard
    : licenceNoOf(entry, stored).length === RESIDENT_LENGTH && (entry.licenceClass !== '' || !isCardLicence(entry))

/** Why documents are verified against the register's answer. */
export type Reasons = Readonly<Record<CheckedPaper, string>>

/**
 * What the merchant requires before a file is verified; `waived`: why pictures are missing, `reasons`: why a register's answer is
 * overruled.
 */
export function passProblems(
  entry: Entry,
  stored: PersonDetail | null,
  missing: readonly DocumentSlot[],
  { asked, waived, reasons }: { readonly asked: AskedPapers; readonly waived: string; readonly reasons: Reasons },
): Problems {
  const gaps = licenceGaps(asked, { ...judgeable(entry), licenceNo: licenceNoOf(entry, stored) })
  const pictures = waived === '' ? missing.map((slot) => [slot, missingText(slot, entry)]) : []
  const against = checkedPapers.flatMap((paper) => {
    const fault = faultOf(paper, entry, stored)
    if (fault === null || reasons[paper].length >= 2) return []
    return [[reasonFields[paper], reasons[paper] === '' ? faultText(fault) : '仍然核验通过的原因至少2个字']]
  })
  return {
    ...Object.fromEntries(against),
    ...(waived.length === 1 ? { waiveReason: '未留存照片的原因至少2个字' } : {}),
    ...Object.fromEntries([...gaps.map(({ field, text }) => [field, text]), ...pictures]),
  }
}

/** The form as call input: unchanged numbers are left out and stay as stored. */
export function inputOf(
  entry: Entry,
  stored: PersonDetail | null,
  pictures: Readonly<Partial<Record<DocumentSlot, string>>>,
  { consent, faceConsent }: Agreed,
): SaveInput {
  const { phone, identityNo, licenceNo, identityExpire, forever } = entry
  const born = birthFieldsOf(entry, stored)
  return {
    personId: stored?.personId,
    version: stored?.version,
    name: entry.name.trim(),
    phone: phone === null ? undefined : normalisePhone(phone),
    identityType: entry.identityType,
    identityNo: identityNo === null ? undefined : normaliseId(identityNo),
    identityExpire: (forever ? null : identityExpire) ?? undefined,
    licenceKind: entry.licenceKind ?? undefined,
    licenceNo: licenceNo === null ? undefined : normaliseId(licenceNo) || undefined,
    licenceClass: entry.licenceClass.toUpperCase() || undefined,
    licenceFirstIssue: entry.licenceFirstIssue ?? undefined,
    licenceExpire: entry.licenceExpire ?? undefined,
    birthday: born.birthday ?? undefined,
    gender: born.gender ?? undefined,
    address: entry.address.trim() || undefined,
    ...pictures,
    consent: consent || undefined,
    faceConsent: faceConsent || undefined,
  }
}

/** Why the customer could not drive in that rental even with verified documents; may be empty. */
export function rentalProblems(entry: Entry, stored: PersonDetail | null, rental: RentalDates): string[] {
  const judged = judgeable(entry)
  const facts = {
    ...judged,
    verifyStatus: verifyStatus.passed,
    blacklist: stored?.blacklist ?? false,
    birthday: birthFieldsOf(judged, stored).birthday,
    identityExpire: entry.forever ? null : judged.identityExpire,
  }
  return personProblems(facts, rental).map(({ text }) => text)
}
