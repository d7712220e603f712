import { can, machine } from '../../step.ts'
import { addDays, type LocalDate } from '../../time.ts'
import { instalmentStatuses, instalmentStatus as s } from './codes.ts'

/** Facts that decide the status of a row of the plan. */
export interface RowFacts {
  readonly amount: number
  readonly paid: number
  /** Late fee that was posted and is not paid, fen. */
  readonly feeOpen: number
  readonly dueOn: LocalDate
  readonly graceDays: number
  readonly today: LocalDate
}

/** The last day on which a due row costs no late fee. */
export const graceEnd = (dueOn: LocalDate, graceDays: number): LocalDate => addDays(dueOn, graceDays)

function standing({ amount, paid, feeOpen, dueOn, graceDays, today }: RowFacts) {
  if (paid >= amount) return feeOpen > 0 ? s.overdue : s.paid
  if (today > graceEnd(dueOn, graceDays)) return s.overdue
  if (paid > 0) return s.partlyPaid
  return today >= dueOn ? s.due : s.notDue
}

const open = [s.notDue, s.due, s.partlyPaid, s.overdue] as const

/** State machine of a row of the payment plan. */
export const instalmentSteps = machine(instalmentStatuses, {
  entry: [s.notDue, s.due, s.paid],
  final: [s.refunded, s.void],
  refusal: 'instalmentSettled',
  steps: {
    /** The status follows from the date, payments and refunds. */
    settle: { from: [...open, s.paid], to: [...open, s.paid], choose: standing, by: 'system' },
    /** The contract ended or was cancelled: what was paid for the row is refunded. */
    refund: { from: [s.partlyPaid, s.paid, s.overdue], to: s.refunded, by: 'system' },
    /** The same for a row that was not paid. */
    void: { from: open, to: s.void, by: 'system' },
    /** The contract is modified before it begins, with its plan. A row that was dropped by one change can be used again by another. */
    replan: {
      from: [...open, s.paid, s.refunded, s.void],
      to: [s.notDue, s.due, s.paid],
      choose: ({ seq, amount }: { readonly seq: number; readonly amount: number }) =>
        amount === 0 ? s.paid : seq === 1 ? s.due : s.notDue,
      by: 'order.modify',
    },
    /** An early end that had dropped the row is withdrawn. */
    restore: { from: [s.refunded, s.void], to: [...open, s.paid], choose: standing, by: 'longOrder.terminate' },
    collect: { from: open, to: 'same', by: 'longOrder.instalment' },
    postpone: { from: [s.notDue, s.due, s.partlyPaid], to: 'same', by: 'longOrder.instalment' },
  },
})

/** A row can be postponed once, and only while it costs no late fee. */
export const canPostpone = (row: {
  readonly status: number
  readonly dueDate: LocalDate
  readonly plannedDate: LocalDate
}) => can(instalmentSteps, 'postpone', row.status).ok && row.dueDate === row.plannedDate

/** Final: paid, refunded or void. */
export const isSettledRow = (status: number): boolean => !open.some((one) => one === status)

/** The contract ended before its period. */
export const isEndedRow = (status: number): boolean => status === s.refunded || status === s.void

/** Due, or partly paid. */
export const isBegun = (status: number): boolean => status !== s.notDue && !isSettledRow(status)

export const isOverdueRow = (status: number): boolean => status === s.overdue
