import { type IdentityType, identityType, type LicenceKind, licenceKind } from './codes.ts'

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

/** Whoever has no mainland licence drives with a temporary permit, which is given for their own licence and its translation. */
const foreignLicences: Readonly<Partial<Record<DocumentSlot, string>>> = {
  licenceMain: '驾驶证或临时驾驶许可',
  licenceSub: '驾驶证副页或境外驾驶证译文',
}
const fromElsewhere: readonly IdentityType[] = [
  identityType.passport,
  identityType.hkMacauPermit,
  identityType.taiwanPermit,
]

const ofPermit: Readonly<Partial<Record<DocumentSlot, string>>> = {
  licenceMain: '临时驾驶许可',
  licenceSub: '境外驾驶证及其中文译文',
}

/** @param kind of the licence; null: not said */
export function documentName(slot: DocumentSlot, type: IdentityType, kind: LicenceKind | null = null): string {
  if (slot === 'imgFront') return fronts[type] ?? '证件正面'
  if (slot === 'imgBack') return backs[type] ?? '证件背面'
  const isUnsaid = kind === null && fromElsewhere.includes(type)
  const foreign = kind === licenceKind.permit ? ofPermit[slot] : isUnsaid ? foreignLicences[slot] : undefined
  if (foreign !== undefined) return foreign
  return { licenceMain: '驾驶证正页', licenceSub: '驾驶证副页', facePhoto: '人脸照片' }[slot]
}
