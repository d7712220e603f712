import type { AllSettings } from '../merchant/setting.ts'
import type { LocalDate } from '../time.ts'
import { type IdentityType, identityType } from './codes.ts'
import { type DocumentSlot, documentName } from './documents.ts'

/*
 * What a merchant wants on record before papers are passed.
 */

/** The settings that say it; the front page is always asked for. */
export type AskedPapers = Pick<AllSettings, 'askIdentityBack' | 'askLicence' | 'askLicenceSub'>

/** Pictures that are asked for and not among those `held`. A passport has nothing on its other side. */
export const missingSlots = (
  asked: AskedPapers,
  type: IdentityType,
  held: readonly DocumentSlot[],
): readonly DocumentSlot[] => {
  const slots: readonly [DocumentSlot, boolean][] = [
    ['imgFront', true],
    ['imgBack', asked.askIdentityBack && type !== identityType.passport],
    ['licenceMain', asked.askLicence],
    ['licenceSub', asked.askLicence && asked.askLicenceSub],
  ]
  return slots.filter(([slot, is]) => is && !held.includes(slot)).map(([slot]) => slot)
}

/** It in words, at its place. */
export const missingText = (slot: DocumentSlot, type: IdentityType): string =>
  `请上传${documentName(slot, type)}照片，或填写未留存的原因`

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

/** What is not known of a licence, of a merchant that asks for it; empty texts and nulls are not known. */
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
 * The number that the licence of a holder of an identity card bears: the card's own (GA 482). null for other papers, which
 * have it typed, and for whom no licence is known of.
 */
export const residentLicenceNo = ({ identityType: type, identityNo, licenceClass }: Holder): string | null =>
  type === identityType.idCard && licenceClass !== '' ? identityNo : null
