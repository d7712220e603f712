import { depositPayStatus, holdStatus, type ViolationAt, waiveTypes } from './codes.ts'
import { isPlatformWaiver, laterText, neverComes } from './status.ts'

const collected: Readonly<Record<number, string>> = {
  [depositPayStatus.unpaid]: '未收取',
  [depositPayStatus.waived]: '免押',
  [depositPayStatus.paid]: '已收取',
  [depositPayStatus.authorised]: '已授权',
}

const moved: Readonly<Record<number, string>> = {
  [holdStatus.partlyDeducted]: '部分扣款',
  [holdStatus.releasing]: '待退',
  [holdStatus.released]: '已退还',
  [holdStatus.deducted]: '已扣完',
  [holdStatus.expired]: '授权已失效',
  [holdStatus.releaseFailed]: '退还失败',
  [holdStatus.converted]: '已转违章押金',
}

/**
 * What else describes a deposit that is not collected: who waived it, when it is agreed to be collected
 * (`comesLater`), and whether its order is cancelled.
 */
interface Awaited {
  readonly later?: ViolationAt | null
  readonly orderStatus?: number
  readonly waiveType?: number | null
}

/**
 * Where the money of a deposit is, as a text for staff. The state of the money takes precedence over the pay status
 * once the money has moved.
 */
export function depositStateText(
  payStatus: number,
  hold: number,
  { later = null, orderStatus, waiveType = null }: Awaited = {},
): string {
  if (moved[hold] !== undefined) return moved[hold]
  if (orderStatus !== undefined && neverComes(payStatus, orderStatus)) return '已取消，不收取'
  if (isPlatformWaiver(waiveType)) return waiveTypes.text(waiveType)
  return later === null ? (collected[payStatus] ?? '') : laterText(later)
}
