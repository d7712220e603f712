import type { OrderDetail } from './order-words.ts'

/** How a pending refund is completed by a person. */
export const refundWays = [
  { value: 'again', label: '重新退款', note: '按原支付渠道再退一次' },
  { value: 'byHand', label: '已线下退款', note: '上传转账凭证后，本笔退款记为完成' },
] as const
export type RefundWay = (typeof refundWays)[number]['value']

/** The default way: a refund to be paid by hand cannot be sent again. */
export function usualWay(order: Pick<OrderDetail, 'pendingRefunds'> | undefined): RefundWay | undefined {
  if (order === undefined) return undefined
  return order.pendingRefunds === 'byHand' ? 'byHand' : 'again'
}
