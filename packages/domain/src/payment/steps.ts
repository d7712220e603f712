import { machine } from '../step.ts'
import { paymentStatuses, paymentStatus as s } from './codes.ts'

/** One payment or refund. A success is final: giving money back is a new outgoing payment. */
export const paymentSteps = machine(paymentStatuses, {
  entry: [s.waiting],
  final: [s.succeeded, s.failed, s.closed],
  refusal: 'paidCannotCancel',
  steps: {
    /** The link was opened and the provider accepted it, or an outgoing one was sent. */
    open: { from: [s.waiting], to: s.processing },
    /** A receipt recorded at the counter, or the voucher of an offline refund. */
    receiveOffline: { from: [s.waiting, s.failed], to: s.succeeded },
    /** The provider says success: the only moment at which online money counts. */
    succeed: { from: [s.processing], to: s.succeeded },
    /** Success after we gave up: the money is taken to the books and sent back; it never revives anything. */
    succeedLate: { from: [s.failed, s.closed], to: s.succeeded },
    fail: { from: [s.processing], to: s.failed },
    /** Time-out or cancel of a pay order; the provider was asked to close it first. */
    close: { from: [s.waiting, s.processing], to: s.closed },
    /** An outgoing one that has not left, or came back, is not sent after all. */
    withdraw: { from: [s.waiting, s.failed], to: s.closed },
    /** An outgoing one is sent again under its own number. */
    retry: { from: [s.failed], to: s.processing },
  },
})

/** The money has moved. */
export const isSucceeded = (status: number): boolean => status === s.succeeded
/** Nobody outside has heard of it yet, as far as is known. */
export const isWaitingPayment = (status: number): boolean => status === s.waiting
/** With a provider, which has not said what became of it. */
export const isUnderWay = (status: number): boolean => status === s.processing
export const hasFailed = (status: number): boolean => status === s.failed
/** Given up before any money moved. */
export const isClosedPayment = (status: number): boolean => status === s.closed

/** It may still succeed, so its amount counts as in flight. */
export const isInFlight = (status: number): boolean => status === s.waiting || status === s.processing
