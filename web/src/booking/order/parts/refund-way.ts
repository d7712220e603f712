import type { OrderDetail } from './order-words.ts'

/** How a refund that waits for a person is brought to an end. */
export const refundWays = [
  { value: 'again', label: '重新退款', note: '按原支付渠道再退一次' },
  { value: 'byHand', label: '已线下退款', note: '上传转账凭证后，本笔退款记为完成' },
] as const
export type RefundWay = (typeof refundWays)[number]['value']

/** The way that fits what it waits for: one to be paid by hand has nothing to be sent again. */
export function usualWay(order: Pick<OrderDetail, 'refundWaits'> | undefined): RefundWay | undefined {
  if (order === undefined) return undefined
  return order.refundWaits === 'byHand' ? 'byHand' : 'again'
}
