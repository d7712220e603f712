import { type CodeOf, enumeration } from '../enumeration.ts'
import type { PayWay } from '../payment/codes.ts'
import { machine } from '../step.ts'
import { DAY, type Instant, localDate } from '../time.ts'

/*
 * 交接班: a cashier's shift begins with a count of the cash and ends with a count of each way.
 */

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

/** It began on a day before: its cashier left without closing it. */
export const isOvernight = (openedAt: Instant, now: Instant): boolean => localDate(openedAt) < localDate(now)

/** What there should be of a way at the end of a shift, and what there is. Fen. */
export interface Count {
  readonly way: PayWay
  readonly expected: number
  readonly counted: number
}

/** Above this somebody else signs a difference, fen. */
export const SIGNED_DIFFERENCE = 5_000
/** Differences of a cashier that nobody signed within this time count as one. */
export const DIFFERENCE_SPAN = DAY

/**
 * How far the cash that a shift begins with is from what the books know of in its store: what the last close left there and
 * nobody took to the bank. Negative where some stays outside of the shift. Fen.
 */
export const floatDifference = (opening: number, known: number): number => opening - Math.max(0, known)

/**
 * Whether other cash at the beginning takes a reason. The first shift of a store brings its float: nothing was left there that
 * it could differ from.
 */
export const floatNeedsReason = (difference: number, first: boolean): boolean =>
  difference < 0 || (difference > 0 && !first)

/** What stands on the first shift of a store where nobody gave another reason. */
export const FIRST_FLOAT = '备用金'

/**
 * What is missing or too much. A shortage of one way does not make up for a surplus of another: cash that was recorded as
 * card money is a difference of both.
 * @returns `net`: what is too much in all, negative is missing; `gross`: all differences together; fen
 */
export function differenceOf(counts: readonly Count[]): { readonly net: number; readonly gross: number } {
  const each = counts.map(({ expected, counted }) => counted - expected)
  return {
    net: each.reduce((sum, fen) => sum + fen, 0),
    gross: each.reduce((sum, fen) => sum + Math.abs(fen), 0),
  }
}
