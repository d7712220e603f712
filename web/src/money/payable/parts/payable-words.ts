import { SOON_DAYS } from '@cheyi/domain/money/payable/bill'
import { payableState, payeeKind, runState } from '@cheyi/domain/money/payable/codes'
import { formatDay } from '@cheyi/domain/near'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Bill = OutputOf<typeof calls.payable.bill>
export type ListedBill = OutputOf<typeof calls.payable.bills>['list'][number]
export type Payee = OutputOf<typeof calls.payable.payees>['list'][number]
export type Run = OutputOf<typeof calls.payable.run>

export const billTones = {
  [payableState.open]: 'warning',
  [payableState.inRun]: 'primary',
  [payableState.paid]: 'success',
  [payableState.cancelled]: 'neutral',
} as const

export const runTones = {
  [runState.draft]: 'neutral',
  [runState.submitted]: 'warning',
  [runState.approved]: 'primary',
  [runState.paid]: 'success',
  [runState.cancelled]: 'neutral',
} as const

/** When a bill is to be paid. */
export function dueOf({ dueOn, late, left }: Pick<ListedBill, 'dueOn' | 'late' | 'left'>, now: number) {
  const day = formatDay(startOfDate(dueOn), now)
  if (left === 0) return { text: `${day} 到期`, late: false }
  if (late > 0) return { text: `${day} 到期，拖欠 ${late} 天`, late: true }
  return { text: `${day} 到期`, late: false, soon: dueOn <= localDate(now + SOON_DAYS * DAY) }
}

/** The file of an owner stands in 车主结算. */
export const isTypedPayee = (kind: number): boolean => kind !== payeeKind.owner
