import { idProblem, normaliseId, readIdNumber } from '@cheyi/domain/platform/check/id-number'
import { normalisePhone } from '@cheyi/domain/platform/check/mobile'
import { type Gender, type IdentityType, identityType, verifyStatus } from '@cheyi/domain/rental/driver/codes'
import { consentKind, consentMissing } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, FACE } from '@cheyi/domain/rental/driver/documents'
import { entryProblems } from '@cheyi/domain/rental/driver/entry'
import {
  bareAnswer,
  type CheckedPaper,
  type CheckFault,
  checkedPapers,
  checkFault,
  checkResult,
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

/*
 * A customer's file as it is typed in. The form lies over what is stored: only what was touched is kept as a draft, so
 * that a change somebody else made meanwhile shows wherever nothing was typed.
 */

type SaveInput = InputOf<typeof calls.driver.savePerson>

/** null in one of the three numbers: as stored, which the form shows masked. A date may be typed to its half. */
export interface Entry {
  readonly name: string
  readonly phone: string | null
  readonly identityType: IdentityType
  readonly identityNo: string | null
  readonly identityExpire: LocalDate | null
  /** The document is good for ever, which no date would say just as well as a forgotten one. */
  readonly forever: boolean
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

/** What can be judged of an entry: a date that is none yet is as good as missing. */
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
  licenceNo: '',
  licenceClass: '',
  licenceFirstIssue: null,
  licenceExpire: null,
  birthday: null,
  gender: null,
  address: '',
}

/** A stored number stays unless another is typed; one that is not there is to be typed. */
const kept = (mask: string): string | null => (mask === '' ? '' : null)

/** The form: what is stored, and over it what was touched. */
export function entryOf(stored: PersonDetail | null, changes: Changes): Entry {
  if (stored === null) return { ...blank, ...changes }
  const { name, identityType: type, identityExpire, licenceClass, licenceFirstIssue, licenceExpire } = stored
  const { birthday, gender, address } = stored
  return {
    name,
    phone: kept(stored.phone),
    identityType: type,
    identityNo: kept(stored.identityNo),
    identityExpire,
    forever: identityExpire === null && stored.identityNo !== '',
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

/** Kinds whose number says birthday and gender by itself. */
const speaking: readonly IdentityType[] = [identityType.idCard, identityType.hkMacauTaiwanResidence]

/** Birthday and gender, and whether the number says them so that they are not typed. */
export function bornOf(entry: Entry, stored: PersonDetail | null) {
  const { identityNo, identityType: type, birthday, gender } = entry
  const read = identityNo === null ? null : readIdNumber(normaliseId(identityNo))
  if (read !== null) return { ...read, fixed: true }
  if (!speaking.includes(type)) return { birthday, gender, fixed: false }
  const known = identityNo === null && stored !== null
  return { birthday: known ? stored.birthday : null, gender: known ? stored.gender : null, fixed: true }
}

/** Whether the licence's number is not typed, since it is that of the identity card. */
export const isCardLicence = ({ licenceNo, identityType: type }: Entry): boolean =>
  licenceNo === '' && type === identityType.idCard

/** The licence's number as far as it is known; `stored`: masked, or in full once that was asked for. */
export const licenceNoOf = (
  entry: Entry,
  stored: Pick<PersonDetail, 'identityNo' | 'licenceNo'> | null | undefined,
): string =>
  (isCardLicence(entry) ? (entry.identityNo ?? stored?.identityNo) : (entry.licenceNo ?? stored?.licenceNo)) ?? ''

/** Pages of the two documents. */
export const PAPERS = ['imgFront', 'imgBack', 'licenceMain', 'licenceSub'] as const satisfies DocumentSlot[]

/** What the customer agreed to now; a picture of the face is only taken after a consent of its own. */
export interface Agreed {
  readonly consent: boolean
  readonly faceConsent: boolean
}

/** What the form has a place for beside the typed fields. */
type Field =
  | keyof Entry
  | DocumentSlot
  | keyof Agreed
  | 'pictures'
  | 'waiveReason'
  | (typeof reasonFields)[CheckedPaper]

/** Texts beside the fields, by the names the call has for them. */
export type Problems = Readonly<Partial<Record<Field, string>>>

const NOTHING_AGREED: Agreed = { consent: false, faceConsent: false }

/** What of the typed fields is wrong. `today`: Asia/Shanghai. */
export function problemsOf(entry: Entry, stored: PersonDetail | null, today: LocalDate): Problems {
  const { phone, identityNo, identityType: type, identityExpire, forever } = entry
  const number = identityNo === null ? null : normaliseId(identityNo)
  const born = bornOf(entry, stored)
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

/** A picture as it stands on the phone. */
export interface Picture {
  readonly slot: string
  readonly status: 'uploading' | 'failed' | 'done'
}

interface Pictures {
  /** New ones, not saved yet. */
  readonly taken: readonly Picture[]
  /** Slots that the stored file fills. */
  readonly held: readonly DocumentSlot[]
  /** The customer agreed to the keeping of documents, now or before. */
  readonly agreed: boolean
}

/** What of the pictures keeps the file from being saved; keeping any takes the customer's consent, once. */
export function pictureProblems({ taken, agreed }: Omit<Pictures, 'held'>): Problems {
  const failed = taken.some(({ status }) => status === 'failed')
  const waiting = taken.some(({ status }) => status === 'uploading')
  const papers = taken.filter(({ slot }) => slot !== FACE)
  return {
    ...(failed ? { pictures: '有照片上传失败，请重试' } : waiting ? { pictures: '照片还在上传，请稍候' } : {}),
    ...(papers.length > 0 && !agreed ? { consent: consentMissing[consentKind.documents] } : {}),
  }
}

/** Pictures that the merchant asks for and nobody has taken. */
export const missingPictures = (
  { identityType: type }: Entry,
  { taken, held }: Pick<Pictures, 'taken' | 'held'>,
  asked: AskedPapers,
): readonly DocumentSlot[] =>
  missingSlots(
    asked,
    type,
    PAPERS.filter((page) => held.includes(page) || taken.some(({ slot }) => slot === page)),
  )

/** What a register said of the file as it stands in the form: of another name or number it said nothing. */
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

/** What it says against the paper, with the classes as they stand. */
export const faultOf = (paper: CheckedPaper, entry: Entry, stored: PersonDetail | null): CheckFault | null =>
  checkFault(paper, answerOf(paper, entry, stored), entry)

/** Numbers of residents, also masked: others are in no register. */
const RESIDENT_LENGTH = 18

/** Whether a register could be asked about the paper as it stands. */
export const isAskable = (paper: CheckedPaper, entry: Entry, stored: PersonDetail | null): boolean =>
  paper === 'idCard'
    ? entry.identityType === identityType.idCard
    : licenceNoOf(entry, stored).length === RESIDENT_LENGTH && (entry.licenceClass !== '' || !isCardLicence(entry))

/** Why papers are passed against their registers. */
export type Reasons = Readonly<Record<CheckedPaper, string>>

/**
 * What the merchant wants to be known and on record before papers are passed; `waived`: why pictures are not, `reasons`: why a
 * register's word does not count.
 */
export function passProblems(
  entry: Entry,
  stored: PersonDetail | null,
  missing: readonly DocumentSlot[],
  { asked, waived, reasons }: { readonly asked: AskedPapers; readonly waived: string; readonly reasons: Reasons },
): Problems {
  const gaps = licenceGaps(asked, { ...judgeable(entry), licenceNo: licenceNoOf(entry, stored) })
  const pictures = waived === '' ? missing.map((slot) => [slot, missingText(slot, entry.identityType)]) : []
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

/** The form as the call takes it: numbers that were not touched are left out, and stay. */
export function inputOf(
  entry: Entry,
  stored: PersonDetail | null,
  pictures: Readonly<Partial<Record<DocumentSlot, string>>>,
  { consent, faceConsent }: Agreed,
): SaveInput {
  const { phone, identityNo, licenceNo, identityExpire, forever } = entry
  const born = bornOf(entry, stored)
  return {
    personId: stored?.personId,
    version: stored?.version,
    name: entry.name.trim(),
    phone: phone === null ? undefined : normalisePhone(phone),
    identityType: entry.identityType,
    identityNo: identityNo === null ? undefined : normaliseId(identityNo),
    identityExpire: (forever ? null : identityExpire) ?? undefined,
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

/** Why this customer could not drive that rental even with papers that are compared; empty when they could. */
export function rentalProblems(entry: Entry, stored: PersonDetail | null, rental: RentalDates): string[] {
  const judged = judgeable(entry)
  const facts = {
    ...judged,
    verifyStatus: verifyStatus.passed,
    blacklist: stored?.blacklist ?? false,
    birthday: bornOf(judged, stored).birthday,
    identityExpire: entry.forever ? null : judged.identityExpire,
  }
  return personProblems(facts, rental).map(({ text }) => text)
}
