import { depositKind } from '@cheyi/domain/money/deposit/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { releasable } from '../../../money/deposit/parts/deposit-words.ts'

/** The violation deposit of an order, how much of it may be given back, and why that is not possible now. */
export function depositBack(order: OrderDetail, mayEarly: boolean, now: number) {
  const row = order.deposits.find(({ kind }) => kind === depositKind.violation)
  const free = row === undefined ? 0 : releasable(order, row)
  const early = row !== undefined && (row.dueReleaseAt === null || row.dueReleaseAt > now)
  const { openViolation } = order.counts
  const blocked =
    openViolation > 0
      ? `${openViolation} 条违章未结，结案后才能退还违章押金`
      : free === 0
        ? '没有可退的违章押金'
        : early && !mayEarly
          ? '未到退还时间，需有退押金权限才能提前退还'
          : undefined
  return { row, free, early, blocked }
}
