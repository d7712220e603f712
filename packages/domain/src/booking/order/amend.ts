import { formatHours } from '../../length.ts'
import { HOUR, type Instant } from '../../time.ts'

/** How long the user who booked an order may correct it without the permission. */
export const MEND_WITHIN = HOUR

/** Facts about a user without the permission, and about the order since it was booked. */
export interface AmendFacts {
  readonly now: Instant
  readonly bookedAt: Instant
  /** The user booked the order, and may still book. */
  readonly own: boolean
  /** Money was refunded to the customer, or a refund is in progress. */
  readonly moneyLeft: boolean
}

/** Whether the hour after the booking is not over. */
export const isFresh = ({ now, bookedAt }: Pick<AmendFacts, 'now' | 'bookedAt'>): boolean =>
  now < bookedAt + MEND_WITHIN

/** Why a user without the permission may not correct an order; null when it is allowed. The status is checked by the state machine. */
export function amendReason(facts: AmendFacts): string | null {
  if (!facts.own) return '只有下单人或有权限的同事可以修改'
  if (!isFresh(facts)) return `下单已超过${formatHours(MEND_WITHIN)}，请有权限的同事办理`
  return facts.moneyLeft ? '已有款项退出，请有权限的同事办理' : null
}

/** Why a user without the permission may not lower the price below what was paid. */
export const CREDIT_WHY = '已收款多于修改后的总额，请有权限的同事办理'
