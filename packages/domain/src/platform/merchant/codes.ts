import { type CodeOf, enumeration } from '../../enumeration.ts'

export const merchantStatuses = enumeration({
  reviewing: [0, '审核中'],
  normal: [1, '正常'],
  suspended: [2, '已停用'],
  closed: [3, '已关闭'],
})
export const merchantStatus = merchantStatuses.code
export type MerchantStatus = CodeOf<typeof merchantStatuses>

/** The platform has not approved the merchant yet. */
export const isInReview = (status: number | null | undefined): boolean => status === merchantStatus.reviewing
export const isInGoodStanding = (status: number): boolean => status === merchantStatus.normal
export const isSuspended = (status: number | null | undefined): boolean => status === merchantStatus.suspended
export const isClosedMerchant = (status: number | null | undefined): boolean => status === merchantStatus.closed

/** Where a merchant lives that this cluster does not serve. */
export const merchantPlaces = enumeration({
  leaving: [1, '正在迁出'],
  elsewhere: [2, '已迁至其他集群'],
  arriving: [3, '正在迁入'],
})
export const merchantPlace = merchantPlaces.code

export const storeStatuses = enumeration({ open: [1, '营业中'], paused: [0, '暂停营业'], closed: [2, '已关闭'] })
export const storeStatus = storeStatuses.code
export type StoreStatus = CodeOf<typeof storeStatuses>

export const isOpenStore = (status: number | null): boolean => status === storeStatus.open
/** The store continues its orders and takes no new ones. */
export const isPausedStore = (status: number | null): boolean => status === storeStatus.paused
export const isClosedStore = (status: number): boolean => status === storeStatus.closed
