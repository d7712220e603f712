import { MINUTE } from '../time.ts'

/*
 * Whether the order that has a car before another may bring it back late: plain counts of its customer and of rentals like it,
 * never a score, so that whoever reads it can judge for themselves.
 */

/** Rentals that were brought back, and how many of them late. */
export interface Returns {
  readonly returned: number
  readonly late: number
}

/** The order before, and what is known of returns like its own. */
export interface BeforeFacts {
  readonly returnAt: number
  readonly graceMinutes: number
  readonly isOut: boolean
  /** Its customer's. */
  readonly customer: Returns
  /** Of the same store, kind and length. */
  readonly like: Returns
}

/** So many rentals like it tell something, and of how many of them, one in so many. */
const LIKE_LEAST = 20
const LIKE_SHARE = 4
/** A customer who was late so often is spoken of however often they were not. */
const CUSTOMER_LATE = 3
const CUSTOMER_SHARE = 3

const isOften = ({ returned, late }: Returns, share: number): boolean => late > 0 && late * share >= returned

/** Whether it is told that the car may come back late: it is late, its customer was, or one in four like it was. */
export function isLateRisk({ returnAt, graceMinutes, isOut, customer, like }: BeforeFacts, now: number): boolean {
  return (
    (isOut && now > returnAt + graceMinutes * MINUTE) ||
    customer.late >= CUSTOMER_LATE ||
    isOften(customer, CUSTOMER_SHARE) ||
    (like.returned >= LIKE_LEAST && isOften(like, LIKE_SHARE))
  )
}

/** Lengths that are alike, in days: a weekend's is another thing than a month's. */
export const lengthBands = [
  { most: 2, text: '1–2天' },
  { most: 6, text: '3–6天' },
  { most: 13, text: '7–13天' },
  { most: null, text: '14天以上' },
] as const

/** The band of a length, in words. */
export const bandOf = (days: number): string => lengthBands.find(({ most }) => most === null || days <= most)!.text

/** How a customer's and a kind's returns are said: `该客户还车5次，超时3次；本店最近42单3–6天租期，超时6单`. */
export function returnsText({ customer, like, band }: { customer: Returns; like: Returns; band: string }): string {
  const parts = [
    customer.returned > 0 ? `该客户还车${customer.returned}次，超时${customer.late}次` : '该客户还没有还过车',
    ...(like.returned > 0 ? [`本店最近${like.returned}单${band}租期，超时${like.late}单`] : []),
  ]
  return parts.join('；')
}
