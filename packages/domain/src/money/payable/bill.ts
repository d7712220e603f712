import type { Fen } from '../../money.ts'
import { machine } from '../../step.ts'
import { addDays, type LocalDate } from '../../time.ts'
import { payableState, payableStates } from './codes.ts'

const s = payableState

/** What of a bill is paid by a step, and what was left before it. */
export interface Paying {
  readonly fen: Fen
  readonly leftFen: Fen
}

/** A payment of the rest ends a bill, one of a part leaves it open. */
const afterPaying = ({ fen, leftFen }: Paying) => (fen === leftFen ? s.paid : s.open)

export const billSteps = machine(payableStates, {
  entry: [s.open],
  final: [s.paid, s.cancelled],
  refusal: 'payableRefuses',
  steps: {
    /** Its number, purpose and due date. The amount is posted and stays. */
    edit: { from: [s.open], to: 'same', by: 'finance.reconcile' },
    /** Nobody else pays it while it is in a run. */
    enterRun: { from: [s.open], to: s.inRun, by: 'finance.reconcile' },
    leaveRun: { from: [s.inRun], to: s.open, by: 'finance.reconcile' },
    pay: {
      from: [s.open],
      to: [s.open, s.paid],
      by: 'finance.reconcile',
      choose: afterPaying,
      guard: ({ fen, leftFen }: Paying) =>
        fen > leftFen ? { key: 'amountWrong', detail: { 说明: '，超过待付金额' } } : null,
    },
    payInRun: { from: [s.inRun], to: [s.open, s.paid], by: 'finance.reconcile', choose: afterPaying },
    /** A payment was entered by mistake, or the bank returned it. */
    undoPayment: { from: [s.open, s.paid], to: s.open, by: 'finance.reconcile' },
    cancel: {
      from: [s.open],
      to: s.cancelled,
      by: 'finance.reconcile',
      guard: ({ paidFen }: { readonly paidFen: Fen }) => (paidFen > 0 ? { key: 'payablePaid' } : null),
    },
  },
})

/** The day until which a bill is to be paid, by the days that its payee grants. */
export const dueDayOf = (billedOn: LocalDate, payDays: number): LocalDate => addDays(billedOn, payDays)

/** Days before its due date from which a bill waits for a person. */
export const SOON_DAYS = 7

/** Something of it is still to be paid. */
export const isUnpaidBill = (state: number): boolean => state === s.open || state === s.inRun
