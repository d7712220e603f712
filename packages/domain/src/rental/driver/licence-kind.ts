import type { LocalDate } from '../../time.ts'
import { type IdentityType, identityType, type LicenceKind, licenceKind } from './codes.ts'

/*
 * Which driving licences are valid on the mainland. 道路交通安全法 第十九条: whoever drives needs a licence of the mainland; holders of a licence from
 * elsewhere may be given one. 临时入境机动车和驾驶人管理规定 (公安部令第90号): visitors drive rented cars with a temporary permit, which ends on a day
 * and counts only together with their own licence and its Chinese translation (第十四条, 第十五条). Where governments recognise each other's
 * licences, their agreement applies (第二条): staff who rely on one write it down as the reason of the check.
 */

/** A licence as far as its kind matters. */
export interface KindOfLicence {
  /** null: not said; staff judge the document. */
  readonly licenceKind: LicenceKind | null
  /** Last day. */
  readonly licenceExpire: LocalDate | null
}

/** Whether its holder may drive on the mainland without a further document. */
export const isValidAlone = (kind: LicenceKind | null): boolean =>
  kind !== licenceKind.hkMacauTaiwan && kind !== licenceKind.foreign

export const isPermit = (kind: LicenceKind | null): boolean => kind === licenceKind.permit

/** A temporary permit always ends on a day. */
export const isEndMissing = ({ licenceKind: kind, licenceExpire }: KindOfLicence): boolean =>
  isPermit(kind) && licenceExpire === null

/** The kind that nearly all holders of an identity document have; null: it has to be asked. */
export const usualLicence = (type: IdentityType): LicenceKind | null =>
  type === identityType.idCard ? licenceKind.mainland : null

/** What the law asks of the holder, as customers read it. */
export const licenceDuties: Readonly<Record<LicenceKind, string>> = {
  [licenceKind.mainland]: '驾驶时须随身携带驾驶证，只能驾驶准驾车型的车辆',
  [licenceKind.permit]:
    '临时驾驶许可须在整个租期内有效，只能驾驶小型汽车或小型自动挡汽车；驾驶时与境外驾驶证及其中文译文一起携带',
  [licenceKind.hkMacauTaiwan]:
    '港澳台驾驶证不能单独在内地驾驶。请换领内地驾驶证，或向公安交管部门申领临时机动车驾驶许可，取得后在此上传；适用驾驶证互认安排的，请致电门店',
  [licenceKind.foreign]:
    '外国驾驶证和国际驾照不能单独在中国内地驾驶。请向公安交管部门申领临时机动车驾驶许可或中国驾驶证，取得后在此上传；发证国与中国有驾驶证互认协议的，请致电门店',
}
