import {
  awaitsAcceptance,
  awaitsPayment,
  isCancelled,
  isCancelling,
  isOnRent,
  wasReturned,
} from '../../booking/order/steps.ts'

/* What a customer has to do next about a rental, in the order in which it matters to them. */

export const nextSteps = [
  'pay',
  'accept',
  'sign',
  'deposit',
  'selfPickup',
  'documents',
  'come',
  'renewal',
  'late',
  'selfReturn',
  'bring',
  'violation',
  'depositBack',
  'refund',
  'cancelled',
  'thanks',
] as const
export type NextStep = (typeof nextSteps)[number]

/** The pages that a rental leads into, each when it is due. */
export const roomNames = ['pay', 'deposit', 'claim', 'renewal', 'sign', 'pickup', 'return', 'violation'] as const
export type RoomName = (typeof roomNames)[number]

export interface NextFacts {
  readonly status: number
  readonly now: number
  readonly returnAt: number
  /** The pages that are due now. */
  readonly due: readonly RoomName[]
  /** Pictures of documents are wanted before the pickup. */
  readonly wantsDocuments: boolean
  /** A deposit is held or on its way back. */
  readonly holdsDeposit: boolean
}

export function nextStepOf({ status, now, returnAt, due, wantsDocuments, holdsDeposit }: NextFacts): NextStep {
  const asks = (room: RoomName) => due.includes(room)
  if (isCancelling(status)) return 'refund'
  if (isCancelled(status)) return 'cancelled'
  if (awaitsPayment(status)) return 'pay'
  if (awaitsAcceptance(status)) return 'accept'
  if (asks('sign')) return 'sign'
  if (isOnRent(status)) {
    if (asks('renewal')) return 'renewal'
    if (now > returnAt) return 'late'
    return asks('return') ? 'selfReturn' : 'bring'
  }
  if (asks('pay') || asks('claim')) return 'pay'
  if (wasReturned(status)) {
    if (asks('violation')) return 'violation'
    return holdsDeposit ? 'depositBack' : 'thanks'
  }
  if (asks('deposit')) return 'deposit'
  if (asks('pickup')) return 'selfPickup'
  return wantsDocuments ? 'documents' : 'come'
}
