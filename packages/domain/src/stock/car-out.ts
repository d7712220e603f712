import { formatLength } from '../length.ts'
import { HOUR, type Instant, MINUTE } from '../time.ts'

/** Who still has the car that another order is arranged on, and should have brought it back by `returnAt`. */
export interface CarOut {
  readonly orderId: string
  readonly contactName: string
  readonly returnAt: Instant
}

/**
 * Nobody knows when a car that is late comes back: for so many hours from now it is promised to nobody else, and who is to
 * get it within them is told.
 */
export const LATE_CAR_HOURS = 24
export const LATE_CAR_SPAN = LATE_CAR_HOURS * HOUR

/** `上一单未还：陈泽宇 已超时4小时25分`; of one that is not late yet only who has the car. */
export function carOutWords({ contactName, returnAt }: CarOut, now: Instant): string {
  const late = Math.floor((now - returnAt) / MINUTE)
  return [`上一单未还：${contactName || '其他门店客户'}`, late > 0 && `已超时${formatLength(late)}`]
    .filter(Boolean)
    .join(' ')
}
