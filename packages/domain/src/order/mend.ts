import { HOUR, type Instant } from '../time.ts'

/** So long whoever booked an order may put right what was booked, without the key for it. */
export const MEND_WITHIN = HOUR

/** Who asks without the key of the act, and what has become of the order since it was booked. */
export interface MendFacts {
  readonly now: Instant
  readonly bookedAt: Instant
  /** Booked by whoever asks, who may still book. */
  readonly own: boolean
  /** Money has gone back to the customer, or is on its way. */
  readonly moneyLeft: boolean
}

/** Whether the hour of whoever booked it is not over. */
export const isFresh = ({ now, bookedAt }: Pick<MendFacts, 'now' | 'bookedAt'>): boolean => now < bookedAt + MEND_WITHIN

/** Why somebody without the key may not mend an order; null when nothing is in the way. What its status allows is the machine's affair. */
export function mendWhy(facts: MendFacts): string | null {
  if (!facts.own) return '只有下单人或有权限的同事可以修改'
  if (!isFresh(facts)) return '下单已超过1小时，请有权限的同事办理'
  return facts.moneyLeft ? '已有款项退出，请有权限的同事办理' : null
}

/** Why somebody without the key may not make an order cheaper than what was paid for it. */
export const CREDIT_WHY = '已收款多于修改后的总额，请有权限的同事办理'
