import { type IdentityType, identityType } from './codes.ts'

/** Pictures of a customer's file. */
export const documentSlots = ['imgFront', 'imgBack', 'licenceMain', 'licenceSub', 'facePhoto'] as const
export type DocumentSlot = (typeof documentSlots)[number]

/** The only picture that shows no document. */
export const FACE = 'facePhoto' satisfies DocumentSlot

const fronts: Readonly<Partial<Record<IdentityType, string>>> = {
  [identityType.idCard]: '人像面',
  [identityType.passport]: '资料页',
}
const backs: Readonly<Partial<Record<IdentityType, string>>> = {
  [identityType.idCard]: '国徽面',
  [identityType.passport]: '签证页',
}

export function documentName(slot: DocumentSlot, type: IdentityType): string {
  if (slot === 'imgFront') return fronts[type] ?? '证件正面'
  if (slot === 'imgBack') return backs[type] ?? '证件背面'
  return { licenceMain: '驾驶证正页', licenceSub: '驾驶证副页', facePhoto: '人脸照片' }[slot]
}
