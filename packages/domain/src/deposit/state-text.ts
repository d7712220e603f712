import { depositPayStatus, holdStatus, type ViolationAt } from './codes.ts'
import { laterText } from './status.ts'

const collected: Readonly<Record<number, string>> = {
  [depositPayStatus.unpaid]: '未收取',
  [depositPayStatus.waived]: '免押',
  [depositPayStatus.paid]: '已收取',
  [depositPayStatus.authorised]: '已授权',
}

const moved: Readonly<Record<number, string>> = {
  [holdStatus.partlyDeducted]: '部分扣款',
  [holdStatus.releasing]: '退还中',
  [holdStatus.released]: '已退还',
  [holdStatus.deducted]: '已扣完',
  [holdStatus.expired]: '授权已失效',
  [holdStatus.releaseFailed]: '退还失败',
  [holdStatus.converted]: '已转违章押金',
}

/**
 * Where the money of one deposit is, as staff say it: once it has moved, that matters more than that it was collected. `later`:
 * when it is agreed to come (`comesLater`).
 */
export const depositStateText = (payStatus: number, hold: number, later: ViolationAt | null = null): string =>
  moved[hold] ?? (later === null ? (collected[payStatus] ?? '') : laterText(later))
