import { type CodeOf, enumeration } from '../enumeration.ts'
import type { ConsentType } from '../session/legal-text.ts'
import { type DocumentSlot, FACE } from './documents.ts'

/*
 * What a customer agreed to beside the rental itself (个人信息保护法 §29): papers and face are sensitive, each is asked for
 * by itself and may be withdrawn at any time, for what comes afterwards.
 */

export const consentKinds = enumeration({ documents: [1, '留存证件照片'], face: [2, '拍摄人脸'] })
export const consentKind = consentKinds.code
export type ConsentKind = CodeOf<typeof consentKinds>

/** What a picture of the file has to be agreed to. */
export const consentOf = (slot: DocumentSlot): ConsentKind => (slot === FACE ? consentKind.face : consentKind.documents)

/** How a customer said it. */
export const consentWays = enumeration({
  counter: [1, '柜台当面'],
  phone: [2, '电话'],
  written: [3, '书面'],
  own: [4, '客户自助'],
})
export const consentWay = consentWays.code
export type ConsentWay = CodeOf<typeof consentWays>
/** Those that staff hear. */
export const heardConsentWays = [consentWay.counter, consentWay.phone, consentWay.written] as const

/** The text that is agreed to; versions are legal texts, which an operator renews by file (decision 87). */
export const consentTypeOf: Readonly<Record<ConsentKind, ConsentType>> = {
  [consentKind.documents]: 'documents',
  [consentKind.face]: 'face',
}

/** The refusal of a picture that was not agreed to. */
export const consentMissing: Readonly<Record<ConsentKind, string>> = {
  [consentKind.documents]: '留存证件照片须先征得客户同意',
  [consentKind.face]: '拍摄人脸须先征得客户同意',
}
