import { type Block, machine } from '../../step.ts'
import { renewalStatuses, renewalStatus as s } from './codes.ts'

/** Facts that decide whether a renewal may be withdrawn. Instants are epoch ms. */
export interface RenewalFacts {
  readonly now: number
  /** Its start: the agreed end before it. */
  readonly oldReturnAt: number
  /** No later renewal exists. */
  readonly last: boolean
}

const notBegun = ({ now, oldReturnAt, last }: RenewalFacts): Block | null =>
  last && now < oldReturnAt ? null : { key: 'renewalStarted' }

/**
 * State machine of a renewal. One that waits for its payment blocks its time without being effective; `confirming`
 * is not used so far. Only the last one can be withdrawn, before it begins, since later ones depend on it.
 */
export const renewalSteps = machine(renewalStatuses, {
  entry: [s.waitingPayment, s.confirming, s.effective, s.refused],
  final: [s.confirming, s.effective, s.cancelled, s.refused],
  refusal: 'renewalStarted',
  steps: {
    /** Paid in time: it becomes part of the order's term. */
    pay: { from: [s.waitingPayment], to: s.effective, by: 'system' },
    /** Not paid in time, the car came back before, or it was withdrawn: its time is available again. */
    giveUp: { from: [s.waitingPayment], to: s.cancelled, by: 'renewal.create' },
    cancel: { from: [s.effective], to: s.cancelled, guard: notBegun, by: 'renewal.create' },
  },
})

/** It is part of the order's term. */
export const isEffective = (status: number): boolean => status === s.effective

/** It blocks its time and is not effective yet, so that nothing else may move the order's end. */
export const isOpenRenewal = (status: number): boolean => status === s.waitingPayment || status === s.confirming

/** The customer has to pay it first. */
export const awaitsRenewalPayment = (status: number): boolean => status === s.waitingPayment
