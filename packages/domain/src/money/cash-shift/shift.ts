import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { type Instant, localDate } from '../../time.ts'
import type { PayWay } from '../payment/codes.ts'

/* 交接班: a cashier's shift begins with a count of the cash and ends with a count of each payment method. */

export const shiftStatuses = enumeration({ open: [0, '进行中'], closed: [1, '已交班'] })
export const shiftStatus = shiftStatuses.code
export type ShiftStatus = CodeOf<typeof shiftStatuses>

export const shiftSteps = machine(shiftStatuses, {
  entry: [shiftStatus.open],
  final: [shiftStatus.closed],
  refusal: 'stale',
  steps: { close: { from: [shiftStatus.open], to: shiftStatus.closed, by: 'order.payment' } },
})

export const isOpenShift = (status: ShiftStatus): boolean => status === shiftStatus.open

/** It began on an earlier day, so that its cashier did not close it. */
export const isOvernight = (openedAt: Instant, now: Instant): boolean => localDate(openedAt) < localDate(now)

/** Expected and counted amount of a payment method at the end of a shift. Fen. */
export interface Count {
  readonly way: PayWay
  readonly expected: number
  readonly counted: number
}

/**
 * Difference between the cash at the start of a shift and the books of its store: what the last shift left and was
 * not deposited at the bank. Negative when part of it is not in the shift. Fen.
 */
export const floatDifference = (opening: number, known: number): number => opening - Math.max(0, known)

/**
 * Whether a difference at the start needs a reason. The first shift of a store brings in its initial cash, and has
 * no earlier amount to differ from.
 */
export const floatNeedsReason = (difference: number, first: boolean): boolean =>
  difference < 0 || (difference > 0 && !first)

/** Default reason on the first shift of a store. */
export const FIRST_FLOAT = '备用金'

/**
 * Differences of a shift. A shortage of one method does not offset a surplus of another: cash that was recorded as
 * a card payment is a difference of both.
 * @returns `net`: total surplus, negative for a shortage; `gross`: sum of the absolute differences; fen
 */
export function differenceOf(counts: readonly Count[]): { readonly net: number; readonly gross: number } {
  const each = counts.map(({ expected, counted }) => counted - expected)
  return {
    net: each.reduce((sum, fen) => sum + fen, 0),
    gross: each.reduce((sum, fen) => sum + Math.abs(fen), 0),
  }
}
