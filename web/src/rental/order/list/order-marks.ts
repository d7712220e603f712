import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { startOfDate } from '@cheyi/domain/time'
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

/** `已付2/6期 · 11-01 应收 ¥4,500.00` */
export function planWords(plan: NonNullable<OrderCard['plan']>, now: number): string {
  const { paid, count, nextOn, nextDue } = plan
  const next = nextOn !== null && `${formatDay(startOfDate(nextOn), now)} 应收 ${formatMoney(nextDue)}`
  return [`已付${paid}/${count}期`, next].filter(Boolean).join(' · ')
}

/** The number of days that a payment is late, or that it is due. */
export function planMark(plan: OrderCard['plan'], now: number): Mark | null {
  const days = daysDue(plan, now)
  if (plan === null || days === null) return null
  return plan.late > 0 ? { text: `已逾期${days}天`, tone: 'danger' } : { text: '待收款', tone: 'warning' }
}
