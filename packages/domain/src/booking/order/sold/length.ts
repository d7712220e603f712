import { formatCharged } from '../../../length.ts'
import { monthSpan } from '../../../pricing/quote/long/months.ts'
import { type Instant, localDate } from '../../../time.ts'
import type { OrderKind } from '../kind.ts'
import { profileOf } from '../kinds.ts'

/** `6个月`, `3个月10天`: the days between two instants, end exclusive. */
export function formatTerm(from: Instant, to: Instant): string {
  const { months, extraDays } = monthSpan(localDate(from), localDate(to))
  return [months > 0 && `${months}个月`, (extraDays > 0 || months === 0) && `${extraDays}天`].filter(Boolean).join('')
}

/** The length of an order in the unit of its kind: `3天`, `1天4小时`, `6个月`. */
export const formatSold = (order: {
  readonly orderKind: OrderKind
  readonly days: number
  readonly overHours: number
  readonly pickupAt: Instant
  readonly returnAt: Instant
}): string =>
  profileOf(order.orderKind).counts === 'dates'
    ? formatTerm(order.pickupAt, order.returnAt)
    : formatCharged(order.days, order.overHours)
