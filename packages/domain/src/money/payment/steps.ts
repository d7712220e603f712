import type { Fen } from '../../money.ts'
import { machine } from '../../step.ts'
import { paymentStatuses, paymentStatus as s } from './codes.ts'

/** State machine of one payment or refund. A success is final: a refund is a separate outgoing payment. */
export const paymentSteps = machine(paymentStatuses, {
  entry: [s.waiting],
  final: [s.succeeded, s.failed, s.closed],
  refusal: 'paidCannotCancel',
  steps: {
    /** The link was opened and the provider accepted it, or an outgoing payment was sent. */
    open: { from: [s.waiting], to: s.processing },
    /** A receipt recorded by staff, or the voucher of an offline refund. */
    receiveOffline: { from: [s.waiting, s.failed], to: s.succeeded },
    /** The provider confirms the success: only then does online money count. */
    succeed: { from: [s.processing], to: s.succeeded },
    /** A success after we gave up: the money is booked and refunded; the order is not revived. */
    succeedLate: { from: [s.failed, s.closed], to: s.succeeded },
    fail: { from: [s.processing], to: s.failed },
    /** Time-out or cancellation of a pay order; it was closed at the provider first. */
    close: { from: [s.waiting, s.processing], to: s.closed },
    /** An outgoing payment that was not sent, or failed, is withdrawn. */
    withdraw: { from: [s.waiting, s.failed], to: s.closed },
    /** An outgoing payment is sent again with its own number. */
    retry: { from: [s.failed], to: s.processing },
  },
})

export const isSucceeded = (status: number): boolean => status === s.succeeded
/** Not sent to a provider yet, as far as is known. */
export const isWaitingPayment = (status: number): boolean => status === s.waiting
/** Sent to a provider, without a result yet. */
export const isUnderWay = (status: number): boolean => status === s.processing
export const hasFailed = (status: number): boolean => status === s.failed
/** Given up before any money moved. */
export const isClosedPayment = (status: number): boolean => status === s.closed

/** It may still succeed, so that its amount counts as in flight. */
export const isInFlight = (status: number): boolean => status === s.waiting || status === s.processing

/** The payment after which an order continues that waits for it: its prepayment, or all that it owes. Fen. */
export const dueAtBooking = (order: {
  readonly prepayFen: Fen | null
  readonly prepayDueFen: Fen
  readonly owedFen: Fen
}): Fen => (order.prepayFen === null ? order.owedFen : order.prepayDueFen)
