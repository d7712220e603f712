import { ALWAYS, type Waiting, type WaitKindName, waiting } from '../../platform/waiting/kinds.ts'
import type { Instant } from '../../time.ts'
import { illegalStatus } from './codes.ts'

/** Facts that decide the pending work of a violation. */
export interface IllegalWaitFacts {
  readonly status: number
  readonly deadlineAt: Instant | null
  readonly handedInAt: Instant | null
}

const waitsFor: Readonly<Record<number, WaitKindName>> = {
  [illegalStatus.unmatched]: 'illegalMatch',
  [illegalStatus.open]: 'illegalTodo',
  [illegalStatus.byCustomer]: 'illegalTodo',
  [illegalStatus.transferring]: 'illegalTodo',
  [illegalStatus.toClose]: 'illegalClose',
}

/** From when staff have to act, after the deadline of the customer or the authority; null: that has no deadline. */
const turnOf = ({ status, deadlineAt, handedInAt }: IllegalWaitFacts): Instant | null =>
  (status === illegalStatus.byCustomer && handedInAt === null) || status === illegalStatus.transferring
    ? deadlineAt
    : ALWAYS

/** Pending work of a violation: to be matched, handled or closed. It is in one counter, and on no daily list. */
export function waitsOf(illegal: IllegalWaitFacts): Waiting[] {
  const kind = waitsFor[illegal.status]
  const countsFrom = turnOf(illegal)
  return kind === undefined || countsFrom === null ? [] : [waiting(kind, { countsFrom })]
}
