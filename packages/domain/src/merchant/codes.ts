import { type CodeOf, enumeration } from '../enumeration.ts'

export const merchantStatuses = enumeration({
  reviewing: [0, '审核中'],
  normal: [1, '正常'],
  suspended: [2, '已停用'],
  closed: [3, '已关闭'],
})
export const merchantStatus = merchantStatuses.code
export type MerchantStatus = CodeOf<typeof merchantStatuses>

export const storeStatuses = enumeration({ open: [1, '营业中'], paused: [0, '暂停营业'], closed: [2, '已关闭'] })
export const storeStatus = storeStatuses.code
export type StoreStatus = CodeOf<typeof storeStatuses>
