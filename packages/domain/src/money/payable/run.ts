import { machine } from '../../step.ts'
import { runState, runStates } from './codes.ts'

const s = runState

/** A payment run: chosen bills that a second person approves before a file is made for the bank. */
export const runSteps = machine(runStates, {
  entry: [s.draft],
  final: [s.paid, s.cancelled],
  refusal: 'paymentRunRefuses',
  steps: {
    submit: { from: [s.draft], to: s.submitted, by: 'finance.reconcile' },
    approve: { from: [s.submitted], to: s.approved, by: 'finance.reconcile' },
    refuse: { from: [s.submitted], to: s.draft, by: 'finance.reconcile' },
    makeFile: { from: [s.approved, s.paid], to: 'same', by: 'finance.reconcile' },
    pay: { from: [s.approved], to: s.paid, by: 'finance.reconcile' },
    /** Its bills are open again. */
    cancel: { from: [s.draft, s.submitted, s.approved], to: s.cancelled, by: 'finance.reconcile' },
  },
})

export const awaitsRunApproval = (state: number): boolean => state === s.submitted
export const awaitsRunPayment = (state: number): boolean => state === s.approved

/** Bills of one run. */
export const MAX_RUN_BILLS = 500

interface Purposed {
  readonly billNo: string
  readonly what: string
}

/** Characters that banks accept as the purpose of a transfer. */
const PURPOSE_LENGTH = 60

/** The purpose of a transfer that pays some bills of one payee: their numbers where all have one. */
export function purposeOf(bills: readonly Purposed[]): string {
  const numbers = bills.map(({ billNo }) => billNo)
  const [first] = bills as [Purposed]
  const text = numbers.every((no) => no !== '')
    ? `账单${numbers.join('、')}`
    : bills.length === 1
      ? first.what
      : `${first.what}等${bills.length}笔`
  return text.length <= PURPOSE_LENGTH ? text : `${text.slice(0, PURPOSE_LENGTH - 1)}…`
}
