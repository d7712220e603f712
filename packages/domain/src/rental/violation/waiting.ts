import { ALWAYS, type PendingKind, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import type { Instant } from '../../time.ts'
import { violationStatus } from './codes.ts'

/** Facts that decide the pending work of a violation. */
export interface ViolationPendingFacts {
  readonly status: number
  readonly deadlineAt: Instant | null
  readonly handedInAt: Instant | null
}

const waitsFor: Readonly<Record<number, PendingKind>> = {
  [violationStatus.unmatched]: 'violationMatch',
  [violationStatus.open]: 'violationTodo',
  [violationStatus.byCustomer]: 'violationTodo',
  [violationStatus.transferring]: 'violationTodo',
  [violationStatus.toClose]: 'violationClose',
}

/** From when staff have to act, after the deadline of the customer or the authority; null: that has no deadline. */
const turnOf = ({ status, deadlineAt, handedInAt }: ViolationPendingFacts): Instant | null =>
  (status === violationStatus.byCustomer && handedInAt === null) || status === violationStatus.transferring
    ? deadlineAt
    : ALWAYS

/** Pending work of a violation: to be matched, handled or closed. It is in one counter, and on no daily list. */
export function pendingWorkOf(violation: ViolationPendingFacts): Waiting[] {
  const kind = waitsFor[violation.status]
  const countsFrom = turnOf(violation)
  return kind === undefined || countsFrom === null ? [] : [waiting(kind, { countsFrom })]
}
