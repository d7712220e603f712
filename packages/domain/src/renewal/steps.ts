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

/** A rental made longer; one that waits for its payment holds its time and is not made yet, none waits for an answer so far. Only the last one goes, before it begins: what was sold after it stands on it. */
export const renewalSteps = machine(renewalStatuses, {
  entry: [s.waitingPayment, s.confirming, s.effective, s.refused],
  final: [s.confirming, s.effective, s.cancelled, s.refused],
  refusal: 'renewalStarted',
  steps: {
    /** It is paid in time: from now on it is a part of the order's term. */
    pay: { from: [s.waitingPayment], to: s.effective, by: 'system' },
    /** Nobody paid it in time, the car came back before, or it is not wanted any more: the time it held is free again. */
    giveUp: { from: [s.waitingPayment], to: s.cancelled, by: 'renewal.create' },
    cancel: { from: [s.effective], to: s.cancelled, guard: notBegun, by: 'renewal.create' },
  },
})

/** It is a part of the order's term. */
export const isEffective = (status: number): boolean => status === s.effective

/** It holds its time and is not made yet: nothing else may move the end of the order meanwhile. */
export const isOpenRenewal = (status: number): boolean => status === s.waitingPayment || status === s.confirming

/** The customer has to pay it first. */
export const awaitsRenewalPayment = (status: number): boolean => status === s.waitingPayment
