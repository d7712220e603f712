import type { AllSettings } from '../../platform/merchant/setting.ts'
import type { LocalDate } from '../../time.ts'
import { type IdentityType, identityType, type LicenceKind } from './codes.ts'
import { type DocumentSlot, documentName } from './documents.ts'
import { isPermit } from './licence-kind.ts'

/* Documents that a merchant requires before a customer is verified. */

/** The settings that define it; the front page is always required. */
export type AskedPapers = Pick<AllSettings, 'askIdentityBack' | 'askLicence' | 'askLicenceSub'>

/** Whether the identity document has a second side: a passport has none. */
export const hasBackSide = (type: IdentityType): boolean => type !== identityType.passport

/** The two documents of a customer by their kinds. */
interface Kinds {
  readonly identityType: IdentityType
  /** null: not said. */
  readonly licenceKind: LicenceKind | null
}

/** Required pictures that are missing in `held`. A temporary permit counts with the holder's own licence and its translation. */
export const missingSlots = (
  asked: AskedPapers,
  { identityType: type, licenceKind: kind }: Kinds,
  held: readonly DocumentSlot[],
): readonly DocumentSlot[] => {
  const slots: readonly [DocumentSlot, boolean][] = [
    ['imgFront', true],
    ['imgBack', asked.askIdentityBack && hasBackSide(type)],
    ['licenceMain', asked.askLicence],
    ['licenceSub', asked.askLicence && (asked.askLicenceSub || isPermit(kind))],
  ]
  return slots.filter(([slot, is]) => is && !held.includes(slot)).map(([slot]) => slot)
}

/** Message at the missing picture. */
export const missingText = (slot: DocumentSlot, { identityType: type, licenceKind: kind }: Kinds): string =>
  `请上传${documentName(slot, type, kind)}照片，或填写未留存的原因`

interface Licence {
  readonly licenceNo: string | null
  readonly licenceClass: string
  readonly licenceFirstIssue: LocalDate | null
}

const gapTexts: Readonly<Record<keyof Licence, string>> = {
  licenceNo: '请填写驾驶证号',
  licenceClass: '请填写准驾车型',
  licenceFirstIssue: '请填写初次领证日期',
}

/** Missing fields of a licence, for a merchant that requires it; '' and null count as missing. */
export const licenceGaps = (
  { askLicence }: AskedPapers,
  licence: Licence,
): { readonly field: keyof Licence; readonly text: string }[] =>
  askLicence
    ? (Object.keys(gapTexts) as (keyof Licence)[])
        .filter((field) => !licence[field])
        .map((field) => ({ field, text: gapTexts[field] }))
    : []

interface Holder {
  readonly identityType: IdentityType
  readonly identityNo: string | null
  readonly licenceClass: string
}

/**
 * The licence number of a holder of an identity card is the card's number (GA 482). null for other documents, whose
 * number is typed, and for a file without a licence.
 */
export const residentLicenceNo = ({ identityType: type, identityNo, licenceClass }: Holder): string | null =>
  type === identityType.idCard && licenceClass !== '' ? identityNo : null
