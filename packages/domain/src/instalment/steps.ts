import { awaitsPayment, isDraft } from '../order/steps.ts'
import { can, machine } from '../step.ts'
import { addDays, type LocalDate } from '../time.ts'
import { instalmentStatuses, instalmentStatus as s } from './codes.ts'

/** What decides where a row of the plan stands. */
export interface RowFacts {
  readonly amount: number
  readonly paid: number
  /** Late fee posted and not paid, fen. */
  readonly feeOpen: number
  readonly dueOn: LocalDate
  readonly graceDays: number
  readonly today: LocalDate
}

/** The last date on which a row that is due costs no late fee. */
export const graceEnd = (dueOn: LocalDate, graceDays: number): LocalDate => addDays(dueOn, graceDays)

function standing({ amount, paid, feeOpen, dueOn, graceDays, today }: RowFacts) {
  if (paid >= amount) return feeOpen > 0 ? s.overdue : s.paid
  if (today > graceEnd(dueOn, graceDays)) return s.overdue
  if (paid > 0) return s.partlyPaid
  return today >= dueOn ? s.due : s.notDue
}

const open = [s.notDue, s.due, s.partlyPaid, s.overdue] as const

/**
 * Whether a person asks for the instalments of an order: one that waits for its first payment online goes on or runs out by
 * itself.
 */
export const asksInstalments = (status: number): boolean => !isDraft(status) && !awaitsPayment(status)

/** A row of the payment plan. */
export const instalmentSteps = machine(instalmentStatuses, {
  entry: [s.notDue, s.due, s.paid],
  final: [s.refunded, s.void],
  refusal: 'instalmentSettled',
  steps: {
    /** By the date, by money and by what money is taken back. */
    settle: { from: [...open, s.paid], to: [...open, s.paid], choose: standing, by: 'system' },
    /** Its contract ended or was cancelled: what was paid of it goes back. */
    refund: { from: [s.partlyPaid, s.paid, s.overdue], to: s.refunded, by: 'system' },
    /** The same of what nobody paid. */
    void: { from: open, to: s.void, by: 'system' },
    /** The contract is changed before it begins, and its plan with it. A row that one change dropped another may take up. */
    replan: {
      from: [...open, s.paid, s.refunded, s.void],
      to: [s.notDue, s.due, s.paid],
      choose: ({ seq, amount }: { readonly seq: number; readonly amount: number }) =>
        amount === 0 ? s.paid : seq === 1 ? s.due : s.notDue,
      by: 'order.modify',
    },
    /** An earlier end that had dropped it is taken back. */
    restore: { from: [s.refunded, s.void], to: [...open, s.paid], choose: standing, by: 'longOrder.terminate' },
    collect: { from: open, to: 'same', by: 'longOrder.instalment' },
    postpone: { from: [s.notDue, s.due, s.partlyPaid], to: 'same', by: 'longOrder.instalment' },
  },
})

/** Once, and while it costs no late fee. */
export const canPostpone = (row: {
  readonly status: number
  readonly dueDate: LocalDate
  readonly plannedDate: LocalDate
}) => can(instalmentSteps, 'postpone', row.status).ok && row.dueDate === row.plannedDate

/** Nothing more comes of it: paid, given back or void. */
export const isSettledRow = (status: number): boolean => !open.some((one) => one === status)

/** Its contract ended before its period. */
export const isEndedRow = (status: number): boolean => status === s.refunded || status === s.void

/** Its date has come, or something of it is paid. */
export const isBegun = (status: number): boolean => status !== s.notDue && !isSettledRow(status)

export const isOverdueRow = (status: number): boolean => status === s.overdue
