import type { Fen } from '../../money.ts'
import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { type OwnerStatementState, ownerStatementState } from './codes.ts'

/** Pending work of a statement: to be settled with an owner who objects to it, or to be paid. */
export function statementPendingWork({
  state,
  due,
}: {
  readonly state: OwnerStatementState
  readonly due: Fen
}): Waiting[] {
  if (state === ownerStatementState.objected) return [waiting('ownerObjection', { countsFrom: ALWAYS })]
  if (state === ownerStatementState.confirmed && due > 0)
    return [waiting('ownerPay', { countsFrom: ALWAYS, countsFen: due })]
  return []
}
