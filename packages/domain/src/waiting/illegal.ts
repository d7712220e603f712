import type { Instant } from '../time.ts'
import { illegalStatus } from '../violation/codes.ts'
import { ALWAYS, type Waiting, type WaitKindName, waiting } from './kinds.ts'

/** All that decides what waits about a violation. */
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

/** From when on somebody is to see to it, the customer or the office until then; null: they do, without an end. */
const turnOf = ({ status, deadlineAt, handedInAt }: IllegalWaitFacts): Instant | null =>
  (status === illegalStatus.byCustomer && handedInAt === null) || status === illegalStatus.transferring
    ? deadlineAt
    : ALWAYS

/** What waits about a violation: to be matched, to be seen to, to be ended. It is in one counter, and on no list of the day. */
export function waitsOf(illegal: IllegalWaitFacts): Waiting[] {
  const kind = waitsFor[illegal.status]
  const countsFrom = turnOf(illegal)
  return kind === undefined || countsFrom === null ? [] : [waiting(kind, { countsFrom })]
}
