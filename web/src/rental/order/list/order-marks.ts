import {
  carOutMark,
  daysDue,
  type Mark,
  noteMarks,
  type OrderCard,
  refundMark,
  urgencyMark,
} from '../../../booking/order/parts/order-words.ts'

/** Every tag of an order beside its status: car not back, urgency, refund, further tags. */
export const orderMarks = (order: OrderCard, now: number): Mark[] =>
  [order.carOut && carOutMark, urgencyMark(order, now), refundMark(order), ...noteMarks(order)].filter(
    (mark) => mark !== null,
  )

/** The number of days that a payment is late, or that it is due. */
export function planMark(plan: OrderCard['plan'], now: number): Mark | null {
  const days = daysDue(plan, now)
  if (plan === null || days === null) return null
  return plan.late > 0 ? { text: `已逾期${days}天`, tone: 'danger' } : { text: '待收款', tone: 'warning' }
}
