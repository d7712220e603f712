import { type CodeOf, enumeration } from '../../enumeration.ts'
import type { ConsentType } from '../../platform/session/legal-text.ts'
import { type DocumentSlot, FACE } from './documents.ts'

/*
 * What a customer consented to besides the rental (个人信息保护法 §29): documents and face are sensitive data, so that
 * each consent is separate and can be withdrawn at any time for later use.
 */

export const consentKinds = enumeration({ documents: [1, '留存证件照片'], face: [2, '拍摄人脸'] })
export const consentKind = consentKinds.code
export type ConsentKind = CodeOf<typeof consentKinds>

/** The consent that a picture needs. */
export const consentOf = (slot: DocumentSlot): ConsentKind => (slot === FACE ? consentKind.face : consentKind.documents)

/** How the customer gave the consent. */
export const consentWays = enumeration({
  counter: [1, '柜台当面'],
  phone: [2, '电话'],
  written: [3, '书面'],
  own: [4, '客户自助'],
})
export const consentWay = consentWays.code
export type ConsentWay = CodeOf<typeof consentWays>
/** Consents that staff enter. */
export const heardConsentWays = [consentWay.counter, consentWay.phone, consentWay.written] as const

/** The legal text of each consent; an operator publishes new versions by file (decision 87). */
export const consentTypeOf: Readonly<Record<ConsentKind, ConsentType>> = {
  [consentKind.documents]: 'documents',
  [consentKind.face]: 'face',
}

/** Refusal of a picture without the consent it needs. */
export const consentMissing: Readonly<Record<ConsentKind, string>> = {
  [consentKind.documents]: '留存证件照片须先征得客户同意',
  [consentKind.face]: '拍摄人脸须先征得客户同意',
}
