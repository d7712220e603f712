import { awaitsPickup, isOnRent } from '../../booking/order/steps.ts'

/* Which times of a rental its customer may change without staff. */

export const changeKinds = ['trip', 'renewal'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const changeKindOf = (status: number): ChangeKind | null =>
  awaitsPickup(status) ? 'trip' : isOnRent(status) ? 'renewal' : null

/** Renewals that a customer may ask for and not pay within a day: each holds the car until its payment time has passed. */
export const MOST_UNPAID_RENEWALS = 3

interface TripChange {
  readonly now: number
  /** What cancelling would cost now, fen. */
  readonly penalty: number
  readonly old: { readonly pickupAt: number; readonly returnAt: number }
  readonly pickupAt: number
  readonly returnAt: number
}

/**
 * Why a customer may not make a change, or null. While cancelling is free, any time is possible. Afterwards a change must not do what a
 * cancellation does at its price: only a later return is.
 */
export function tripChangeFault({ now, penalty, old, pickupAt, returnAt }: TripChange): string | null {
  if (pickupAt <= now) return '取车时间须晚于现在'
  if (returnAt <= pickupAt) return '还车时间须晚于取车时间'
  if (penalty === 0 || (pickupAt === old.pickupAt && returnAt >= old.returnAt)) return null
  return '现在只能推迟还车时间，其他修改请致电门店'
}
