import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { formatMoment } from '@cheyi/domain/near'
import {
  checkResult,
  genders,
  identityTypes,
  isVerified,
  licenceKinds,
  identityType as types,
} from '@cheyi/domain/rental/driver/codes'
import { documentName, FACE } from '@cheyi/domain/rental/driver/documents'
import { isValidAlone } from '@cheyi/domain/rental/driver/licence-kind'
import { type CheckedPaper, reasonFields } from '@cheyi/domain/rental/driver/paper-check'
import { isValidOn } from '@cheyi/domain/rental/driver/person'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Due } from '../../../ui/show/record-card.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'
import { answerMark, checkedNote, checkWords, type PersonDetail } from '../parts/person-words.ts'

/*
 * A customer's file as rows of a page.
 */

export interface Fact {
  readonly label: string
  readonly value: string
  /** The document has expired. */
  readonly expired?: boolean
  /** A coloured tag beside the value. */
  readonly mark?: { readonly text: string; readonly tone: Tone }
}

/** The three personal numbers, masked, or in full after they were revealed. */
export interface Numbers {
  readonly phone: string
  readonly identityNo: string
  readonly licenceNo: string
}

const fact = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : [])

const validity = (expire: LocalDate | null, today: LocalDate): Fact[] => [
  { label: '有效期', value: expire === null ? '长期' : `至 ${expire}`, expired: !isValidOn(expire, today) },
]

/** The register's answer on a document, and why it was overruled. */
function registerFacts(paper: CheckedPaper, person: PersonDetail): Fact[] {
  const check = paper === 'idCard' ? person.identityCheck : person.licenceCheck
  return [
    { label: checkWords[paper].name, value: checkedNote(check), mark: answerMark(paper, check, person) },
    ...fact('仍核验通过的原因', person[reasonFields[paper]]),
  ]
}

export function identityFacts(person: PersonDetail, numbers: Numbers, today: LocalDate): Fact[] {
  const { identityType, identityNo, identityExpire, birthday, gender, address } = person
  const about = [
    ...fact('出生日期', birthday),
    ...fact('性别', gender === null ? null : genders.text(gender)),
    ...fact('地址', address),
  ]
  if (identityNo === '') return about
  return [
    { label: '证件类型', value: identityTypes.text(identityType) },
    { label: '证件号码', value: numbers.identityNo },
    ...(identityType === types.idCard ? registerFacts('idCard', person) : []),
    ...validity(identityExpire, today),
    ...about,
  ]
}

export function licenceFacts(person: PersonDetail, numbers: Numbers, today: LocalDate): Fact[] {
  const { licenceNo, licenceClass, licenceFirstIssue, licenceExpire, licenceCheck, licenceKind } = person
  const kind = fact('驾驶证类型', licenceKind === null ? null : licenceKinds.text(licenceKind))
  if (licenceNo === '' && licenceClass === '') return kind
  return [
    ...kind,
    ...fact('驾驶证号', numbers.licenceNo),
    ...(licenceCheck.result === checkResult.unchecked && isValidAlone(licenceKind)
      ? []
      : registerFacts('licence', person)),
    { label: '准驾车型', value: licenceClass || '未登记' },
    ...fact('初次领证', licenceFirstIssue),
    ...validity(licenceExpire, today),
  ]
}

/** What the customer is to do or staff are to ask for: the car back, a valid document, its check. */
export function nextOf(person: PersonDetail, now: number): Due | null {
  const { orders, verifyStatus: verified } = person
  const today = localDate(now)
  const due = orders.filter(({ status }) => isOnRent(status)).map(({ returnAt }) => returnAt)
  const first = Math.min(...due)
  const rents = `在租 ${due.length} 辆，${formatMoment(first, now)} 前还车`
  if (first < now) return { text: rents, late: true }
  for (const [name, facts] of [
    ['身份证件', identityFacts],
    ['驾驶证', licenceFacts],
  ] as const)
    if (facts(person, person, today).some(({ expired }) => expired))
      return { text: `${name}已过期，请登记新证件`, late: true }
  if (!isVerified(verified)) return { text: '取车前请核验证件', late: false, soon: true }
  return due.length > 0 ? { text: rents, late: false } : null
}

/** A picture of the face is used for the comparison only and not shown among the documents. */
export const shownDocuments = ({ documents, identityType, licenceKind }: PersonDetail) =>
  documents
    .filter(({ slot }) => slot !== FACE)
    .map(({ slot, media }) => ({ slot, media, name: documentName(slot, identityType, licenceKind) }))
