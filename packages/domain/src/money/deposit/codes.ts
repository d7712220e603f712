import { type CodeOf, enumeration } from '../../enumeration.ts'

export const depositKinds = enumeration({ rental: [1, '租车押金'], violation: [2, '违章押金'] })
export const depositKind = depositKinds.code
export type DepositKind = CodeOf<typeof depositKinds>

/** Which deposits of an order are waived; collection has its own status. */
export const depositStatuses = enumeration({
  none: [0, '未收押金'],
  rentalFree: [1, '免租车押金'],
  bothFree: [2, '押金双免'],
  violationFree: [3, '免违章押金'],
})
export const depositStatus = depositStatuses.code
export type DepositStatus = CodeOf<typeof depositStatuses>

/** How far one deposit is collected. */
export const depositPayStatuses = enumeration({
  unpaid: [0, '未支付'],
  waived: [1, '免押'],
  paid: [2, '已支付'],
  authorised: [3, '已授权'],
})
export const depositPayStatus = depositPayStatuses.code
export type DepositPayStatus = CodeOf<typeof depositPayStatuses>

export const depositModes = enumeration({ offline: [1, '线下支付'], online: [2, '线上授权'], waived: [3, '双免'] })
export const depositMode = depositModes.code
export type DepositMode = CodeOf<typeof depositModes>

/** Where the money of a collected deposit is. */
export const holdStatuses = enumeration({
  none: [0, '未持有'],
  held: [1, '持有'],
  partlyDeducted: [2, '部分扣款'],
  releasing: [3, '释放中'],
  released: [4, '已释放'],
  deducted: [5, '全额扣款'],
  expired: [6, '已失效'],
  releaseFailed: [7, '释放失败'],
  converted: [8, '已转违章押金'],
  notApplicable: [9, '不适用'],
})
export const holdStatus = holdStatuses.code
export type HoldStatus = CodeOf<typeof holdStatuses>
/** Part of the deposit is held and not being released. */
export const inHandStatuses = [holdStatus.held, holdStatus.partlyDeducted] as const
/** Held, or being released. */
export const openHoldStatuses = [...inHandStatuses, holdStatus.releasing, holdStatus.releaseFailed] as const

export const waiveTypes = enumeration({
  zhima: [1, '芝麻信用'],
  wechatScore: [2, '微信支付分'],
  platform: [3, '平台免押'],
  merchant: [4, '商家免押'],
  /** The platform that sold the order has collected it from the customer. */
  platformHeld: [5, '平台代收'],
})
export const waiveType = waiveTypes.code
export type WaiveType = CodeOf<typeof waiveTypes>
/** Waivers for which the selling platform is liable. */
export type PlatformWaiver = typeof waiveType.platform | typeof waiveType.platformHeld

/** When the violation deposit is taken: at the pickup, at the return, or at the return out of the rental deposit. */
export const violationAts = enumeration({ pickup: [1, '取车时收'], return: [2, '还车时收'], convert: [3, '还车时转'] })
export const violationAt = violationAts.code
export type ViolationAt = CodeOf<typeof violationAts>

/** Result of one deduction; none while the provider has not answered. */
export const deductResults = enumeration({ failed: [1, '失败'], succeeded: [2, '成功'], refunded: [3, '已退款'] })
export const deductResult = deductResults.code
export type DeductResult = CodeOf<typeof deductResults>

/** Changes of a held deposit: an addition, or a replacement of its cover. */
export const depositChanges = enumeration({ more: [1, '补足'], instead: [2, '更换'] })
export const depositChange = depositChanges.code
export type DepositChange = CodeOf<typeof depositChanges>
