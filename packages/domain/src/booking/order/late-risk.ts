import { MINUTE } from '../../time.ts'

/*
 * Whether the car of an order may come back late from the order before: plain counts of that customer and of
 * similar rentals instead of a score, so that staff can judge for themselves.
 */

/** Number of returns, and how many of them were late. */
export interface Returns {
  readonly returned: number
  readonly late: number
}

/** The order before, and the returns of its customer and of similar rentals. */
export interface BeforeFacts {
  readonly returnAt: number
  readonly graceMinutes: number
  readonly isOut: boolean
  readonly customer: Returns
  /** Rentals of the same store, kind and length. */
  readonly like: Returns
}

/** From this number of similar rentals on, and from this share of late ones (one in four), it counts as a risk. */
const LIKE_LEAST = 20
const LIKE_SHARE = 4
/** A customer who was late this often counts as a risk, however many returns were in time. */
const CUSTOMER_LATE = 3
const CUSTOMER_SHARE = 3

const isOften = ({ returned, late }: Returns, share: number): boolean => late > 0 && late * share >= returned

/** True when the car is overdue, its customer was often late, or one in four similar rentals was. */
export function isLateRisk({ returnAt, graceMinutes, isOut, customer, like }: BeforeFacts, now: number): boolean {
  return (
    (isOut && now > returnAt + graceMinutes * MINUTE) ||
    customer.late >= CUSTOMER_LATE ||
    isOften(customer, CUSTOMER_SHARE) ||
    (like.returned >= LIKE_LEAST && isOften(like, LIKE_SHARE))
  )
}

/** Groups of rental lengths in days; only rentals of the same group are compared. */
export const lengthBands = [
  { most: 2, text: '1–2天' },
  { most: 6, text: '3–6天' },
  { most: 13, text: '7–13天' },
  { most: null, text: '14天以上' },
] as const

export const bandOf = (days: number): string => lengthBands.find(({ most }) => most === null || days <= most)!.text

/** The counts as text: `该客户还车5次，超时3次；本店最近42单3–6天租期，超时6单`. */
export function returnsText({ customer, like, band }: { customer: Returns; like: Returns; band: string }): string {
  const parts = [
    customer.returned > 0 ? `该客户还车${customer.returned}次，超时${customer.late}次` : '该客户还没有还过车',
    ...(like.returned > 0 ? [`本店最近${like.returned}单${band}租期，超时${like.late}单`] : []),
  ]
  return parts.join('；')
}
