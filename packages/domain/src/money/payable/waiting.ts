import type { Fen } from '../../money.ts'
import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { addDays, type LocalDate, startOfDate } from '../../time.ts'
import { SOON_DAYS } from './bill.ts'
import { type PayableState, payableState, type RunState } from './codes.ts'
import { awaitsRunApproval, awaitsRunPayment } from './run.ts'

/** Pending work of a bill: from a week before it is due, until it is paid or in a run. A statement of an owner waits by itself. */
export function billPendingWork(bill: {
  readonly state: PayableState
  readonly dueOn: LocalDate
  readonly leftFen: Fen
  readonly posted: boolean
}): Waiting[] {
  if (!bill.posted || bill.state !== payableState.open) return []
  return [waiting('payableDue', { countsFrom: startOfDate(addDays(bill.dueOn, -SOON_DAYS)), countsFen: bill.leftFen })]
}

/** Pending work of a payment run: the second person approves it, and then it is paid. */
export function runPendingWork(run: {
  readonly state: RunState
  readonly fen: Fen
  readonly submittedBy: string | null
}): Waiting[] {
  const given = { countsFrom: ALWAYS, countsFen: run.fen }
  if (awaitsRunApproval(run.state)) return [waiting('runApproval', { ...given, exceptId: run.submittedBy })]
  return awaitsRunPayment(run.state) ? [waiting('runPayment', given)] : []
}
