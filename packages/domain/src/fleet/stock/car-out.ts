import { formatLength } from '../../length.ts'
import { HOUR, type Instant, MINUTE } from '../../time.ts'

/** The order that still has the car of another order, and should have returned it by `returnAt`. */
export interface CarOut {
  readonly orderId: string
  readonly contactName: string
  readonly returnAt: Instant
}

/**
 * It is unknown when an overdue car comes back: for this number of hours from now it is not sold, and staff are
 * notified about orders that need it within them.
 */
export const LATE_CAR_HOURS = 24
export const LATE_CAR_SPAN = LATE_CAR_HOURS * HOUR

/** `上一单未还：陈泽宇 已超时4小时25分`; only the customer when it is not overdue yet. */
export function carOutWords({ contactName, returnAt }: CarOut, now: Instant): string {
  const late = Math.floor((now - returnAt) / MINUTE)
  return [`上一单未还：${contactName || '其他门店客户'}`, late > 0 && `已超时${formatLength(late)}`]
    .filter(Boolean)
    .join(' ')
}
