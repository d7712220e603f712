import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'

/** What a check found, thrown so that nothing of it stays. */
export class Checked extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('a check is over')
    this.outcome = outcome
  }
}

/** What our own rooms refuse, as platforms are told it (operations.md §9.2). */
const asTold: Partial<Readonly<Record<RefusalKey, RefusalKey>>> = {
  merchantSuspended: 'channelPaused',
}

const told = new Map(Object.entries(asTold).map(([ours, theirs]) => [ours, theirs]))

/** The refusal in the words of the open door; what has none of its own stays as it is. */
export function translated(refusal: Refusal): Refusal {
  const key = told.get(refusal.key)
  return key === undefined ? refusal : new Refusal(key, refusal.detail)
}
