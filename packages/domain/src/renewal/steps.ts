import { type Block, machine } from '../step.ts'
import { renewalStatuses, renewalStatus as s } from './codes.ts'

/** What decides whether a renewal may be taken back. Instants are epoch ms. */
export interface RenewalFacts {
  readonly now: number
  /** Where it begins: the end that was agreed before it. */
  readonly oldReturnAt: number
  /** No other was made after it. */
  readonly last: boolean
}

const notBegun = ({ now, oldReturnAt, last }: RenewalFacts): Block | null =>
  last && now < oldReturnAt ? null : { key: 'renewalStarted' }

/** A rental made longer; one that waits for its payment or an answer is not made yet. Only the last one goes, before it begins: what was sold after it stands on it. */
export const renewalSteps = machine(renewalStatuses, {
  entry: [s.waitingPayment, s.confirming, s.effective, s.refused],
  final: [s.waitingPayment, s.confirming, s.effective, s.cancelled, s.refused],
  refusal: 'renewalStarted',
  steps: {
    cancel: { from: [s.effective], to: s.cancelled, guard: notBegun, by: 'renewal.create' },
  },
})

/** It is a part of the order's term. */
export const isEffective = (status: number): boolean => status === s.effective
